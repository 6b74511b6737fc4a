/** Mails and their templates: errors that only one of the two services returns. */
import { KnownError } from "../KnownError.ts"
import { refusal } from "./ProjectFlags.ts"

/** `REQUIRES_CUSTOM_EMAIL_SERVER`: Only a project with its own mail server can do this. Current service only. */
export class RequiresCustomEmailServer extends KnownError("RequiresCustomEmailServer", {
  status: 400,
  message: "This needs a mail server of the project's own."
}) {}

/** `EMAIL_RENDERING_ERROR`: The source cannot be made into a mail; `details.error` says why. Current service only. */
export class EmailRenderingError extends KnownError("EmailRenderingError", {
  status: 400,
  message: "The source cannot be made into a mail."
})<{ readonly error: string }> {}

/** `EMAIL_NOT_EDITABLE`: The mail is on its way or has arrived; `details.status` says where it is. Current service only. */
export class EmailNotEditable extends KnownError("EmailNotEditable", {
  status: 400,
  message: "The mail is on its way already, or has arrived."
})<{ readonly emailId: string; readonly status: string }> {}

/** `EMAIL_CAPACITY_BOOST_ALREADY_ACTIVE`: Mails are sent faster already, until `details.expiresAt`. Current service only. */
export class EmailCapacityBoostAlreadyActive extends KnownError("EmailCapacityBoostAlreadyActive", {
  status: 409,
  message: "The capacity for mails is boosted already."
})<{ readonly expiresAt: Date }> {}

/** The outbox has no mail with this id; the service says so in plain text. */
export class EmailNotFound extends refusal("EmailNotFound") {}

/** No category of mails has this id or name; the service says so in plain text. */
export class NotificationCategoryNotFound extends refusal("NotificationCategoryNotFound") {}

/** No template has this id; the current service says so in plain text. */
export class EmailTemplateNotFound extends refusal("EmailTemplateNotFound") {}

/** No theme of mails has this id; the current service says so in plain text. */
export class EmailThemeNotFound extends refusal("EmailThemeNotFound") {}

/** No draft of a mail has this id; the current service says so in plain text. */
export class EmailDraftNotFound extends refusal("EmailDraftNotFound") {}

/**
 * The service is of the other generation, which has no such endpoint. Email templates are the documents of
 * `EmailTemplates` in 2025-06, and the sources of `TsxEmailTemplates` in the current service; everything else that only
 * one generation has is the current one's (decision 0030).
 */
export class NotInThisService extends refusal("NotInThisService") {
  override get message() {
    const hint = /template/i.test(this.error)
      ? " For email templates, emailTemplates is that of 2025-06 and tsxEmailTemplates that of the current one."
      : ""
    return `This service is of the other generation and has no such endpoint: ${this.error}${hint}`
  }
}
