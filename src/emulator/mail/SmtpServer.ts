/**
 * A mail server into the mailbox, through the optional packages `smtp-server` and `postal-mime`: for the mails of any
 * program.
 */
import * as Effect from "effect/Effect"
import type { Email } from "postal-mime"
import type { SMTPServerEnvelope } from "smtp-server"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import { findCode, findLinks } from "./internal/Links.ts"
import type { Delivered, Mailbox } from "./Mailbox.ts"
import { renderPlainText } from "./tsx/PlainText.ts"

/** Why no mails are taken over SMTP. */
export class SmtpError extends TaggedError("SmtpError")<{
  readonly reason: "Listen" | "MissingPackage"
  readonly problem: string
}> {
  override get message() {
    return this.problem
  }
}

/** Mails with attachments; longer ones are refused. */
const maxBytes = 25_000_000

/**
 * More than a mail of that size with attachments has, whose lines have 76 characters. Each line is work for the parser,
 * however short it is: about 10 microseconds, so this many take up to five seconds. The time grows with the number of
 * lines.
 */
const maxLines = 400_000

const countLines = (message: Uint8Array): number => {
  let lines = 0
  for (let at = message.indexOf(10); at !== -1; at = message.indexOf(10, at + 1)) lines++
  return lines
}

/** Further clients get a temporary error, so that mails in progress do not fill the memory. */
const maxConnections = 50

const libraries = Effect.tryPromise({
  try: async () => {
    const [{ SMTPServer }, { default: PostalMime }] = await Promise.all([import("smtp-server"), import("postal-mime")])
    return { SMTPServer, PostalMime }
  },
  catch: () =>
    new SmtpError({
      reason: "MissingPackage",
      problem: "Emails over SMTP need two packages: npm install --save-dev smtp-server postal-mime"
    })
})

const toBytes = (content: string | ArrayBuffer | Uint8Array): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content)

const findSender = ({ from }: Email, envelope: string): string => {
  if (from?.address === undefined) return envelope
  return from.name ? `${from.name} <${from.address}>` : from.address
}

/** Converts a received message to a mail without its recipient. */
const toMail = (email: Email, sender: string): Omit<Delivered, "to"> => {
  const html = email.html ?? ""
  const text = email.text ?? renderPlainText(html)
  const links = findLinks(html, text)
  const [link] = links
  const inLink = link === undefined || !URL.canParse(link) ? null : new URL(link).searchParams.get("code")
  return {
    projectId: undefined,
    from: findSender(email, sender),
    subject: email.subject ?? "",
    text,
    html,
    link,
    links,
    code: inLink ?? findCode(text),
    attachments: email.attachments.map(({ content, filename, mimeType }) => ({
      filename: filename ?? undefined,
      contentType: mimeType,
      content: toBytes(content)
    }))
  }
}

/** The error that tells a client why its mail is refused. */
const makeRefusal = (responseCode: number, problem: string) => Object.assign(new Error(problem), { responseCode })

export interface Options {
  readonly host: string
  /** 0 for a free one. */
  readonly port: number
}

/**
 * Accepts every mail, with any user name and password or none, until the scope closes. Each recipient gets a separate
 * copy. Returns the port.
 */
export const listen = Effect.fnUntraced(function* ({ host, port }: Options, deliver: Mailbox["Service"]["deliver"]) {
  const { PostalMime, SMTPServer } = yield* libraries
  const run = Effect.runPromiseWith(yield* Effect.context<never>())

  const take = async (message: Uint8Array, { mailFrom, rcptTo }: SMTPServerEnvelope): Promise<void> => {
    // Parsed once for all recipients: there may be hundreds, and the mail may have attachments.
    const mail = toMail(await PostalMime.parse(message), mailFrom === false ? "" : mailFrom.address)
    for (const { address } of rcptTo) await run(deliver({ ...mail, to: address }))
  }

  const server = new SMTPServer({
    // Disabled, because no client would trust its certificate.
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    size: maxBytes,
    maxClients: maxConnections,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? "anybody" }),
    onData: (stream, { envelope }, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => void (stream.sizeExceeded || chunks.push(chunk)))
      stream.on("end", () => {
        if (stream.sizeExceeded) return done(makeRefusal(552, "The mail is too large."))
        const message = Buffer.concat(chunks)
        if (countLines(message) > maxLines) return done(makeRefusal(552, "The mail has too many lines."))
        take(message, envelope).then(
          () => done(),
          () => done(makeRefusal(554, "The mail cannot be read."))
        )
      })
    }
  })

  return yield* Effect.acquireRelease(
    Effect.callback<number, SmtpError>((resume) => {
      // Stays attached after the start: later connection errors are the client's problem.
      server.on("error", ({ message }) => {
        const problem = `Cannot take mails on ${host}:${port}: ${message}`
        resume(Effect.fail(new SmtpError({ reason: "Listen", problem })))
      })
      const listening = server.listen(port, host, () => {
        const address = listening.address()
        resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : port))
      })
    }),
    () => Effect.callback<void>((resume) => server.close(() => resume(Effect.void)))
  )
})
