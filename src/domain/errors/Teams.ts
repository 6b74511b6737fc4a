/** Teams: errors of the service. */
import type { RestrictedReason } from "../RestrictedReason.ts"
import { KnownError } from "./KnownError.ts"
import { TextError } from "./TextError.ts"

/** `TEAM_NOT_FOUND`: No such team. */
export class TeamNotFound extends KnownError("TeamNotFound", {
  status: 404,
  message: "The team was not found."
})<{ readonly teamId: string }> {}

/** `TEAM_MEMBERSHIP_NOT_FOUND`: The user is not a member of the team (or the team does not exist, at client level). */
export class TeamMembershipNotFound extends KnownError("TeamMembershipNotFound", {
  status: 404,
  message: "The user is not a member of this team."
})<{ readonly teamId: string; readonly userId: string }> {}

/** `TEAM_MEMBERSHIP_ALREADY_EXISTS`: The user is in the team already. */
export class TeamMembershipAlreadyExists extends KnownError("TeamMembershipAlreadyExists", {
  status: 409,
  message: "The user is a member of this team already."
}) {}

/** `TEAM_ALREADY_EXISTS`: A team with that id exists already. Never sent by the service. */
export class TeamAlreadyExists extends KnownError("TeamAlreadyExists", {
  status: 409,
  message: "A team with this id exists already."
})<{ readonly teamId: string }> {}

/**
 * `TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED`: A restricted user cannot accept invitations, nor read them. Current
 * service only.
 */
export class TeamInvitationRestrictedUserNotAllowed extends KnownError("TeamInvitationRestrictedUserNotAllowed", {
  status: 403,
  message: "A restricted account cannot accept invitations."
})<{ readonly restrictedReason: RestrictedReason }> {}

/**
 * `TEAM_INVITATION_EMAIL_MISMATCH`: The invitation went to an address that this user has not verified. Only some copies
 * of the current service ask for that.
 */
export class TeamInvitationEmailMismatch extends KnownError("TeamInvitationEmailMismatch", {
  status: 403,
  message: "The invitation is for another email address. Sign in with that address, or add it to this account."
}) {}

/** The project does not let clients create teams (`clientTeamCreationEnabled`). */
export class ClientTeamCreationNotEnabled extends TextError("ClientTeamCreationNotEnabled") {}
