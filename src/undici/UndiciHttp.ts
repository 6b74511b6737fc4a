/**
 * The `Http` port over the API of `undici`, for Node services with many calls: it takes about half of the CPU of
 * `fetch`. Needs the package `undici`.
 *
 * It has its own pool. It imports the module of undici's agent, because importing `undici` itself would replace the
 * dispatcher of the process's `fetch`.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Agent as UndiciAgent, Dispatcher } from "undici"
import Agent from "undici/lib/dispatcher/agent.js"
import { callback, type Done, Http, type HttpRequest, tooLarge } from "../http/Http.ts"

/** Options of undici's `Agent`, such as `connections`, `connect` or `keepAliveTimeout`. */
export type Options = UndiciAgent.Options

/**
 * Sends requests through a pool of connections that lives as long as the layer. Redirects are not followed, and bodies
 * are not compressed.
 */
export const layer = (options?: Options): Layer.Layer<never> =>
  Layer.effect(
    Http,
    Effect.map(
      Effect.acquireRelease(
        // The transport limits how long an attempt may take.
        Effect.sync(() => new Agent({ headersTimeout: 0, bodyTimeout: 0, ...options })),
        (agent) => Effect.promise(() => agent.destroy())
      ),
      (agent) => (request) => execute(agent, request)
    )
  )

const execute = (agent: Dispatcher, request: HttpRequest) =>
  callback(request, (done) => {
    const handler = new Handler(request.maxResponseBytes, done)
    const url = new URL(request.url)
    try {
      agent.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: request.method as Dispatcher.HttpMethod,
          headers: request.headers as Record<string, string>,
          body: request.body ?? null
        },
        handler
      )
    } catch (cause) {
      done.fail(cause)
    }
    return () => handler.abort()
  })

class Handler implements Dispatcher.DispatchHandler {
  readonly limit: number
  readonly done: Done
  controller: Dispatcher.DispatchController | undefined
  aborted = false
  status = 0
  headers: Record<string, string | Array<string> | undefined> = {}
  readonly chunks: Array<Uint8Array> = []
  size = 0

  constructor(limit: number, done: Done) {
    this.limit = limit
    this.done = done
  }

  abort() {
    this.aborted = true
    this.controller?.abort(new Error("interrupted"))
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.controller = controller
    // Interrupted while waiting for a connection.
    if (this.aborted) this.abort()
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | Array<string> | undefined>
  ) {
    this.status = status
    this.headers = headers
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array) {
    this.size += chunk.byteLength
    if (this.size <= this.limit) this.chunks.push(chunk)
    else controller.abort(tooLarge(this.limit))
  }

  onResponseEnd() {
    const { chunks, headers, status } = this
    this.done.succeed({
      status,
      header: (name) => {
        const value = headers[name]
        return Array.isArray(value) ? value.join(", ") : value
      },
      text: decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
    })
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error) {
    this.done.fail(error)
  }
}

const decoder = new TextDecoder()
