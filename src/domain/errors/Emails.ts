/** Mails and their templates: errors of the service. */
import { KnownError } from "./KnownError.ts"
import { TextError } from "./TextError.ts"

/** `EMAIL_TEMPLATE_ALREADY_EXISTS`: A template of that kind exists already. Never sent by the service. */
export class EmailTemplateAlreadyExists extends KnownError("EmailTemplateAlreadyExists", {
  status: 409,
  message: "A template of this kind exists already."
}) {}

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

/**
 * `EMAIL_NOT_EDITABLE`: The mail is on its way or has arrived; `details.status` says where it is. Current service only.
 */
export class EmailNotEditable extends KnownError("EmailNotEditable", {
  status: 400,
  message: "The mail is on its way already, or has arrived."
})<{ readonly emailId: string; readonly status: string }> {}

/**
 * `EMAIL_CAPACITY_BOOST_ALREADY_ACTIVE`: Mails are sent faster already, until `details.expiresAt`. Current service
 * only.
 */
export class EmailCapacityBoostAlreadyActive extends KnownError("EmailCapacityBoostAlreadyActive", {
  status: 409,
  message: "The capacity for mails is boosted already."
})<{ readonly expiresAt: Date }> {}

/** The outbox has no mail with this id; the service says so in plain text. */
export class EmailNotFound extends TextError("EmailNotFound") {}

/** No category of mails has this id or name; the service says so in plain text. */
export class NotificationCategoryNotFound extends TextError("NotificationCategoryNotFound") {}

/** No template has this id; the current service says so in plain text. */
export class EmailTemplateNotFound extends TextError("EmailTemplateNotFound") {}

/** No theme of mails has this id; the current service says so in plain text. */
export class EmailThemeNotFound extends TextError("EmailThemeNotFound") {}

/** No draft of a mail has this id; the current service says so in plain text. */
export class EmailDraftNotFound extends TextError("EmailDraftNotFound") {}
