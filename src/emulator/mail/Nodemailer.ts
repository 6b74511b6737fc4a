/** Sends mails to real mail servers, through the optional package `nodemailer`. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mailServer, Smtp, SmtpSendError } from "./Smtp.ts"

const timeoutMillis = 10_000

/** The port of implicit TLS; on other ports STARTTLS is used if possible. */
const tlsPort = 465

const library = Effect.tryPromise({
  try: () => import("nodemailer"),
  catch: () =>
    new SmtpSendError({
      problem: "Mail servers need a package: npm install --save-dev nodemailer",
      code: "MISSING_PACKAGE"
    })
})

const toString = (value: unknown, fallback: string): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : fallback

const explanations: Readonly<Record<string, string>> = {
  EAUTH: "The email host refused the username or password. Please check the email host configuration.",
  EENVELOPE: "The email host refused the sender or the recipient.",
  EMESSAGE: "The email host refused the email."
}

/** Our own message: the library's may quote the conversation. */
const toError = (cause: unknown): SmtpSendError => {
  const error = typeof cause === "object" && cause !== null ? cause : {}
  const code = toString("code" in error ? error.code : undefined, "UNKNOWN")
  const status = "responseCode" in error ? ` (${toString(error.responseCode, "")})` : ""
  const explanation =
    explanations[code] ??
    "Failed to connect to the email host. Please make sure the email host configuration is correct."
  return new SmtpSendError({ problem: explanation + status, code })
}

const makeTimeoutError = () =>
  new SmtpSendError({ problem: "The email host did not answer within 10 seconds.", code: "ETIMEDOUT" })

/** Sends mails over SMTP with Nodemailer. */
export const layer: Layer.Layer<Smtp> = Layer.succeed(Smtp, {
  send: Effect.fnUntraced(
    function* ({ host, password, port, senderEmail, senderName, username }, message) {
      if (host === mailServer.host) return
      const { createTransport } = yield* library
      const transport = createTransport({
        host,
        port,
        secure: port === tlsPort,
        auth: { user: username, pass: password },
        connectionTimeout: timeoutMillis,
        greetingTimeout: timeoutMillis,
        socketTimeout: timeoutMillis,
        dnsTimeout: timeoutMillis,
        // Mails must not cause reads of files or URLs.
        disableFileAccess: true,
        disableUrlAccess: true
      })
      const { html, subject, text } = message
      // As objects, because a text would be parsed as a list of addresses.
      const from = { name: senderName, address: senderEmail }
      const to = { name: "", address: message.to }
      yield* Effect.tryPromise({
        try: () => transport.sendMail({ from, to, subject, text, html }),
        catch: toError
      }).pipe(Effect.ensuring(Effect.sync(() => transport.close())))
    },
    Effect.timeoutOrElse({ duration: timeoutMillis, orElse: () => Effect.fail(makeTimeoutError()) })
  )
})
