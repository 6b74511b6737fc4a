/**
 * What tests ask the emulator itself, apart from the service: mails in the
 * form of Inbucket's API, the journal and what became of webhooks. Guarded by a token that changes
 * with every start, and closed to browsers: a page that somebody visits must
 * not be able to read codes (SECURITY A8.1).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"
import * as Digest from "./Digest.ts"
import { Journal } from "./Journal.ts"
import { type Mail, Mailbox } from "./Mailbox.ts"
import { Webhooks } from "./webhooks/Webhooks.ts"

/** The header that carries the token. */
export const TOKEN_HEADER = "x-gatefold-emulator-token"

/** Where the control paths start. */
export const PREFIX = "/__emulator/"

/** The control paths of one emulator. */
export class Control extends Context.Service<
  Control,
  {
    readonly token: Redacted.Redacted<string>
    readonly handle: (request: Request) => Effect.Effect<Response>
  }
>()("gatefold/emulator/Control") {}

const MAILBOX = /^api\/v1\/mailbox\/([^/]+)(?:\/([^/]+))?$/

/** Inbucket names mailboxes by the part before the @; the whole address works too. */
const isIn = (mail: Mail, name: string): boolean => mail.to === name || mail.to.split("@", 1)[0] === name

const summaryOf = (mail: Mail, name: string) => ({
  mailbox: name,
  id: mail.id,
  from: mail.from,
  to: [mail.to],
  subject: mail.subject,
  date: new Date(mail.sentAt).toISOString(),
  "posix-millis": mail.sentAt,
  size: mail.text.length + mail.html.length,
  seen: false
})

const json = (status: number, body: unknown): Response =>
  Response.json(body, { status, headers: { "cache-control": "no-store" } })

const error = (status: number, text: string): Response => json(status, { error: text })

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Made anew for every emulator; a seed does not make it predictable. */
export const layer: Layer.Layer<Control, never, Journal | Mailbox | Webhooks> = Layer.effect(
  Control,
  Effect.gen(function* () {
    const journal = yield* Journal
    const mailbox = yield* Mailbox
    const webhooks = yield* Webhooks
    const token = randomBytes(24).toString("base64url")

    const readMail = Effect.fnUntraced(function* (name: string, id: string | undefined) {
      const mails = (yield* mailbox.list()).filter((mail) => isIn(mail, name))
      if (id === undefined)
        return json(
          200,
          mails.map((mail) => summaryOf(mail, name))
        )
      const mail = id === "latest" ? mails.at(-1) : mails.find((candidate) => candidate.id === id)
      return mail === undefined
        ? error(404, "There is no such mail.")
        : json(200, { ...summaryOf(mail, name), header: {}, body: { text: mail.text, html: mail.html } })
    })

    const handle = Effect.fnUntraced(function* (request: Request) {
      if (request.headers.has("origin")) return error(403, "The control paths are not for browsers.")
      if (!Digest.equal(request.headers.get(TOKEN_HEADER) ?? "", token)) {
        return error(401, `The header ${TOKEN_HEADER} must hold the token of this start.`)
      }
      const path = new URL(request.url).pathname.slice(PREFIX.length)
      const [, name, id] = MAILBOX.exec(path) ?? []
      if (request.method === "GET" && name !== undefined) return yield* readMail(decode(name), id)
      if (request.method === "GET" && path === "journal") return json(200, yield* journal.entries)
      if (request.method === "GET" && path === "webhooks") return json(200, yield* webhooks.attempts)
      return error(404, "There is no such control path.")
    })

    return { handle, token: Redacted.make(token, { label: "emulator control token" }) }
  })
)
