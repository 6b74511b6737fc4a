/** Webhooks on their way: attempts, retries, and the built-in receiver. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import { TaggedError } from "../../domain/TaggedError.ts"
import { Randomness } from "../crypto/Randomness.ts"
import { Background } from "../runtime/Background.ts"
import { Trace } from "../runtime/Trace.ts"
import * as Changes from "./Changes.ts"
import * as WebhookSignature from "./internal/WebhookSignature.ts"
import { receiver, type Target } from "./WebhookEndpoint.ts"

/** The type of what is sent: of an event, or of a test. */
const MessageType = Schema.Literals([...Changes.allEventTypes, "stack.test"])
/** The type of what is sent: of an event, or of a test. */
export type MessageType = typeof MessageType.Type

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const Attempt = Schema.Struct({
  at: Schema.Finite,
  /** The message id, the same for all attempts and endpoints. */
  messageId: Schema.String,
  /** The type of the event; that of a test webhook is `stack.test`. */
  type: MessageType,
  projectId: Schema.String,
  /** Without the query, which may contain secrets. */
  url: Schema.String,
  /** The number of the attempt, from 1. */
  attempt: Count,
  /** The status of the endpoint's answer, if any. */
  status: Schema.optional(Schema.Int),
  delivered: Schema.Boolean,
  /** The app's request that caused the event, if any. */
  requestId: Schema.optional(Schema.String)
})
/** An attempt to deliver an event to an endpoint. */
export interface Attempt extends Schema.Struct.Type<(typeof Attempt)["fields"]> {}

const Received = Schema.Struct({
  at: Schema.Finite,
  messageId: Schema.String,
  /** The endpoint, whose secret verifies the signature in the headers. */
  endpointId: Schema.String,
  type: MessageType,
  projectId: Schema.String,
  requestId: Schema.optional(Schema.String),
  headers: Schema.Record(Schema.String, Schema.String),
  body: Schema.String,
  /** The status that the receiver has answered. */
  status: Schema.Int
})
/** A webhook that the built-in receiver has got. */
export interface Received extends Schema.Struct.Type<(typeof Received)["fields"]> {}

const Message = Schema.Struct({
  id: Schema.String,
  type: MessageType,
  projectId: Schema.String,
  body: Schema.String,
  requestId: Schema.optional(Schema.String)
})
interface Message extends Schema.Struct.Type<(typeof Message)["fields"]> {}

/** The attempts and deliveries of a snapshot. */
export const Captured = Schema.Struct({
  attempts: Schema.Array(Attempt),
  received: Schema.optional(Schema.Array(Received)),
  deliveries: Schema.Array(
    Schema.Struct({
      endpointId: Schema.String,
      message: Message,
      /** How often it was tried. */
      tries: Count,
      dueInMillis: Schema.Finite
    })
  )
})
/** The attempts and deliveries of a snapshot. */
export interface Captured extends Schema.Struct.Type<(typeof Captured)["fields"]> {}

/** A webhook on its way. */
interface Delivery extends Omit<Captured["deliveries"][number], "dueInMillis"> {
  /** When it is tried again, by the clock that only goes forward. */
  readonly due: number
}

const maxAttempts = 1_000

/** The number of webhooks that the built-in receiver stores. */
const maxReceived = 200

/** How many characters their bodies have together, at most. */
const maxReceivedCharacters = 10_000_000

const deliveryTimeout = "15 seconds"

/** The retries of Svix; afterwards the event is dropped. */
const retryDelays = ["5 seconds", "5 minutes", "30 minutes", "2 hours", "5 hours", "10 hours", "10 hours"] as const

/** A failed attempt. */
export class NotDelivered extends TaggedError("NotDelivered")<{ readonly reason: string }> {
  override get message() {
    return this.reason
  }
}

/** Options of requests: redirects are not followed, and no tracing headers are sent. */
const requesting = Context.make(FetchHttpClient.RequestInit, { redirect: "manual", credentials: "omit" }).pipe(
  Context.add(HttpClient.TracerDisabledWhen, () => true),
  Context.add(HttpClient.TracerPropagationEnabled, false)
)

/** The deliveries to the endpoints that are there. */
export const make = Effect.fnUntraced(function* (targetOf: (endpointId: string) => Target | undefined) {
  const background = yield* Background
  const randomness = yield* Randomness
  const client = HttpClient.withScope(yield* HttpClient.HttpClient)
  const clock = yield* Clock.Clock
  const elapsed = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  let attempts: ReadonlyArray<Attempt> = []
  let received: ReadonlyArray<Received> = []
  let receiverStatus = 200
  const listeners: Array<(attempt: Attempt) => void> = []
  /** The bodies of the newest attempts, to send them again. */
  const sent = new WeakMap<Attempt, { readonly target: Target; readonly message: Message }>()

  /** Stores a webhook in the built-in receiver, as an endpoint would get it. */
  const receive = (kept: Received): number => {
    const all = [...received.slice(1 - maxReceived), kept]
    let characters = 0
    const tooOld = all.findLastIndex(({ body }) => (characters += body.length) > maxReceivedCharacters)
    received = all.slice(tooOld + 1)
    return kept.status
  }

  const post = (url: string, headers: Readonly<Record<string, string>>, body: string) => {
    const request = HttpClientRequest.post(url, { headers }).pipe(HttpClientRequest.bodyText(body, "application/json"))
    // Only the status of the answer is used. The scope closes the response.
    return Effect.scoped(client.execute(request)).pipe(
      Effect.map((response) => response.status),
      Effect.provideContext(requesting),
      Effect.timeout(deliveryTimeout),
      Effect.catch(() => Effect.undefined)
    )
  }

  const attempt = Effect.fnUntraced(function* (target: Target, message: Message, count: number) {
    const { key, label, url } = target
    const at = yield* Clock.currentTimeMillis
    const { body, id: messageId, projectId, requestId, type } = message
    const headers = WebhookSignature.headersOf(key, { id: messageId, timestamp: Math.floor(at / 1000), body })
    const about = { at, messageId, type, projectId, ...(requestId !== undefined && { requestId }) }
    const status: number | undefined =
      url === receiver
        ? receive({ ...about, endpointId: target.id, headers, body, status: receiverStatus })
        : yield* post(url, headers, body)
    const delivered = status !== undefined && status >= 200 && status < 300
    const made = { ...about, url: label, attempt: count, status, delivered }
    attempts = [...attempts.slice(1 - maxAttempts), made]
    sent.set(made, { target, message })
    listeners.forEach((listener) => listener(made))
    if (delivered) return
    const answered = status === undefined ? "did not answer" : `answered with status ${status}`
    return yield* new NotDelivered({ reason: `The endpoint ${label} ${answered}.` })
  })

  const deliveries = new Set<Delivery>()

  const waitUntil = (due: number) =>
    Effect.suspend(() => (due > elapsed() ? Effect.sleep(due - elapsed()) : Effect.void))

  const deliver = (delivery: Delivery): Effect.Effect<void> => {
    const target = targetOf(delivery.endpointId)
    if (target === undefined) return Effect.void
    deliveries.add(delivery)
    return background.schedule(
      waitUntil(delivery.due).pipe(
        Effect.andThen(attempt(target, delivery.message, delivery.tries + 1)),
        Effect.catch(() => retry(delivery, target)),
        Effect.andThen(Effect.sync(() => deliveries.delete(delivery)))
      )
    )
  }

  const retry = (delivery: Delivery, target: Target) => {
    const delay = retryDelays[delivery.tries]
    return delay === undefined
      ? Effect.logWarning(`A webhook was not delivered: ${delivery.message.type} to ${target.label}`)
      : deliver({ ...delivery, tries: delivery.tries + 1, due: elapsed() + Duration.toMillis(delay) })
  }

  /** A new message. The app's request that causes it is that of the fiber. */
  const messageOf = (projectId: string, type: MessageType, data: unknown): Effect.Effect<Message> =>
    Effect.map(Trace, (trace) => ({
      id: `msg_${randomness.base32(27)}`,
      type,
      projectId,
      body: JSON.stringify({ type, data }),
      ...(trace?.requestId !== undefined && { requestId: trace.requestId })
    }))

  /** Sends a message to endpoints in the background, with retries. */
  const send = (message: Message, targets: ReadonlyArray<Target>) => {
    const due = elapsed()
    return Effect.forEach(targets, ({ id }) => deliver({ endpointId: id, message, tries: 0, due }), { discard: true })
  }

  /** Sends an event again, once and immediately, to the endpoints of earlier attempts. Returns the attempts. */
  const redeliver = Effect.fnUntraced(function* (messageId: string) {
    const former = attempts.filter((made) => made.messageId === messageId)
    const targets = new Map(former.map((made) => [made.url, sent.get(made)]))
    if (former.length === 0) return yield* new NotDelivered({ reason: "There is no attempt with this message id." })
    for (const [url, found] of targets) {
      const count = former.filter((made) => made.url === url).length
      // The attempts record a failure.
      if (found !== undefined) yield* Effect.ignore(attempt(found.target, found.message, count + 1))
    }
    return attempts.filter((made) => made.messageId === messageId).slice(former.length)
  })

  const bodyOf = (messageId: string): string | undefined => {
    const known = attempts.findLast((made) => made.messageId === messageId && sent.has(made))
    return known === undefined
      ? received.findLast((one) => one.messageId === messageId)?.body
      : sent.get(known)?.message.body
  }

  return {
    attempt,
    attempts: Effect.sync(() => attempts),
    bodyOf: (messageId: string) => Effect.sync(() => bodyOf(messageId)),
    messageOf,
    received: Effect.sync(() => received),
    receiverStatus: (status = receiverStatus) => Effect.sync(() => (receiverStatus = status)),
    redeliver,
    send,
    watch: (listener: (attempt: Attempt) => void) => void listeners.push(listener),
    capture: (): Captured => ({
      attempts,
      received,
      deliveries: [...deliveries].map(({ due, ...rest }) => ({ ...rest, dueInMillis: due - elapsed() }))
    }),
    restore: (captured: Captured) => {
      attempts = captured.attempts
      received = captured.received ?? []
      receiverStatus = 200
      deliveries.clear()
      for (const { dueInMillis, ...rest } of captured.deliveries) {
        deliveries.add({ ...rest, due: elapsed() + dueInMillis })
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
