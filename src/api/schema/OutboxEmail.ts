/** Mails that a server sent, from their preparation until they are read (docs/protocol/resources.md#mails). */
import * as Schema from "effect/Schema"
import { toOtherType, fromOtherType } from "../../domain/OtherType.ts"
import * as Other from "../../domain/OutboxEmail.ts"
import { EmailDraftId, EmailTemplateId, NotificationCategoryId, OutboxEmailId, UserId } from "./Ids.ts"
import { OpenEnum } from "./OpenEnum.ts"
import * as Rule from "./Rule.ts"
import { WireClass } from "./WireStruct.ts"

/** The recipient is the primary address that a user has when the mail is sent. */
export class ToPrimaryEmail extends WireClass<ToPrimaryEmail>()({
  type: Schema.Literal("user-primary-email"),
  userId: UserId
}) {}

/** The recipient is a user, at the given addresses. */
export class ToEmailsOfUser extends WireClass<ToEmailsOfUser>()({
  type: Schema.Literal("user-custom-emails"),
  userId: UserId,
  emails: Schema.Array(Schema.String)
}) {}

/** The recipients are addresses that are not tied to a user. */
export class ToEmails extends WireClass<ToEmails>()({
  type: Schema.Literal("custom-emails"),
  emails: Schema.Array(Schema.String)
}) {}

/** The recipients are of a kind that this version does not know. */
export class ToOthers extends WireClass<ToOthers>()(
  { type: Schema.String.check(Rule.check(Other.isOtherRecipient, "another kind of recipient")) },
  {},
  {
    fields: { type: Schema.Literal("other"), wireType: Schema.String },
    decode: toOtherType,
    encode: fromOtherType
  }
) {}

/** The recipient of a mail. */
export const EmailRecipient = Schema.Union([ToPrimaryEmail, ToEmailsOfUser, ToEmails])
export type EmailRecipient = typeof EmailRecipient.Type

/** The error of an attempt to send. */
export class SendAttemptError extends WireClass<SendAttemptError>()(
  {
    attemptNumber: Schema.Finite,
    at: Schema.DateFromString,
    /** For people. */
    externalMessage: Schema.String,
    externalDetails: Schema.Json,
    internalMessage: Schema.String,
    internalDetails: Schema.Json
  },
  { at: "timestamp" }
) {}

const wireNames = {
  createdAt: "created_at_millis",
  updatedAt: "updated_at_millis",
  scheduledAt: "scheduled_at_millis",
  nextSendRetryAt: "next_send_retry_at_millis",
  draftId: "email_draft_id",
  templateId: "email_programmatic_call_template_id",
  startedRenderingAt: "started_rendering_at_millis",
  renderedAt: "rendered_at_millis",
  startedSendingAt: "started_sending_at_millis",
  errorAt: "error_at_millis",
  skippedAt: "skipped_at_millis",
  bouncedAt: "bounced_at_millis",
  deliveryDelayedAt: "delivery_delayed_at_millis",
  deliveredAt: "delivered_at_millis",
  openedAt: "opened_at_millis",
  clickedAt: "clicked_at_millis",
  markedAsSpamAt: "marked_as_spam_at_millis"
} as const

const fields = {
  id: OutboxEmailId,
  createdAt: Schema.DateFromMillis,
  updatedAt: Schema.DateFromMillis,
  /** Where it is, in less detail than `status`. */
  simpleStatus: OpenEnum(["in-progress", "ok", "error"]),
  to: Schema.Union([...EmailRecipient.members, ToOthers]),
  /** The source of the component that is rendered. */
  tsxSource: Schema.String,
  variables: Schema.Record(Schema.String, Schema.Json),
  /** Null for none. */
  themeId: Schema.NullOr(Schema.String),
  /** The earliest time to send it. */
  scheduledAt: Schema.DateFromMillis,
  skipDeliverabilityCheck: Schema.Boolean,
  createdWith: OpenEnum(["draft", "programmatic-call"]),
  draftId: Schema.NullOr(EmailDraftId),
  templateId: Schema.NullOr(EmailTemplateId),
  /** How often it could not be sent. */
  sendRetries: Schema.Finite,
  nextSendRetryAt: Schema.NullOr(Schema.DateFromMillis),
  sendAttemptErrors: Schema.NullOr(Schema.Array(SendAttemptError)),
  isPaused: Schema.Boolean,
  hasRendered: Schema.Boolean,
  hasDelivered: Schema.Boolean
}

const rendered = {
  startedRenderingAt: Schema.DateFromMillis,
  renderedAt: Schema.DateFromMillis,
  subject: Schema.String,
  html: Schema.NullOr(Schema.String),
  text: Schema.NullOr(Schema.String),
  /** Whether its category is for mails that nobody can turn off. */
  isTransactional: Schema.Boolean,
  isHighPriority: Schema.Boolean,
  /** Null for a mail of no category. */
  notificationCategoryId: Schema.NullOr(NotificationCategoryId)
}

const sending = { ...rendered, startedSendingAt: Schema.DateFromMillis }

const delivered = {
  ...sending,
  deliveredAt: Schema.DateFromMillis,
  /** Whether the service can track it: opened, clicked, bounced. */
  canHaveDeliveryInfo: Schema.Boolean
}

/** An email that is held back, or about to be rendered. */
export class WaitingEmail extends WireClass<WaitingEmail>()(
  { status: Schema.Literals(["paused", "preparing"]), ...fields },
  wireNames
) {}

/** An email that is being rendered. */
export class RenderingEmail extends WireClass<RenderingEmail>()(
  { status: Schema.Literal("rendering"), ...fields, startedRenderingAt: Schema.DateFromMillis },
  wireNames
) {}

/** An email whose source cannot be rendered. */
export class UnrenderableEmail extends WireClass<UnrenderableEmail>()(
  {
    status: Schema.Literal("render-error"),
    ...fields,
    startedRenderingAt: Schema.DateFromMillis,
    renderedAt: Schema.DateFromMillis,
    renderError: Schema.String
  },
  wireNames
) {}

/** A rendered email that waits for its time, or for its turn. */
export class RenderedEmail extends WireClass<RenderedEmail>()(
  { status: Schema.Literals(["scheduled", "queued"]), ...fields, ...rendered },
  wireNames
) {}

/** An email that is being handed over to the mail server. */
export class SendingEmail extends WireClass<SendingEmail>()(
  { status: Schema.Literal("sending"), ...fields, ...sending },
  wireNames
) {}

/** An email that the mail server has not taken. */
export class UnsentEmail extends WireClass<UnsentEmail>()(
  {
    status: Schema.Literal("server-error"),
    ...fields,
    ...sending,
    errorAt: Schema.DateFromMillis,
    serverError: Schema.String
  },
  wireNames
) {}

/** An email that is not sent, for a reason. The optional fields say how far it had come before. */
export class SkippedEmail extends WireClass<SkippedEmail>()(
  {
    status: Schema.Literal("skipped"),
    ...fields,
    skippedAt: Schema.DateFromMillis,
    skippedReason: OpenEnum([
      "USER_UNSUBSCRIBED",
      "USER_ACCOUNT_DELETED",
      "USER_HAS_NO_PRIMARY_EMAIL",
      "NO_EMAIL_PROVIDED",
      "LIKELY_NOT_DELIVERABLE",
      "MANUALLY_CANCELLED"
    ]),
    skippedDetails: Schema.Record(Schema.String, Schema.Json),
    startedRenderingAt: Schema.optionalKey(rendered.startedRenderingAt),
    renderedAt: Schema.optionalKey(rendered.renderedAt),
    subject: Schema.optionalKey(rendered.subject),
    html: Schema.optionalKey(rendered.html),
    text: Schema.optionalKey(rendered.text),
    isTransactional: Schema.optionalKey(rendered.isTransactional),
    isHighPriority: Schema.optionalKey(rendered.isHighPriority),
    notificationCategoryId: Schema.optionalKey(rendered.notificationCategoryId),
    startedSendingAt: Schema.optionalKey(sending.startedSendingAt)
  },
  wireNames
) {}

/** The recipient's mail server has sent it back. */
export class BouncedEmail extends WireClass<BouncedEmail>()(
  { status: Schema.Literal("bounced"), ...fields, ...sending, bouncedAt: Schema.DateFromMillis },
  wireNames
) {}

/** The recipient's mail server has yet to take it. */
export class DelayedEmail extends WireClass<DelayedEmail>()(
  { status: Schema.Literal("delivery-delayed"), ...fields, ...sending, deliveryDelayedAt: Schema.DateFromMillis },
  wireNames
) {}

/** An email that was sent. */
export class SentOutboxEmail extends WireClass<SentOutboxEmail>()(
  { status: Schema.Literal("sent"), ...fields, ...delivered },
  wireNames
) {}

/** An email that was opened. */
export class OpenedEmail extends WireClass<OpenedEmail>()(
  { status: Schema.Literal("opened"), ...fields, ...delivered, openedAt: Schema.DateFromMillis },
  wireNames
) {}

/** An email in which a link was followed. */
export class ClickedEmail extends WireClass<ClickedEmail>()(
  { status: Schema.Literal("clicked"), ...fields, ...delivered, clickedAt: Schema.DateFromMillis },
  wireNames
) {}

/** An email that was marked as spam. */
export class SpamEmail extends WireClass<SpamEmail>()(
  { status: Schema.Literal("marked-as-spam"), ...fields, ...delivered, markedAsSpamAt: Schema.DateFromMillis },
  wireNames
) {}

/** An email in a state that this version does not know. */
export class OtherEmail extends WireClass<OtherEmail>()(
  { status: Schema.String.check(Rule.check(Other.isOtherStatus, "another status")), ...fields },
  wireNames,
  {
    fields: { status: Schema.Literal("other"), wireStatus: Schema.String },
    decode: Other.toOtherStatus,
    encode: Other.fromOtherStatus
  }
) {}

/** A mail of the outbox: `status` says where it is, and each status has its own fields. */
export const OutboxEmail = Schema.Union([
  WaitingEmail,
  RenderingEmail,
  UnrenderableEmail,
  RenderedEmail,
  SendingEmail,
  UnsentEmail,
  SkippedEmail,
  BouncedEmail,
  DelayedEmail,
  SentOutboxEmail,
  OpenedEmail,
  ClickedEmail,
  SpamEmail,
  OtherEmail
])
export type OutboxEmail = typeof OutboxEmail.Type
