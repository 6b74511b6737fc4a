/**
 * Writes and sends the mails of the service (docs/protocol/resources.md#mails): from documents, unless there are none
 * in this service or the project has changed the TSX template of the current one.
 */
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import type { SqlClient } from "effect/sql/SqlClient"
import type { EmailTemplateType } from "../../api/schema/EmailTemplate.ts"
import type { EmailRecipient } from "../../api/schema/OutboxEmail.ts"
import type { TsxEmailTemplate } from "../../api/schema/TsxEmailTemplate.ts"
import type { EmailRenderingError } from "../../domain/errors/Emails.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as VerificationCodes from "../crypto/VerificationCodes.ts"
import type { Project } from "../projects/Projects.ts"
import { Generation } from "../settings/Generation.ts"
import * as Delivery from "./Delivery.ts"
import * as Document from "./Document.ts"
import * as EmailTemplates from "./EmailTemplates.ts"
import * as EmailThemes from "./EmailThemes.ts"
import { defaults } from "./internal/Defaults.ts"
import * as OutboxRow from "./internal/OutboxRow.ts"
import * as Render from "./internal/Render.ts"
import * as Variables from "./internal/Variables.ts"
import * as SentEmails from "./SentEmails.ts"
import { ofMail } from "./tsx/DefaultSources.ts"
import * as Parse from "./tsx/Parse.ts"
import * as RenderMail from "./tsx/RenderMail.ts"
import * as TsxEmailTemplates from "./TsxEmailTemplates.ts"

export interface CodeMail {
  readonly project: Project
  readonly to: string
  readonly callbackUrl: string
  readonly code: string
  /** The recipient, if it is one of the users. */
  readonly user?: { readonly id: string; readonly display_name: string | null } | undefined
}

/** The content that the recipient of a mail sees. */
interface Content extends Render.Bodies {
  readonly subject: string
}

type Source = Pick<TsxEmailTemplate, "themeId" | "tsxSource">

/** A mail before it is rendered. */
interface Draft {
  readonly type: EmailTemplateType
  readonly mail: CodeMail
  readonly link: string
  readonly variables: Variables.Variables
  /** The TSX source, if it has one. */
  readonly source: Source | undefined
}

export const sendEmailVerification = (mail: CodeMail) =>
  send("email_verification", mail, (link) => ({ emailVerificationLink: link }))

export const sendPasswordReset = (mail: CodeMail) =>
  send("password_reset", mail, (link) => ({ passwordResetLink: link }))

/** Sends a sign-in link, and the first characters of its code, to type them. */
export const sendMagicLink = (mail: CodeMail) =>
  send("magic_link", mail, (link) => ({ magicLink: link, otp: toTypedCode(mail.code) }))

export const sendTeamInvitation = (mail: CodeMail & { readonly teamName: string }) =>
  send("team_invitation", mail, (link) => ({ teamInvitationLink: link, teamDisplayName: mail.teamName }))

/** The part of a code that readers can type. */
const toTypedCode = (code: string): string => code.slice(0, VerificationCodes.otpLength).toUpperCase()

const send = Effect.fnUntraced(function* (
  type: EmailTemplateType,
  mail: CodeMail,
  makeVariables: (link: string) => Variables.Variables
) {
  const link = makeLink(mail.callbackUrl, mail.code)
  const variables = makeVariables(link)
  const source = yield* findSource(type, mail.project)
  const draft: Draft = { type, mail, link, variables, source }
  const outboxId = (yield* Randomness).uuid()
  yield* Effect.matchEffect(render(draft), {
    onFailure: ({ details }) => reportUnsent(draft, outboxId, details.error),
    onSuccess: (content) => sendContent(draft, outboxId, content)
  })
})

/**
 * The callback URL with the code in its query; what else is in the query stays (docs/protocol/sign-in.md#mailed-codes).
 */
const makeLink = (callbackUrl: string, code: string): string => {
  const url = new URL(callbackUrl)
  url.searchParams.set("code", code)
  return url.href
}

/** The TSX template of a mail. Without one, the mail comes from a document. */
const findSource = Effect.fnUntraced(function* (type: EmailTemplateType, project: Project) {
  const { has, isOnly } = yield* Generation
  if (!has("current")) return undefined
  const builtIn = ofMail[type]
  const customized = yield* TsxEmailTemplates.findCustomized(project.id, builtIn.id)
  if (customized !== undefined || !isOnly("current")) return customized
  // Without the parser, the document produces the same mail.
  return (yield* Effect.isSuccess(Parse.load)) ? { tsxSource: builtIn.source, themeId: null } : undefined
})

const render = ({ mail, source, type, variables }: Draft): Effect.Effect<Content, EmailRenderingError, SqlClient> =>
  source === undefined ? renderDocument(type, mail, variables) : renderSource(source, mail, variables)

const renderDocument = Effect.fnUntraced(function* (
  type: EmailTemplateType,
  { project, to, user }: CodeMail,
  mailVariables: Variables.Variables
) {
  const variables = {
    projectDisplayName: project.displayName,
    userDisplayName: user?.display_name ?? undefined,
    userPrimaryEmail: to,
    ...mailVariables
  }
  const template = yield* EmailTemplates.get(project.id, type)
  // A stored document was valid when it was stored.
  const document = Result.getOrElse(Document.parse(template.content), () =>
    Result.getOrThrow(Document.parse(defaults[type].content))
  )
  return { subject: Variables.fill(template.subject, variables), ...Render.render(document, variables) }
})

const renderSource = Effect.fnUntraced(function* (
  { themeId, tsxSource }: Source,
  { project, user: recipient }: CodeMail,
  variables: Variables.Variables
) {
  const theme = yield* EmailThemes.findSource(project, themeId)
  const user = { displayName: recipient?.display_name ?? null }
  const { html, subject, text } = yield* RenderMail.render({ template: tsxSource, theme, user, project, variables })
  return { subject: subject ?? project.displayName, html, text }
})

const sendContent = Effect.fnUntraced(function* (draft: Draft, outboxId: string, content: Content) {
  const { code, project, to } = draft.mail
  // Recorded before delivery, so that a reader of the mail finds it in the outbox.
  yield* record(outboxId, draft, content)
  const failure = yield* Delivery.deliver(project, { to, ...content, link: draft.link, code })
  yield* OutboxRow.finish(outboxId, failure)
})

/** No caller waits for a background mail, so the log says why it does not arrive. */
const reportUnsent = Effect.fnUntraced(function* (draft: Draft, outboxId: string, message: string) {
  const { project, to } = draft.mail
  const subject = ofMail[draft.type].displayName
  const error = { code: "EMAIL_RENDERING_ERROR", message }
  yield* SentEmails.add({ projectId: project.id, to, subject, sender: Delivery.getSender(project), error })
  yield* record(outboxId, draft, { subject, html: "", text: "" }, message)
  yield* Effect.logWarning(`A mail was not sent: ${subject}: ${message}`)
})

/** Adds a mail to the outbox of the current service, which shows all of it but its code. */
const record = Effect.fnUntraced(function* (outboxId: string, draft: Draft, content: Content, renderError?: string) {
  if (!(yield* Generation).has("current")) return
  const { mail, source, type, variables } = draft
  const { code, project, to, user } = mail
  const { id, source: builtIn } = ofMail[type]
  const hide = (text: string) => hideCode(text, code)
  const recipient: EmailRecipient = user
    ? { type: "user-custom-emails", userId: user.id, emails: [to] }
    : { type: "custom-emails", emails: [to] }
  yield* OutboxRow.addServiceMail({
    id: outboxId,
    project_id: project.id,
    recipient: JSON.stringify(recipient),
    template_id: id,
    source: source?.tsxSource ?? builtIn,
    theme_id: EmailThemes.toId(source?.themeId, project),
    variables: JSON.stringify(Record.map(variables, (value) => value && hide(value))),
    ...Record.map({ ...content }, hide),
    render_error: renderError === undefined ? null : hide(renderError)
  })
})

/** Hides a code, and the part of it that readers type, because the database keeps codes only as hashes. */
const hideCode = (text: string, code: string): string =>
  text.replaceAll(code, "hidden").replaceAll(toTypedCode(code), "hidden")
