/**
 * The control interface for tests. It needs a token, which changes with every start, and refuses browsers, so that no
 * page can read codes (docs/protocol/threats.md#pages-that-call-the-emulator).
 *
 * - `GET api/v1/mailbox/{name}`, `GET api/v1/mailbox/{name}/{id}`: mails, in the form of Inbucket's API
 * - `GET journal`, `GET webhooks`: the requests so far, and the attempts to deliver webhooks
 * - `GET service`: the generation of the service that it is, as `{ service: "2025-06" | "current" | "both" }`
 * - `GET clock`: the emulator's time, as `{ now_millis, offset_millis }`
 * - `POST clock`: moves it by `{ "advance_millis": 600000 }`, or back to the machine's by `{ "reset": true }`
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { randomBytes } from "node:crypto"
import * as Hashing from "../storage/Hashing.ts"
import { Generation } from "../Generation.ts"
import { Journal } from "./Journal.ts"
import { type Mail, Mailbox } from "../mail/Mailbox.ts"
import { MAX_MILLIS, MovableClock } from "./MovableClock.ts"
import { Origins } from "../http/Origins.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"

/** The header that carries the token. */
const TOKEN_HEADER = "x-gatefold-emulator-token"

/** Every request of a page that can send the token has one of these headers. */
const BROWSER_HEADERS = ["origin", "sec-fetch-site"]

/** Where the control paths start. */
export const PREFIX = "/__emulator/"

/** The control paths of one emulator. */
export class Control extends Context.Service<
  Control,
  {
    readonly token: Redacted.Redacted<string>
    readonly handle: (request: Request) => Effect.Effect<Response>
  }
>()("gatefold/emulator/control/Control") {}

const MAILBOX = /^api\/v1\/mailbox\/([^/]+)(?:\/([^/]+))?$/

/** Inbucket names mailboxes by the part before the @; the whole address works, too. */
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

/** A change of the clock. */
const Move = Schema.Union([
  Schema.Struct({ reset: Schema.Literal(true) }),
  Schema.Struct({ advance_millis: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_MILLIS })) })
])

const decodeMove = Schema.decodeUnknownEffect(Schema.fromJsonString(Move))

const json = (status: number, body: unknown): Response =>
  Response.json(body, { status, headers: { "cache-control": "no-store" } })

const error = (status: number, text: string): Response => json(status, { error: text })

const clockMisused = () => error(400, 'Send { "advance_millis": n }, ten years at most in all, or { "reset": true }.')

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Random for every emulator, also with a seed. */
export const layer: Layer.Layer<Control, never, Generation | Journal | Mailbox | MovableClock | Origins | Webhooks> =
  Layer.effect(
    Control,
    Effect.gen(function* () {
      const generation = yield* Generation
      const journal = yield* Journal
      const mailbox = yield* Mailbox
      const clock = yield* MovableClock
      const origins = yield* Origins
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

      const readClock = Effect.gen(function* () {
        const offset = yield* clock.offset
        return json(200, { now_millis: yield* clock.currentTimeMillis, offset_millis: Duration.toMillis(offset) })
      })

      const moveClock = Effect.fnUntraced(
        function* (request: Request) {
          const move = yield* decodeMove(yield* Effect.promise(() => request.text()))
          if ("reset" in move) yield* clock.reset
          else if (Duration.toMillis(yield* clock.offset) + move.advance_millis > MAX_MILLIS) return clockMisused()
          else yield* clock.advance(move.advance_millis)
          return yield* readClock
        },
        Effect.catch(() => Effect.sync(clockMisused))
      )

      const handle = Effect.fnUntraced(function* (request: Request) {
        if (BROWSER_HEADERS.some((name) => request.headers.has(name))) {
          return error(403, "The control paths are not for browsers.")
        }
        const host = origins.foreignHostOf(request)
        if (host !== undefined)
          return error(403, `The control paths do not answer under the host ${JSON.stringify(host)}.`)
        if (!Hashing.equal(request.headers.get(TOKEN_HEADER) ?? "", token)) {
          return error(401, `The header ${TOKEN_HEADER} must hold the token of this start.`)
        }
        const path = new URL(request.url).pathname.slice(PREFIX.length)
        const [, name, id] = MAILBOX.exec(path) ?? []
        if (request.method === "GET" && name !== undefined) return yield* readMail(decode(name), id)
        if (request.method === "GET" && path === "journal") return json(200, yield* journal.entries)
        if (request.method === "GET" && path === "webhooks") return json(200, yield* webhooks.attempts)
        if (request.method === "GET" && path === "service") return json(200, { service: generation.service ?? "both" })
        if (request.method === "GET" && path === "clock") return yield* readClock
        if (request.method === "POST" && path === "clock") return yield* moveClock(request)
        return error(404, "There is no such control path.")
      })

      return { handle, token: Redacted.make(token, { label: "emulator control token" }) }
    })
  )
