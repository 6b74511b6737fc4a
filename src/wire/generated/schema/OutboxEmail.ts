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
import { isOtherRecipient, isOtherStatus, otherRecipient, otherStatus } from "../../../domain/OutboxEmail.ts"
import { pathSegment } from "./Ids.ts"
import * as R from "../../runtime.ts"

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

  return Object.assign(a, otherRecipient(a))
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

export const decodeWaitingEmail = R.struct((o): WaitingEmail => ({
  status: R.oneOf(o.status, "status", ["paused", "preparing"]),
  id: pathSegment<OutboxEmailId>(o.id, "id"),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  updatedAt: R.dateOfMillis(o.updated_at_millis, "updated_at_millis"),
  simpleStatus: R.string(o.simple_status, "simple_status"),
  to: decodeWaitingEmailTo(o.to, "to"),
  tsxSource: R.string(o.tsx_source, "tsx_source"),
  variables: decodeWaitingEmailVariables(o.variables, "variables"),
  themeId: o.theme_id === null ? null : R.string(o.theme_id, "theme_id"),
  scheduledAt: R.dateOfMillis(o.scheduled_at_millis, "scheduled_at_millis"),
  skipDeliverabilityCheck: R.boolean(o.skip_deliverability_check, "skip_deliverability_check"),
  createdWith: R.string(o.created_with, "created_with"),
  draftId: o.email_draft_id === null ? null : pathSegment<EmailDraftId>(o.email_draft_id, "email_draft_id"),
  templateId:
    o.email_programmatic_call_template_id === null
      ? null
      : pathSegment<EmailTemplateId>(o.email_programmatic_call_template_id, "email_programmatic_call_template_id"),
  sendRetries: R.finite(o.send_retries, "send_retries"),
  nextSendRetryAt:
    o.next_send_retry_at_millis === null
      ? null
      : R.dateOfMillis(o.next_send_retry_at_millis, "next_send_retry_at_millis"),
  sendAttemptErrors:
    o.send_attempt_errors === null
      ? null
      : decodeWaitingEmailSendAttemptErrors(o.send_attempt_errors, "send_attempt_errors"),
  isPaused: R.boolean(o.is_paused, "is_paused"),
  hasRendered: R.boolean(o.has_rendered, "has_rendered"),
  hasDelivered: R.boolean(o.has_delivered, "has_delivered")
}))

export const decodeRenderingEmail = R.struct((o): RenderingEmail => ({
  status: R.literal(o.status, "status", "rendering"),
  id: pathSegment<OutboxEmailId>(o.id, "id"),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  updatedAt: R.dateOfMillis(o.updated_at_millis, "updated_at_millis"),
  simpleStatus: R.string(o.simple_status, "simple_status"),
  to: decodeWaitingEmailTo(o.to, "to"),
  tsxSource: R.string(o.tsx_source, "tsx_source"),
  variables: decodeWaitingEmailVariables(o.variables, "variables"),
  themeId: o.theme_id === null ? null : R.string(o.theme_id, "theme_id"),
  scheduledAt: R.dateOfMillis(o.scheduled_at_millis, "scheduled_at_millis"),
  skipDeliverabilityCheck: R.boolean(o.skip_deliverability_check, "skip_deliverability_check"),
  createdWith: R.string(o.created_with, "created_with"),
  draftId: o.email_draft_id === null ? null : pathSegment<EmailDraftId>(o.email_draft_id, "email_draft_id"),
  templateId:
    o.email_programmatic_call_template_id === null
      ? null
      : pathSegment<EmailTemplateId>(o.email_programmatic_call_template_id, "email_programmatic_call_template_id"),
  sendRetries: R.finite(o.send_retries, "send_retries"),
  nextSendRetryAt:
    o.next_send_retry_at_millis === null
      ? null
      : R.dateOfMillis(o.next_send_retry_at_millis, "next_send_retry_at_millis"),
  sendAttemptErrors:
    o.send_attempt_errors === null
      ? null
      : decodeWaitingEmailSendAttemptErrors(o.send_attempt_errors, "send_attempt_errors"),
  isPaused: R.boolean(o.is_paused, "is_paused"),
  hasRendered: R.boolean(o.has_rendered, "has_rendered"),
  hasDelivered: R.boolean(o.has_delivered, "has_delivered"),
  startedRenderingAt: R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis")
}))

export const decodeUnrenderableEmail = R.struct((o): UnrenderableEmail => ({
  status: R.literal(o.status, "status", "render-error"),
  id: pathSegment<OutboxEmailId>(o.id, "id"),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  updatedAt: R.dateOfMillis(o.updated_at_millis, "updated_at_millis"),
  simpleStatus: R.string(o.simple_status, "simple_status"),
  to: decodeWaitingEmailTo(o.to, "to"),
  tsxSource: R.string(o.tsx_source, "tsx_source"),
  variables: decodeWaitingEmailVariables(o.variables, "variables"),
  themeId: o.theme_id === null ? null : R.string(o.theme_id, "theme_id"),
  scheduledAt: R.dateOfMillis(o.scheduled_at_millis, "scheduled_at_millis"),
  skipDeliverabilityCheck: R.boolean(o.skip_deliverability_check, "skip_deliverability_check"),
  createdWith: R.string(o.created_with, "created_with"),
  draftId: o.email_draft_id === null ? null : pathSegment<EmailDraftId>(o.email_draft_id, "email_draft_id"),
  templateId:
    o.email_programmatic_call_template_id === null
      ? null
      : pathSegment<EmailTemplateId>(o.email_programmatic_call_template_id, "email_programmatic_call_template_id"),
  sendRetries: R.finite(o.send_retries, "send_retries"),
  nextSendRetryAt:
    o.next_send_retry_at_millis === null
      ? null
      : R.dateOfMillis(o.next_send_retry_at_millis, "next_send_retry_at_millis"),
  sendAttemptErrors:
    o.send_attempt_errors === null
      ? null
      : decodeWaitingEmailSendAttemptErrors(o.send_attempt_errors, "send_attempt_errors"),
  isPaused: R.boolean(o.is_paused, "is_paused"),
  hasRendered: R.boolean(o.has_rendered, "has_rendered"),
  hasDelivered: R.boolean(o.has_delivered, "has_delivered"),
  startedRenderingAt: R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis"),
  renderedAt: R.dateOfMillis(o.rendered_at_millis, "rendered_at_millis"),
  renderError: R.string(o.render_error, "render_error")
}))

export const decodeRenderedEmail = R.struct((o): RenderedEmail => ({
  status: R.oneOf(o.status, "status", ["scheduled", "queued"]),
  id: pathSegment<OutboxEmailId>(o.id, "id"),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  updatedAt: R.dateOfMillis(o.updated_at_millis, "updated_at_millis"),
  simpleStatus: R.string(o.simple_status, "simple_status"),
  to: decodeWaitingEmailTo(o.to, "to"),
  tsxSource: R.string(o.tsx_source, "tsx_source"),
  variables: decodeWaitingEmailVariables(o.variables, "variables"),
  themeId: o.theme_id === null ? null : R.string(o.theme_id, "theme_id"),
  scheduledAt: R.dateOfMillis(o.scheduled_at_millis, "scheduled_at_millis"),
  skipDeliverabilityCheck: R.boolean(o.skip_deliverability_check, "skip_deliverability_check"),
  createdWith: R.string(o.created_with, "created_with"),
  draftId: o.email_draft_id === null ? null : pathSegment<EmailDraftId>(o.email_draft_id, "email_draft_id"),
  templateId:
    o.email_programmatic_call_template_id === null
      ? null
      : pathSegment<EmailTemplateId>(o.email_programmatic_call_template_id, "email_programmatic_call_template_id"),
  sendRetries: R.finite(o.send_retries, "send_retries"),
  nextSendRetryAt:
    o.next_send_retry_at_millis === null
      ? null
      : R.dateOfMillis(o.next_send_retry_at_millis, "next_send_retry_at_millis"),
  sendAttemptErrors:
    o.send_attempt_errors === null
      ? null
      : decodeWaitingEmailSendAttemptErrors(o.send_attempt_errors, "send_attempt_errors"),
  isPaused: R.boolean(o.is_paused, "is_paused"),
  hasRendered: R.boolean(o.has_rendered, "has_rendered"),
  hasDelivered: R.boolean(o.has_delivered, "has_delivered"),
  startedRenderingAt: R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis"),
  renderedAt: R.dateOfMillis(o.rendered_at_millis, "rendered_at_millis"),
  subject: R.string(o.subject, "subject"),
  html: o.html === null ? null : R.string(o.html, "html"),
  text: o.text === null ? null : R.string(o.text, "text"),
  isTransactional: R.boolean(o.is_transactional, "is_transactional"),
  isHighPriority: R.boolean(o.is_high_priority, "is_high_priority"),
  notificationCategoryId:
    o.notification_category_id === null
      ? null
      : pathSegment<NotificationCategoryId>(o.notification_category_id, "notification_category_id")
}))

export const decodeSendingEmail = R.struct((o): SendingEmail => ({
  status: R.literal(o.status, "status", "sending"),
  id: pathSegment<OutboxEmailId>(o.id, "id"),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  updatedAt: R.dateOfMillis(o.updated_at_millis, "updated_at_millis"),
  simpleStatus: R.string(o.simple_status, "simple_status"),
  to: decodeWaitingEmailTo(o.to, "to"),
  tsxSource: R.string(o.tsx_source, "tsx_source"),
  variables: decodeWaitingEmailVariables(o.variables, "variables"),
  themeId: o.theme_id === null ? null : R.string(o.theme_id, "theme_id"),
  scheduledAt: R.dateOfMillis(o.scheduled_at_millis, "scheduled_at_millis"),
  skipDeliverabilityCheck: R.boolean(o.skip_deliverability_check, "skip_deliverability_check"),
  createdWith: R.string(o.created_with, "created_with"),
  draftId: o.email_draft_id === null ? null : pathSegment<EmailDraftId>(o.email_draft_id, "email_draft_id"),
  templateId:
    o.email_programmatic_call_template_id === null
      ? null
      : pathSegment<EmailTemplateId>(o.email_programmatic_call_template_id, "email_programmatic_call_template_id"),
  sendRetries: R.finite(o.send_retries, "send_retries"),
  nextSendRetryAt:
    o.next_send_retry_at_millis === null
      ? null
      : R.dateOfMillis(o.next_send_retry_at_millis, "next_send_retry_at_millis"),
  sendAttemptErrors:
    o.send_attempt_errors === null
      ? null
      : decodeWaitingEmailSendAttemptErrors(o.send_attempt_errors, "send_attempt_errors"),
  isPaused: R.boolean(o.is_paused, "is_paused"),
  hasRendered: R.boolean(o.has_rendered, "has_rendered"),
  hasDelivered: R.boolean(o.has_delivered, "has_delivered"),
  startedRenderingAt: R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis"),
  renderedAt: R.dateOfMillis(o.rendered_at_millis, "rendered_at_millis"),
  subject: R.string(o.subject, "subject"),
  html: o.html === null ? null : R.string(o.html, "html"),
  text: o.text === null ? null : R.string(o.text, "text"),
  isTransactional: R.boolean(o.is_transactional, "is_transactional"),
  isHighPriority: R.boolean(o.is_high_priority, "is_high_priority"),
  notificationCategoryId:
    o.notification_category_id === null
      ? null
      : pathSegment<NotificationCategoryId>(o.notification_category_id, "notification_category_id"),
  startedSendingAt: R.dateOfMillis(o.started_sending_at_millis, "started_sending_at_millis")
}))

export const decodeUnsentEmail = R.struct((o): UnsentEmail => ({
  status: R.literal(o.status, "status", "server-error"),
  id: pathSegment<OutboxEmailId>(o.id, "id"),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  updatedAt: R.dateOfMillis(o.updated_at_millis, "updated_at_millis"),
  simpleStatus: R.string(o.simple_status, "simple_status"),
  to: decodeWaitingEmailTo(o.to, "to"),
  tsxSource: R.string(o.tsx_source, "tsx_source"),
  variables: decodeWaitingEmailVariables(o.variables, "variables"),
  themeId: o.theme_id === null ? null : R.string(o.theme_id, "theme_id"),
  scheduledAt: R.dateOfMillis(o.scheduled_at_millis, "scheduled_at_millis"),
  skipDeliverabilityCheck: R.boolean(o.skip_deliverability_check, "skip_deliverability_check"),
  createdWith: R.string(o.created_with, "created_with"),
  draftId: o.email_draft_id === null ? null : pathSegment<EmailDraftId>(o.email_draft_id, "email_draft_id"),
  templateId:
    o.email_programmatic_call_template_id === null
      ? null
      : pathSegment<EmailTemplateId>(o.email_programmatic_call_template_id, "email_programmatic_call_template_id"),
  sendRetries: R.finite(o.send_retries, "send_retries"),
  nextSendRetryAt:
    o.next_send_retry_at_millis === null
      ? null
      : R.dateOfMillis(o.next_send_retry_at_millis, "next_send_retry_at_millis"),
  sendAttemptErrors:
    o.send_attempt_errors === null
      ? null
      : decodeWaitingEmailSendAttemptErrors(o.send_attempt_errors, "send_attempt_errors"),
  isPaused: R.boolean(o.is_paused, "is_paused"),
  hasRendered: R.boolean(o.has_rendered, "has_rendered"),
  hasDelivered: R.boolean(o.has_delivered, "has_delivered"),
  startedRenderingAt: R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis"),
  renderedAt: R.dateOfMillis(o.rendered_at_millis, "rendered_at_millis"),
  subject: R.string(o.subject, "subject"),
  html: o.html === null ? null : R.string(o.html, "html"),
  text: o.text === null ? null : R.string(o.text, "text"),
  isTransactional: R.boolean(o.is_transactional, "is_transactional"),
  isHighPriority: R.boolean(o.is_high_priority, "is_high_priority"),
  notificationCategoryId:
    o.notification_category_id === null
      ? null
      : pathSegment<NotificationCategoryId>(o.notification_category_id, "notification_category_id"),
  startedSendingAt: R.dateOfMillis(o.started_sending_at_millis, "started_sending_at_millis"),
  errorAt: R.dateOfMillis(o.error_at_millis, "error_at_millis"),
  serverError: R.string(o.server_error, "server_error")
}))

export const decodeSkippedEmail = R.struct((o): SkippedEmail => {
  const a: R.Mutable<SkippedEmail> = {
    status: R.literal(o.status, "status", "skipped"),
    id: pathSegment<OutboxEmailId>(o.id, "id"),
    createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
    updatedAt: R.dateOfMillis(o.updated_at_millis, "updated_at_millis"),
    simpleStatus: R.string(o.simple_status, "simple_status"),
    to: decodeWaitingEmailTo(o.to, "to"),
    tsxSource: R.string(o.tsx_source, "tsx_source"),
    variables: decodeWaitingEmailVariables(o.variables, "variables"),
    themeId: o.theme_id === null ? null : R.string(o.theme_id, "theme_id"),
    scheduledAt: R.dateOfMillis(o.scheduled_at_millis, "scheduled_at_millis"),
    skipDeliverabilityCheck: R.boolean(o.skip_deliverability_check, "skip_deliverability_check"),
    createdWith: R.string(o.created_with, "created_with"),
    draftId: o.email_draft_id === null ? null : pathSegment<EmailDraftId>(o.email_draft_id, "email_draft_id"),
    templateId:
      o.email_programmatic_call_template_id === null
        ? null
        : pathSegment<EmailTemplateId>(o.email_programmatic_call_template_id, "email_programmatic_call_template_id"),
    sendRetries: R.finite(o.send_retries, "send_retries"),
    nextSendRetryAt:
      o.next_send_retry_at_millis === null
        ? null
        : R.dateOfMillis(o.next_send_retry_at_millis, "next_send_retry_at_millis"),
    sendAttemptErrors:
      o.send_attempt_errors === null
        ? null
        : decodeWaitingEmailSendAttemptErrors(o.send_attempt_errors, "send_attempt_errors"),
    isPaused: R.boolean(o.is_paused, "is_paused"),
    hasRendered: R.boolean(o.has_rendered, "has_rendered"),
    hasDelivered: R.boolean(o.has_delivered, "has_delivered"),
    skippedAt: R.dateOfMillis(o.skipped_at_millis, "skipped_at_millis"),
    skippedReason: R.string(o.skipped_reason, "skipped_reason"),
    skippedDetails: decodeWaitingEmailVariables(o.skipped_details, "skipped_details")
  }
  if (o.started_rendering_at_millis !== undefined)
    a.startedRenderingAt = R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis")
  if (o.rendered_at_millis !== undefined) a.renderedAt = R.dateOfMillis(o.rendered_at_millis, "rendered_at_millis")
  if (o.subject !== undefined) a.subject = R.string(o.subject, "subject")
  if (o.html !== undefined) a.html = o.html === null ? null : R.string(o.html, "html")
  if (o.text !== undefined) a.text = o.text === null ? null : R.string(o.text, "text")
  if (o.is_transactional !== undefined) a.isTransactional = R.boolean(o.is_transactional, "is_transactional")
  if (o.is_high_priority !== undefined) a.isHighPriority = R.boolean(o.is_high_priority, "is_high_priority")
  if (o.notification_category_id !== undefined)
    a.notificationCategoryId =
      o.notification_category_id === null
        ? null
        : pathSegment<NotificationCategoryId>(o.notification_category_id, "notification_category_id")
  if (o.started_sending_at_millis !== undefined)
    a.startedSendingAt = R.dateOfMillis(o.started_sending_at_millis, "started_sending_at_millis")
  return a
})

export const decodeBouncedEmail = R.struct((o): BouncedEmail => ({
  status: R.literal(o.status, "status", "bounced"),
  id: pathSegment<OutboxEmailId>(o.id, "id"),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  updatedAt: R.dateOfMillis(o.updated_at_millis, "updated_at_millis"),
  simpleStatus: R.string(o.simple_status, "simple_status"),
  to: decodeWaitingEmailTo(o.to, "to"),
  tsxSource: R.string(o.tsx_source, "tsx_source"),
  variables: decodeWaitingEmailVariables(o.variables, "variables"),
  themeId: o.theme_id === null ? null : R.string(o.theme_id, "theme_id"),
  scheduledAt: R.dateOfMillis(o.scheduled_at_millis, "scheduled_at_millis"),
  skipDeliverabilityCheck: R.boolean(o.skip_deliverability_check, "skip_deliverability_check"),
  createdWith: R.string(o.created_with, "created_with"),
  draftId: o.email_draft_id === null ? null : pathSegment<EmailDraftId>(o.email_draft_id, "email_draft_id"),
  templateId:
    o.email_programmatic_call_template_id === null
      ? null
      : pathSegment<EmailTemplateId>(o.email_programmatic_call_template_id, "email_programmatic_call_template_id"),
  sendRetries: R.finite(o.send_retries, "send_retries"),
  nextSendRetryAt:
    o.next_send_retry_at_millis === null
      ? null
      : R.dateOfMillis(o.next_send_retry_at_millis, "next_send_retry_at_millis"),
  sendAttemptErrors:
    o.send_attempt_errors === null
      ? null
      : decodeWaitingEmailSendAttemptErrors(o.send_attempt_errors, "send_attempt_errors"),
  isPaused: R.boolean(o.is_paused, "is_paused"),
  hasRendered: R.boolean(o.has_rendered, "has_rendered"),
  hasDelivered: R.boolean(o.has_delivered, "has_delivered"),
  startedRenderingAt: R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis"),
  renderedAt: R.dateOfMillis(o.rendered_at_millis, "rendered_at_millis"),
  subject: R.string(o.subject, "subject"),
  html: o.html === null ? null : R.string(o.html, "html"),
  text: o.text === null ? null : R.string(o.text, "text"),
  isTransactional: R.boolean(o.is_transactional, "is_transactional"),
  isHighPriority: R.boolean(o.is_high_priority, "is_high_priority"),
  notificationCategoryId:
    o.notification_category_id === null
      ? null
      : pathSegment<NotificationCategoryId>(o.notification_category_id, "notification_category_id"),
  startedSendingAt: R.dateOfMillis(o.started_sending_at_millis, "started_sending_at_millis"),
  bouncedAt: R.dateOfMillis(o.bounced_at_millis, "bounced_at_millis")
}))

export const decodeDelayedEmail = R.struct((o): DelayedEmail => ({
  status: R.literal(o.status, "status", "delivery-delayed"),
  id: pathSegment<OutboxEmailId>(o.id, "id"),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  updatedAt: R.dateOfMillis(o.updated_at_millis, "updated_at_millis"),
  simpleStatus: R.string(o.simple_status, "simple_status"),
  to: decodeWaitingEmailTo(o.to, "to"),
  tsxSource: R.string(o.tsx_source, "tsx_source"),
  variables: decodeWaitingEmailVariables(o.variables, "variables"),
  themeId: o.theme_id === null ? null : R.string(o.theme_id, "theme_id"),
  scheduledAt: R.dateOfMillis(o.scheduled_at_millis, "scheduled_at_millis"),
  skipDeliverabilityCheck: R.boolean(o.skip_deliverability_check, "skip_deliverability_check"),
  createdWith: R.string(o.created_with, "created_with"),
  draftId: o.email_draft_id === null ? null : pathSegment<EmailDraftId>(o.email_draft_id, "email_draft_id"),
  templateId:
    o.email_programmatic_call_template_id === null
      ? null
      : pathSegment<EmailTemplateId>(o.email_programmatic_call_template_id, "email_programmatic_call_template_id"),
  sendRetries: R.finite(o.send_retries, "send_retries"),
  nextSendRetryAt:
    o.next_send_retry_at_millis === null
      ? null
      : R.dateOfMillis(o.next_send_retry_at_millis, "next_send_retry_at_millis"),
  sendAttemptErrors:
    o.send_attempt_errors === null
      ? null
      : decodeWaitingEmailSendAttemptErrors(o.send_attempt_errors, "send_attempt_errors"),
  isPaused: R.boolean(o.is_paused, "is_paused"),
  hasRendered: R.boolean(o.has_rendered, "has_rendered"),
  hasDelivered: R.boolean(o.has_delivered, "has_delivered"),
  startedRenderingAt: R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis"),
  renderedAt: R.dateOfMillis(o.rendered_at_millis, "rendered_at_millis"),
  subject: R.string(o.subject, "subject"),
  html: o.html === null ? null : R.string(o.html, "html"),
  text: o.text === null ? null : R.string(o.text, "text"),
  isTransactional: R.boolean(o.is_transactional, "is_transactional"),
  isHighPriority: R.boolean(o.is_high_priority, "is_high_priority"),
  notificationCategoryId:
    o.notification_category_id === null
      ? null
      : pathSegment<NotificationCategoryId>(o.notification_category_id, "notification_category_id"),
  startedSendingAt: R.dateOfMillis(o.started_sending_at_millis, "started_sending_at_millis"),
  deliveryDelayedAt: R.dateOfMillis(o.delivery_delayed_at_millis, "delivery_delayed_at_millis")
}))

export const decodeSentOutboxEmail = R.struct((o): SentOutboxEmail => ({
  status: R.literal(o.status, "status", "sent"),
  id: pathSegment<OutboxEmailId>(o.id, "id"),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  updatedAt: R.dateOfMillis(o.updated_at_millis, "updated_at_millis"),
  simpleStatus: R.string(o.simple_status, "simple_status"),
  to: decodeWaitingEmailTo(o.to, "to"),
  tsxSource: R.string(o.tsx_source, "tsx_source"),
  variables: decodeWaitingEmailVariables(o.variables, "variables"),
  themeId: o.theme_id === null ? null : R.string(o.theme_id, "theme_id"),
  scheduledAt: R.dateOfMillis(o.scheduled_at_millis, "scheduled_at_millis"),
  skipDeliverabilityCheck: R.boolean(o.skip_deliverability_check, "skip_deliverability_check"),
  createdWith: R.string(o.created_with, "created_with"),
  draftId: o.email_draft_id === null ? null : pathSegment<EmailDraftId>(o.email_draft_id, "email_draft_id"),
  templateId:
    o.email_programmatic_call_template_id === null
      ? null
      : pathSegment<EmailTemplateId>(o.email_programmatic_call_template_id, "email_programmatic_call_template_id"),
  sendRetries: R.finite(o.send_retries, "send_retries"),
  nextSendRetryAt:
    o.next_send_retry_at_millis === null
      ? null
      : R.dateOfMillis(o.next_send_retry_at_millis, "next_send_retry_at_millis"),
  sendAttemptErrors:
    o.send_attempt_errors === null
      ? null
      : decodeWaitingEmailSendAttemptErrors(o.send_attempt_errors, "send_attempt_errors"),
  isPaused: R.boolean(o.is_paused, "is_paused"),
  hasRendered: R.boolean(o.has_rendered, "has_rendered"),
  hasDelivered: R.boolean(o.has_delivered, "has_delivered"),
  startedRenderingAt: R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis"),
  renderedAt: R.dateOfMillis(o.rendered_at_millis, "rendered_at_millis"),
  subject: R.string(o.subject, "subject"),
  html: o.html === null ? null : R.string(o.html, "html"),
  text: o.text === null ? null : R.string(o.text, "text"),
  isTransactional: R.boolean(o.is_transactional, "is_transactional"),
  isHighPriority: R.boolean(o.is_high_priority, "is_high_priority"),
  notificationCategoryId:
    o.notification_category_id === null
      ? null
      : pathSegment<NotificationCategoryId>(o.notification_category_id, "notification_category_id"),
  startedSendingAt: R.dateOfMillis(o.started_sending_at_millis, "started_sending_at_millis"),
  deliveredAt: R.dateOfMillis(o.delivered_at_millis, "delivered_at_millis"),
  canHaveDeliveryInfo: R.boolean(o.can_have_delivery_info, "can_have_delivery_info")
}))

export const decodeOpenedEmail = R.struct((o): OpenedEmail => ({
  status: R.literal(o.status, "status", "opened"),
  id: pathSegment<OutboxEmailId>(o.id, "id"),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  updatedAt: R.dateOfMillis(o.updated_at_millis, "updated_at_millis"),
  simpleStatus: R.string(o.simple_status, "simple_status"),
  to: decodeWaitingEmailTo(o.to, "to"),
  tsxSource: R.string(o.tsx_source, "tsx_source"),
  variables: decodeWaitingEmailVariables(o.variables, "variables"),
  themeId: o.theme_id === null ? null : R.string(o.theme_id, "theme_id"),
  scheduledAt: R.dateOfMillis(o.scheduled_at_millis, "scheduled_at_millis"),
  skipDeliverabilityCheck: R.boolean(o.skip_deliverability_check, "skip_deliverability_check"),
  createdWith: R.string(o.created_with, "created_with"),
  draftId: o.email_draft_id === null ? null : pathSegment<EmailDraftId>(o.email_draft_id, "email_draft_id"),
  templateId:
    o.email_programmatic_call_template_id === null
      ? null
      : pathSegment<EmailTemplateId>(o.email_programmatic_call_template_id, "email_programmatic_call_template_id"),
  sendRetries: R.finite(o.send_retries, "send_retries"),
  nextSendRetryAt:
    o.next_send_retry_at_millis === null
      ? null
      : R.dateOfMillis(o.next_send_retry_at_millis, "next_send_retry_at_millis"),
  sendAttemptErrors:
    o.send_attempt_errors === null
      ? null
      : decodeWaitingEmailSendAttemptErrors(o.send_attempt_errors, "send_attempt_errors"),
  isPaused: R.boolean(o.is_paused, "is_paused"),
  hasRendered: R.boolean(o.has_rendered, "has_rendered"),
  hasDelivered: R.boolean(o.has_delivered, "has_delivered"),
  startedRenderingAt: R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis"),
  renderedAt: R.dateOfMillis(o.rendered_at_millis, "rendered_at_millis"),
  subject: R.string(o.subject, "subject"),
  html: o.html === null ? null : R.string(o.html, "html"),
  text: o.text === null ? null : R.string(o.text, "text"),
  isTransactional: R.boolean(o.is_transactional, "is_transactional"),
  isHighPriority: R.boolean(o.is_high_priority, "is_high_priority"),
  notificationCategoryId:
    o.notification_category_id === null
      ? null
      : pathSegment<NotificationCategoryId>(o.notification_category_id, "notification_category_id"),
  startedSendingAt: R.dateOfMillis(o.started_sending_at_millis, "started_sending_at_millis"),
  deliveredAt: R.dateOfMillis(o.delivered_at_millis, "delivered_at_millis"),
  canHaveDeliveryInfo: R.boolean(o.can_have_delivery_info, "can_have_delivery_info"),
  openedAt: R.dateOfMillis(o.opened_at_millis, "opened_at_millis")
}))

export const decodeClickedEmail = R.struct((o): ClickedEmail => ({
  status: R.literal(o.status, "status", "clicked"),
  id: pathSegment<OutboxEmailId>(o.id, "id"),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  updatedAt: R.dateOfMillis(o.updated_at_millis, "updated_at_millis"),
  simpleStatus: R.string(o.simple_status, "simple_status"),
  to: decodeWaitingEmailTo(o.to, "to"),
  tsxSource: R.string(o.tsx_source, "tsx_source"),
  variables: decodeWaitingEmailVariables(o.variables, "variables"),
  themeId: o.theme_id === null ? null : R.string(o.theme_id, "theme_id"),
  scheduledAt: R.dateOfMillis(o.scheduled_at_millis, "scheduled_at_millis"),
  skipDeliverabilityCheck: R.boolean(o.skip_deliverability_check, "skip_deliverability_check"),
  createdWith: R.string(o.created_with, "created_with"),
  draftId: o.email_draft_id === null ? null : pathSegment<EmailDraftId>(o.email_draft_id, "email_draft_id"),
  templateId:
    o.email_programmatic_call_template_id === null
      ? null
      : pathSegment<EmailTemplateId>(o.email_programmatic_call_template_id, "email_programmatic_call_template_id"),
  sendRetries: R.finite(o.send_retries, "send_retries"),
  nextSendRetryAt:
    o.next_send_retry_at_millis === null
      ? null
      : R.dateOfMillis(o.next_send_retry_at_millis, "next_send_retry_at_millis"),
  sendAttemptErrors:
    o.send_attempt_errors === null
      ? null
      : decodeWaitingEmailSendAttemptErrors(o.send_attempt_errors, "send_attempt_errors"),
  isPaused: R.boolean(o.is_paused, "is_paused"),
  hasRendered: R.boolean(o.has_rendered, "has_rendered"),
  hasDelivered: R.boolean(o.has_delivered, "has_delivered"),
  startedRenderingAt: R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis"),
  renderedAt: R.dateOfMillis(o.rendered_at_millis, "rendered_at_millis"),
  subject: R.string(o.subject, "subject"),
  html: o.html === null ? null : R.string(o.html, "html"),
  text: o.text === null ? null : R.string(o.text, "text"),
  isTransactional: R.boolean(o.is_transactional, "is_transactional"),
  isHighPriority: R.boolean(o.is_high_priority, "is_high_priority"),
  notificationCategoryId:
    o.notification_category_id === null
      ? null
      : pathSegment<NotificationCategoryId>(o.notification_category_id, "notification_category_id"),
  startedSendingAt: R.dateOfMillis(o.started_sending_at_millis, "started_sending_at_millis"),
  deliveredAt: R.dateOfMillis(o.delivered_at_millis, "delivered_at_millis"),
  canHaveDeliveryInfo: R.boolean(o.can_have_delivery_info, "can_have_delivery_info"),
  clickedAt: R.dateOfMillis(o.clicked_at_millis, "clicked_at_millis")
}))

export const decodeSpamEmail = R.struct((o): SpamEmail => ({
  status: R.literal(o.status, "status", "marked-as-spam"),
  id: pathSegment<OutboxEmailId>(o.id, "id"),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  updatedAt: R.dateOfMillis(o.updated_at_millis, "updated_at_millis"),
  simpleStatus: R.string(o.simple_status, "simple_status"),
  to: decodeWaitingEmailTo(o.to, "to"),
  tsxSource: R.string(o.tsx_source, "tsx_source"),
  variables: decodeWaitingEmailVariables(o.variables, "variables"),
  themeId: o.theme_id === null ? null : R.string(o.theme_id, "theme_id"),
  scheduledAt: R.dateOfMillis(o.scheduled_at_millis, "scheduled_at_millis"),
  skipDeliverabilityCheck: R.boolean(o.skip_deliverability_check, "skip_deliverability_check"),
  createdWith: R.string(o.created_with, "created_with"),
  draftId: o.email_draft_id === null ? null : pathSegment<EmailDraftId>(o.email_draft_id, "email_draft_id"),
  templateId:
    o.email_programmatic_call_template_id === null
      ? null
      : pathSegment<EmailTemplateId>(o.email_programmatic_call_template_id, "email_programmatic_call_template_id"),
  sendRetries: R.finite(o.send_retries, "send_retries"),
  nextSendRetryAt:
    o.next_send_retry_at_millis === null
      ? null
      : R.dateOfMillis(o.next_send_retry_at_millis, "next_send_retry_at_millis"),
  sendAttemptErrors:
    o.send_attempt_errors === null
      ? null
      : decodeWaitingEmailSendAttemptErrors(o.send_attempt_errors, "send_attempt_errors"),
  isPaused: R.boolean(o.is_paused, "is_paused"),
  hasRendered: R.boolean(o.has_rendered, "has_rendered"),
  hasDelivered: R.boolean(o.has_delivered, "has_delivered"),
  startedRenderingAt: R.dateOfMillis(o.started_rendering_at_millis, "started_rendering_at_millis"),
  renderedAt: R.dateOfMillis(o.rendered_at_millis, "rendered_at_millis"),
  subject: R.string(o.subject, "subject"),
  html: o.html === null ? null : R.string(o.html, "html"),
  text: o.text === null ? null : R.string(o.text, "text"),
  isTransactional: R.boolean(o.is_transactional, "is_transactional"),
  isHighPriority: R.boolean(o.is_high_priority, "is_high_priority"),
  notificationCategoryId:
    o.notification_category_id === null
      ? null
      : pathSegment<NotificationCategoryId>(o.notification_category_id, "notification_category_id"),
  startedSendingAt: R.dateOfMillis(o.started_sending_at_millis, "started_sending_at_millis"),
  deliveredAt: R.dateOfMillis(o.delivered_at_millis, "delivered_at_millis"),
  canHaveDeliveryInfo: R.boolean(o.can_have_delivery_info, "can_have_delivery_info"),
  markedAsSpamAt: R.dateOfMillis(o.marked_as_spam_at_millis, "marked_as_spam_at_millis")
}))

export const decodeOtherEmail = R.struct((o): OtherEmail => {
  const a = {
    status: R.check(R.string(o.status, "status"), "status", isOtherStatus, "another status"),
    id: pathSegment<OutboxEmailId>(o.id, "id"),
    createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
    updatedAt: R.dateOfMillis(o.updated_at_millis, "updated_at_millis"),
    simpleStatus: R.string(o.simple_status, "simple_status"),
    to: decodeWaitingEmailTo(o.to, "to"),
    tsxSource: R.string(o.tsx_source, "tsx_source"),
    variables: decodeWaitingEmailVariables(o.variables, "variables"),
    themeId: o.theme_id === null ? null : R.string(o.theme_id, "theme_id"),
    scheduledAt: R.dateOfMillis(o.scheduled_at_millis, "scheduled_at_millis"),
    skipDeliverabilityCheck: R.boolean(o.skip_deliverability_check, "skip_deliverability_check"),
    createdWith: R.string(o.created_with, "created_with"),
    draftId: o.email_draft_id === null ? null : pathSegment<EmailDraftId>(o.email_draft_id, "email_draft_id"),
    templateId:
      o.email_programmatic_call_template_id === null
        ? null
        : pathSegment<EmailTemplateId>(o.email_programmatic_call_template_id, "email_programmatic_call_template_id"),
    sendRetries: R.finite(o.send_retries, "send_retries"),
    nextSendRetryAt:
      o.next_send_retry_at_millis === null
        ? null
        : R.dateOfMillis(o.next_send_retry_at_millis, "next_send_retry_at_millis"),
    sendAttemptErrors:
      o.send_attempt_errors === null
        ? null
        : decodeWaitingEmailSendAttemptErrors(o.send_attempt_errors, "send_attempt_errors"),
    isPaused: R.boolean(o.is_paused, "is_paused"),
    hasRendered: R.boolean(o.has_rendered, "has_rendered"),
    hasDelivered: R.boolean(o.has_delivered, "has_delivered")
  }

  return Object.assign(a, otherStatus(a))
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
