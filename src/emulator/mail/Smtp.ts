/** The port of mail servers. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import type { Mail } from "./Mailbox.ts"

/** A mail server of a project, and the sender. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  readonly senderName: string
  readonly senderEmail: string
}

/** A mail to one recipient. */
export type SmtpMessage = Pick<Mail, "to" | "subject" | "text" | "html">

/** The mail server rejected a mail or was unreachable; `code` is an SMTP or network code. */
export class SmtpSendError extends TaggedError("SmtpSendError")<{ readonly problem: string; readonly code: string }> {
  override get message() {
    return this.problem
  }
}

export class Smtp extends Context.Service<
  Smtp,
  {
    /** Succeeds when the server has accepted the mail; fails after ten seconds. */
    readonly send: (server: SmtpServer, message: SmtpMessage) => Effect.Effect<void, SmtpSendError>
  }
>()("gatefold/emulator/mail/Smtp") {}

/**
 * A mail server that exists only in the emulator and accepts every mail, for projects that must have their own server.
 * As with any server, mails also appear in the mailbox.
 */
export const mailServer = {
  host: "mailbox.emulator.gatefold.invalid",
  port: 25,
  username: "emulator",
  password: "emulator",
  senderName: "Emulator",
  senderEmail: "noreply@emulator.gatefold.invalid"
} satisfies SmtpServer

/** Sends nothing, on platforms that cannot reach a mail server: mails stay in the mailbox. */
export const layerNone: Layer.Layer<Smtp> = Layer.succeed(Smtp, {
  send: ({ host }) =>
    host === mailServer.host
      ? Effect.void
      : Effect.fail(new SmtpSendError({ problem: "A browser cannot reach mail servers.", code: "UNSUPPORTED" }))
})
