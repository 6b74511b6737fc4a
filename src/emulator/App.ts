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
import { onlyIn } from "../api/Endpoint.ts"
import { isKnownError } from "../domain/KnownError.ts"
import { Access } from "./http/AccessCheck.ts"
import { accessTypeOf, claimsPrivilege, projectIdOf, secrets } from "./http/AccessHeaders.ts"
import * as Answer from "./http/Answer.ts"
import { pathBelowRoot } from "./http/ApiPath.ts"
import { Caller } from "./http/Caller.ts"
import { ControlToken, tokenHeader } from "./ControlToken.ts"
import type { Hit } from "./faults/Faults.ts"
import * as RouteIndex from "./http/RouteIndex.ts"
import { Randomness } from "./storage/Randomness.ts"
import { logFailure } from "./storage/FailureLog.ts"
import { Generation } from "./Generation.ts"
import { outside, routes, type Services } from "./Routes.ts"
import { type Entry, Journal } from "./control/Journal.ts"
import { type Answered as AnsweredRequest, Replays } from "./control/Replays.ts"
import { Origins, refusalOf, type Stranger } from "./http/Origins.ts"
import { internalProjectId } from "./projects/Projects.ts"
import { placeOf, RateLimiter } from "./http/RateLimiter.ts"
import * as RateLimitRules from "./http/RateLimitRules.ts"
import * as RequestBody from "./http/RequestBody.ts"
import type { PerRequest, Route, Run } from "./http/Route.ts"
import * as HeaderAliases from "./http/HeaderAliases.ts"
import { TextError } from "./TextError.ts"
import { Trace } from "./Trace.ts"

/** Metadata of a request. */
export interface Connection {
  /** The address that the request came from, if it came over a socket. */
  readonly ip?: string | undefined
  /** Aborts when the caller is gone, to end the delay of a fault. Default: the signal of the request. */
  readonly signal?: AbortSignal | undefined
}

/** The whole service. */
export class App extends Context.Service<
  App,
  {
    /** Answers a request, and applies the given fault, if any. */
    readonly handle: (request: Request, connection?: Connection, hit?: Hit) => Effect.Effect<Response>
  }
>()("gatefold/emulator/App") {}

/** A request on its way to an endpoint. */
interface Incoming {
  readonly request: Request
  readonly url: URL
  readonly connection: Connection
  /** The path below the API's root. Matches no endpoint if the URL is outside that root. */
  readonly path: string
  /** When the service got it, by the clock that only goes forward. */
  readonly startedAt: bigint
  /** The fault to apply to this request, if any. */
  readonly hit: Hit | undefined
}

/** The access that a request may have, by its origin; `Refused` for none. */
type Standing = { readonly _tag: "Trusted" | "Any" } | { readonly _tag: "Refused"; readonly stranger: Stranger }

/** An answer and its caller. */
interface Answered {
  readonly response: HttpServerResponse.HttpServerResponse
  readonly caller: Caller["Service"] | undefined
}

type Found = Extract<RouteIndex.Match<Route<Services>>, { readonly _tag: "Found" }>

/** Repeated keys: the last one counts. */
const lastValues = (search: URLSearchParams): Readonly<Record<string, string>> => Object.fromEntries(search)

/** The largest number of refused origins that are logged. */
const maxRefusals = 20

const anyRoute = HttpRouter.route("GET", "/", HttpServerResponse.empty())

const nothingAt = (url: URL) => new TextError({ status: 404, text: `There is nothing at ${url.pathname}.` })

/**
 * Whether a request of a foreign page asks for more than client access
 * (docs/protocol/threats.md#pages-that-call-the-emulator).
 */
const isOffLimits = (request: Request, stranger: Stranger): boolean => {
  const { headers } = HttpServerRequest.fromWeb(request)
  // A preflight names the headers of the request, without their values.
  const announced = headers["access-control-request-headers"]?.toLowerCase().split(/[\s,]+/) ?? []
  return (
    claimsPrivilege(headers) ||
    secrets.some((name) => announced.includes(name)) ||
    // Developer accounts: an app on this machine may sign them in, but no other page.
    (projectIdOf(headers) === internalProjectId && !stranger.isLocalPage)
  )
}

const levels = ["client", "server", "admin"] as const

const methodOf = (method: string): string => (method === "HEAD" ? "GET" : method)

const make = Effect.gen(function* () {
  const access = yield* Access
  const controlToken = yield* ControlToken
  const randomness = yield* Randomness
  const { has } = yield* Generation
  const isCurrent = has("current")
  const journal = yield* Journal
  const limiter = yield* RateLimiter
  const replays = yield* Replays
  const origins = yield* Origins
  const services = yield* Effect.context<Services>()
  const isThere = ({ endpoint }: Route<Services>) => {
    const only = onlyIn(endpoint)
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
    const httpRequest = RequestBody.normalize(request, route.endpoint.payload.has(RequestBody.form), {
      url: url.pathname + url.search,
      remoteAddress: Option.fromUndefinedOr(connection.ip)
    })
    // Added to the existing context: copying all of it would take longer than most answers.
    const context = services.pipe(
      Context.add(HttpServerRequest.HttpServerRequest, httpRequest),
      Context.add(HttpServerRequest.ParsedSearchParams, lastValues(url.searchParams)),
      Context.add(HttpRouter.RouteContext, { params: match.params, route: anyRoute }),
      Context.add(Trace, yield* Trace)
    )
    // Without a caller, the middleware rejects requests to endpoints that require one.
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
    if (!refusals.has(text) && refusals.size < maxRefusals) {
      refusals.add(text)
      yield* Effect.logWarning(text)
    }
    return { response: Answer.textError(new TextError({ status: 403, text })), caller: undefined }
  })

  /** The journal lists only requests of apps: those of the console would fill the list that it shows. */
  const isOfConsole = (request: Request): boolean => controlToken.is(request.headers.get(tokenHeader))

  const record = Effect.fnUntraced(function* (
    { hit, request, startedAt, url }: Incoming,
    requestId: string,
    answered: Answered | undefined
  ) {
    if (isOfConsole(request)) return
    // For a request that was not carried out, only its own claims are known.
    const isKnown = hit === undefined || hit.isCarriedOut
    const { headers } = HttpServerRequest.fromWeb(request)
    const trace = yield* Trace
    const entry: Entry = {
      at: yield* Clock.currentTimeMillis,
      method: request.method,
      path: url.pathname,
      accessType: isKnown ? answered?.caller?.level : levels.find((level) => level === accessTypeOf(headers)),
      projectId: isKnown ? (answered?.caller?.project.id ?? trace?.projectId) : projectIdOf(headers),
      userId: answered?.caller?.user?.id,
      session: trace?.session,
      status: isKnown || hit.instead !== undefined ? (answered?.response.status ?? 405) : 0,
      knownError: answered?.response.headers["x-stack-known-error"],
      requestId,
      durationMillis: Number((yield* Clock.monotonicTimeNanos) - startedAt) / 1e6 + (hit?.delayMillis ?? 0),
      faults: hit?.rules ?? []
    }
    replays.record(requestId, {
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: RequestBody.bytesOf(request),
      answered: entry.status === 0 ? undefined : answerOf(hit?.instead?.response ?? answered?.response)
    })
    journal.append(entry)
  })

  const handleApi = Effect.fnUntraced(function* (incoming: Incoming, standing: Standing) {
    const { hit, request } = incoming
    if (request.method === "OPTIONS" && hit === undefined) return HttpServerResponse.empty({ status: 200 })
    const requestId = randomness.base32(16)
    const trace = yield* Trace
    if (trace !== undefined && !isOfConsole(request)) trace.requestId = requestId
    const answering =
      standing._tag === "Refused"
        ? refuse(standing.stranger)
        : hit?.isCarriedOut === false
          ? Effect.succeed({ response: hit.instead?.response ?? HttpServerResponse.empty(), caller: undefined })
          : answer(incoming)
    const answered = yield* Effect.catchCause(answering, (cause) =>
      Effect.map(logFailure("The emulator failed to answer a request", cause), (outage) => ({
        response:
          outage === undefined
            ? Answer.text(500, `The emulator failed; its log tells why. Request id: ${requestId}`)
            : Answer.text(503, outage.publicMessage),
        caller: undefined
      }))
    )
    yield* record(incoming, requestId, answered)
    if (answered === undefined) return HttpServerResponse.empty({ status: 405 })
    const response = hit?.instead?.response ?? answered.response
    if (hit?.instead?.isOwn === false) return response
    return Answer.seal(response, {
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

  const answerOutside = Effect.fnUntraced(function* (incoming: Incoming) {
    const match = findOutside(methodOf(incoming.request.method), incoming.url.pathname)
    if (match._tag !== "Found") return Answer.textError(nothingAt(incoming.url))
    // Query parameters, such as `?db=1`, are ignored.
    const url = new URL(incoming.url.pathname, incoming.url)
    return yield* callEndpoint({ ...incoming, url }, match, undefined)
  })

  const handleOutside = Effect.fnUntraced(function* (incoming: Incoming) {
    const { hit } = incoming
    const given = hit?.instead?.response
    const response =
      given ?? (hit?.isCarriedOut === false ? HttpServerResponse.empty() : yield* answerOutside(incoming))
    if (hit !== undefined) yield* record(incoming, randomness.base32(16), { response, caller: undefined })
    return HttpServerResponse.setHeader(response, "access-control-allow-origin", "*")
  })

  const handle: App["Service"]["handle"] = Effect.fnUntraced(function* (received, connection = {}, hit) {
    const request = isCurrent ? HeaderAliases.normalize(received) : received
    const url = new URL(request.url)
    const startedAt = yield* Clock.monotonicTimeNanos
    const incoming = { request, url, connection, hit, startedAt, path: pathBelowRoot(url.pathname) }
    const isApi = url.pathname === "/api" || url.pathname.startsWith("/api/") || url.pathname.startsWith("//")
    const response = isApi ? yield* handleForPages(incoming) : yield* handleOutside(incoming)
    return HttpServerResponse.toWeb(response, { withoutBody: request.method === "HEAD" })
  })

  return { handle }
})

/** Describes an answer for the console, without reading a stream. */
const answerOf = (response: HttpServerResponse.HttpServerResponse | undefined): AnsweredRequest | undefined =>
  response && {
    headers: { ...response.headers },
    body:
      response.body._tag === "Uint8Array"
        ? response.body.body
        : response.body._tag === "Empty"
          ? new Uint8Array()
          : undefined
  }

/** The service over its parts. */
export const layer: Layer.Layer<
  App,
  never,
  Access | ControlToken | Randomness | Generation | Journal | Origins | RateLimiter | Replays | Services
> = Layer.effect(App, make)
