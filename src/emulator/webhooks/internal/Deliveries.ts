/** Webhooks on their way: attempts and retries. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import { TaggedError } from "../../../domain/errors/TaggedError.ts"
import { Background } from "../../background/Background.ts"
import * as Attempts from "../Attempts.ts"
import { receiver as receiverUrl, type Target } from "../WebhookEndpoint.ts"
import { Message } from "./Message.ts"
import * as Receiver from "./Receiver.ts"
import * as WebhookSignature from "./WebhookSignature.ts"

export const Captured = Schema.Struct({
  attempts: Schema.Array(Attempts.Attempt),
  received: Schema.optional(Schema.Array(Receiver.Received)),
  deliveries: Schema.Array(
    Schema.Struct({
      endpointId: Schema.String,
      message: Message,
      tries: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
      dueInMillis: Schema.Finite
    })
  )
})
export interface Captured extends Schema.Struct.Type<(typeof Captured)["fields"]> {}

/** A webhook on its way. */
interface Delivery extends Omit<Captured["deliveries"][number], "dueInMillis"> {
  /** When the next attempt is due, in milliseconds of the monotonic clock. */
  readonly due: number
}

const deliveryTimeout = "15 seconds"

/** The retries of Svix; afterwards the event is dropped. */
const retryDelays = ["5 seconds", "5 minutes", "30 minutes", "2 hours", "5 hours", "10 hours", "10 hours"] as const

export class NotDelivered extends TaggedError("NotDelivered")<{ readonly problem: string }> {
  override get message() {
    return this.problem
  }
}

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

export const make = Effect.fnUntraced(function* (findTarget: (endpointId: string) => Target | undefined) {
  const background = yield* Background
  const client = yield* HttpClient.HttpClient
  const clock = yield* Clock.Clock
  const elapsedMillis = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const attempts = Attempts.makeLog()
  const receiver = Receiver.make()
  const deliveries = new Set<Delivery>()

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

  const waitUntil = (due: number) =>
    Effect.suspend(() => (due > elapsedMillis() ? Effect.sleep(due - elapsedMillis()) : Effect.void))

  const deliver = (delivery: Delivery): Effect.Effect<void> => {
    // An endpoint that is removed in the meantime gets nothing more.
    const attemptNow = Effect.suspend(() => {
      const target = findTarget(delivery.endpointId)
      if (target === undefined) return Effect.void
      return Effect.catch(attempt(target, delivery.message, delivery.tries + 1), () => retry(delivery, target))
    })
    deliveries.add(delivery)
    return background.schedule(
      waitUntil(delivery.due).pipe(
        Effect.andThen(attemptNow),
        Effect.andThen(Effect.sync(() => deliveries.delete(delivery)))
      )
    )
  }

  const retry = (delivery: Delivery, target: Target) => {
    const delay = retryDelays[delivery.tries]
    return delay === undefined
      ? Effect.logWarning(`A webhook was not delivered: ${delivery.message.type} to ${target.label}`)
      : deliver({ ...delivery, tries: delivery.tries + 1, due: elapsedMillis() + Duration.toMillis(delay) })
  }

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

  return {
    attempt,
    attempts,
    receiver,
    redeliver,
    /** Sends a message to endpoints in the background, with retries. */
    send: (message: Message, targets: ReadonlyArray<Target>) => {
      const due = elapsedMillis()
      return Effect.forEach(targets, ({ id }) => deliver({ endpointId: id, message, tries: 0, due }), { discard: true })
    },
    capture: (): Captured => ({
      attempts: attempts.all(),
      received: receiver.receivedRequests(),
      deliveries: [...deliveries].map(({ due, ...rest }) => ({ ...rest, dueInMillis: due - elapsedMillis() }))
    }),
    restore: (captured: Captured) => {
      attempts.restore(captured.attempts)
      receiver.restore(captured.received ?? [])
      deliveries.clear()
      for (const { dueInMillis, ...rest } of captured.deliveries) {
        deliveries.add({ ...rest, due: elapsedMillis() + dueInMillis })
      }
    },
    /** Starts what waits in a restored state. */
    resume: Effect.suspend(() => {
      const waiting = [...deliveries]
      deliveries.clear()
      return Effect.forEach(waiting, deliver, { discard: true })
    })
  }
})
