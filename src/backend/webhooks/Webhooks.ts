/**
 * Receives webhooks of the service: verifies their signature and decodes their event (Standard Webhooks, Svix;
 * docs/protocol/threats.md#forged-webhooks).
 *
 * The signature covers the bytes of the body: pass the original text or bytes, not JSON that was parsed and serialized
 * again.
 */
import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import { reveal, type SecretInput } from "../../domain/SecretInput.ts"
import { joinChunks } from "../../domain/text/Bytes.ts"
import { operation } from "../../operation/Operation.ts"
import * as Hmac from "../../platform/Hmac.ts"
import type { RequestLike } from "../../platform/request/RequestHeaders.ts"
import { Unavailable } from "../AuthErrors.ts"
import * as DurationOption from "../DurationOption.ts"
import { eventTypes, type UnknownEvent, WebhookEvent } from "./internal/WebhookEvent.ts"
import { Replays } from "./Replays.ts"

export { WebhookEvent, type UnknownEvent } from "./internal/WebhookEvent.ts"

/** A message is refused (400). */
export class WebhookRejected extends Schema.TaggedError<WebhookRejected>()(
  "WebhookRejected",
  { reason: Schema.Literals(["headers", "timestamp", "signature", "payload"]) },
  { httpApiStatus: 400 }
) {
  override get message() {
    return `The ${this.reason} of the webhook cannot be accepted.`
  }
}

/** A message whose signature, age and form were checked. */
export interface Message {
  /** The id of the message, the same for each attempt to deliver it. */
  readonly id: string
  readonly sentAtMillis: number
  readonly event: WebhookEvent | UnknownEvent
}

/** A message as it arrives, which anyone may have sent. */
export interface Incoming extends Pick<RequestLike, "headers"> {
  readonly body: Uint8Array | string
}

/** Verifies messages with the secrets of an endpoint. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** The message of a request, after its body was read. */
    readonly verify: (incoming: Incoming) => Effect.Effect<Message, WebhookRejected>
  }
>()("gatefold/backend/webhooks/Webhooks") {}

/** How messages are verified. */
export interface WebhookOptions {
  /** The endpoint's secret (`whsec_…`), or several during a rotation. */
  readonly secret: SecretInput | ReadonlyArray<SecretInput>
  /** The largest difference between the message's time and now. Default: 5 minutes. */
  readonly tolerance?: Duration.Input | undefined
}

/** The longest body of a message. */
export const maxBodyBytes = 1_048_576
const maxSignatures = 16

const invalidSecret = new InvalidOption({
  option: "secret",
  problem: "a webhook secret is base64 of 24 to 64 bytes, after whsec_"
})

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  base64.test(text) ? new Uint8Array(Result.getOrThrow(Base64.decode(text))) : undefined

const signWith = (secret: SecretInput): Effect.Effect<Hmac.Sign, InvalidOption> => {
  const text = reveal(secret)
  const bytes = fromBase64(text.startsWith("whsec_") ? text.slice("whsec_".length) : text)
  // An empty or short key could be guessed.
  if (bytes === undefined || bytes.length < 24 || bytes.length > 64) return Effect.fail(invalidSecret)
  return Effect.succeed(Hmac.make(bytes))
}

const isList = (secret: WebhookOptions["secret"]): secret is ReadonlyArray<SecretInput> => Array.isArray(secret)

const make = Effect.fnUntraced(function* ({ secret, tolerance = "5 minutes" }: WebhookOptions) {
  const secrets = isList(secret) ? secret : [secret]
  if (secrets.length === 0) return yield* invalidSecret
  const signers = yield* Effect.forEach(secrets, signWith)
  const toleranceMillis = yield* DurationOption.parseMillis("tolerance", tolerance)

  const verify = operation("Webhooks.verify")(function* ({ body, headers }: Incoming) {
    const signed = yield* readHeaders(headers)
    const now = yield* Clock.currentTimeMillis
    const sentAtMillis = Number(signed.timestamp) * 1000
    if (Math.abs(now - sentAtMillis) > toleranceMillis) {
      return yield* new WebhookRejected({ reason: "timestamp" })
    }
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
    if (bytes.length > maxBodyBytes) return yield* new WebhookRejected({ reason: "payload" })
    const head = new TextEncoder().encode(`${signed.id}.${signed.timestamp}.`)
    const content = joinChunks([head, bytes], head.length + bytes.length)
    const expected = yield* Effect.forEach(signers, (sign) => makeSignature(sign, content))
    // Every signature is compared with every key, without an early exit.
    const matches = expected.map((mine) => signed.signatures.map((theirs) => Hmac.timingSafeEqual(mine, theirs)))
    if (!matches.flat().some(Boolean)) return yield* new WebhookRejected({ reason: "signature" })
    return { id: signed.id, sentAtMillis, event: yield* decode(bytes) }
  })

  return Webhooks.of({ verify })
})

interface Signed {
  readonly id: string
  readonly timestamp: string
  /** Compared as text: several texts decode to the same bytes, ours is canonical. */
  readonly signatures: ReadonlyArray<string>
}

/** Reads the three headers of a message; all must belong to one family of names. */
const readHeaders = (headers: Incoming["headers"]): Effect.Effect<Signed, WebhookRejected> => {
  const prefix = (headers.get("webhook-id") ?? "") === "" ? "svix" : "webhook"
  const [id = "", timestamp = "", signature = ""] = ["id", "timestamp", "signature"].map(
    (name) => headers.get(`${prefix}-${name}`) ?? ""
  )
  // A dot in the id would make the signed text ambiguous.
  if (!/^[\x21-\x2d\x2f-\x7e]{1,256}$/.test(id) || !/^\d{1,12}$/.test(timestamp) || signature === "") {
    return Effect.fail(new WebhookRejected({ reason: "headers" }))
  }
  return Effect.succeed({ id, timestamp, signatures: signature.split(" ", maxSignatures) })
}

const makeSignature = (sign: Hmac.Sign, content: Uint8Array<ArrayBuffer>): Effect.Effect<string> =>
  Effect.map(sign(content), (code) => `v1,${Base64.encode(code)}`)

const Envelope = Schema.fromJsonString(Schema.Struct({ type: Schema.String, data: Schema.Unknown }))
const decodeEnvelope = Schema.decodeUnknownEffect(Envelope)
const decodeEvent = Schema.decodeUnknownEffect(WebhookEvent)

const decode = (bytes: Uint8Array): Effect.Effect<WebhookEvent | UnknownEvent, WebhookRejected> =>
  decodeEnvelope(new TextDecoder().decode(bytes)).pipe(
    Effect.flatMap((envelope): Effect.Effect<WebhookEvent | UnknownEvent, Schema.SchemaError> =>
      eventTypes.has(envelope.type)
        ? decodeEvent(envelope)
        : Effect.succeed({ type: "unknown", name: envelope.type, data: envelope.data })
    ),
    Effect.catch(() => Effect.fail(new WebhookRejected({ reason: "payload" })))
  )

/** Webhooks by the secrets of an endpoint. Fails with `InvalidOption` for a secret that is empty or too short. */
export const layer = (options: WebhookOptions): Layer.Layer<Webhooks, InvalidOption> =>
  Layer.effect(Webhooks, make(options))

/** Webhooks whose secret comes from `HEXCLAVE_WEBHOOK_SECRET` or `STACK_WEBHOOK_SECRET`. */
export const layerConfig = (
  options: Omit<WebhookOptions, "secret"> = {}
): Layer.Layer<Webhooks, InvalidOption | Config.ConfigError> =>
  Layer.effect(
    Webhooks,
    Effect.flatMap(
      Config.orElse(Config.Redacted("HEXCLAVE_WEBHOOK_SECRET"), () => Config.Redacted("STACK_WEBHOOK_SECRET")),
      (secret) => make({ ...options, secret })
    )
  )

/**
 * Verifies a message and passes it to a handler, each message once. A message that was handled already answers
 * `duplicate`. If its handler fails it can come again, and if it is being handled, this fails with `Unavailable` (503),
 * so that the sender repeats it.
 */
export const handle = operation("Webhooks.handle")(function* <E, R>(
  incoming: Incoming,
  handler: (message: Message) => Effect.Effect<unknown, E, R>
): Effect.fn.Return<"handled" | "duplicate", E | WebhookRejected | Unavailable, R | Webhooks | Replays> {
  const { verify } = yield* Webhooks
  const replays = yield* Replays
  const message = yield* verify(incoming)
  return yield* Effect.uninterruptibleMask(
    Effect.fnUntraced(function* (restore) {
      const lease = yield* replays.acquire(message.id)
      if (lease === "done") return "duplicate" as const
      if (lease === "busy") return yield* new Unavailable()
      yield* Effect.onError(restore(handler(message)), () => lease.release)
      // A sender that hangs up now must not have its message handled again.
      yield* lease.complete
      return "handled" as const
    })
  )
})
