/** Records each request to the service: with a span, a measurement, and a log line for some calls. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Tracer from "effect/Tracer"
import { InvalidAccessToken, RefreshTokenError } from "../../../domain/errors/Session.ts"
import {
  actualStatus,
  type Execute,
  type HttpFailure,
  type HttpRequest,
  type HttpResponse,
  readRequestId,
  serviceHeader
} from "../../../http/Http.ts"
import * as OperationSpan from "../../../operation/OperationSpan.ts"
import * as Instruments from "../Instruments.ts"
import type { Attributes } from "../Instruments.ts"
import * as Exemplars from "./Exemplars.ts"

/**
 * Whether requests to the service carry `traceparent`, so that its spans join the trace. Default: false, because the
 * service belongs to someone else. Turn it on for the emulator, or for a service that you host.
 */
export const SendTraceContext: Context.Reference<boolean> = Context.Reference<boolean>(
  "gatefold/backend/telemetry/internal/Requests/SendTraceContext",
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
  "gatefold/backend/telemetry/internal/Requests/DebugShare",
  { defaultValue: () => 0 }
)

/** A request, without its content. */
interface Described {
  readonly name: string
  readonly attributes: Attributes
  readonly isRefresh: boolean
}

/** The host name of a URL, of an IPv6 address without brackets. */
export const toServerAddress = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "")

const describe = ({ body, method, template, url }: HttpRequest): Described => {
  const parsed = new URL(url)
  // The form that OpenTelemetry gives templates.
  const path = template?.replace(/:(\w+)/g, "{$1}")
  return {
    name: path === undefined ? method : `${method} ${path}`,
    attributes: {
      "http.request.method": method,
      "server.address": toServerAddress(parsed),
      "server.port": parsed.port === "" ? (parsed.protocol === "http:" ? "80" : "443") : parsed.port,
      ...(path === undefined ? {} : { "url.template": path })
    },
    isRefresh: template?.endsWith("/auth/oauth/token") === true && /\bgrant_type=refresh_token\b/.test(body ?? "")
  }
}

interface Ending {
  /** Undefined without a response. */
  readonly status: number | undefined
  readonly code: string | undefined
  /** Undefined if the request succeeded. */
  readonly errorType: string | undefined
}

const toEnding = (exit: Exit.Exit<HttpResponse, HttpFailure>): Ending => {
  if (Exit.isFailure(exit)) {
    const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
    const errorType = failure?.reason ?? (Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "defect")
    return { status: undefined, code: undefined, errorType }
  }
  const actual = actualStatus(exit.value)
  const status = Number.isNaN(actual) ? exit.value.status : actual
  const code = /^[A-Z][A-Z_]{1,63}$/.exec(serviceHeader(exit.value, "known-error") ?? "")?.[0]
  return { status, code, errorType: status >= 400 ? (code ?? String(status)) : undefined }
}

const toAttributes = ({ code, errorType, status }: Ending): Attributes => ({
  ...(status === undefined ? {} : { "http.response.status_code": String(status) }),
  ...(errorType === undefined ? {} : { "error.type": errorType }),
  ...(code === undefined ? {} : { "gatefold.error.code": code })
})

/** Attributes that are numbers in spans, and texts in metrics. */
const numeric: ReadonlySet<string> = new Set(["server.port", "http.response.status_code"])

const annotate = (span: Tracer.Span, attributes: Attributes): void => {
  for (const [name, value] of Object.entries(attributes)) {
    span.attribute(name, numeric.has(name) ? Number(value) : value)
  }
}

/** Error codes by which the service says that a session has ended. */
const sessionEnded: ReadonlySet<string> = new Set(RefreshTokenError.map(({ code }) => code))

const tokenRefused: ReadonlySet<string> = new Set(InvalidAccessToken.map(({ code }) => code))

/** Whether a request may be repeated: it had no answer, the service is overloaded, or it refused the token. */
const isRepeatable = ({ code = "", status }: Ending): boolean =>
  status === undefined || status === 429 || status >= 500 || tokenRefused.has(code)

const countRefresh = (context: Context.Context<never>, { code = "", errorType }: Ending): void => {
  const isLost = sessionEnded.has(code)
  Instruments.record(context, Instruments.refreshes, 1, {
    "gatefold.outcome": errorType === undefined ? "refreshed" : isLost ? "rejected" : "unavailable"
  })
  if (isLost) Instruments.record(context, Instruments.sessionsLost, 1, {})
}

/** The last failed request of a call, or of a fiber if the request is not part of a call. */
interface FailedRequest {
  readonly request: HttpRequest
  readonly errorType: string
  /** How often it was repeated. */
  readonly times: number
}

const isSame = (a: HttpRequest, b: HttpRequest): boolean =>
  a.method === b.method && a.url === b.url && a.body === b.body

/** Counts a request that repeats a failed one. Returns how often it was repeated. */
const countRetry = (
  context: Context.Context<never>,
  previous: FailedRequest | undefined,
  request: HttpRequest,
  span: Tracer.Span
): number => {
  if (previous === undefined || !isSame(previous.request, request)) return 0
  Instruments.record(context, Instruments.retries, 1, { "error.type": previous.errorType })
  const times = previous.times + 1
  span.attribute("http.request.resend_count", times)
  return times
}

/** A call of which a request was sent: when its first one began, and whether it is logged. */
interface TracedCall {
  readonly startedNanos: bigint
  readonly isLogged: boolean
}

/** Decides once for each call whether it is logged. */
const trace = (
  calls: WeakMap<object, TracedCall>,
  { call }: HttpRequest,
  fiber: Fiber.Fiber<unknown, unknown>,
  startedNanos: bigint
): TracedCall => {
  const existing = call === undefined ? undefined : calls.get(call)
  if (existing !== undefined) return existing
  const share = fiber.getRef(DebugShare)
  const isLogged = share >= 1 || (share > 0 && fiber.getRef(Random.Random).nextDoubleUnsafe() < share)
  const created = { startedNanos, isLogged }
  if (call !== undefined && share > 0) calls.set(call, created)
  return created
}

const toMillis = (nanos: bigint): number => Math.round(Number(nanos) / 1e4) / 100

/** Logs an attempt, within its span. It logs no more of the request and the answer than a span has. */
const log = (
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  span: Tracer.Span,
  elapsedNanos: { readonly attempt: bigint; readonly call: bigint }
): Effect.Effect<void> => {
  const attemptMillis = toMillis(elapsedNanos.attempt)
  const outcome = attributes["error.type"] ?? attributes["http.response.status_code"]
  return Effect.logInfo(`${name}: ${outcome} in ${attemptMillis} ms`).pipe(
    Effect.annotateLogs({ ...attributes, "attempt.ms": attemptMillis, "call.ms": toMillis(elapsedNanos.call) }),
    Effect.provideService(Tracer.ParentSpan, span)
  )
}

/** An `Http` with a span and a measurement for each request. */
export const observeRequests =
  (failed: WeakMap<object, FailedRequest>, calls: WeakMap<object, TracedCall>) =>
  (execute: Execute): Execute =>
  (request) =>
    Effect.withFiber((fiber) => {
      const { context } = fiber
      const clock = fiber.getRef(Clock.Clock)
      const { attributes, isRefresh, name } = describe(request)
      const tracer = fiber.cache.tracerEnabled ? fiber.getRef(Tracer.Tracer) : Tracer.nativeTracer
      const span = OperationSpan.startSpan(tracer, fiber, {
        name,
        kind: "client",
        annotations: Context.empty()
      })
      annotate(span, attributes)
      const call = request.call ?? fiber
      const times = countRetry(context, failed.get(call), request, span)
      failed.delete(call)
      const startedNanos = clock.monotonicTimeNanosUnsafe()
      const traced = trace(calls, request, fiber, startedNanos)
      const sent = fiber.getRef(SendTraceContext) ? withTraceContext(request, span) : request
      return Effect.onExit(execute(sent), (exit) =>
        Effect.suspend(() => {
          const ending = toEnding(exit)
          const measured = { ...attributes, ...toAttributes(ending) }
          const requestId = Exit.isSuccess(exit) ? readRequestId(exit.value) : undefined
          const identified = requestId === undefined ? measured : { ...measured, "gatefold.request.id": requestId }
          annotate(span, identified)
          const endTime = clock.currentTimeNanosUnsafe()
          // Without the answer, which may hold tokens: a tracer may print what it is given.
          span.end(endTime, Exit.asVoid(exit))
          const endedNanos = clock.monotonicTimeNanosUnsafe()
          const seconds = Number(endedNanos - startedNanos) / 1e9
          Exemplars.measure(context, Instruments.requests, { seconds, attributes: measured, span, endTime })
          const { errorType } = ending
          if (errorType !== undefined && isRepeatable(ending)) failed.set(call, { request, errorType, times })
          if (isRefresh) countRefresh(context, ending)
          if (!traced.isLogged) return Effect.void
          return log(name, { ...identified, ...(times > 0 && { "http.request.resend_count": times }) }, span, {
            attempt: endedNanos - startedNanos,
            call: endedNanos - traced.startedNanos
          })
        })
      )
    })

const withTraceContext = (request: HttpRequest, span: Tracer.Span): HttpRequest => {
  const { traceparent } = HttpTraceContext.toHeaders(span)
  return traceparent === undefined ? request : { ...request, headers: { ...request.headers, traceparent } }
}
