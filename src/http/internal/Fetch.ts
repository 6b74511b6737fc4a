/** Requests over `fetch`: of the platform, of a framework, or of a handler in the same process. */
import { joined } from "../../domain/Bytes.ts"
import type { Execute, HttpRequest, HttpResponse } from "../Http.ts"
import { callback, type Done } from "./Callback.ts"
import { HttpFailure, tooLarge } from "./HttpFailure.ts"

/** The part of `fetch` that is used. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>

/** Sends each request over `fetch`. */
export const execute =
  (fetch: FetchLike): Execute =>
  (request) =>
    callback(request, (done) => exchange(fetch, request, done))

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>

/** Sends a request and reads its response to the end. Returns a function that stops it. */
const exchange = (fetch: FetchLike, request: HttpRequest, done: Done): (() => void) => {
  const controller = new AbortController()
  let reader: Reader | undefined

  const stop = () => {
    controller.abort()
    // A response of `layerHandler` does not listen to the signal. Nothing waits for the cancellation.
    reader?.cancel().catch(() => undefined)
  }

  const textOf = async (response: Response): Promise<string> => {
    // React Native's own fetch has no streams.
    const body = response.body as Response["body"] | undefined
    if (body === null) return ""
    if (body === undefined) {
      const text = await response.text()
      if (new TextEncoder().encode(text).byteLength > request.maxResponseBytes) throw tooLarge(request.maxResponseBytes)
      return text
    }
    reader = body.getReader()
    // A handler may answer after the request was stopped.
    if (controller.signal.aborted) stop()
    return readText(reader, lengthOf(response), request.maxResponseBytes, stop)
  }

  const run = async (): Promise<HttpResponse> => {
    const response = await fetch(request.url, initOf(request, controller.signal))
    if (response.type === "opaqueredirect") throw new HttpFailure({ reason: "Redirect", sent: true, detail: "opaque" })
    const { headers, status } = response
    return { status, header: (name) => headers.get(name) ?? undefined, text: await textOf(response) }
  }

  run().then(done.succeed, done.fail)
  return stop
}

const initOf = ({ body, headers, method }: HttpRequest, signal: AbortSignal): RequestInit => ({
  method,
  headers,
  redirect: "manual",
  signal,
  ...(body !== undefined && { body }),
  // Cloudflare Workers refuse these options, which have no effect there (docs/protocol/headers.md#request-headers).
  ...(!("WebSocketPair" in globalThis) && {
    credentials: "omit",
    cache: "no-store",
    referrerPolicy: "no-referrer"
  })
})

/** The length of a body, if the response says what it is after decompression: a "cors" response may hide that. */
const lengthOf = ({ headers, type }: Response): string | null =>
  type === "cors" || headers.has("content-encoding") || headers.has("transfer-encoding")
    ? null
    : headers.get("content-length")

/** Reads a body to its known length, without waiting for the end of the stream, or else to its end. */
const readText = async (reader: Reader, length: string | null, maxBytes: number, stop: () => void): Promise<string> => {
  const chunks: Array<Uint8Array<ArrayBuffer>> = []
  let size = 0
  while (String(size) !== length) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > maxBytes) {
      stop()
      throw tooLarge(maxBytes)
    }
    chunks.push(value)
  }
  return utf8.decode(chunks.length === 1 ? chunks[0] : joined(chunks, size))
}

const utf8 = new TextDecoder()
