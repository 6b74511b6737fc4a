/**
 * Mails and their templates: errors that only one of the two services gives.
 */
import { KnownError } from "../KnownError.ts"
import { refusal } from "./ProjectFlags.ts"

/** `REQUIRES_CUSTOM_EMAIL_SERVER`: Only a project with a mail server of its own can do this. Current service only. */
export class RequiresCustomEmailServer extends KnownError("RequiresCustomEmailServer", {
  status: 400,
  message: "This needs a mail server of the project's own."
}) {}

/** `EMAIL_RENDERING_ERROR`: The source cannot be made into a mail; `details.error` says why. Current service only. */
export class EmailRenderingError extends KnownError("EmailRenderingError", {
  status: 400,
  message: "The source cannot be made into a mail."
})<{ readonly error: string }> {}

/** There is no template with this id; the current service tells it in plain text. */
export class EmailTemplateNotFound extends refusal("EmailTemplateNotFound") {}

/** There is no theme of mails with this id; the current service tells it in plain text. */
export class EmailThemeNotFound extends refusal("EmailThemeNotFound") {}

/** There is no draft of a mail with this id; the current service tells it in plain text. */
export class EmailDraftNotFound extends refusal("EmailDraftNotFound") {}

/**
 * The service is of the other generation, which has no such endpoint. E-mail templates are the documents of
 * `EmailTemplates` in 2025-06, and the sources of `TsxEmailTemplates` in the current service; everything else that only
 * one generation has is the current one's (decision 0030).
 */
export class NotInThisService extends refusal("NotInThisService") {
  override get message() {
    return `This service is of the other generation and has no such endpoint; for e-mail templates, emailTemplates is that of 2025-06 and tsxEmailTemplates that of the current one. (${this.error})`
  }
}
