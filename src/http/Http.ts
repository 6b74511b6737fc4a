/**
 * The network, as one function from a request to a buffered response.
 *
 * The port is smaller than Effect's `HttpClient` because that is all the
 * transport needs; see docs/decisions/0004-http-port.md for what it saves.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { HttpMethod } from "effect/http/HttpMethod"
import * as Layer from "effect/Layer"

/** A request as the transport makes it; `body` is text with its `content-type` among the headers. */
export interface HttpRequest {
  readonly method: HttpMethod
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** The largest body, in decompressed bytes, that may be read before giving up. */
  readonly maxResponseBytes: number
}

/** A response whose body has been read to its end. Header names are matched case-insensitively. */
export interface HttpResponse {
  readonly status: number
  readonly header: (name: string) => string | undefined
  readonly text: string
}

/**
 * Why no response could be read.
 *
 * - `kind`: `Network` (no connection, or it broke), `TooLarge` (the body
 *   exceeds `maxResponseBytes`) or `Redirect` (a 3xx that a browser hides).
 * - `sent`: false only when it is certain that the server saw nothing.
 *
 * It never holds the request, headers, or the underlying error, all of which
 * may contain tokens; `detail` is a short code such as `ECONNRESET`.
 */
export class HttpFailure extends Data.TaggedError("HttpFailure")<{
  readonly kind: "Network" | "TooLarge" | "Redirect"
  readonly sent: boolean
  readonly detail: string
}> {}

/** Sends one request and buffers its response. Never follows a redirect. */
export type Execute = (request: HttpRequest) => Effect.Effect<HttpResponse, HttpFailure>

/**
 * The HTTP port. It defaults to the platform's `fetch`; provide a layer to
 * choose another.
 */
export const Http: Context.Reference<Execute> = Context.Reference<Execute>("gatefold/http/Http", {
  defaultValue: () => executeFetch((input, init) => globalThis.fetch(input, init))
})

/** What `fetch` and its look-alikes have in common. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>

/** Sends requests with the given `fetch` (default: the platform's, looked up at each call). */
export const layerFetch = (
  fetch: FetchLike = (input, init) => globalThis.fetch(input, init)
): Layer.Layer<never> => Layer.succeed(Http, executeFetch(fetch))

/**
 * Sends requests to a function instead of a network: the emulator's handler, a
 * framework's `app.fetch`, a stub in a test.
 */
export const layerHandler = (
  handler: (request: Request) => Promise<Response> | Response
): Layer.Layer<never> =>
  Layer.succeed(Http, executeFetch(async (url, init) => handler(new Request(url, init))))

const executeFetch = (fetch: FetchLike): Execute => (request) =>
  Effect.callback<HttpResponse, HttpFailure>((resume, signal) => {
    send(fetch, request, signal).then(
      (response) => resume(Effect.succeed(response)),
      (cause) => resume(Effect.fail(cause instanceof HttpFailure ? cause : fromUnknown(cause)))
    )
  })

async function send(fetch: FetchLike, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  const response = await fetch(request.url, {
    method: request.method,
    headers: request.headers,
    redirect: "manual",
    referrerPolicy: "no-referrer",
    ...(request.body === undefined ? undefined : { body: request.body }),
    ...platformInit(),
    signal
  })
  if (response.type === "opaqueredirect") {
    throw new HttpFailure({ kind: "Redirect", sent: true, detail: "hidden by the browser" })
  }
  const text = await readText(response, request.maxResponseBytes)
  return { status: response.status, header: (name) => response.headers.get(name) ?? undefined, text }
}

/** Cloudflare Workers reject `credentials` and `cache` (wire/headers §2). */
const platformInit = (): RequestInit =>
  "WebSocketPair" in globalThis ? {} : { credentials: "omit", cache: "no-store" }

/** Reads the body, stopping as soon as it is larger than allowed. */
async function readText(response: Response, limit: number): Promise<string> {
  const declared = Number(response.headers.get("content-length") ?? NaN)
  if (declared <= limit && !response.headers.has("content-encoding")) return response.text()
  if (response.body === null) return ""
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let size = 0
  let text = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > limit) {
      await reader.cancel()
      throw new HttpFailure({ kind: "TooLarge", sent: true, detail: `more than ${limit} bytes` })
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Failures of undici, Node, Bun and Deno that happen before a byte is sent. */
const neverConnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused"
])

const fromUnknown = (cause: unknown): HttpFailure => {
  const code = codeOf(cause) ?? codeOf(cause instanceof Error ? cause.cause : undefined)
  return new HttpFailure({
    kind: "Network",
    sent: code === undefined || !neverConnected.has(code),
    detail: code ?? (cause instanceof Error ? cause.name : "unknown")
  })
}

/** Only an error's code is kept: its message or cause could quote the request. */
const codeOf = (error: unknown): string | undefined => {
  if (typeof error !== "object" || error === null) return undefined
  if ("code" in error && typeof error.code === "string") return error.code
  return error instanceof AggregateError ? codeOf(error.errors[0]) : undefined
}
