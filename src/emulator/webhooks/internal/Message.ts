/** The messages that endpoints get. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Trace } from "../../background/Trace.ts"
import { allEventTypes } from "../Changes.ts"

export const MessageType = Schema.Literals([...allEventTypes, "stack.test"])

/** A message with its body in JSON. All attempts of it send the same text. */
export const Message = Schema.Struct({
  id: Schema.String,
  type: MessageType,
  projectId: Schema.String,
  body: Schema.String,
  /** The app's request that caused the event, if any. */
  requestId: Schema.optional(Schema.String)
})
export interface Message extends Schema.Struct.Type<(typeof Message)["fields"]> {}

/** A new message. The request that causes it is that of the fiber. */
export const make = ({ data, ...message }: Pick<Message, "id" | "type" | "projectId"> & { readonly data: unknown }) =>
  Effect.map(Trace, (trace): Message => ({
    ...message,
    body: JSON.stringify({ type: message.type, data }),
    ...(trace?.requestId !== undefined && { requestId: trace.requestId })
  }))
