/** Invitations to teams: send, list, withdraw, accept. */
import { asClient, asUser } from "../app/AsClient.ts"
import { orNotSupported } from "../app/OrNotSupported.ts"
import * as Urls from "../app/Urls.ts"
import type { TeamId, TeamInvitationId } from "../domain/Ids.ts"
import { ofTeams } from "../domain/Resource.ts"
import type { SecretInput } from "../domain/SecretInput.ts"
import { Session } from "../session/Session.ts"
import * as Wire from "../wire/generated/TeamInvitations.ts"
import * as MailedCode from "./internal/MailedCode.ts"

export type { TeamInvitation } from "../api/schema/TeamInvitation.ts"

/** Emails an invitation, valid for seven days, and returns its id. Requires the permission `$invite_members`. */
export const send = asUser.write("TeamInvitations.send", [Wire.sendTeamInvitation], {
  changes: ["invitations", "emails", "outbox"]
})(function* (input: {
  readonly teamId: TeamId
  readonly email: string
  /** Default: the team invitation page of the app. */
  readonly callbackUrl?: string | undefined
}) {
  const { app } = yield* Session
  const callbackUrl = yield* Urls.makeCallback(app, "callbackUrl", input.callbackUrl, "teamInvitation")
  return yield* asUser.call(Wire.sendTeamInvitation, {
    payload: { teamId: input.teamId, email: input.email, callbackUrl }
  })
})

/** The pending invitations of a team; needs `$read_members` and `$invite_members`. */
export const list = asUser.read("TeamInvitations.list", Wire.listSentTeamInvitations, {
  input: (teamId: TeamId) => ({ query: { teamId } }),
  shows: ["invitations", "teams"]
})

/** Withdraws an invitation; needs `$remove_members`. */
export const revoke = asUser.write("TeamInvitations.revoke", Wire.deleteTeamInvitation, {
  input: (input: { readonly teamId: TeamId; readonly id: TeamInvitationId }) => ({
    params: { teamInvitationId: input.id },
    query: { teamId: input.teamId }
  }),
  changes: ["invitations"]
})

/** Checks an invitation's code without using it. It counts as one of its 20 attempts. */
export const check = asClient.read("TeamInvitations.check", [Wire.checkTeamInvitation], { shows: [] })(
  function* (input: { readonly code: SecretInput }) {
    yield* asClient.call(Wire.checkTeamInvitation, { payload: { code: yield* MailedCode.check(input.code) } })
  }
)

/** Returns the team that an invitation is for, to show before the user accepts. */
export const details = asUser.read("TeamInvitations.details", [Wire.getTeamInvitationDetails], { shows: [] })(
  function* (input: { readonly code: SecretInput }) {
    const code = yield* MailedCode.check(input.code)
    return yield* asUser.call(Wire.getTeamInvitationDetails, { payload: { code } })
  }
)

/**
 * Makes the current user a member. Anybody with the code can use it, whichever address it was mailed to. If nobody is
 * signed in, it fails without spending the code.
 */
export const accept = asUser.write("TeamInvitations.accept", [Wire.acceptTeamInvitation], { changes: ofTeams })(
  function* (input: { readonly code: SecretInput }) {
    const code = yield* MailedCode.check(input.code)
    return yield* asUser.call(Wire.acceptTeamInvitation, { payload: { code } })
  }
)

/**
 * The pending invitations to the verified addresses of the current user. Fails with `NotSupportedByService` in the
 * service of 2025-06.
 */
export const listReceived = asUser.read("TeamInvitations.listReceived", [Wire.listReceivedTeamInvitations], {
  shows: ["invitations", "teams", "contactChannels"]
})(asUser.call(Wire.listReceivedTeamInvitations, { query: { userId: "me" } }).pipe(orNotSupported("team_id")))

/**
 * Makes the current user a member, without the code from the email. Fails with `VerificationCodeNotFound` if the
 * invitation has expired, was withdrawn or used, or is for an address that the user has not verified. Fails with
 * `TeamInvitationRestrictedUserNotAllowed` for a restricted user, and with `NotSupportedByService` in the service of
 * 2025-06.
 */
export const acceptReceived = asUser.write("TeamInvitations.acceptReceived", Wire.acceptReceivedTeamInvitation, {
  input: (id: TeamInvitationId) => ({ params: { teamInvitationId: id }, query: { userId: "me" } }),
  changes: ofTeams
})
