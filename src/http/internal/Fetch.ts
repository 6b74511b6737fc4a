/** Requests over `fetch`: of the platform, of a framework, or of a handler in the same process. */
import { joinChunks } from "../../domain/text/Bytes.ts"
import type { Execute, HttpRequest, HttpResponse } from "../Http.ts"
import { callback, type Done } from "./Callback.ts"
import { HttpFailure, tooLarge } from "./HttpFailure.ts"

/** The part of `fetch` that is used. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>

export const execute =
  (fetch: FetchLike): Execute =>
  (request) =>
    callback(request, (done) => exchange(fetch, request, done))

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>

/** Sends a request and reads its response to the end. Returns a function that stops it. */
const exchange = (fetch: FetchLike, request: HttpRequest, done: Done): (() => void) => {
  const { body, headers, maxResponseBytes, method, url } = request
  const controller = new AbortController()
  let reader: Reader | undefined

  const stop = () => {
    controller.abort()
    // A response of `layerHandler` does not listen to the signal. Nothing waits for the cancellation.
    reader?.cancel().catch(() => undefined)
  }

  const run = async (): Promise<HttpResponse> => {
    const init: RequestInit = { method, headers, redirect: "manual", signal: controller.signal }
    if (body !== undefined) init.body = body
    // Cloudflare Workers refuse these options, which have no effect there (docs/protocol/headers.md#request-headers).
    if (!("WebSocketPair" in globalThis)) {
      init.credentials = "omit"
      init.cache = "no-store"
      init.referrerPolicy = "no-referrer"
    }
    const response = await fetch(url, init)
    if (response.type === "opaqueredirect") throw new HttpFailure({ reason: "Redirect", sent: true, detail: "opaque" })
    // React Native's own fetch has no streams.
    const stream = response.body as Response["body"] | undefined
    reader = stream?.getReader()
    // A handler may answer after the request was stopped.
    if (controller.signal.aborted) stop()
    const text = stream === undefined ? await response.text() : await readText(response, reader, maxResponseBytes)
    if (stream === undefined && new TextEncoder().encode(text).byteLength > maxResponseBytes) {
      throw tooLarge(maxResponseBytes)
    }
    return { status: response.status, header: (name) => response.headers.get(name) ?? undefined, text }
  }

  run().then(done.succeed, (cause: unknown) => {
    // Nobody reads the rest of a refused answer.
    stop()
    done.fail(cause)
  })
  return stop
}

/** Reads a body to its known length, without waiting for the end of the stream, or else to its end. */
const readText = async ({ headers, type }: Response, reader: Reader | undefined, maxBytes: number): Promise<string> => {
  if (reader === undefined) return ""
  // A "cors" response may hide that it is compressed.
  const length =
    type === "cors" || headers.has("content-encoding") || headers.has("transfer-encoding")
      ? null
      : headers.get("content-length")
  const chunks: Array<Uint8Array<ArrayBuffer>> = []
  let size = 0
  while (String(size) !== length) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(value)
  }
  return utf8.decode(chunks.length === 1 ? chunks[0] : joinChunks(chunks, size))
}

const utf8 = new TextDecoder()
