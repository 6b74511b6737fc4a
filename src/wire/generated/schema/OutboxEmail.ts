/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type {
  EmailDraftId,
  EmailTemplateId,
  NotificationCategoryId,
  OutboxEmailId,
  UserId
} from "../../../api/schema/Ids.ts"
import type {
  BouncedEmail,
  ClickedEmail,
  DelayedEmail,
  OpenedEmail,
  OtherEmail,
  OutboxEmail,
  RenderedEmail,
  RenderingEmail,
  SendAttemptError,
  SendingEmail,
  SentOutboxEmail,
  SkippedEmail,
  SpamEmail,
  ToEmails,
  ToEmailsOfUser,
  ToOthers,
  ToPrimaryEmail,
  UnrenderableEmail,
  UnsentEmail,
  WaitingEmail
} from "../../../api/schema/OutboxEmail.ts"
import { toOtherType } from "../../../domain/OtherType.ts"
import { isOtherRecipient, isOtherStatus, toOtherStatus } from "../../../domain/OutboxEmail.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"

export const decodeToPrimaryEmail = R.struct((o): ToPrimaryEmail => ({
  type: R.literal(o.type, "type", "user-primary-email"),
  userId: pathSegment<UserId>(o.user_id, "user_id")
}))

const decodeToEmailsOfUserEmails = R.list(R.string)

export const decodeToEmailsOfUser = R.struct((o): ToEmailsOfUser => ({
  type: R.literal(o.type, "type", "user-custom-emails"),
  userId: pathSegment<UserId>(o.user_id, "user_id"),
  emails: decodeToEmailsOfUserEmails(o.emails, "emails")
}))

export const decodeToEmails = R.struct((o): ToEmails => ({
  type: R.literal(o.type, "type", "custom-emails"),
  emails: decodeToEmailsOfUserEmails(o.emails, "emails")
}))

export const decodeToOthers = R.struct((o): ToOthers => {
  const a = { type: R.check(R.string(o.type, "type"), "type", isOtherRecipient, "another kind of recipient") }

  return Object.assign(a, toOtherType(a))
})

const decodeWaitingEmailTo = R.either<ToPrimaryEmail | ToEmailsOfUser | ToEmails | ToOthers>(
  decodeToPrimaryEmail,
  decodeToEmailsOfUser,
  decodeToEmails,
  decodeToOthers
)

const decodeWaitingEmailVariables = R.record(R.json)

export const decodeSendAttemptError = R.struct((o): SendAttemptError => ({
  attemptNumber: R.finite(o.attempt_number, "attempt_number"),
  at: R.dateOfText(o.timestamp, "timestamp"),
  externalMessage: R.string(o.external_message, "external_message"),
  externalDetails: R.json(o.external_details, "external_details"),
  internalMessage: R.string(o.internal_message, "internal_message"),
  internalDetails: R.json(o.internal_details, "internal_details")
}))

const decodeWaitingEmailSendAttemptErrors = R.list(decodeSendAttemptError)

const idToHasDelivered = (o: R.Properties) => ({
  id: pathSegment<OutboxEmailId>(o.id, "id"),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  updatedAt: R.dateOfMillis(o.updated_at_millis, "updated_at_millis"),
  simpleStatus: R.string(o.simple_status, "simple_status"),
  to: decodeWaitingEmailTo(o.to, "to"),
  tsxSource: R.string(o.tsx_source, "tsx_source"),
  variables: decodeWaitingEmailVariables(o.variables, "variables"),
  themeId: R.nullable(o.theme_id, "theme_id", R.string),
  scheduledAt: R.dateOfMillis(o.scheduled_at_millis, "scheduled_at_millis"),
  skipDeliverabilityCheck: R.boolean(o.skip_deliverability_check, "skip_deliverability_check"),
  createdWith: R.string(o.created_with, "created_with"),
  draftId: R.nullable(o.email_draft_id, "email_draft_id", pathSegment<EmailDraftId>),
  templateId: R.nullable(
    o.email_programmatic_call_template_id,
    "email_programmatic_call_template_id",
    pathSegment<EmailTemplateId>
  ),
  sendRetries: R.finite(o.send_retries, "send_retries"),
  nextSendRetryAt: R.nullable(o.next_send_retry_at_millis, "next_send_retry_at_millis", R.dateOfMillis),
  sendAttemptErrors: R.nullable(o.send_attempt_errors, "send_attempt_errors", decodeWaitingEmailSendAttemptErrors),
  isPaused: R.boolean(o.is_paused, "is_paused"),
  hasRendered: R.boolean(o.has_rendered, "has_rendered"),
  hasDelivered: R.boolean(o.has_delivered, "has_delivered")
})

export const decodeWaitingEmail = R.struct((o): WaitingEmail => ({
  status: R.oneOf(o.status, "status", ["paused", "preparing"]),
  ...idToHasDelivered(o)
}))

export const decodeRenderingEmail = R.struct((o): RenderingEmail => ({
  status: R.literal(o.status, "status", "rendering"),
  ...idToHasDelivered(o),
  startedRenderingAt: R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis")
}))

export const decodeUnrenderableEmail = R.struct((o): UnrenderableEmail => ({
  status: R.literal(o.status, "status", "render-error"),
  ...idToHasDelivered(o),
  startedRenderingAt: R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis"),
  renderedAt: R.dateOfMillis(o.rendered_at_millis, "rendered_at_millis"),
  renderError: R.string(o.render_error, "render_error")
}))

export const decodeRenderedEmail = R.struct((o): RenderedEmail => ({
  status: R.oneOf(o.status, "status", ["scheduled", "queued"]),
  ...idToHasDelivered(o),
  startedRenderingAt: R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis"),
  renderedAt: R.dateOfMillis(o.rendered_at_millis, "rendered_at_millis"),
  subject: R.string(o.subject, "subject"),
  html: R.nullable(o.html, "html", R.string),
  text: R.nullable(o.text, "text", R.string),
  isTransactional: R.boolean(o.is_transactional, "is_transactional"),
  isHighPriority: R.boolean(o.is_high_priority, "is_high_priority"),
  notificationCategoryId: R.nullable(
    o.notification_category_id,
    "notification_category_id",
    pathSegment<NotificationCategoryId>
  )
}))

const startedRenderingAtToStartedSendingAt = (o: R.Properties) => ({
  startedRenderingAt: R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis"),
  renderedAt: R.dateOfMillis(o.rendered_at_millis, "rendered_at_millis"),
  subject: R.string(o.subject, "subject"),
  html: R.nullable(o.html, "html", R.string),
  text: R.nullable(o.text, "text", R.string),
  isTransactional: R.boolean(o.is_transactional, "is_transactional"),
  isHighPriority: R.boolean(o.is_high_priority, "is_high_priority"),
  notificationCategoryId: R.nullable(
    o.notification_category_id,
    "notification_category_id",
    pathSegment<NotificationCategoryId>
  ),
  startedSendingAt: R.dateOfMillis(o.started_sending_at_millis, "started_sending_at_millis")
})

export const decodeSendingEmail = R.struct((o): SendingEmail => ({
  status: R.literal(o.status, "status", "sending"),
  ...idToHasDelivered(o),
  ...startedRenderingAtToStartedSendingAt(o)
}))

export const decodeUnsentEmail = R.struct((o): UnsentEmail => ({
  status: R.literal(o.status, "status", "server-error"),
  ...idToHasDelivered(o),
  ...startedRenderingAtToStartedSendingAt(o),
  errorAt: R.dateOfMillis(o.error_at_millis, "error_at_millis"),
  serverError: R.string(o.server_error, "server_error")
}))

export const decodeSkippedEmail = R.struct((o): SkippedEmail => {
  const a: R.Mutable<SkippedEmail> = {
    status: R.literal(o.status, "status", "skipped"),
    ...idToHasDelivered(o),
    skippedAt: R.dateOfMillis(o.skipped_at_millis, "skipped_at_millis"),
    skippedReason: R.string(o.skipped_reason, "skipped_reason"),
    skippedDetails: decodeWaitingEmailVariables(o.skipped_details, "skipped_details")
  }
  if (o.started_rendering_at_millis !== undefined)
    a.startedRenderingAt = R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis")
  if (o.rendered_at_millis !== undefined) a.renderedAt = R.dateOfMillis(o.rendered_at_millis, "rendered_at_millis")
  if (o.subject !== undefined) a.subject = R.string(o.subject, "subject")
  if (o.html !== undefined) a.html = R.nullable(o.html, "html", R.string)
  if (o.text !== undefined) a.text = R.nullable(o.text, "text", R.string)
  if (o.is_transactional !== undefined) a.isTransactional = R.boolean(o.is_transactional, "is_transactional")
  if (o.is_high_priority !== undefined) a.isHighPriority = R.boolean(o.is_high_priority, "is_high_priority")
  if (o.notification_category_id !== undefined)
    a.notificationCategoryId = R.nullable(
      o.notification_category_id,
      "notification_category_id",
      pathSegment<NotificationCategoryId>
    )
  if (o.started_sending_at_millis !== undefined)
    a.startedSendingAt = R.dateOfMillis(o.started_sending_at_millis, "started_sending_at_millis")
  return a
})

export const decodeBouncedEmail = R.struct((o): BouncedEmail => ({
  status: R.literal(o.status, "status", "bounced"),
  ...idToHasDelivered(o),
  ...startedRenderingAtToStartedSendingAt(o),
  bouncedAt: R.dateOfMillis(o.bounced_at_millis, "bounced_at_millis")
}))

export const decodeDelayedEmail = R.struct((o): DelayedEmail => ({
  status: R.literal(o.status, "status", "delivery-delayed"),
  ...idToHasDelivered(o),
  ...startedRenderingAtToStartedSendingAt(o),
  deliveryDelayedAt: R.dateOfMillis(o.delivery_delayed_at_millis, "delivery_delayed_at_millis")
}))

export const decodeSentOutboxEmail = R.struct((o): SentOutboxEmail => ({
  status: R.literal(o.status, "status", "sent"),
  ...idToHasDelivered(o),
  ...startedRenderingAtToStartedSendingAt(o),
  deliveredAt: R.dateOfMillis(o.delivered_at_millis, "delivered_at_millis"),
  canHaveDeliveryInfo: R.boolean(o.can_have_delivery_info, "can_have_delivery_info")
}))

export const decodeOpenedEmail = R.struct((o): OpenedEmail => ({
  status: R.literal(o.status, "status", "opened"),
  ...idToHasDelivered(o),
  ...startedRenderingAtToStartedSendingAt(o),
  deliveredAt: R.dateOfMillis(o.delivered_at_millis, "delivered_at_millis"),
  canHaveDeliveryInfo: R.boolean(o.can_have_delivery_info, "can_have_delivery_info"),
  openedAt: R.dateOfMillis(o.opened_at_millis, "opened_at_millis")
}))

export const decodeClickedEmail = R.struct((o): ClickedEmail => ({
  status: R.literal(o.status, "status", "clicked"),
  ...idToHasDelivered(o),
  ...startedRenderingAtToStartedSendingAt(o),
  deliveredAt: R.dateOfMillis(o.delivered_at_millis, "delivered_at_millis"),
  canHaveDeliveryInfo: R.boolean(o.can_have_delivery_info, "can_have_delivery_info"),
  clickedAt: R.dateOfMillis(o.clicked_at_millis, "clicked_at_millis")
}))

export const decodeSpamEmail = R.struct((o): SpamEmail => ({
  status: R.literal(o.status, "status", "marked-as-spam"),
  ...idToHasDelivered(o),
  ...startedRenderingAtToStartedSendingAt(o),
  deliveredAt: R.dateOfMillis(o.delivered_at_millis, "delivered_at_millis"),
  canHaveDeliveryInfo: R.boolean(o.can_have_delivery_info, "can_have_delivery_info"),
  markedAsSpamAt: R.dateOfMillis(o.marked_as_spam_at_millis, "marked_as_spam_at_millis")
}))

export const decodeOtherEmail = R.struct((o): OtherEmail => {
  const a = {
    status: R.check(R.string(o.status, "status"), "status", isOtherStatus, "another status"),
    ...idToHasDelivered(o)
  }

  return Object.assign(a, toOtherStatus(a))
})

export const decodeOutboxEmail = R.either<OutboxEmail>(
  decodeWaitingEmail,
  decodeRenderingEmail,
  decodeUnrenderableEmail,
  decodeRenderedEmail,
  decodeSendingEmail,
  decodeUnsentEmail,
  decodeSkippedEmail,
  decodeBouncedEmail,
  decodeDelayedEmail,
  decodeSentOutboxEmail,
  decodeOpenedEmail,
  decodeClickedEmail,
  decodeSpamEmail,
  decodeOtherEmail
)

export const encodeToPrimaryEmail = R.struct((o) => ({
  type: R.literal(o.type, "type", "user-primary-email"),
  user_id: pathSegment<UserId>(o.userId, "userId")
}))

export const encodeToEmailsOfUser = R.struct((o) => ({
  type: R.literal(o.type, "type", "user-custom-emails"),
  user_id: pathSegment<UserId>(o.userId, "userId"),
  emails: decodeToEmailsOfUserEmails(o.emails, "emails")
}))

export const encodeToEmails = R.struct((o) => ({
  type: R.literal(o.type, "type", "custom-emails"),
  emails: decodeToEmailsOfUserEmails(o.emails, "emails")
}))

export const encodeEmailRecipient = R.either<unknown>(encodeToPrimaryEmail, encodeToEmailsOfUser, encodeToEmails)
