/** The attempts to deliver webhooks. */
import * as Schema from "effect/Schema"
import { type Message, MessageType } from "./internal/Message.ts"
import type { Target } from "./WebhookEndpoint.ts"

/** An attempt to deliver a message to an endpoint. */
export const Attempt = Schema.Struct({
  at: Schema.Finite,
  /** The message id, the same for all attempts and endpoints. */
  messageId: Schema.String,
  /** The type of the event; that of a test webhook is `stack.test`. */
  type: MessageType,
  projectId: Schema.String,
  /** Without the query, which may contain secrets. */
  url: Schema.String,
  /** The number of the attempt, from 1. */
  attempt: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  /** The status of the endpoint's answer, if any. */
  status: Schema.optional(Schema.Int),
  delivered: Schema.Boolean,
  /** The app's request that caused the event, if any. */
  requestId: Schema.optional(Schema.String)
})
/** An attempt to deliver an event to an endpoint. */
export interface Attempt extends Schema.Struct.Type<(typeof Attempt)["fields"]> {}

const maxAttempts = 1_000

/** A log of the newest 1,000 attempts, oldest first. */
export const makeLog = () => {
  let attempts: ReadonlyArray<Attempt> = []
  const listeners: Array<(attempt: Attempt) => void> = []
  /** Targets and messages, to send them again. Snapshots leave them out. */
  const sent = new WeakMap<Attempt, { readonly target: Target; readonly message: Message }>()
  return {
    all: () => attempts,
    ofMessage: (messageId: string) => attempts.filter((attempt) => attempt.messageId === messageId),
    sentWith: (attempt: Attempt) => sent.get(attempt),
    add: (attempt: Attempt, target: Target, message: Message) => {
      attempts = [...attempts.slice(1 - maxAttempts), attempt]
      sent.set(attempt, { target, message })
      listeners.forEach((listener) => listener(attempt))
    },
    watch: (listener: (attempt: Attempt) => void) => void listeners.push(listener),
    restore: (stored: ReadonlyArray<Attempt>) => {
      attempts = stored
    }
  }
}
