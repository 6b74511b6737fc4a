/**
 * The `Http` port over any Effect `HttpClient`: instrumented, recorded, or for another platform. It is a separate
 * module, so that only its users pay for `HttpClient`.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { type Execute, toHttpFailure, Http, HttpFailure, type HttpResponse, timeoutFailure, tooLarge } from "./Http.ts"

/**
 * Sends requests through the `HttpClient` in context.
 *
 * Its tracer and trace headers are off for these calls: the service's CORS list does not allow `traceparent`, and its
 * spans would hold whole URLs. A redirect that the client followed on its own is reported as a failure.
 */
export const layer: Layer.Layer<never, never, HttpClient.HttpClient> = Layer.effect(
  Http,
  Effect.map(
    HttpClient.HttpClient,
    (client): Execute =>
      (request) =>
        client
          .execute(
            HttpClientRequest.make(request.method)(request.url, { headers: request.headers }).pipe((made) =>
              request.body === undefined
                ? made
                : HttpClientRequest.bodyText(made, request.body, request.headers["content-type"])
            )
          )
          .pipe(
            Effect.flatMap((response) => read(response, request.url, request.maxResponseBytes)),
            Effect.provideContext(references),
            Effect.catchCause((cause) =>
              Cause.hasInterrupts(cause)
                ? Effect.failCause(Cause.interrupt())
                : // Defects too: whatever a client throws may hold the request.
                  Effect.fail(toHttpFailure(Cause.squash(cause)))
            ),
            Effect.timeoutOrElse({ duration: request.timeoutMillis, orElse: () => Effect.fail(timeoutFailure) })
          )
  )
)

const references = Context.empty().pipe(
  Context.add(HttpClient.TracerDisabledWhen, () => true),
  Context.add(HttpClient.TracerPropagationEnabled, false),
  Context.add(FetchHttpClient.RequestInit, {
    redirect: "manual",
    ...("WebSocketPair" in globalThis
      ? undefined
      : ({ credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer" } as const))
  })
)

const read = (
  response: HttpClientResponse.HttpClientResponse,
  url: string,
  limit: number
): Effect.Effect<HttpResponse, HttpClientError.HttpClientError | HttpFailure> => {
  if (response.request.url !== url) {
    return Effect.fail(new HttpFailure({ reason: "Redirect", sent: true, detail: "followed by the client" }))
  }
  const decoder = new TextDecoder()
  let size = 0
  return response.stream.pipe(
    Stream.runFoldEffect(
      () => "",
      (text, bytes: Uint8Array) => {
        size += bytes.byteLength
        return size > limit
          ? Effect.fail(tooLarge(limit))
          : Effect.succeed(text + decoder.decode(bytes, { stream: true }))
      }
    ),
    // Effect fails on an empty body; here it is an empty text.
    Effect.catchIf(
      (error) => error._tag === "HttpClientError" && error.reason._tag === "EmptyBodyError",
      () => Effect.succeed("")
    ),
    Effect.map((text) => ({
      status: response.status,
      header: (name) => response.headers[name],
      text: text + decoder.decode()
    }))
  )
}
