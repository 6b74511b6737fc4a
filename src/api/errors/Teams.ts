/** Teams: the schemas of the errors of `domain/errors/Teams.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/Teams.ts"
import { KnownErrorSchema, makePlainSchemas } from "../schema/KnownErrorSchema.ts"
import { RestrictedReason } from "../schema/RestrictedReason.ts"

export const { TeamMembershipAlreadyExists, TeamInvitationEmailMismatch } = makePlainSchemas(Errors)

/** Schema of {@link Errors.TeamNotFound}. */
export const TeamNotFound = KnownErrorSchema(Errors.TeamNotFound, { teamId: Schema.String })

/** Schema of {@link Errors.TeamMembershipNotFound}. */
export const TeamMembershipNotFound = KnownErrorSchema(Errors.TeamMembershipNotFound, {
  teamId: Schema.String,
  userId: Schema.String
})

/** Schema of {@link Errors.TeamAlreadyExists}. */
export const TeamAlreadyExists = KnownErrorSchema(Errors.TeamAlreadyExists, { teamId: Schema.String })

/** Schema of {@link Errors.TeamInvitationRestrictedUserNotAllowed}. */
export const TeamInvitationRestrictedUserNotAllowed = KnownErrorSchema(Errors.TeamInvitationRestrictedUserNotAllowed, {
  restrictedReason: RestrictedReason
})
