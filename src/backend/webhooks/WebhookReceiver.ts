/**
 * Receives webhooks on servers without Effect.
 *
 * @example
 * ```ts
 * const webhooks = createWebhooks({ secret: process.env.STACK_WEBHOOK_SECRET ?? "" })
 *
 * export const POST = webhooks.receive(async ({ event }) => {
 *   if (event.type === "user.deleted") await removeOrdersOf(event.data.id)
 * })
 * ```
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import { joinChunks } from "../../domain/text/Bytes.ts"
import { Unavailable } from "../AuthErrors.ts"
import * as Draining from "../Draining.ts"
import * as Replays from "./Replays.ts"
import * as Webhooks from "./Webhooks.ts"

/** How webhooks are received. */
export interface WebhookReceiverOptions extends Webhooks.WebhookOptions, Replays.ReplayOptions {
  /** How long handlers may go on after `dispose`. Default: 10 seconds. */
  readonly drainTimeout?: Duration.Input | undefined
}

/** Handles a message. If it rejects, the service sends the message again. */
export type WebhookHandler = (message: Webhooks.Message) => Promise<unknown> | unknown

/** Receives webhooks. Make one for the whole server: it remembers for two days which messages were handled. */
export interface WebhookReceiver extends AsyncDisposable {
  /**
   * A handler for requests. It answers 200 to messages that were handled, now or before, 400 to forged, old or unknown
   * ones, and 503 while the same message is being handled. It rejects with the error of your handler.
   */
  readonly receive: (handler: WebhookHandler) => (request: Request) => Promise<Response>
  /**
   * Receives a message in frameworks with their own requests: pass the headers and the unchanged bytes of the body.
   * Rejects with `WebhookRejected`, `Unavailable`, or the error of your handler.
   */
  readonly handle: (incoming: Webhooks.Incoming, handler: WebhookHandler) => Promise<"handled" | "duplicate">
  /** Verifies a message without remembering it. Rejects with `WebhookRejected`. */
  readonly verify: (incoming: Webhooks.Incoming) => Promise<Webhooks.Message>
  /** Lets handlers finish, within `drainTimeout`, and ends it. */
  readonly dispose: () => Promise<void>
}

/** Receives webhooks. With a secret of the wrong form, requests reject with `InvalidOption`. */
export const createWebhooks = (options: WebhookReceiverOptions): WebhookReceiver => {
  const runtime = Draining.makeRuntime(
    "webhooks",
    Layer.merge(Webhooks.layer(options), Replays.layer(options)),
    options.drainTimeout
  )
  const attempt = (incoming: Webhooks.Incoming, handler: WebhookHandler) =>
    runtime.runPromise(
      Webhooks.handle(incoming, (message) =>
        Effect.tryPromise({ try: async () => handler(message), catch: (cause) => new HandlerFailed({ cause }) })
      )
    )
  return {
    receive: (handler) => async (request) => {
      try {
        await attempt({ headers: request.headers, body: await readBody(request) }, handler)
        return new Response("ok")
      } catch (error) {
        if (error instanceof Webhooks.WebhookRejected) return new Response(error.message, { status: 400 })
        if (error instanceof Unavailable) return new Response(error.message, { status: 503 })
        throw unwrapCause(error)
      }
    },
    handle: (incoming, handler) =>
      attempt(incoming, handler).catch((error) => {
        throw unwrapCause(error)
      }),
    verify: (incoming) => runtime.runPromise(Effect.flatMap(Webhooks.Webhooks, ({ verify }) => verify(incoming))),
    dispose: () => runtime.dispose(),
    [Symbol.asyncDispose]: () => runtime.dispose()
  }
}

/** Keeps the error of a handler apart from those of the message, even if it is of the same class. */
class HandlerFailed extends TaggedError("HandlerFailed")<{ readonly cause: unknown }> {}

const unwrapCause = (error: unknown): unknown => (error instanceof HandlerFailed ? error.cause : error)

/** The bytes of a body, read no further than a message can be long. */
const readBody = async (request: Request): Promise<Uint8Array> => {
  const parts: Array<Uint8Array> = []
  let length = 0
  for await (const part of request.body ?? []) {
    parts.push(part)
    length += part.length
    if (length > Webhooks.maxBodyBytes) throw new Webhooks.WebhookRejected({ reason: "payload" })
  }
  return joinChunks(parts, length)
}
