/** Mails and their templates: the schemas of the errors of `domain/errors/Emails.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/Emails.ts"
import { KnownErrorSchema, makePlainSchemas } from "../schema/KnownErrorSchema.ts"

export const { EmailTemplateAlreadyExists, RequiresCustomEmailServer } = makePlainSchemas(Errors)

/** Schema of {@link Errors.EmailRenderingError}. */
export const EmailRenderingError = KnownErrorSchema(Errors.EmailRenderingError, { error: Schema.String })

/** Schema of {@link Errors.EmailNotEditable}. */
export const EmailNotEditable = KnownErrorSchema(Errors.EmailNotEditable, {
  emailId: Schema.String,
  status: Schema.String
})

/** Schema of {@link Errors.EmailCapacityBoostAlreadyActive}. */
export const EmailCapacityBoostAlreadyActive = KnownErrorSchema(Errors.EmailCapacityBoostAlreadyActive, {
  expiresAt: Schema.DateFromString
})
