/** Writes and sends the mails of the service (docs/protocol/resources.md#mails). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { EmailTemplateType } from "../../api/schema/EmailTemplate.ts"
import type { SenderConfig } from "../../api/schema/SentEmail.ts"
import { EmailTemplates } from "./EmailTemplates.ts"
import { defaults } from "./Defaults.ts"
import * as Document from "./Document.ts"
import * as Render from "./Render.ts"
import { fill, type Variables } from "./Variables.ts"
import { Mailbox } from "./Mailbox.ts"
import type { Project } from "../projects/Projects.ts"
import { SentEmails } from "./SentEmails.ts"
import { Smtp, type SmtpFailure } from "./Smtp.ts"
import { OTP_LENGTH } from "../storage/VerificationCodes.ts"

/** A mail with a code in a link. */
export interface CodeMail {
  readonly project: Project
  readonly to: string
  readonly callbackUrl: string
  readonly code: string
  /** The name of the recipient, if known. */
  readonly userDisplayName?: string | null | undefined
}

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
const linkOf = (callbackUrl: string, code: string): string => {
  const url = new URL(callbackUrl)
  url.searchParams.set("code", code)
  return url.href
}

/** A header must be one line. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, " ")

/** An address with a name, quoted where it has to be (RFC 5322 §3.4). */
const addressOf = ({ senderEmail, senderName }: SenderConfig): string => {
  const name = oneLine(senderName)
  if (name === "") return senderEmail
  return `${/^[\w ]+$/.test(name) ? name : JSON.stringify(name)} <${senderEmail}>`
}

/** The sender of a project's mails; without a mail server of its own nothing leaves this process. */
const senderOf = ({ config: { emailConfig }, displayName }: Project): SenderConfig => {
  if (emailConfig.type === "standard") {
    const { password: _, ...sender } = emailConfig
    return sender
  }
  return {
    type: "shared",
    host: "localhost",
    port: 0,
    username: "emulator",
    senderName: displayName,
    senderEmail: "noreply@emulator.gatefold.invalid"
  }
}

/**
 * Delivers into the mailbox, to the project's own mail server if it has one, and records the result for `GET
 * /internal/emails`. It is in the mailbox afterwards, also if the mail server refused it.
 */
export const layer: Layer.Layer<Mailer, never, EmailTemplates | Mailbox | SentEmails | Smtp> = Layer.effect(
  Mailer,
  Effect.gen(function* () {
    const mailbox = yield* Mailbox
    const sentEmails = yield* SentEmails
    const smtp = yield* Smtp
    const templates = yield* EmailTemplates

    const send = Effect.fnUntraced(function* (
      type: EmailTemplateType,
      mail: CodeMail,
      variablesOf: (link: string) => Variables
    ) {
      const { code, project, to } = mail
      const link = linkOf(mail.callbackUrl, code)
      const variables = {
        projectDisplayName: project.displayName,
        userDisplayName: mail.userDisplayName ?? undefined,
        userPrimaryEmail: to,
        ...variablesOf(link)
      }
      const template = yield* templates.get(project.id, type)
      const subject = oneLine(fill(template.subject, variables))
      // a stored document was valid when it was stored
      const document = Result.getOrElse(Document.parse(template.content), () =>
        Result.getOrThrow(Document.parse(defaults[type].content))
      )
      const bodies = Render.render(document, variables)
      const { emailConfig } = project.config
      const failure: SmtpFailure | null =
        emailConfig.type === "shared"
          ? null
          : yield* smtp.send(emailConfig, { to, subject, ...bodies }).pipe(
              Effect.as(null),
              Effect.catch((failure) => Effect.succeed(failure))
            )
      const sender = senderOf(project)
      yield* sentEmails.add({ projectId: project.id, to, subject, sender, error: failure && { ...failure } })
      yield* mailbox.deliver({
        projectId: project.id,
        from: addressOf(sender),
        to,
        subject,
        ...bodies,
        link,
        code
      })
    })

    return {
      sendEmailVerification: (mail) => send("email_verification", mail, (link) => ({ emailVerificationLink: link })),
      sendPasswordReset: (mail) => send("password_reset", mail, (link) => ({ passwordResetLink: link })),
      sendMagicLink: (mail) =>
        send("magic_link", mail, (link) => ({
          magicLink: link,
          otp: mail.code.slice(0, OTP_LENGTH).toUpperCase()
        })),
      sendTeamInvitation: (mail) =>
        send("team_invitation", mail, (link) => ({ teamInvitationLink: link, teamDisplayName: mail.teamName }))
    }
  })
)
