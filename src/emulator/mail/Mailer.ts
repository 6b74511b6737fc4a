/** Writes and sends the mails of the service (docs/protocol/resources.md#mails). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { EmailTemplateType } from "../../api/schema/EmailTemplate.ts"
import { EmailTemplates } from "./EmailTemplates.ts"
import { defaults } from "./Defaults.ts"
import { Delivery } from "./Delivery.ts"
import * as Document from "./Document.ts"
import * as Render from "./Render.ts"
import { fill, type Variables } from "./Variables.ts"
import type { Project } from "../projects/Projects.ts"
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

/** Mails from templates. */
export const layer: Layer.Layer<Mailer, never, EmailTemplates | Delivery> = Layer.effect(
  Mailer,
  Effect.gen(function* () {
    const { deliver } = yield* Delivery
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
      // a stored document was valid when it was stored
      const document = Result.getOrElse(Document.parse(template.content), () =>
        Result.getOrThrow(Document.parse(defaults[type].content))
      )
      const subject = fill(template.subject, variables)
      yield* deliver(project, { to, subject, ...Render.render(document, variables), link, code })
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
