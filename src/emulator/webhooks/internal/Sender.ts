/** Sends webhooks, each to one endpoint and once. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import { TaggedError } from "../../../domain/errors/TaggedError.ts"
import * as Attempts from "../Attempts.ts"
import { receiver as receiverUrl, type Target } from "../WebhookEndpoint.ts"
import type { Message } from "./Message.ts"
import * as Receiver from "./Receiver.ts"
import * as WebhookSignature from "./WebhookSignature.ts"

export const Captured = Schema.Struct({
  attempts: Schema.Array(Attempts.Attempt),
  received: Schema.optional(Schema.Array(Receiver.Received))
})
type Captured = typeof Captured.Type

export class NotDelivered extends TaggedError("NotDelivered")<{ readonly problem: string }> {
  override get message() {
    return this.problem
  }
}

const deliveryTimeout = "15 seconds"

/** Options of requests: redirects are not followed, and no tracing headers are sent. */
const requesting = Context.make(FetchHttpClient.RequestInit, { redirect: "manual", credentials: "omit" }).pipe(
  Context.add(HttpClient.TracerDisabledWhen, () => true),
  Context.add(HttpClient.TracerPropagationEnabled, false)
)

/** Sends a request, and returns the status of the answer, if there is one in time. */
const post = Effect.fnUntraced(
  function* (url: string, headers: Readonly<Record<string, string>>, body: string) {
    const client = HttpClient.withScope(yield* HttpClient.HttpClient)
    const request = HttpClientRequest.post(url, { headers }).pipe(HttpClientRequest.bodyText(body, "application/json"))
    return (yield* client.execute(request)).status
  },
  // Only the status of the answer is used. The scope closes the response.
  Effect.scoped,
  Effect.provideContext(requesting),
  Effect.timeout(deliveryTimeout),
  Effect.catch(() => Effect.undefined)
)

/** Webhooks that were sent, and those of the built-in receiver. */
export interface Sender extends Effect.Success<ReturnType<typeof make>> {}

export const make = Effect.fnUntraced(function* (findTarget: (endpointId: string) => Target | undefined) {
  const client = yield* HttpClient.HttpClient
  const attempts = Attempts.makeLog()
  const receiver = Receiver.make()

  const attempt = Effect.fnUntraced(function* (target: Target, message: Message, attemptNumber: number) {
    const { key, label, url } = target
    const at = yield* Clock.currentTimeMillis
    const { body, id: messageId, ...about } = message
    const headers = WebhookSignature.signHeaders(key, { id: messageId, timestamp: Math.floor(at / 1000), body })
    const status =
      url === receiverUrl
        ? receiver.receive({ at, messageId, ...about, endpointId: target.id, headers, body })
        : yield* Effect.provideService(post(url, headers, body), HttpClient.HttpClient, client)
    const delivered = status !== undefined && status >= 200 && status < 300
    attempts.add({ at, messageId, ...about, url: label, attempt: attemptNumber, status, delivered }, target, message)
    if (delivered) return
    const answered = status === undefined ? "did not answer" : `answered with status ${status}`
    return yield* new NotDelivered({ problem: `The endpoint ${label} ${answered}.` })
  })

  const redeliver = Effect.fnUntraced(function* (messageId: string) {
    const former = attempts.ofMessage(messageId)
    if (former.length === 0) return yield* new NotDelivered({ problem: "There is no attempt with this message id." })
    const newest = new Map(former.map((earlier) => [attempts.sentWith(earlier)?.target.id, earlier]))
    for (const [endpointId, earlier] of newest) {
      const target = endpointId === undefined ? undefined : findTarget(endpointId)
      const message = attempts.sentWith(earlier)?.message
      if (target === undefined || message === undefined) continue
      // The attempts record a failure.
      yield* Effect.ignore(attempt(target, message, earlier.attempt + 1))
    }
    return attempts.ofMessage(messageId).slice(former.length)
  })

  const findBody = (messageId: string): string | undefined => {
    const sent = attempts.ofMessage(messageId).flatMap((sentOnce) => attempts.sentWith(sentOnce) ?? [])
    return (
      sent.at(-1)?.message.body ??
      receiver.receivedRequests().findLast((webhook) => webhook.messageId === messageId)?.body
    )
  }

  return {
    attempt,
    attempts,
    findBody,
    receiver,
    redeliver,
    capture: (): Captured => ({ attempts: attempts.all(), received: receiver.receivedRequests() }),
    restore: (captured: Captured) => {
      attempts.restore(captured.attempts)
      receiver.restore(captured.received ?? [])
    }
  }
})
