/**
 * The emulator as one function from a request to a response: versions and
 * slashes of the path, browsers' preflights, access, the endpoint, and the
 * envelope around its answer.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isKnownError } from "../domain/KnownError.ts"
import { Access } from "./Access.ts"
import * as Answer from "./Answer.ts"
import { Authenticated } from "./Authenticated.ts"
import * as Contract from "./Contract.ts"
import { Entropy } from "./Entropy.ts"
import { greeting } from "./Greeting.ts"
import { contract, routes, type Services } from "./Handlers.ts"
import { Journal } from "./Journal.ts"
import * as RequestBody from "./RequestBody.ts"
import type { PerRequest, Route } from "./Route.ts"
import { notImplemented } from "./TextError.ts"

/** What the bridge knows about a request beyond the request. */
export interface Connection {
  /** The address that the request came from, if it came over a socket. */
  readonly ip?: string | undefined
}

/** The whole service. */
export class App extends Context.Service<
  App,
  {
    readonly handle: (request: Request, connection?: Connection) => Effect.Effect<Response>
  }
>()("gatefold/emulator/App") {}

type Run = Effect.Effect<HttpServerResponse.HttpServerResponse, never, PerRequest>

/** All versions behave alike at the documented commit (wire/headers §1). */
const API_ROOT = /^\/api\/(?:v1|latest|v2beta[1-4])(?=\/|$)/

/** Repeated keys: the last one counts. */
const lastValues = (search: URLSearchParams): Readonly<Record<string, string>> => Object.fromEntries(search)

/** What the journal and the envelope need to know once the answer is there. */
interface Seen {
  accessType: "client" | "server" | "admin" | undefined
  projectId: string | undefined
  userId: string | undefined
}

const make = Effect.gen(function* () {
  const access = yield* Access
  const entropy = yield* Entropy
  const journal = yield* Journal
  const services = yield* Effect.context<Services>()
  const find = Contract.index(contract)
  const byEndpoint = new Map<Contract.Endpoint, Route<Services>>(routes.map((route) => [route.endpoint, route]))
  const built = new Map<Contract.Endpoint, Run>()

  /** Decoders and encoders are compiled at the first request, which keeps the start of an emulator short. */
  const runOf = Effect.fnUntraced(function* (route: Route<Services>) {
    const known = built.get(route.endpoint)
    if (known !== undefined) return known
    const run = yield* Effect.provideContext(route.build, services)
    const provided = Effect.provideContext(run, services)
    built.set(route.endpoint, provided)
    return provided
  })

  const callEndpoint = Effect.fnUntraced(function* (
    match: Extract<Contract.Match, { _tag: "Found" }>,
    request: Request,
    url: URL,
    connection: Connection,
    authenticated: Authenticated["Service"] | undefined
  ) {
    const endpoint = match.endpointFor(authenticated?.level)
    const route = byEndpoint.get(endpoint)
    if (route === undefined) return Answer.textError(notImplemented(request.method, endpoint.path))
    const httpRequest = RequestBody.normalize(request, endpoint.payload.has(RequestBody.FORM), {
      url: url.pathname + url.search,
      remoteAddress: Option.fromUndefinedOr(connection.ip)
    })
    const run = yield* runOf(route)
    let context = Context.make(HttpServerRequest.HttpServerRequest, httpRequest).pipe(
      Context.add(HttpServerRequest.ParsedSearchParams, lastValues(url.searchParams)),
      Context.add(HttpRouter.RouteContext, {
        params: match.params,
        route: HttpRouter.route("GET", "/", HttpServerResponse.empty())
      })
    )
    if (authenticated !== undefined) context = Context.add(context, Authenticated, authenticated)
    // an endpoint with an access level has been refused by its middleware when nobody is authenticated
    return yield* Effect.provideContext(run, context as Context.Context<PerRequest>)
  })

  const answer = Effect.fnUntraced(function* (
    request: Request,
    url: URL,
    connection: Connection,
    seen: Seen
  ): Effect.fn.Return<HttpServerResponse.HttpServerResponse | undefined> {
    const root = url.pathname.includes("//") ? null : API_ROOT.exec(url.pathname)
    const path = root === null ? undefined : url.pathname.slice(root[0].length)
    const isRoot = path === "" && request.method === "GET"
    const method = request.method === "HEAD" ? "GET" : request.method
    const match = path === undefined || path === "" ? undefined : find(method, path)
    if (path === "" ? !isRoot : match?._tag === "MethodNotAllowed") return undefined
    if (!isRoot && match?._tag !== "Found") {
      return Answer.text(404, `There is nothing at ${url.pathname}.`)
    }
    const httpRequest = HttpServerRequest.fromWeb(request)
    const authenticated = yield* Effect.result(access.authenticate(httpRequest.headers))
    if (authenticated._tag === "Failure") {
      const error = authenticated.failure
      return isKnownError(error) ? Answer.knownError(error) : Answer.textError(error)
    }
    const caller = authenticated.success
    seen.accessType = caller?.level
    seen.projectId = caller?.project.id
    seen.userId = caller?.user?.id
    return match?._tag === "Found"
      ? yield* callEndpoint(match, request, url, connection, caller)
      : greeting(url, caller)
  })

  const handleApi = Effect.fnUntraced(function* (request: Request, url: URL, connection: Connection) {
    if (request.method === "OPTIONS") return HttpServerResponse.empty({ status: 200 })
    if (url.pathname.endsWith("/") && !url.pathname.includes("//")) {
      return HttpServerResponse.empty({
        status: 308,
        headers: { location: url.pathname.replace(/\/$/, "") + url.search }
      })
    }
    const requestId = entropy.base32(16)
    const seen: Seen = { accessType: undefined, projectId: undefined, userId: undefined }
    const response = yield* Effect.catchCause(answer(request, url, connection, seen), (cause) =>
      Effect.as(
        Effect.logError("The emulator failed to answer a request", Cause.pretty(cause)),
        Answer.text(500, `The emulator failed; its log tells why. Request id: ${requestId}`)
      )
    )
    const status = response?.status ?? 405
    journal.append({
      ...seen,
      at: yield* Clock.currentTimeMillis,
      method: request.method,
      path: url.pathname,
      status,
      knownError: response?.headers["x-stack-known-error"],
      requestId
    })
    if (response === undefined) return HttpServerResponse.empty({ status: 405 })
    return Answer.seal(response, {
      requestId,
      overrideStatus: request.headers.has("x-stack-override-error-status"),
      indent: request.headers.get("accept")?.includes("text/html") === true
    })
  })

  const handle: App["Service"]["handle"] = Effect.fnUntraced(function* (request, connection = {}) {
    const url = new URL(request.url)
    const toWeb = (response: HttpServerResponse.HttpServerResponse) =>
      HttpServerResponse.toWeb(response, { withoutBody: request.method === "HEAD" })
    if (url.pathname === "/api" || url.pathname.startsWith("/api/") || url.pathname.startsWith("//")) {
      return toWeb(Answer.withCors(yield* handleApi(request, url, connection)))
    }
    if (url.pathname === "/health") {
      return toWeb(HttpServerResponse.setHeader(Answer.json(200, { status: "ok" }), "access-control-allow-origin", "*"))
    }
    return toWeb(Answer.text(404, `There is nothing at ${url.pathname}.`))
  })

  return { handle }
})

/** The service over its parts. */
export const layer: Layer.Layer<App, never, Access | Entropy | Journal | Services> = Layer.effect(App, make)
