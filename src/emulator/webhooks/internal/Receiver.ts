/** The built-in receiver: it stores webhooks without any network. */
import * as Schema from "effect/Schema"
import { MessageType } from "./Message.ts"

export const Received = Schema.Struct({
  at: Schema.Finite,
  messageId: Schema.String,
  /** The endpoint, whose secret verifies the signature in the headers. */
  endpointId: Schema.String,
  type: MessageType,
  projectId: Schema.String,
  requestId: Schema.optional(Schema.String),
  headers: Schema.Record(Schema.String, Schema.String),
  body: Schema.String,
  status: Schema.Int
})
export interface Received extends Schema.Struct.Type<(typeof Received)["fields"]> {}

const maxReceived = 200

/** How many characters their bodies have together, at most. */
const maxCharacters = 10_000_000

export const make = () => {
  let received: ReadonlyArray<Received> = []
  let status = 200
  return {
    /** Stores a webhook, and returns the status of the answer. */
    receive: (webhook: Omit<Received, "status">): number => {
      const latest = [...received.slice(1 - maxReceived), { ...webhook, status }]
      let characters = 0
      const tooOld = latest.findLastIndex(({ body }) => (characters += body.length) > maxCharacters)
      received = latest.slice(tooOld + 1)
      return status
    },
    receivedRequests: () => received,
    /** Sets the status of later answers, or reads it. */
    status: (next = status): number => (status = next),
    restore: (stored: ReadonlyArray<Received>) => {
      received = stored
      status = 200
    }
  }
}
