/** Writes and sends the mails of the service (wire/endpoints §17). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import * as Database from "./Database.ts"
import { Entropy } from "./Entropy.ts"
import { Mailbox } from "./Mailbox.ts"
import type { Project } from "./Projects.ts"
import { OTP_LENGTH } from "./VerificationCodes.ts"

/** A mail with a code in a link. */
export interface CodeMail {
  readonly project: Project
  readonly to: string
  readonly callbackUrl: string
  readonly code: string
}

/** Everything that the service mails. */
export class Mailer extends Context.Service<
  Mailer,
  {
    readonly sendEmailVerification: (mail: CodeMail) => Effect.Effect<void>
    readonly sendPasswordReset: (mail: CodeMail) => Effect.Effect<void>
    /** A link that signs in, and the first characters of its code for whoever types them elsewhere. */
    readonly sendMagicLink: (mail: CodeMail) => Effect.Effect<void>
    readonly sendTeamInvitation: (mail: CodeMail & { readonly teamName: string }) => Effect.Effect<void>
  }
>()("gatefold/emulator/Mailer") {}

/** The callback URL with the code in its query; what else is in the query stays (wire/headers §12). */
export const linkOf = (callbackUrl: string, code: string): string => {
  const url = new URL(callbackUrl)
  url.searchParams.set("code", code)
  return url.href
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

const bodyOf = (sentence: string, link: string) => ({
  text: `${sentence}\n\n${link}\n`,
  html: `<p>${escapeHtml(sentence)}</p><p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`
})

/** A header is one line, whatever a project is called. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, " ")

/** Delivers into the mailbox, and records for `GET /internal/emails` that something was sent. */
export const layer: Layer.Layer<Mailer, never, Mailbox | SqlClient | Entropy> = Layer.effect(
  Mailer,
  Effect.gen(function* () {
    const mailbox = yield* Mailbox
    const entropy = yield* Entropy
    const sql = yield* SqlClient

    const send = Effect.fnUntraced(function* (mail: CodeMail, subject: string, sentence: string) {
      const link = linkOf(mail.callbackUrl, mail.code)
      yield* Database.run(
        sql`INSERT INTO sent_emails ${sql.insert({
          id: entropy.uuid(),
          project_id: mail.project.id,
          recipient: mail.to,
          subject: oneLine(subject),
          sent_at: yield* Clock.currentTimeMillis
        })}`
      )
      yield* mailbox.deliver({
        projectId: mail.project.id,
        to: mail.to,
        subject: oneLine(subject),
        ...bodyOf(sentence, link),
        link,
        code: mail.code
      })
    })

    return {
      sendEmailVerification: (mail) =>
        send(
          mail,
          `Verify your email at ${mail.project.displayName}`,
          `Follow this link to verify your e-mail address at ${mail.project.displayName}:`
        ),
      sendPasswordReset: (mail) =>
        send(
          mail,
          `Reset your password at ${mail.project.displayName}`,
          `Follow this link to choose a new password at ${mail.project.displayName}:`
        ),
      sendMagicLink: (mail) => {
        const otp = mail.code.slice(0, OTP_LENGTH).toUpperCase()
        return send(
          mail,
          `Sign in to ${mail.project.displayName}: Your code is ${otp}`,
          `Your code for ${mail.project.displayName} is ${otp}. You can also follow this link to sign in:`
        )
      },
      sendTeamInvitation: (mail) =>
        send(
          mail,
          `You have been invited to join ${mail.teamName}`,
          `Follow this link to join the team ${mail.teamName} at ${mail.project.displayName}:`
        )
    }
  })
)
