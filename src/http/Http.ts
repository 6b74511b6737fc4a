/**
 * The network, as one function from a request to a buffered response.
 *
 * The port is smaller than Effect's `HttpClient` because that is all the transport needs; see
 * docs/decisions/0004-http-port.md for what it saves.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { HttpMethod } from "effect/http/HttpMethod"
import * as Layer from "effect/Layer"
import * as Timer from "../concurrency/Timer.ts"
import { joined } from "../domain/Bytes.ts"
import { TaggedError } from "../domain/TaggedError.ts"

/** A request as the transport makes it; `body` is text with its `content-type` among the headers. */
export interface HttpRequest {
  readonly method: HttpMethod
  readonly url: string
  /**
   * The path template of its endpoint, such as `/api/v1/teams/:teamId`, for metrics and spans. Absent if the URL is not
   * that of an endpoint.
   */
  readonly template?: string
  /** Names are lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** The largest body, in decompressed bytes, that may be read before giving up. */
  readonly maxResponseBytes: number
  /** Time limit in milliseconds, until the response has been read completely. */
  readonly timeoutMillis: number
  /**
   * One object for all requests of a call: its attempts, and those after a refresh of its access token. They run in
   * different fibers. Absent if the request is not part of a call.
   */
  readonly call?: { readonly remainingMillis: () => number }
}

/** A response whose body has been read to its end. */
export interface HttpResponse {
  readonly status: number
  /** The value of a header by its lower-case name; several of one name are joined by `, `. */
  readonly header: (name: string) => string | undefined
  readonly text: string
}

/**
 * Observes each response as it came, before it is decoded, for logs and for data beyond the contract. Its text may hold
 * tokens. Default: no observer.
 */
export const OnResponse: Context.Reference<((response: HttpResponse) => void) | undefined> = Context.Reference<
  ((response: HttpResponse) => void) | undefined
>("gatefold/http/Http/OnResponse", { defaultValue: () => undefined })

/** The value of a header of the service, under `x-stack-…` or `x-hexclave-…`. */
export const serviceHeader = ({ header }: Pick<HttpResponse, "header">, name: string): string | undefined =>
  header(`x-stack-${name}`) ?? header(`x-hexclave-${name}`)

/**
 * The real status of a response, which the header `actual-status` has if the response is a 200
 * (docs/protocol/headers.md#real-status); `NaN` if that header is malformed.
 */
export const actualStatus = (response: HttpResponse): number => {
  const header = serviceHeader(response, "actual-status")
  if (header === undefined || response.status !== 200) return response.status
  return /^[2-5]\d\d$/.test(header) ? Number(header) : NaN
}

/**
 * The request's ID, from its header. Pages on other origins cannot read that, but the text of a 500 also has the ID.
 */
export const requestIdOf = (response: HttpResponse): string | undefined => {
  const id = serviceHeader(response, "request-id") ?? requestIdIn(response)
  return id !== undefined && /^[\w.:-]{1,128}$/.test(id) ? id : undefined
}

/** 16 digits of base32, among words: a word has no digits. */
const requestIdIn = (response: HttpResponse): string | undefined =>
  actualStatus(response) >= 500 ? /\b(?=[a-z]*\d)[\da-hjkmnp-tv-z]{16}\b/.exec(response.text)?.[0] : undefined

/**
 * Says why no response could be read.
 *
 * - `reason`: `Network` (the connection failed or broke), `Timeout` (longer than `timeoutMillis`), `TooLarge` (more
 *   than `maxResponseBytes`), `Redirect` (a 3xx that a browser hides, or that a client followed although it must not)
 *   or `CircuitOpen` (a circuit breaker has not sent it).
 * - `sent`: false only when it is certain that the server saw nothing.
 *
 * It never holds the request, headers, or the underlying error, all of which may contain tokens; `detail` is a short
 * code such as `ECONNRESET`.
 */
export class HttpFailure extends TaggedError("HttpFailure")<{
  readonly reason: "Network" | "Timeout" | "TooLarge" | "Redirect" | "CircuitOpen"
  readonly sent: boolean
  readonly detail: string
  /** For how long an open circuit sends nothing, in milliseconds. */
  readonly retryAfterMillis?: number
}> {}

/**
 * Sends one request and buffers its response, within the limits that the request names. Never follows a redirect; stops
 * at once when interrupted.
 */
export type Execute = (request: HttpRequest) => Effect.Effect<HttpResponse, HttpFailure>

/**
 * The HTTP port. It defaults to the platform's `fetch`; provide a layer to choose another: {@link layerFetch},
 * {@link layerHandler}, `HttpClientLayer.layer` (any `HttpClient` of Effect) or `gatefold/undici`.
 *
 * An app or verifier whose layer is built with a port keeps it. Otherwise each request takes the port of its caller.
 */
export const Http: Context.Reference<Execute> = Context.Reference<Execute>("gatefold/http/Http", {
  defaultValue: () => executeFetch(platformFetch)
})

/**
 * Wraps the port wherever an app or a verifier takes it, so that its layer and that of {@link Http} can be in any
 * order. By default the port stays as it is.
 */
export const HttpObserver: Context.Reference<(execute: Execute) => Execute> = Context.Reference<
  (execute: Execute) => Execute
>("gatefold/http/Http/HttpObserver", { defaultValue: () => (execute) => execute })

/** Decides whether a request is sent at all; `execute` is observed, and `port` is what it sends over. */
export type Guard = (execute: Execute, port: Execute) => Execute

/** A guard in front of the observed port, such as the circuit breaker of servers. Default: none. */
export const HttpGuard: Context.Reference<Guard> = Context.Reference<Guard>("gatefold/http/Http/HttpGuard", {
  defaultValue: () => (execute) => execute
})

/**
 * Sends requests over the port, observer and guard that its caller has now or, where it has none, over those of each
 * request.
 */
export const current: Effect.Effect<Execute> = Effect.withFiber(({ context }) => {
  const port = Context.getOrUndefined(context, Http)
  const observer = Context.getOrUndefined(context, HttpObserver)
  const guard = Context.getOrUndefined(context, HttpGuard)
  const execute: Execute = (request) =>
    Effect.withFiber((fiber) => {
      const actualPort = port ?? fiber.getRef(Http)
      return (guard ?? fiber.getRef(HttpGuard))(
        (observer ?? fiber.getRef(HttpObserver))(actualPort),
        actualPort
      )(request)
    })
  return Effect.succeed(execute)
})

/** Whether the device is online: true unless the platform knows that it is not. Asked only after a call has failed. */
export const Online: Context.Reference<Effect.Effect<boolean>> = Context.Reference<Effect.Effect<boolean>>(
  "gatefold/http/Http/Online",
  { defaultValue: () => Effect.sync(() => globalThis.navigator?.onLine !== false) }
)

/** The part of `fetch` that is used. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>

const platformFetch: FetchLike = (url, init) => globalThis.fetch(url, init)

/** Sends requests with the given `fetch` (default: the platform's, looked up at each call). */
export const layerFetch = (fetch: FetchLike = platformFetch): Layer.Layer<never> =>
  Layer.succeed(Http, executeFetch(fetch))

/**
 * Sends requests to a function instead of a network: the emulator's handler, a framework's `app.fetch`, a stub in a
 * test.
 */
export const layerHandler = (handler: (request: Request) => Promise<Response> | Response): Layer.Layer<never> =>
  Layer.succeed(
    Http,
    executeFetch(async (url, init) => handler(new Request(url, init)))
  )

const executeFetch =
  (fetch: FetchLike): Execute =>
  (request) =>
    callback(request, (done) => exchange(fetch, request, done))

/** Reports the result of a request that a {@link callback} has started; only the first report counts. */
export interface Done {
  readonly succeed: (response: HttpResponse) => void
  /** Takes any thrown value, and keeps only what is safe to print. */
  readonly fail: (cause: unknown) => void
}

/**
 * Makes an `Execute` from a function that starts a request and returns a function that stops it. It is stopped on
 * interruption and after `timeoutMillis`. No fiber is started.
 */
export const callback = (
  request: HttpRequest,
  start: (done: Done) => () => void
): Effect.Effect<HttpResponse, HttpFailure> =>
  Effect.clockWith((clock) =>
    Effect.callback((resume) => {
      const cancelTimer = Timer.after(clock, request.timeoutMillis, () => {
        // Resumed first, because a client may report synchronously that it was stopped.
        resume(Effect.fail(timeoutFailure))
        stop()
      })
      const stop = start({
        succeed: (response) => {
          cancelTimer()
          resume(Effect.succeed(response))
        },
        fail: (cause) => {
          cancelTimer()
          resume(Effect.fail(failureOf(cause)))
        }
      })
      return Effect.sync(() => {
        cancelTimer()
        stop()
      })
    })
  )

/** The failure for a request that took too long. */
export const timeoutFailure: HttpFailure = new HttpFailure({ reason: "Timeout", sent: true, detail: "timeout" })

/** Sends a request and reads its response to the end. Returns a function that stops it. */
const exchange = (fetch: FetchLike, request: HttpRequest, done: Done): (() => void) => {
  const controller = new AbortController()
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined

  const stop = () => {
    controller.abort()
    // A response of `layerHandler` does not listen to the signal. Nothing waits for the cancellation.
    reader?.cancel().catch(() => undefined)
  }

  const run = async (): Promise<HttpResponse> => {
    const init: RequestInit = {
      method: request.method,
      headers: request.headers,
      redirect: "manual",
      signal: controller.signal
    }
    if (request.body !== undefined) init.body = request.body
    // Cloudflare Workers refuse these options, which have no effect there (docs/protocol/headers.md#request-headers).
    if (!("WebSocketPair" in globalThis)) {
      init.credentials = "omit"
      init.cache = "no-store"
      init.referrerPolicy = "no-referrer"
    }
    const response = await fetch(request.url, init)
    const { headers, status, type } = response
    // React Native's own fetch has no streams.
    const body = response.body as Response["body"] | undefined
    const answer = (text: string): HttpResponse => ({ status, header: (name) => headers.get(name) ?? undefined, text })
    if (type === "opaqueredirect") {
      throw new HttpFailure({ reason: "Redirect", sent: true, detail: "opaque" })
    }
    if (body === undefined) {
      const text = await response.text()
      if (new TextEncoder().encode(text).byteLength > request.maxResponseBytes) throw tooLarge(request.maxResponseBytes)
      return answer(text)
    }
    const chunks: Array<Uint8Array<ArrayBuffer>> = []
    let size = 0
    if (body !== null) {
      reader = body.getReader()
      // A handler may answer after the request was stopped.
      if (controller.signal.aborted) stop()
      // If the length is known, the end of the stream is not waited for. A "cors" response may hide its
      // `content-encoding`.
      const length =
        type === "cors" || headers.has("content-encoding") || headers.has("transfer-encoding")
          ? null
          : headers.get("content-length")
      while (String(size) !== length) {
        const { done, value } = await reader.read()
        if (done) break
        size += value.byteLength
        if (size > request.maxResponseBytes) {
          stop()
          throw tooLarge(request.maxResponseBytes)
        }
        chunks.push(value)
      }
    }
    return answer(utf8.decode(chunks.length === 1 ? chunks[0] : joined(chunks, size)))
  }

  run().then(done.succeed, done.fail)
  return stop
}

const utf8 = new TextDecoder()

/** The failure for a body that exceeds the limit. */
export const tooLarge = (limit: number): HttpFailure =>
  new HttpFailure({ reason: "TooLarge", sent: true, detail: `more than ${limit} bytes` })

/**
 * Codes of failures before a request is sent, of undici, Bun and certificate checks. If the platform names the system
 * call, that decides instead: a network that is lost later is EHOSTUNREACH of a `read`.
 */
const neverSent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|ERR_TLS_CERT_.*|CERT_.*|UNABLE_TO_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*)$/

/**
 * Converts any thrown value to a failure that is safe to print. Only a short code is kept: a message or cause could
 * quote the request.
 */
export const failureOf = (cause: unknown): HttpFailure => {
  if (cause instanceof HttpFailure) return cause
  const origin = originOf(cause)
  const detail = [origin.code, origin.name].find((text) => typeof text === "string" && /^\w{1,64}$/.test(text))
  const connecting =
    typeof origin.syscall === "string"
      ? origin.syscall === "connect" || origin.syscall === "getaddrinfo"
      : neverSent.test(String(origin.code))
  return new HttpFailure({
    reason: "Network",
    sent: !connecting,
    detail: typeof detail === "string" ? detail : "unknown"
  })
}

interface Origin {
  readonly code?: unknown
  readonly name?: unknown
  readonly syscall?: unknown
}

/** The error below the `TypeError: fetch failed` of Node, or the first of several addresses that were tried. */
const originOf = (error: unknown): Origin => {
  if (typeof error !== "object" || error === null) return {}
  if (error instanceof AggregateError && error.errors.length > 0) return originOf(error.errors[0])
  if ("code" in error && typeof error.code === "string") return error
  return "cause" in error && error.cause instanceof Error ? originOf(error.cause) : error
}
