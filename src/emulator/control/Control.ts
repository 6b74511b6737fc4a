/**
 * The control interface for tests. It needs a token, which changes with every start, and refuses browsers, so that no
 * page can read codes (docs/protocol/threats.md#pages-that-call-the-emulator).
 *
 * - `GET api/v1/mailbox/{name}`, `GET api/v1/mailbox/{name}/{id}`: mails, in the form of Inbucket's API
 * - `GET mails`, `GET mails/{id}`, `POST mails/take`, `DELETE mails`: mails with links, codes and attachments
 * - `GET journal`, `GET journal/{id}`, `DELETE journal`: the requests so far, and one as a command of curl
 * - `GET events`: what happens, as server-sent events
 * - `GET webhooks`, `POST webhooks/{message id}`: the attempts to deliver webhooks, and another one
 * - `GET service`: the generation of the service that it is, as `{ service: "2025-06" | "current" | "both" }`
 * - `GET clock`: the emulator's time, as `{ now_millis, offset_millis }`
 * - `GET faults`, `POST faults`, `DELETE faults`, `DELETE faults/{id}`: the rules for faults
 * - `POST reset`, `GET snapshot`, `POST restore`, `POST seed`, `GET export`, `POST import`: the whole state
 * - `POST clock`: moves it by `{ "advance_millis": 600000 }`, or back to the machine's by `{ "reset": true }`
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"
import * as Hashing from "../storage/Hashing.ts"
import { clockPaths } from "./ClockPaths.ts"
import { error, json, type Paths } from "./ControlPath.ts"
import { faultPaths } from "./FaultPaths.ts"
import { statePaths } from "./StatePaths.ts"
import type { EmulatorState } from "../seeds/EmulatorState.ts"
import type { Faults } from "../faults/Faults.ts"
import { Generation } from "../Generation.ts"
import type { Events } from "./Events.ts"
import { inspectionPaths } from "./InspectionPaths.ts"
import type { Journal } from "./Journal.ts"
import { mailPaths } from "./MailPaths.ts"
import type { Replays } from "./Replays.ts"
import { type Mail, Mailbox } from "../mail/Mailbox.ts"
import type { MovableClock } from "./MovableClock.ts"
import { Origins } from "../http/Origins.ts"
import type { Webhooks } from "../webhooks/Webhooks.ts"

/** The header that carries the token. */
export const TOKEN_HEADER = "x-gatefold-emulator-token"

/** Every request of a page that can send the token has one of these headers. */
const BROWSER_HEADERS = ["origin", "sec-fetch-site"]

/** Where the control paths start. */
export const PREFIX = "/__emulator/"

/** The control paths of one emulator. */
export class Control extends Context.Service<
  Control,
  {
    readonly token: Redacted.Redacted<string>
    readonly handle: (request: Request, signal: AbortSignal) => Effect.Effect<Response>
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

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Random for every emulator, also with a seed. */
export const layer: Layer.Layer<
  Control,
  never,
  EmulatorState | Events | Faults | Generation | Journal | Mailbox | MovableClock | Origins | Replays | Webhooks
> = Layer.effect(
  Control,
  Effect.gen(function* () {
    const generation = yield* Generation
    const mailbox = yield* Mailbox
    const origins = yield* Origins
    const paths: Paths = {
      ...(yield* clockPaths),
      ...(yield* faultPaths),
      ...(yield* inspectionPaths),
      ...(yield* mailPaths),
      ...(yield* statePaths),
      "GET service": () => Effect.succeed(json(200, { service: generation.service ?? "both" }))
    }
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

    const handle = Effect.fnUntraced(function* (request: Request, signal: AbortSignal) {
      if (BROWSER_HEADERS.some((name) => request.headers.has(name))) {
        return error(403, "The control paths are not for browsers.")
      }
      const host = origins.foreignHostOf(request)
      if (host !== undefined)
        return error(403, `The control paths do not answer under the host ${JSON.stringify(host)}.`)
      if (!Hashing.equal(request.headers.get(TOKEN_HEADER) ?? "", token)) {
        return error(401, `The header ${TOKEN_HEADER} must hold the token of this start.`)
      }
      const { pathname, searchParams: query } = new URL(request.url)
      const path = pathname.slice(PREFIX.length)
      const [, name, id] = MAILBOX.exec(path) ?? []
      if (request.method === "GET" && name !== undefined) return yield* readMail(decode(name), id)
      const start = path.lastIndexOf("/") + 1
      const found = paths[`${request.method} ${path}`] ?? paths[`${request.method} ${path.slice(0, start)}*`]
      if (found !== undefined) return yield* found({ request, query, signal, last: decode(path.slice(start)) })
      return error(404, "There is no such control path.")
    })

    return { handle, token: Redacted.make(token, { label: "emulator control token" }) }
  })
)
