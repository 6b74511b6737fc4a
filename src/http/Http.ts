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
import * as Fetch from "./internal/Fetch.ts"
import type { HttpFailure } from "./internal/HttpFailure.ts"

export { callback, type Done } from "./internal/Callback.ts"
export type { FetchLike } from "./internal/Fetch.ts"
export { toHttpFailure, HttpFailure, timeoutFailure, tooLarge } from "./internal/HttpFailure.ts"

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
export const OnResponse = Context.Reference<((response: HttpResponse) => void) | undefined>(
  "gatefold/http/Http/OnResponse",
  { defaultValue: () => undefined }
)

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
export const readRequestId = (response: HttpResponse): string | undefined => {
  const id = serviceHeader(response, "request-id") ?? findRequestId(response)
  return id !== undefined && /^[\w.:-]{1,128}$/.test(id) ? id : undefined
}

/** 16 digits of base32, among words: a word has no digits. */
const findRequestId = (response: HttpResponse): string | undefined =>
  actualStatus(response) >= 500 ? /\b(?=[a-z]*\d)[\da-hjkmnp-tv-z]{16}\b/.exec(response.text)?.[0] : undefined

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
export const Http = Context.Reference<Execute>("gatefold/http/Http", {
  defaultValue: () => Fetch.execute(callPlatformFetch)
})

/**
 * Wraps the port wherever an app or a verifier takes it, so that its layer and that of {@link Http} can be in any
 * order. By default the port stays as it is.
 */
export const HttpObserver = Context.Reference<(execute: Execute) => Execute>("gatefold/http/Http/HttpObserver", {
  defaultValue: () => (execute) => execute
})

/** Decides whether a request is sent at all; `execute` is observed, and `port` is what it sends over. */
export type Guard = (execute: Execute, port: Execute) => Execute

/** A guard in front of the observed port, such as the circuit breaker of servers. Default: none. */
export const HttpGuard = Context.Reference<Guard>("gatefold/http/Http/HttpGuard", {
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
export const Online = Context.Reference<Effect.Effect<boolean>>("gatefold/http/Http/Online", {
  defaultValue: () => Effect.sync(() => globalThis.navigator?.onLine !== false)
})

const callPlatformFetch: Fetch.FetchLike = (url, init) => globalThis.fetch(url, init)

/** Sends requests with the given `fetch` (default: the platform's, looked up at each call). */
export const layerFetch = (fetch: Fetch.FetchLike = callPlatformFetch): Layer.Layer<never> =>
  Layer.succeed(Http, Fetch.execute(fetch))

/**
 * Sends requests to a function instead of a network: the emulator's handler, a framework's `app.fetch`, a stub in a
 * test.
 */
export const layerHandler = (handler: (request: Request) => Promise<Response> | Response): Layer.Layer<never> =>
  Layer.succeed(
    Http,
    Fetch.execute(async (url, init) => handler(new Request(url, init)))
  )
