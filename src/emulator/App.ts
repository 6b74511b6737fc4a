/**
 * The emulator as one function from a request to a response: versions and
 * slashes of the path, browsers' preflights, access, the endpoint, and the
 * envelope around its answer.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isKnownError } from "../domain/KnownError.ts"
import { Access } from "./http/AccessCheck.ts"
import { claimsPrivilege, projectIdOf, SECRETS } from "./http/AccessHeaders.ts"
import * as Answer from "./http/Answer.ts"
import { Caller } from "./http/Caller.ts"
import * as RouteIndex from "./http/RouteIndex.ts"
import { Randomness } from "./storage/Randomness.ts"
import { logFailure } from "./storage/FailureLog.ts"
import { Generation } from "./Generation.ts"
import { onlyOf, outside, routes, type Services } from "./Routes.ts"
import { type Entry, Journal } from "./control/Journal.ts"
import { Origins, refusalOf, type Stranger } from "./http/Origins.ts"
import { INTERNAL } from "./projects/Projects.ts"
import { placeOf, RateLimiter } from "./http/RateLimiter.ts"
import * as RateLimitRules from "./http/RateLimitRules.ts"
import * as RequestBody from "./http/RequestBody.ts"
import type { PerRequest, Route, Run } from "./http/Route.ts"
import * as HeaderAliases from "./http/HeaderAliases.ts"
import { TextError } from "./TextError.ts"

/** Data of a request besides its content. */
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

/** A request on its way to an endpoint. */
interface Incoming {
  readonly request: Request
  readonly url: URL
  readonly connection: Connection
  /** The path below the API's root; a text that no endpoint has if it is not below it. */
  readonly path: string
}

/** The access that a request may have, by its origin; `Refused` for none. */
type Standing = { readonly _tag: "Trusted" | "Any" } | { readonly _tag: "Refused"; readonly stranger: Stranger }

type Found = Extract<RouteIndex.Match<Route<Services>>, { readonly _tag: "Found" }>

/** All versions have the same endpoints (docs/protocol/headers.md#roots). */
const API_ROOT = /^\/api\/(?:v1|latest|v2beta[1-4])(?=\/|$)/

/** Paths are not normalised: one with an extra slash is unknown. */
const pathBelowRoot = (pathname: string): string => {
  const root = pathname.includes("//") || pathname.endsWith("/") ? null : API_ROOT.exec(pathname)
  return root === null ? "" : pathname.slice(root[0].length) || "/"
}

/** Repeated keys: the last one counts. */
const lastValues = (search: URLSearchParams): Readonly<Record<string, string>> => Object.fromEntries(search)

/** The largest number of refused origins that are logged. */
const MAX_REFUSALS = 20

const anyRoute = HttpRouter.route("GET", "/", HttpServerResponse.empty())

const nothingAt = (url: URL) => new TextError({ status: 404, text: `There is nothing at ${url.pathname}.` })

/**
 * Whether a request of a foreign page asks for more than client access
 * (docs/protocol/threats.md#pages-that-call-the-emulator).
 */
const isOffLimits = (request: Request, stranger: Stranger): boolean => {
  const { headers } = HttpServerRequest.fromWeb(request)
  // a preflight names the headers of the request, without their values
  const announced = headers["access-control-request-headers"]?.toLowerCase().split(/[\s,]+/) ?? []
  return (
    claimsPrivilege(headers) ||
    SECRETS.some((name) => announced.includes(name)) ||
    // the accounts of developers: an app of this machine may sign them in, but no other page
    (projectIdOf(headers) === INTERNAL && !stranger.isLocalPage)
  )
}

const methodOf = (method: string): string => (method === "HEAD" ? "GET" : method)

const make = Effect.gen(function* () {
  const access = yield* Access
  const randomness = yield* Randomness
  const { has } = yield* Generation
  const isCurrent = has("current")
  const journal = yield* Journal
  const limiter = yield* RateLimiter
  const origins = yield* Origins
  const services = yield* Effect.context<Services>()
  const isThere = ({ endpoint }: Route<Services>) => {
    const only = onlyOf(endpoint)
    return only === undefined || has(only)
  }
  const findInApi = RouteIndex.index(routes.filter((route) => !outside.includes(route.endpoint) && isThere(route)))
  const findOutside = RouteIndex.index(routes.filter(({ endpoint }) => outside.includes(endpoint)))
  const cors = Answer.makeCors(isCurrent)
  const refusals = new Set<string>()
  const runs = new Map<RouteIndex.AnyEndpoint, Run<Services>>()

  /** Decoders and encoders are compiled at the first request, to keep the start short. */
  const runOf = (route: Route<Services>): Effect.Effect<Run<Services>> => {
    const known = runs.get(route.endpoint)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.map(Effect.provideContext(route.build, services), (run) => {
      runs.set(route.endpoint, run)
      return run
    })
  }

  /** Endpoints without a limit per network address. */
  const limited = (endpoint: RouteIndex.AnyEndpoint, { ip }: Connection, run: Run<Services>): Run<Services> => {
    if (ip === undefined) return run
    if (RateLimitRules.everyRequest.has(endpoint)) {
      return Effect.matchEffect(limiter.count("perIp", placeOf(ip)), {
        onFailure: (error) => Effect.succeed(Answer.textError(error)),
        onSuccess: () => run
      })
    }
    if (!RateLimitRules.failedRequests.has(endpoint)) return run
    const isMiss = (exit: Exit.Exit<HttpServerResponse.HttpServerResponse>) =>
      Exit.isFailure(exit) || exit.value.status >= 400
    return Effect.catch(limiter.countMisses("failedKeysPerIp", placeOf(ip), run, isMiss), (error) =>
      Effect.succeed(Answer.textError(error))
    )
  }

  const callEndpoint = Effect.fnUntraced(function* (
    incoming: Incoming,
    match: Found,
    caller: Caller["Service"] | undefined
  ) {
    const { connection, request, url } = incoming
    const route = match.routeFor(caller?.level)
    const run = limited(route.endpoint, connection, yield* runOf(route))
    const httpRequest = RequestBody.normalize(request, route.endpoint.payload.has(RequestBody.FORM), {
      url: url.pathname + url.search,
      remoteAddress: Option.fromUndefinedOr(connection.ip)
    })
    // added to the existing context: copying all of it would take longer than most answers
    const context = services.pipe(
      Context.add(HttpServerRequest.HttpServerRequest, httpRequest),
      Context.add(HttpServerRequest.ParsedSearchParams, lastValues(url.searchParams)),
      Context.add(HttpRouter.RouteContext, { params: match.params, route: anyRoute })
    )
    // without a caller, the middleware of an endpoint that needs one refuses
    const complete = caller === undefined ? context : Context.add(context, Caller, caller)
    return yield* Effect.updateContext(
      run,
      (_: Context.Context<never>) => complete as Context.Context<Services | PerRequest>
    )
  })

  /** The endpoint's answer and the caller; `undefined` if the path exists with other methods only. */
  const answer = Effect.fnUntraced(function* (incoming: Incoming) {
    const match = findInApi(incoming.request.method, incoming.path)
    if (match._tag === "MethodNotAllowed") return undefined
    if (match._tag === "NotFound") return { response: Answer.textError(nothingAt(incoming.url)), caller: undefined }
    const authenticated = yield* Effect.result(access.authenticate(HttpServerRequest.fromWeb(incoming.request).headers))
    if (authenticated._tag === "Failure") {
      const error = authenticated.failure
      return { response: isKnownError(error) ? Answer.knownError(error) : Answer.textError(error), caller: undefined }
    }
    const caller = authenticated.success
    return { response: yield* callEndpoint(incoming, match, caller), caller }
  })

  const standingOf = ({ path, request }: Incoming): Standing => {
    const stranger = origins.strangerOf(request)
    if (stranger === undefined) return { _tag: "Trusted" }
    const asked = request.method === "OPTIONS" ? request.headers.get("access-control-request-method") : request.method
    const match = findInApi(asked ?? "GET", path)
    const isPrivileged = match._tag === "Found" && RouteIndex.isPrivileged(match.routeFor("client").endpoint)
    return isPrivileged || isOffLimits(request, stranger) ? { _tag: "Refused", stranger } : { _tag: "Any" }
  }

  /** The page sees only a failed request, so each refused origin is logged once. */
  const refuse = Effect.fnUntraced(function* (stranger: Stranger) {
    const text = refusalOf(stranger)
    if (!refusals.has(text) && refusals.size < MAX_REFUSALS) {
      refusals.add(text)
      yield* Effect.logWarning(text)
    }
    return { response: Answer.textError(new TextError({ status: 403, text })), caller: undefined }
  })

  const handleApi = Effect.fnUntraced(function* (incoming: Incoming, standing: Standing) {
    const { request, url } = incoming
    if (request.method === "OPTIONS") return HttpServerResponse.empty({ status: 200 })
    const requestId = randomness.base32(16)
    const answering = standing._tag === "Refused" ? refuse(standing.stranger) : answer(incoming)
    const answered = yield* Effect.catchCause(answering, (cause) =>
      Effect.map(logFailure("The emulator failed to answer a request", cause), (outage) => ({
        response:
          outage === undefined
            ? Answer.text(500, `The emulator failed; its log tells why. Request id: ${requestId}`)
            : Answer.text(503, outage.publicMessage),
        caller: undefined
      }))
    )
    const entry: Entry = {
      at: yield* Clock.currentTimeMillis,
      method: request.method,
      path: url.pathname,
      accessType: answered?.caller?.level,
      projectId: answered?.caller?.project.id,
      userId: answered?.caller?.user?.id,
      status: answered?.response.status ?? 405,
      knownError: answered?.response.headers["x-stack-known-error"],
      requestId
    }
    journal.append(entry)
    if (answered === undefined) return HttpServerResponse.empty({ status: 405 })
    return Answer.seal(answered.response, {
      requestId,
      overrideStatus: request.headers.has("x-stack-override-error-status"),
      indent: request.headers.get("accept")?.includes("text/html") === true
    })
  })

  const handleForPages = Effect.fnUntraced(function* (incoming: Incoming) {
    const standing = standingOf(incoming)
    const response = yield* handleApi(incoming, standing)
    const named = isCurrent ? HeaderAliases.withBoth(response) : response
    return standing._tag === "Refused" ? named : HttpServerResponse.setHeaders(named, cors[standing._tag])
  })

  const handleOutside = Effect.fnUntraced(function* (incoming: Incoming) {
    const match = findOutside(methodOf(incoming.request.method), incoming.url.pathname)
    if (match._tag !== "Found") return Answer.textError(nothingAt(incoming.url))
    // query parameters, such as `?db=1`, are ignored
    const url = new URL(incoming.url.pathname, incoming.url)
    const response = yield* callEndpoint({ ...incoming, url }, match, undefined)
    return HttpServerResponse.setHeader(response, "access-control-allow-origin", "*")
  })

  const handle: App["Service"]["handle"] = Effect.fnUntraced(function* (received, connection = {}) {
    const request = isCurrent ? HeaderAliases.normalize(received) : received
    const url = new URL(request.url)
    const incoming = { request, url, connection, path: pathBelowRoot(url.pathname) }
    const isApi = url.pathname === "/api" || url.pathname.startsWith("/api/") || url.pathname.startsWith("//")
    const response = isApi ? yield* handleForPages(incoming) : yield* handleOutside(incoming)
    return HttpServerResponse.toWeb(response, { withoutBody: request.method === "HEAD" })
  })

  return { handle }
})

/** The service over its parts. */
export const layer: Layer.Layer<
  App,
  never,
  Access | Randomness | Generation | Journal | Origins | RateLimiter | Services
> = Layer.effect(App, make)
