/** Mails and their templates: the schemas of the errors of `domain/errors/Emails.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/Emails.ts"
import { makeSchemas } from "../schema/KnownErrorSchema.ts"

export const {
  EmailTemplateAlreadyExists,
  RequiresCustomEmailServer,
  EmailRenderingError,
  EmailNotEditable,
  EmailCapacityBoostAlreadyActive
} = makeSchemas(Errors, {
  EmailRenderingError: { error: Schema.String },
  EmailNotEditable: { emailId: Schema.String, status: Schema.String },
  EmailCapacityBoostAlreadyActive: { expiresAt: Schema.DateFromString }
})
