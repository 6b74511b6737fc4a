/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { EmailResult, SendEmail, SendTestEmail } from "../../api/Emails.ts"
import type { Empty } from "../../api/Input.ts"
import type { DeliveryInfo } from "../../api/schema/DeliveryInfo.ts"
import type { EmailDraftId, EmailTemplateId, UserId } from "../../api/schema/Ids.ts"
import type { SentEmail } from "../../api/schema/SentEmail.ts"
import type {
  EmailCapacityBoostAlreadyActive,
  EmailDraftNotFound,
  EmailTemplateNotFound,
  NotificationCategoryNotFound,
  RequiresCustomEmailServer
} from "../../domain/errors/Emails.ts"
import type { NotSupportedByService } from "../../domain/errors/ProjectAccess.ts"
import type { RedirectUrlNotWhitelisted, UserIdDoesNotExist } from "../../domain/errors/Users.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { commonErrors } from "./Access.ts"
import { decodeSuccess, decodeToItems, decodeToResults } from "./Envelope.ts"
import { emailCapacityBoostAlreadyActive, requiresCustomEmailServer } from "./errors/Emails.ts"
import { redirectUrlNotWhitelisted, userIdDoesNotExist } from "./errors/Users.ts"
import { empty } from "./Input.ts"
import { port } from "./ProjectRules.ts"
import { absoluteUrl } from "./schema/AbsoluteUrl.ts"
import { decodeDeliveryInfo } from "./schema/DeliveryInfo.ts"
import { email } from "./schema/Email.ts"
import { pathSegment } from "./schema/Ids.ts"
import { encodePassword } from "./schema/Secrets.ts"
import { decodeSentEmail } from "./schema/SentEmail.ts"
import { otherGeneration, sentCategory, sentDraft, sentTemplate } from "./TextErrors.ts"

export const decodeEmailResult = R.struct((o): EmailResult => {
  const a: R.Mutable<EmailResult> = {}
  if (o.user_id !== undefined) a.userId = pathSegment<UserId>(o.user_id, "user_id")
  if (o.email !== undefined) a.email = R.string(o.email, "email")
  return a
})

const sendEmailSuccess = decodeToResults(R.list(decodeEmailResult))

const encodeSendHtmlUserIds = R.list(pathSegment<UserId>)

const encodeSendHtmlEmails = R.list(email)

const encodeSendHtmlThemeId2 = (value: unknown, key?: R.Key) => R.literal(value, key, false)

const userIdsToScheduledAtMillis = (o: R.Properties) => ({
  user_ids: R.optional(o.userIds, "userIds", encodeSendHtmlUserIds),
  emails: R.optional(o.emails, "emails", encodeSendHtmlEmails),
  all_users: o.allUsers === undefined ? undefined : R.literal(o.allUsers, "allUsers", true),
  subject: R.optional(o.subject, "subject", R.string),
  notification_category_name: R.optional(o.notificationCategoryName, "notificationCategoryName", R.string),
  theme_id:
    o.themeId === undefined
      ? undefined
      : o.themeId === null
        ? null
        : R.either<unknown>(R.string, encodeSendHtmlThemeId2)(o.themeId, "themeId"),
  is_high_priority: R.optional(o.isHighPriority, "isHighPriority", R.boolean),
  scheduled_at_millis: R.optional(o.scheduledAt, "scheduledAt", R.toMillis)
})

export const encodeSendHtml = R.struct((o) => ({ html: R.string(o.html, "html"), ...userIdsToScheduledAtMillis(o) }))

const encodeSendTemplateVariables = R.record(R.json)

export const encodeSendTemplate = R.struct((o) => ({
  template_id: pathSegment<EmailTemplateId>(o.templateId, "templateId"),
  variables: R.optional(o.variables, "variables", encodeSendTemplateVariables),
  ...userIdsToScheduledAtMillis(o)
}))

export const encodeSendDraft = R.struct((o) => ({
  draft_id: pathSegment<EmailDraftId>(o.draftId, "draftId"),
  ...userIdsToScheduledAtMillis(o)
}))

export const encodeSendEmail = R.either<unknown>(encodeSendHtml, encodeSendTemplate, encodeSendDraft)

/** Send an email to users. */
export const sendEmail: Endpoint<
  { readonly payload: SendEmail },
  ReadonlyArray<EmailResult>,
  | RequiresCustomEmailServer
  | UserIdDoesNotExist
  | NotificationCategoryNotFound
  | EmailTemplateNotFound
  | EmailDraftNotFound
  | NotSupportedByService,
  "server"
> = {
  name: "sendEmail",
  method: "POST",
  path: "/emails/send-email",
  level: "server",
  levelErrors: commonErrors,
  payload: encodeSendEmail,
  success: sendEmailSuccess,
  errors: [requiresCustomEmailServer, userIdDoesNotExist],
  textErrors: [sentCategory, sentTemplate, sentDraft, otherGeneration]
}

const sendSignInInvitationPayload = R.struct((o) => ({
  email: email(o.email, "email"),
  callback_url: absoluteUrl(o.callbackUrl, "callbackUrl")
}))

/** Invite someone to sign in. */
export const sendSignInInvitation: Endpoint<
  { readonly payload: { readonly email: string; readonly callbackUrl: string } },
  void,
  RedirectUrlNotWhitelisted | NotSupportedByService,
  "server"
> = {
  name: "sendSignInInvitation",
  method: "POST",
  path: "/internal/send-sign-in-invitation",
  level: "server",
  levelErrors: commonErrors,
  payload: sendSignInInvitationPayload,
  success: decodeSuccess,
  errors: [redirectUrlNotWhitelisted],
  textErrors: [otherGeneration]
}

/** Read how many emails were delivered. */
export const getDeliveryInfo: Endpoint<{}, DeliveryInfo, NotSupportedByService, "server"> = {
  name: "getDeliveryInfo",
  method: "GET",
  path: "/emails/delivery-info",
  level: "server",
  levelErrors: commonErrors,
  success: decodeDeliveryInfo,
  textErrors: [otherGeneration]
}

const boostEmailCapacitySuccess = R.struct((o) => ({ expiresAt: R.dateOfText(o.expires_at, "expires_at") }))

/** Send emails faster for some hours. */
export const boostEmailCapacity: Endpoint<
  { readonly payload: typeof Empty.Type },
  { readonly expiresAt: Date },
  EmailCapacityBoostAlreadyActive | NotSupportedByService,
  "server"
> = {
  name: "boostEmailCapacity",
  method: "POST",
  path: "/emails/capacity-boost",
  level: "server",
  levelErrors: commonErrors,
  payload: empty,
  success: boostEmailCapacitySuccess,
  errors: [emailCapacityBoostAlreadyActive],
  textErrors: [otherGeneration]
}

const listSentEmailsSuccess = decodeToItems(R.list(decodeSentEmail))

/** List sent emails. */
export const listSentEmails: Endpoint<{}, ReadonlyArray<SentEmail>, never, "admin"> = {
  name: "listSentEmails",
  method: "GET",
  path: "/internal/emails",
  level: "admin",
  levelErrors: commonErrors,
  success: listSentEmailsSuccess
}

const decodeTestEmailOutcome1 = R.struct((o) => ({ success: R.literal(o.success, "success", true) }))

const decodeTestEmailOutcome2 = R.struct((o) => ({
  success: R.literal(o.success, "success", false),
  errorMessage: R.string(o.error_message, "error_message")
}))

export const decodeTestEmailOutcome = R.either<
  { readonly success: true } | { readonly success: false; readonly errorMessage: string }
>(decodeTestEmailOutcome1, decodeTestEmailOutcome2)

const encodeSendTestEmailEmailConfig = R.struct((o) => ({
  host: R.string(o.host, "host"),
  port: port(o.port, "port"),
  username: R.string(o.username, "username"),
  password: encodePassword(o.password, "password"),
  sender_name: R.string(o.senderName, "senderName"),
  sender_email: email(o.senderEmail, "senderEmail")
}))

export const encodeSendTestEmail = R.struct((o) => ({
  recipient_email: email(o.recipientEmail, "recipientEmail"),
  email_config: encodeSendTestEmailEmailConfig(o.emailConfig, "emailConfig")
}))

/** Send a test email. */
export const sendTestEmail: Endpoint<
  { readonly payload: SendTestEmail },
  { readonly success: true } | { readonly success: false; readonly errorMessage: string },
  never,
  "admin"
> = {
  name: "sendTestEmail",
  method: "POST",
  path: "/internal/send-test-email",
  level: "admin",
  levelErrors: commonErrors,
  payload: encodeSendTestEmail,
  success: decodeTestEmailOutcome
}
