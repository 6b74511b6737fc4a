/**
 * Traces and metrics of a server, for any exporter.
 *
 * Operations have spans with any tracer. This layer adds their outcome, a span and a measurement for each request to
 * the service, and counters of sessions (docs/guides/observability.md). Apps without it pay nothing.
 *
 * Neither spans nor metrics contain a secret, a header, a body, a query string or a user id. Of a failure they have tag
 * and code only, because its message may quote the request.
 *
 * @example
 * ```ts
 * const Observed = Telemetry.layer.pipe(
 *   Layer.provideMerge(Otlp.layer({ baseUrl: "http://127.0.0.1:4318" })),
 *   Layer.provide(Telemetry.layerOtlpJson)
 * )
 * ```
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Headers from "effect/http/Headers"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import * as UrlParams from "effect/http/UrlParams"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { hasProperty } from "effect/Predicate"
import * as Random from "effect/Random"
import * as Tracer from "effect/Tracer"
import { InvalidAccessToken, RefreshTokenError } from "../../domain/errors/Session.ts"
import { knownErrorOf } from "../../domain/RequestRefused.ts"
import * as CircuitBreaker from "../../http/CircuitBreaker.ts"
import * as Http from "../../http/Http.ts"
import {
  actualStatus,
  type Execute,
  type HttpFailure,
  type HttpRequest,
  type HttpResponse,
  requestIdOf,
  serviceHeader
} from "../../http/Http.ts"
import * as Operation from "../../operation/Operation.ts"
import * as Instruments from "./Instruments.ts"
import type { Attributes } from "./Instruments.ts"
import { measure } from "./internal/Exemplars.ts"

export { layerOtlpJson } from "./internal/Exemplars.ts"
export { prometheusName } from "./Instruments.ts"

/* ----------------------------------------------------------------- settings */

/**
 * Whether requests to the service carry `traceparent`, so that its spans join the trace. Default: false, because the
 * service belongs to someone else. Turn it on for the emulator, or for a service that you host.
 */
export const SendTraceContext: Context.Reference<boolean> = Context.Reference<boolean>(
  "gatefold/backend/telemetry/Telemetry/SendTraceContext",
  { defaultValue: () => false }
)

/**
 * The share of calls to the service that are logged, from 0 (default) to 1. A call is logged with all of its attempts,
 * at level `Info`: method, path template, status, request ID and times. The log has no path parameter, query, header or
 * body.
 *
 * @example
 * ```ts
 * const Sampled = Layer.succeed(Telemetry.DebugShare, 0.01)
 * const traceThis = Effect.provideService(Telemetry.DebugShare, 1)
 * ```
 */
export const DebugShare: Context.Reference<number> = Context.Reference<number>(
  "gatefold/backend/telemetry/Telemetry/DebugShare",
  { defaultValue: () => 0 }
)

/** Adds to a metric of the registry that the fiber has. */
const record = (
  context: Context.Context<never>,
  instrument: Instruments.Instrument,
  value: number,
  attributes: Attributes
): void => instrument.series(attributes).updateUnsafe(value, context)

/* --------------------------------------------------------------- operations */

/** The outcome of an operation. */
const outcomeOf = (exit: Exit.Exit<unknown, unknown>): Attributes => {
  if (Exit.isSuccess(exit)) return { "gatefold.outcome": "success" }
  if (Cause.hasInterruptsOnly(exit.cause)) return { "gatefold.outcome": "interrupted" }
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  if (error === undefined) return { "gatefold.outcome": "defect", "error.type": "defect" }
  const knownError = knownErrorOf(error)
  return {
    "gatefold.outcome": "failure",
    "error.type": typeOf(error),
    ...(knownError === undefined ? {} : { "gatefold.error.code": knownError.code })
  }
}

/** The tag of an error, for a `TransportError` with its reason, such as `TransportError.Network`. */
const typeOf = (error: unknown): string => {
  const tag = tagOf(error) ?? "unknown"
  const reason = hasProperty(error, "reason") ? tagOf(error.reason) : undefined
  return reason === undefined ? tag : `${tag}.${reason}`
}

const tagOf = (u: unknown): string | undefined =>
  hasProperty(u, "_tag") && typeof u._tag === "string" ? u._tag : undefined

/** A failure without message and stack. */
const failed = (outcome: Attributes): Exit.Exit<never, Error> => {
  const name = outcome["error.type"] ?? "unknown"
  const error = Object.assign(new Error(outcome["gatefold.error.code"] ?? name), { name })
  delete error.stack
  return Exit.fail(error)
}

/** Adds the outcome to the span of an operation. */
const observeOperation: Operation.OperationObserver["onEnd"] = (span, exit, endTime, context) => {
  const outcome = outcomeOf(exit)
  for (const [name, value] of Object.entries(outcome)) span.attribute(name, value)
  if (span.attributes.has("gatefold.retry.denied")) record(context, Instruments.retriesDenied, 1, {})
  const duration = Instruments.durations[Context.get(span.annotations, Operation.SpanOf)?.name ?? ""]
  if (duration !== undefined) {
    const seconds = Number(endTime - span.status.startTime) / 1e9
    measure(context, duration, { seconds, attributes: outcome, span, endTime })
  }
  return outcome["gatefold.outcome"] === "failure" ? failed(outcome) : exit
}

/* ----------------------------------------------------------------- requests */

/** The attributes of a request, without its content. */
interface Described {
  readonly span: string
  readonly attributes: Attributes
  readonly isRefresh: boolean
}

const describe = ({ body, method, template, url }: HttpRequest): Described => {
  const { hostname, port, protocol } = new URL(url)
  // The form that OpenTelemetry gives templates.
  const path = template?.replace(/:(\w+)/g, "{$1}")
  return {
    span: path === undefined ? method : `${method} ${path}`,
    attributes: {
      "http.request.method": method,
      "server.address": hostname.replace(/^\[|\]$/g, ""),
      "server.port": port === "" ? (protocol === "http:" ? "80" : "443") : port,
      ...(path === undefined ? {} : { "url.template": path })
    },
    isRefresh: template?.endsWith("/auth/oauth/token") === true && /\bgrant_type=refresh_token\b/.test(body ?? "")
  }
}

/** The attributes of a response. */
const answerOf = (exit: Exit.Exit<HttpResponse, HttpFailure>): Attributes => {
  if (Exit.isFailure(exit)) {
    const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
    return { "error.type": failure?.reason ?? (Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "defect") }
  }
  const response = exit.value
  const status = actualStatus(response)
  const actual = String(Number.isNaN(status) ? response.status : status)
  const code = /^[A-Z][A-Z_]{1,63}$/.exec(serviceHeader(response, "known-error") ?? "")?.[0]
  return {
    "http.response.status_code": actual,
    ...(actual >= "400" ? { "error.type": code ?? actual } : {}),
    ...(code === undefined ? {} : { "gatefold.error.code": code })
  }
}

/** The codes with which the service ends a session. */
const lost: ReadonlySet<string> = new Set(RefreshTokenError.map(({ code }) => code))

/** Outcomes after which a request may be repeated: no answer, an overloaded service, or a refused token. */
const isRepeatable = (answer: Attributes): boolean => {
  const status = answer["http.response.status_code"]
  return (
    status === undefined || status === "429" || status >= "500" || refusedToken.has(answer["gatefold.error.code"] ?? "")
  )
}

const refusedToken: ReadonlySet<string> = new Set(InvalidAccessToken.map(({ code }) => code))

/** The last failed request of a call, or of a fiber if the request is not part of a call. */
interface Unanswered {
  readonly request: HttpRequest
  readonly why: string
  readonly times: number
}

const isSame = (a: HttpRequest, b: HttpRequest): boolean =>
  a.method === b.method && a.url === b.url && a.body === b.body

/** A call of which some request was sent: when its first one began, and whether it is logged. */
interface Followed {
  readonly began: bigint
  readonly isLogged: boolean
}

/** Decides once for each call whether it is logged. */
const follow = (
  followed: WeakMap<object, Followed>,
  { call }: HttpRequest,
  share: number,
  random: (typeof Random.Random)["Service"],
  began: bigint
): Followed => {
  const before = call === undefined ? undefined : followed.get(call)
  if (before !== undefined) return before
  const decided = { began, isLogged: share >= 1 || (share > 0 && random.nextDoubleUnsafe() < share) }
  if (call !== undefined && share > 0) followed.set(call, decided)
  return decided
}

const millis = (nanos: bigint): number => Math.round(Number(nanos) / 1e4) / 100

/** Logs an attempt, within its span. It logs no more of the request and the answer than a span has. */
const log = (
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  span: Tracer.Span,
  elapsed: { readonly attempt: bigint; readonly call: bigint }
): Effect.Effect<void> =>
  Effect.logInfo(
    `${name}: ${attributes["error.type"] ?? attributes["http.response.status_code"]} in ${millis(elapsed.attempt)} ms`
  ).pipe(
    Effect.annotateLogs({ ...attributes, "attempt.ms": millis(elapsed.attempt), "call.ms": millis(elapsed.call) }),
    Effect.provideService(Tracer.ParentSpan, span)
  )

/** An `Http` with a span and a measurement for each request. */
const observeRequests =
  (unanswered: WeakMap<object, Unanswered>, followed: WeakMap<object, Followed>) =>
  (execute: Execute): Execute =>
  (request) =>
    Effect.withFiber((fiber) => {
      const clock = fiber.getRef(Clock.Clock)
      const { attributes, isRefresh, span: name } = describe(request)
      const span = Operation.startSpan(fiber.getRef(Tracer.Tracer), fiber.context, { name, kind: "client" })
      const call = request.call ?? fiber
      const before = unanswered.get(call)
      const times = before !== undefined && isSame(before.request, request) ? before.times + 1 : 0
      if (before !== undefined && times > 0) {
        record(fiber.context, Instruments.retries, 1, { "error.type": before.why })
        span.attribute("http.request.resend_count", times)
      }
      unanswered.delete(call)
      for (const [name, value] of Object.entries(attributes)) {
        span.attribute(name, name === "server.port" ? Number(value) : value)
      }
      const started = clock.monotonicTimeNanosUnsafe()
      const share = fiber.getRef(DebugShare)
      const { began, isLogged } = follow(followed, request, share, fiber.getRef(Random.Random), started)
      const sent = fiber.getRef(SendTraceContext) ? withTraceContext(request, span) : request
      return Effect.onExit(execute(sent), (exit) =>
        Effect.suspend(() => {
          const answer = answerOf(exit)
          const requestId = Exit.isSuccess(exit) ? requestIdOf(exit.value) : undefined
          const identified = requestId === undefined ? {} : { "gatefold.request.id": requestId }
          for (const [name, value] of Object.entries({ ...answer, ...identified })) {
            span.attribute(name, name === "http.response.status_code" ? Number(value) : value)
          }
          // Without the answer, which may hold tokens: a tracer may print what it is given.
          const endTime = clock.currentTimeNanosUnsafe()
          span.end(endTime, Exit.asVoid(exit))
          const ended = clock.monotonicTimeNanosUnsafe()
          const seconds = Number(ended - started) / 1e9
          measure(fiber.context, Instruments.requests, {
            seconds,
            attributes: { ...attributes, ...answer },
            span,
            endTime
          })
          const why = answer["error.type"]
          if (why !== undefined && isRepeatable(answer)) unanswered.set(call, { request, why, times })
          if (isRefresh) {
            const isLost = lost.has(answer["gatefold.error.code"] ?? "")
            record(fiber.context, Instruments.refreshes, 1, {
              "gatefold.outcome": why === undefined ? "refreshed" : isLost ? "rejected" : "unavailable"
            })
            if (isLost) record(fiber.context, Instruments.sessionsLost, 1, {})
          }
          if (!isLogged) return Effect.void
          const resent = times === 0 ? {} : { "http.request.resend_count": times }
          return log(name, { ...attributes, ...answer, ...identified, ...resent }, span, {
            attempt: ended - started,
            call: ended - began
          })
        })
      )
    })

/** The request with the `traceparent` of its span. */
const withTraceContext = (request: HttpRequest, span: Tracer.Span): HttpRequest => {
  const { traceparent } = HttpTraceContext.toHeaders(span)
  return traceparent === undefined ? request : { ...request, headers: { ...request.headers, traceparent } }
}

/* ----------------------------------------------------------------- circuits */

const states = { closed: 0, "half-open": 1, open: 2 } as const

/** Counts the events of circuits. */
const observeCircuit = ({ host, isNew, state }: CircuitBreaker.CircuitEvent, context: Context.Context<never>): void => {
  const attributes = { "server.address": new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, "") }
  if (isNew) record(context, Instruments.circuitState, states[state], attributes)
  if (state === "open") record(context, isNew ? Instruments.circuitOpens : Instruments.circuitRefusals, 1, attributes)
}

/* -------------------------------------------------------------------- layer */

/** Query parameters whose values must not be in a trace. */
const secretParameters = /^(code|state|token|.*_token|.*-code|.*_code|client_secret|password)$/i

/**
 * Observes everything that is built and run with it. It can be above or below the layers of the tracer, the exporter
 * and `Http`.
 */
export const layer: Layer.Layer<never> = Layer.effectContext(
  Effect.gen(function* () {
    const headers = yield* Headers.CurrentRedactedNames
    const parameters = yield* UrlParams.CurrentRedactedNames
    return Context.make(Operation.OperationObserver, { tracer: Tracer.nativeTracer, onEnd: observeOperation }).pipe(
      Context.add(Http.HttpObserver, observeRequests(new WeakMap(), new WeakMap())),
      Context.add(CircuitBreaker.CircuitObserver, observeCircuit),
      // Effect's own spans of a server contain the URL, and headers if configured.
      Context.add(Headers.CurrentRedactedNames, [...headers, /^x-(?:stack|hexclave)-/i]),
      Context.add(UrlParams.CurrentRedactedNames, [...parameters, secretParameters])
    )
  })
)
