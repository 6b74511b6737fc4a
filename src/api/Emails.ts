/** Mails to users, how they arrive, and mails that the service sent (docs/protocol/resources.md#mails). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { toResults } from "../domain/Envelope.ts"
import * as Endpoint from "./Endpoint.ts"
import { List, Success } from "./Envelope.ts"
import { EmailCapacityBoostAlreadyActive, RequiresCustomEmailServer } from "./errors/Emails.ts"
import { RedirectUrlNotWhitelisted, UserIdDoesNotExist } from "./errors/Users.ts"
import { Empty } from "./Input.ts"
import { Port } from "./ProjectRules.ts"
import { AbsoluteUrl } from "./schema/AbsoluteUrl.ts"
import { DeliveryInfo } from "./schema/DeliveryInfo.ts"
import { Email } from "./schema/Email.ts"
import { EmailThemeChoice } from "./schema/EmailTheme.ts"
import { EmailDraftId, EmailTemplateId, UserId } from "./schema/Ids.ts"
import * as Rule from "./schema/Rule.ts"
import { Password } from "./schema/Secrets.ts"
import { SentEmail } from "./schema/SentEmail.ts"
import { WireClass, WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

const mailFields = {
  /** Exactly one of this, `emails` and `allUsers`. */
  userIds: Schema.optional(Schema.Array(UserId)),
  /** Any addresses, which need not belong to users. */
  emails: Schema.optional(Schema.Array(Email)),
  allUsers: Schema.optional(Schema.Literal(true)),
  /** Default: that of the template or draft, else the name of the project. */
  subject: Schema.optional(Schema.String),
  /** Users who have turned this category off do not get it. Default: that of the template or draft. */
  notificationCategoryName: Schema.optional(Schema.String),
  /** False for none. Default: that of the template or draft, else that of the project. */
  themeId: Schema.optional(Schema.NullOr(EmailThemeChoice)),
  /** Whether it goes before mails that are waiting. */
  isHighPriority: Schema.optional(Schema.Boolean),
  /** Default: now. */
  scheduledAt: Schema.optional(Schema.DateFromMillis)
}

const millis = { scheduledAt: "scheduled_at_millis" } as const

/** A mail with a body of HTML. */
export class SendHtml extends WireClass<SendHtml>()({ html: Schema.String, ...mailFields }, millis) {}
/** A mail that is made from a template. */
export class SendTemplate extends WireClass<SendTemplate>()(
  {
    templateId: EmailTemplateId,
    variables: Schema.optional(Schema.Record(Schema.String, Schema.Json)),
    ...mailFields
  },
  millis
) {}
/** A mail that is made from a draft. */
export class SendDraft extends WireClass<SendDraft>()({ draftId: EmailDraftId, ...mailFields }, millis) {}
/** A mail to users. */
export const SendEmail = Schema.Union([SendHtml, SendTemplate, SendDraft])
export type SendEmail = typeof SendEmail.Type

/** A user or an address to whom a mail is on its way. */
export class EmailResult extends WireClass<EmailResult>()({
  userId: Schema.optionalKey(UserId),
  email: Schema.optionalKey(Schema.String)
}) {}

const EmailResults = Schema.Struct({ results: Schema.Array(EmailResult) }).pipe(
  Schema.decodeTo(
    Schema.Array(Schema.toType(EmailResult)),
    Rule.transform({ decode: toResults<EmailResult>, encode: (results) => ({ results }) })
  )
)

/** Sends a mail to users or to addresses; it goes through the outbox. Needs a mail server of the project. */
export const sendEmail = Endpoint.server.post("sendEmail", "/emails/send-email", {
  summary: "Send an email to users",
  only: "current",
  payload: SendEmail,
  success: EmailResults,
  error: [
    RequiresCustomEmailServer,
    UserIdDoesNotExist,
    TextErrors.sentCategory,
    TextErrors.sentTemplate,
    TextErrors.sentDraft
  ]
})

/** Mails a sign-in link to an address, which need not belong to a user. */
export const sendSignInInvitation = Endpoint.server.post("sendSignInInvitation", "/internal/send-sign-in-invitation", {
  summary: "Invite someone to sign in",
  only: "current",
  payload: WireStruct({ email: Email, callbackUrl: AbsoluteUrl }),
  success: Success,
  error: [RedirectUrlNotWhitelisted]
})

/** How many mails were sent, and how fast they can be. */
export const getDeliveryInfo = Endpoint.server.get("getDeliveryInfo", "/emails/delivery-info", {
  summary: "Read how many emails were delivered",
  only: "current",
  success: DeliveryInfo
})

/** Lets mails be sent faster for some hours. */
export const boostEmailCapacity = Endpoint.server.post("boostEmailCapacity", "/emails/capacity-boost", {
  summary: "Send emails faster for some hours",
  only: "current",
  payload: Empty,
  success: WireStruct({ expiresAt: Schema.DateFromString }),
  error: [EmailCapacityBoostAlreadyActive]
})

/** A mail server to test, and the recipient. */
export class SendTestEmail extends WireClass<SendTestEmail>()({
  recipientEmail: Email,
  emailConfig: WireStruct({
    host: Schema.String,
    port: Port,
    username: Schema.String,
    password: Password,
    senderName: Schema.String,
    senderEmail: Email
  })
}) {}

/** Whether the mail server accepted the mail, else its error message. */
export const TestEmailOutcome = Schema.Union([
  WireStruct({ success: Schema.Literal(true) }),
  WireStruct({ success: Schema.Literal(false), errorMessage: Schema.String })
])

/** Lists the newest 100 mails that were sent. */
export const listSentEmails = Endpoint.admin.get("listSentEmails", "/internal/emails", {
  summary: "List sent emails",
  success: List(SentEmail)
})

/** Sends a test mail; a refusal of the mail server is an answer, not an error. */
export const sendTestEmail = Endpoint.admin.post("sendTestEmail", "/internal/send-test-email", {
  summary: "Send a test email",
  payload: SendTestEmail,
  success: TestEmailOutcome
})

/** Emails to users, for servers. */
export class ServerEmailsGroup extends HttpApiGroup.make("serverEmails")
  .add(sendEmail, sendSignInInvitation, getDeliveryInfo, boostEmailCapacity)
  .prefix(Endpoint.root) {}

/** Sent emails, for admins. */
export class EmailsGroup extends HttpApiGroup.make("emails").add(listSentEmails, sendTestEmail).prefix(Endpoint.root) {}
