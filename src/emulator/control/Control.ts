/**
 * The control interface for tests and for the console. It requires a token, which changes with every start. From
 * browsers it accepts only requests of the emulator's own page, so that no other page can read codes
 * (docs/protocol/threats.md#pages-that-call-the-emulator). The modules below `internal` have its paths, by subject.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ControlToken, proofHeader, tokenHeader } from "../access/ControlToken.ts"
import { Origins } from "../access/Origins.ts"
import { Mailbox } from "../mail/Mailbox.ts"
import { Generation } from "../settings/Generation.ts"
import * as ControlPath from "./ControlPath.ts"
import { clockPaths } from "./internal/ClockPaths.ts"
import { faultPaths } from "./internal/FaultPaths.ts"
import { identityPaths } from "./internal/IdentityPaths.ts"
import * as Inbucket from "./internal/Inbucket.ts"
import { inspectionPaths } from "./internal/InspectionPaths.ts"
import { findMail, mailPaths, respondWithHtml } from "./internal/MailPaths.ts"
import { projectPaths } from "./internal/ProjectPaths.ts"
import { statePaths } from "./internal/StatePaths.ts"

/** Every request of a page that can send the token has one of these headers. */
const browserHeaders = ["origin", "sec-fetch-site"]

/** Whether the request is from a page of this origin. Pages can set neither header, and the host was checked. */
const isOwnPage = ({ headers, url }: Request): boolean => {
  const origin = headers.get("origin")
  const ownOrigin = `http://${headers.get("host") ?? new URL(url).host}`
  return headers.get("sec-fetch-site") === "same-origin" && (origin === null || origin === ownOrigin)
}

const isOfForeignPage = (request: Request): boolean =>
  browserHeaders.some((name) => request.headers.has(name)) && !isOwnPage(request)

export class Control extends Context.Service<
  Control,
  {
    readonly handle: (
      request: Request,
      signal: AbortSignal,
      send: (request: Request) => Promise<Response>
    ) => Effect.Effect<Response>
  }
>()("gatefold/emulator/control/Control") {}

const challengePattern = /^[\w-]{22,64}$/

const documentPath = /^mails\/([^/]+)\/html$/

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const make = Effect.gen(function* () {
  const generation = yield* Generation
  const mailbox = yield* Mailbox
  const origins = yield* Origins
  const paths: ControlPath.Paths = {
    ...(yield* clockPaths),
    ...(yield* faultPaths),
    ...(yield* identityPaths),
    ...(yield* inspectionPaths),
    ...(yield* mailPaths),
    ...(yield* projectPaths),
    ...(yield* statePaths),
    "GET service": () => Effect.succeed({ service: generation.only ?? "both" })
  }
  const token = yield* ControlToken
  const tables = yield* Effect.context<ControlPath.Tables>()

  /** Answers frames and tabs, which cannot send the token header. Other origins cannot learn whether a mail exists. */
  const readDocument = Effect.fnUntraced(function* (request: Request, id: string, query: URLSearchParams) {
    const site = request.headers.get("sec-fetch-site") ?? "none"
    if (site !== "none" && site !== "same-origin") {
      return yield* ControlPath.refuse(403, "Mails are not for pages of other origins.")
    }
    if (query.get("key") !== token.makeKeyTo(`mail ${id}`)) {
      return yield* ControlPath.refuse(401, "The address of a mail has its own key.")
    }
    return respondWithHtml(yield* findMail(yield* mailbox.list(), id))
  })

  const prove = (challenge: string) =>
    challengePattern.test(challenge)
      ? Effect.sync(() => new Response(null, { status: 204, headers: { [proofHeader]: token.prove(challenge) } }))
      : ControlPath.refuse(400, "A challenge is 22 to 64 characters of base64url.")

  const handle = Effect.fnUntraced(function* (
    request: Request,
    signal: AbortSignal,
    send: (request: Request) => Promise<Response>
  ) {
    const host = origins.findForeignHost(request)
    if (host !== undefined) {
      return yield* ControlPath.refuse(403, `The control paths do not answer under the host ${JSON.stringify(host)}.`)
    }
    const { pathname, searchParams: query } = new URL(request.url)
    const path = pathname.slice(ControlPath.prefix.length)
    const [, document] = documentPath.exec(path) ?? []
    if (document !== undefined) return yield* readDocument(request, decode(document), query)
    if (isOfForeignPage(request)) {
      return yield* ControlPath.refuse(403, "The control paths are not for pages of browsers.")
    }
    if (request.method === "GET" && path === "proof") return yield* prove(query.get("challenge") ?? "")
    if (!token.is(request.headers.get(tokenHeader))) {
      return yield* ControlPath.refuse(401, `The header ${tokenHeader} must hold the token of this start.`)
    }
    const [, name, id] = Inbucket.path.exec(path) ?? []
    if (request.method === "GET" && name !== undefined) {
      return yield* Inbucket.answer(yield* mailbox.list(), decode(name).toLowerCase(), id)
    }
    const start = path.lastIndexOf("/") + 1
    const handler = paths[`${request.method} ${path}`] ?? paths[`${request.method} ${path.slice(0, start)}*`]
    if (handler === undefined) return yield* ControlPath.refuse(404, "There is no such control path.")
    return yield* handler({ request, query, signal, send, last: decode(path.slice(start)) })
  })

  return Control.of({
    handle: (request, signal, send) =>
      Effect.map(Effect.provideContext(ControlPath.respond(handle(request, signal, send)), tables), (response) => {
        response.headers.set(ControlPath.emulatorHeader, "true")
        return response
      })
  })
})

/** Answers the control paths of one emulator. */
export const layer = Layer.effect(Control, make)
