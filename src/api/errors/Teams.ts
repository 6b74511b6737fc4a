/** Teams: the schemas of the errors of `domain/errors/Teams.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/Teams.ts"
import { makeSchemas } from "../schema/KnownErrorSchema.ts"
import { RestrictedReason } from "../schema/RestrictedReason.ts"

export const {
  TeamMembershipAlreadyExists,
  TeamInvitationEmailMismatch,
  TeamNotFound,
  TeamMembershipNotFound,
  TeamAlreadyExists,
  TeamInvitationRestrictedUserNotAllowed
} = makeSchemas(Errors, {
  TeamNotFound: { teamId: Schema.String },
  TeamMembershipNotFound: { teamId: Schema.String, userId: Schema.String },
  TeamAlreadyExists: { teamId: Schema.String },
  TeamInvitationRestrictedUserNotAllowed: { restrictedReason: RestrictedReason }
})
