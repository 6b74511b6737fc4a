/** Writes and sends the mails of the service (docs/protocol/resources.md#mails). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import { SqlClient } from "effect/sql/SqlClient"
import type { EmailTemplateType } from "../../api/schema/EmailTemplate.ts"
import type { TsxEmailTemplate } from "../../api/schema/TsxEmailTemplate.ts"
import type { EmailRenderingError } from "../../domain/errors/Emails.ts"
import { UserId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import { otpLength } from "../crypto/VerificationCodes.ts"
import type { Project } from "../projects/Projects.ts"
import { Generation } from "../runtime/Generation.ts"
import { Delivery, getSender } from "./Delivery.ts"
import * as Document from "./Document.ts"
import { EmailTemplates } from "./EmailTemplates.ts"
import { EmailThemes } from "./EmailThemes.ts"
import { defaults } from "./internal/Defaults.ts"
import * as OutboxRow from "./internal/OutboxRow.ts"
import * as Render from "./internal/Render.ts"
import * as Variables from "./internal/Variables.ts"
import { SentEmails } from "./SentEmails.ts"
import { ofMail } from "./tsx/DefaultSources.ts"
import * as Parse from "./tsx/Parse.ts"
import * as RenderMail from "./tsx/RenderMail.ts"
import { TsxEmailTemplates } from "./TsxEmailTemplates.ts"

/** A mail with a code in a link. */
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

/** A mail before it is rendered. */
interface Draft {
  readonly type: EmailTemplateType
  readonly mail: CodeMail
  readonly link: string
  readonly variables: Variables.Variables
  /** The TSX source, if it has one. */
  readonly source: Pick<TsxEmailTemplate, "themeId" | "tsxSource"> | undefined
}

/** Replaces the code in mails that the outbox stores. */
const hiddenCode = "hidden"

/** Hides the code of a mail, and the part of it that readers type, because the database keeps codes only as hashes. */
const hideCode =
  (code: string) =>
  (text: string): string =>
    text.replaceAll(code, hiddenCode).replaceAll(typedCode(code), hiddenCode)

/** The part of a code that readers can type. */
const typedCode = (code: string): string => code.slice(0, otpLength).toUpperCase()

/** The mails of the service. */
export class Mailer extends Context.Service<
  Mailer,
  {
    readonly sendEmailVerification: (mail: CodeMail) => Effect.Effect<void>
    readonly sendPasswordReset: (mail: CodeMail) => Effect.Effect<void>
    /** A sign-in link, and the first characters of its code, to type them. */
    readonly sendMagicLink: (mail: CodeMail) => Effect.Effect<void>
    readonly sendTeamInvitation: (mail: CodeMail & { readonly teamName: string }) => Effect.Effect<void>
  }
>()("gatefold/emulator/mail/Mailer") {}

/**
 * The callback URL with the code in its query; what else is in the query stays (docs/protocol/sign-in.md#mailed-codes).
 */
const makeLink = (callbackUrl: string, code: string): string => {
  const url = new URL(callbackUrl)
  url.searchParams.set("code", code)
  return url.href
}

/**
 * Mails from templates: from documents, unless there are none in this service or the project has changed the template
 * of the current one.
 */
export const layer: Layer.Layer<
  Mailer,
  never,
  Delivery | EmailTemplates | EmailThemes | Generation | Randomness | SentEmails | SqlClient | TsxEmailTemplates
> = Layer.effect(
  Mailer,
  Effect.gen(function* () {
    const { deliver } = yield* Delivery
    const { has, isOnly } = yield* Generation
    const sentEmails = yield* SentEmails
    const templates = yield* EmailTemplates
    const themes = yield* EmailThemes
    const tsxTemplates = yield* TsxEmailTemplates
    const randomness = yield* Randomness
    const sql = yield* SqlClient

    const ofDocument = Effect.fnUntraced(function* (
      type: EmailTemplateType,
      mail: CodeMail,
      more: Variables.Variables
    ) {
      const { project, to } = mail
      const variables = {
        projectDisplayName: project.displayName,
        userDisplayName: mail.user?.display_name ?? undefined,
        userPrimaryEmail: to,
        ...more
      }
      const template = yield* templates.get(project.id, type)
      // A stored document was valid when it was stored.
      const document = Result.getOrElse(Document.parse(template.content), () =>
        Result.getOrThrow(Document.parse(defaults[type].content))
      )
      return { subject: Variables.fill(template.subject, variables), ...Render.render(document, variables) }
    })

    /** The TSX template of a mail, if it has one. */
    const findSource = Effect.fnUntraced(function* (type: EmailTemplateType, project: Project) {
      if (!has("current")) return undefined
      const builtIn = ofMail[type]
      const changed = yield* tsxTemplates.noteChange(project.id, builtIn.id)
      if (changed !== undefined || !isOnly("current")) return changed
      // Without the parser, the document produces the same mail.
      return (yield* Effect.isSuccess(Parse.load)) ? { tsxSource: builtIn.source, themeId: null } : undefined
    })

    const ofSource = Effect.fnUntraced(function* (
      { themeId, tsxSource }: Pick<TsxEmailTemplate, "themeId" | "tsxSource">,
      { project, user: recipient }: CodeMail,
      variables: Variables.Variables
    ) {
      const theme = yield* themes.findSource(project, themeId)
      const user = { displayName: recipient?.display_name ?? null }
      const { html, subject, text } = yield* RenderMail.render({ template: tsxSource, theme, user, project, variables })
      return { subject: subject ?? project.displayName, html, text }
    })

    /** The part of a mail that the outbox of the current service shows: all but its code. */
    const toServiceMail = (
      { mail, source, type, variables }: Draft,
      { content, renderError }: Pick<OutboxRow.ServiceMail, "content" | "renderError">
    ): OutboxRow.ServiceMail => {
      const { code, project, to, user } = mail
      const hide = hideCode(code)
      const { id, source: builtIn } = ofMail[type]
      return {
        projectId: project.id,
        to: user
          ? { type: "user-custom-emails", userId: UserId.make(user.id), emails: [to] }
          : { type: "custom-emails", emails: [to] },
        template: { id, source: source?.tsxSource ?? builtIn },
        themeId: source?.themeId === false ? null : (source?.themeId ?? project.config.emailTheme),
        variables: Record.map(variables, (value) => value && hide(value)),
        content: Record.map(content, hide),
        ...(renderError !== undefined && { renderError: hide(renderError) })
      }
    }

    const record = (outboxId: string, mail: OutboxRow.ServiceMail) =>
      has("current") ? OutboxRow.addServiceMail(sql, outboxId, mail) : Effect.void

    const sendContent = Effect.fnUntraced(function* (draft: Draft, outboxId: string, content: Content) {
      const { html, subject, text } = content
      const { code, project, to } = draft.mail
      // Recorded before delivery, so that a reader of the mail finds it in the outbox.
      yield* record(outboxId, toServiceMail(draft, { content: { subject, html, text } }))
      const failure = yield* deliver(project, { to, subject, html, text, link: draft.link, code })
      yield* OutboxRow.finish(sql, outboxId, failure)
    })

    /** No caller waits for a background mail, so the log says why it does not arrive. */
    const reportUnsent = Effect.fnUntraced(function* (draft: Draft, outboxId: string, message: string) {
      const { project, to } = draft.mail
      const subject = ofMail[draft.type].displayName
      const error = { code: "EMAIL_RENDERING_ERROR", message }
      yield* sentEmails.add({ projectId: project.id, to, subject, sender: getSender(project), error })
      const content = { subject, html: "", text: "" }
      yield* record(outboxId, toServiceMail(draft, { content, renderError: message }))
      yield* Effect.logWarning(`A mail was not sent: ${subject}: ${message}`)
    })

    const send = Effect.fnUntraced(function* (
      type: EmailTemplateType,
      mail: CodeMail,
      makeVariables: (link: string) => Variables.Variables
    ) {
      const link = makeLink(mail.callbackUrl, mail.code)
      const variables = makeVariables(link)
      const source = yield* findSource(type, mail.project)
      const draft: Draft = { type, mail, link, variables, source }
      const outboxId = randomness.uuid()
      const content: Effect.Effect<Content, EmailRenderingError> =
        source === undefined ? ofDocument(type, mail, variables) : ofSource(source, mail, variables)
      yield* Effect.matchEffect(content, {
        onFailure: ({ details }) => reportUnsent(draft, outboxId, details.error),
        onSuccess: (content) => sendContent(draft, outboxId, content)
      })
    })

    return {
      sendEmailVerification: (mail) => send("email_verification", mail, (link) => ({ emailVerificationLink: link })),
      sendPasswordReset: (mail) => send("password_reset", mail, (link) => ({ passwordResetLink: link })),
      sendMagicLink: (mail) =>
        send("magic_link", mail, (link) => ({
          magicLink: link,
          otp: typedCode(mail.code)
        })),
      sendTeamInvitation: (mail) =>
        send("team_invitation", mail, (link) => ({ teamInvitationLink: link, teamDisplayName: mail.teamName }))
    }
  })
)
