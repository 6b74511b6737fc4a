/** Mails to users, how they arrive, and mails that were sent (docs/protocol/resources.md#mails). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/Emails.ts"
import { RequiresCustomEmailServer } from "../../domain/errors/Emails.ts"
import { Caller } from "../access/Caller.ts"
import { requireUserId } from "../access/UserAccess.ts"
import * as Users from "../accounts/Users.ts"
import { badRequest } from "../errors/TextAnswer.ts"
import { countMail } from "../http/RateLimiter.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import * as Delivery from "../mail/Delivery.ts"
import * as EmailDrafts from "../mail/EmailDrafts.ts"
import * as EmailThemes from "../mail/EmailThemes.ts"
import * as Notifications from "../mail/Notifications.ts"
import * as Outbox from "../mail/Outbox.ts"
import * as SentEmails from "../mail/SentEmails.ts"
import { Smtp } from "../mail/Smtp.ts"
import { signInInvitation, toTemplate } from "../mail/tsx/DefaultSources.ts"
import * as TsxEmailTemplates from "../mail/TsxEmailTemplates.ts"
import { requireTrusted } from "../projects/TrustedUrl.ts"
import { Generation } from "../settings/Generation.ts"
import { handle } from "./Route.ts"

/** The recipients that the request names. The service sends a mail for every time that it names one. */
const findRecipients = Effect.fnUntraced(function* ({ allUsers, emails, userIds }: Api.SendEmail) {
  const { project } = yield* Caller
  if ([userIds, emails, allUsers].filter((option) => option !== undefined).length !== 1) {
    return yield* RequestValidation.failSchema("body must have exactly one of user_ids, emails and all_users")
  }
  if (emails !== undefined) return emails.map((email) => ({ email }))
  if (userIds === undefined) return (yield* Users.list(project.id, {})).items.map(({ id }) => ({ userId: id }))
  yield* Effect.forEach(userIds, requireUserId, { discard: true })
  return userIds.map((userId) => ({ userId }))
})

const parseCategory = (name: string | undefined) => {
  const category = Notifications.categories.find((candidate) => candidate.name === name)
  return name === undefined || category !== undefined
    ? Effect.succeed(category)
    : Effect.fail(badRequest("Notification category not found with given name"))
}

const readContent = Effect.fnUntraced(function* (payload: Api.SendEmail) {
  const { project } = yield* Caller
  const { themeId: theme } = payload
  if ("html" in payload) return { source: toTemplate(payload.html), theme }
  if ("draftId" in payload) {
    const draft = yield* EmailDrafts.find(project.id, payload.draftId)
    if (draft === undefined) return yield* badRequest("No draft found with given draft_id")
    return { source: draft.tsxSource, theme: theme ?? draft.themeId, draft }
  }
  const { templateId, variables } = payload
  const templates = yield* TsxEmailTemplates.list(project.id)
  const template = templates.find(({ id }) => id === templateId)
  if (template === undefined) return yield* badRequest("No template found with given template_id")
  return { source: template.tsxSource, theme: theme ?? template.themeId, templateId, variables }
})

const testMail = {
  subject: "Test email",
  text: "This mail shows that the email server works.\n",
  html: "<p>This mail shows that the email server works.</p>"
}

const sendEmail = handle(Api.sendEmail, function* ({ payload, project }) {
  if (project.config.emailConfig.type === "shared") return yield* new RequiresCustomEmailServer()
  const category = yield* parseCategory(payload.notificationCategoryName)
  const { draft, source, templateId, theme, variables = {} } = yield* readContent(payload)
  const recipients = yield* findRecipients(payload)
  yield* Outbox.add(project, {
    to: recipients.map((recipient) =>
      "email" in recipient
        ? { type: "custom-emails", emails: [recipient.email] }
        : { type: "user-primary-email", userId: recipient.userId }
    ),
    source,
    variables,
    themeId: EmailThemes.toId(theme, project),
    draftId: draft?.id,
    templateId,
    subject: payload.subject,
    categoryId: category?.id,
    isHighPriority: payload.isHighPriority,
    scheduledAt: payload.scheduledAt?.getTime()
  })
  if (draft !== undefined) {
    const now = yield* Clock.currentTimeMillis
    yield* EmailDrafts.setSentAt(draft, now)
  }
  return recipients
})

/** The link opens a page of the app unchanged: the invited person signs in there. */
const sendSignInInvitation = handle(Api.sendSignInInvitation, function* ({ payload: { callbackUrl, email }, project }) {
  yield* requireTrusted(project, callbackUrl)
  yield* countMail(project.id, email)
  const { id, source } = signInInvitation
  const customized = yield* TsxEmailTemplates.findCustomized(project.id, id)
  const { themeId, tsxSource } = customized ?? { tsxSource: source }
  yield* Outbox.add(project, {
    to: [{ type: "custom-emails", emails: [email] }],
    source: tsxSource,
    variables: { signInInvitationLink: callbackUrl, teamDisplayName: project.displayName },
    themeId: EmailThemes.toId(themeId, project),
    templateId: id
  })
})

const getDeliveryInfo = handle(Api.getDeliveryInfo, function* ({ project }) {
  return yield* Delivery.readInfo(project.id)
})

const boostEmailCapacity = handle(Api.boostEmailCapacity, function* ({ project }) {
  return { expiresAt: yield* Delivery.boost(project.id) }
})

const listSentEmails = handle(Api.listSentEmails, function* ({ project }) {
  const { has } = yield* Generation
  const mails = yield* SentEmails.list(project.id)
  return has("2025-06") ? mails : mails.map(({ senderConfig: _, ...mail }) => mail)
})

const sendTestEmail = handle(Api.sendTestEmail, function* ({ payload: { emailConfig, recipientEmail } }) {
  const server = { ...emailConfig, password: Redacted.value(emailConfig.password) }
  return yield* Smtp.use(({ send }) => send(server, { to: recipientEmail, ...testMail })).pipe(
    Effect.as({ success: true as const }),
    Effect.catch(({ message }) => Effect.succeed({ success: false as const, errorMessage: message }))
  )
})

export const routes = [
  sendEmail,
  sendSignInInvitation,
  getDeliveryInfo,
  boostEmailCapacity,
  listSentEmails,
  sendTestEmail
]
