/**
 * Webhooks: signed by the packages of others and by the emulator, and forged in every way
 * (docs/protocol/threats.md#forged-webhooks).
 */
import { createHmac } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { eventTypes } from "../../../src/backend/webhooks/internal/WebhookEvent.ts"
import * as Replays from "../../../src/backend/webhooks/Replays.ts"
import * as Webhooks from "../../../src/backend/webhooks/Webhooks.ts"
import { allEventTypes } from "../../../src/emulator/webhooks/Changes.ts"
import * as WebhookSignature from "../../../src/emulator/webhooks/internal/WebhookSignature.ts"
import { serverUserJson } from "../../support/serverApps.ts"
import { spellings } from "../../support/spellings.ts"

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`
const now = 1_750_000_000
const body = JSON.stringify({ type: "team.deleted", data: { id: "team-1" } })

const layer = (options: Partial<Webhooks.WebhookOptions> = {}) =>
  Layer.mergeAll(Webhooks.layer({ secret, ...options }), Replays.layerMemory())

const sign = (text: string, { key = secret, id = "msg_1", at = now, name = "webhook" } = {}) => ({
  [`${name}-id`]: id,
  [`${name}-timestamp`]: String(at),
  [`${name}-signature`]: new StandardWebhook(key).sign(id, new Date(at * 1000), text)
})

const incoming = (headers: Record<string, string>, text: string | Uint8Array = body): Webhooks.Incoming => ({
  headers: new Headers(headers),
  body: text
})

const verify = (headers: Record<string, string>, text: string | Uint8Array = body) =>
  Effect.flatMap(Webhooks.Webhooks, (webhooks) =>
    Effect.andThen(TestClock.setTime(now * 1000), webhooks.verify(incoming(headers, text)))
  )

describe("a webhook", () => {
  it.effect.each(["webhook", "svix"])("is verified and decoded with the headers %s-*", (name) =>
    Effect.gen(function* () {
      expect(yield* verify(sign(body, { name }), new TextEncoder().encode(body))).toStrictEqual({
        id: "msg_1",
        sentAtMillis: now * 1000,
        event: { type: "team.deleted", data: { id: "team-1" } }
      })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("signed by Svix's own package is verified", () =>
    Effect.gen(function* () {
      const signature = new SvixWebhook(secret).sign("msg_2", new Date(now * 1000), body)
      const message = yield* verify({
        "svix-id": "msg_2",
        "svix-timestamp": String(now),
        "svix-signature": `v1,${"A".repeat(43)}= v2,zzz ${signature}`
      })
      expect(message.id).toBe("msg_2")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("signed by the emulator is verified", () =>
    Effect.gen(function* () {
      const message = yield* verify(
        WebhookSignature.signHeaders(WebhookSignature.parseSecret(secret)!, { id: "msg_3", timestamp: now, body })
      )
      expect(message.id).toBe("msg_3")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is verified with the old and the new secret while they are exchanged", () =>
    Effect.gen(function* () {
      yield* verify(sign(body))
      yield* verify(sign(body, { key: other }))
    }).pipe(Effect.provide(layer({ secret: [other, secret] })))
  )

  it.effect.each([24, 64])("may have a secret without its prefix, of $0 bytes", (length) =>
    Effect.gen(function* () {
      const key = Buffer.alloc(length, 9).toString("base64")
      const verifyWith = (secret: string | Redacted.Redacted) =>
        verify(sign(body, { key })).pipe(Effect.provide(layer({ secret })))
      expect((yield* verifyWith(key)).id).toBe("msg_1")
      expect((yield* verifyWith(`whsec_${key}`)).id).toBe("msg_1")
      expect((yield* verifyWith(Redacted.make(`whsec_${key}`))).id).toBe("msg_1")
    })
  )

  it.effect("may have up to 16 signatures", () =>
    Effect.gen(function* () {
      const headers = sign(body)
      const signature = `${"v1,AAAA ".repeat(15)}${headers["webhook-signature"]}`
      expect((yield* verify({ ...headers, "webhook-signature": signature })).id).toBe("msg_1")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("may have a megabyte, and no more", () =>
    Effect.gen(function* () {
      const text = (bytes: number) => {
        const start = '{"type":"invoice.paid","data":"'
        return `${start}${"x".repeat(bytes - start.length - 2)}"}`
      }
      const most = text(1_048_576)
      expect((yield* verify(sign(most), most)).event.type).toBe("unknown")
      const large = text(1_048_577)
      expect(yield* Effect.flip(verify(sign(large), large))).toMatchObject({ reason: "payload" })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("may have an ID of 256 characters", () =>
    Effect.gen(function* () {
      const longest = "a".repeat(256)
      expect((yield* verify(sign(body, { id: longest }))).id).toBe(longest)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    { "webhook-id": "a".repeat(257) },
    { "webhook-id": "a b" },
    { "webhook-timestamp": "1".repeat(13) },
    { "webhook-timestamp": `${now}x` },
    { "webhook-timestamp": `x${now}` }
  ])("is refused with the headers $0", (headers) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(verify({ ...sign(body), ...headers }))).toMatchObject({ reason: "headers" })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("may have the time of any year, which is then too late", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(verify({ ...sign(body), "webhook-timestamp": "1".repeat(12) }))
      expect(error).toMatchObject({ reason: "timestamp" })
      expect(error.message).toContain("timestamp")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("may be as old as the app allows", () =>
    Effect.gen(function* () {
      yield* verify(sign(body, { at: now - 10 }))
      expect(yield* Effect.flip(verify(sign(body, { at: now - 11 })))).toMatchObject({ reason: "timestamp" })
    }).pipe(Effect.provide(layer({ tolerance: "10 seconds" })))
  )

  it.effect.each([now - 301, now + 301, 0])("is refused with the time $0", (at) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(verify(sign(body, { at })))).toMatchObject({ reason: "timestamp" })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is typed for every event of the service, and marks unknown events", () =>
    Effect.gen(function* () {
      expect([...eventTypes].toSorted()).toStrictEqual([...allEventTypes].toSorted())
      const team = {
        id: "t",
        display_name: "Acme",
        profile_image_url: null,
        client_metadata: null,
        client_read_only_metadata: null,
        server_metadata: null,
        created_at_millis: 1
      }
      const data: Record<string, object> = {
        "user.created": serverUserJson,
        "user.updated": serverUserJson,
        "user.deleted": { id: "u", teams: [{ id: "t" }] },
        "team.created": team,
        "team.updated": team,
        "team.deleted": { id: "t" },
        "team_membership.created": { team_id: "t", user_id: "u" },
        "team_membership.deleted": { team_id: "t", user_id: "u" },
        "team_permission.created": { id: "p", team_id: "t", user_id: "u" },
        "team_permission.deleted": { id: "p", team_id: "t", user_id: "u" },
        "project_permission.created": { id: "p", user_id: "u" },
        "project_permission.deleted": { id: "p", user_id: "u" }
      }
      const events = yield* Effect.forEach(allEventTypes, (type) => {
        const text = JSON.stringify({ type, data: data[type] })
        return Effect.map(verify(sign(text), text), ({ event }) => event)
      })
      expect(events.map(({ type }) => type)).toStrictEqual(allEventTypes)
      expect(events).toContainEqual(
        expect.objectContaining({ type: "user.created", data: expect.objectContaining({ displayName: "Ada" }) })
      )
      expect(events).toContainEqual({ type: "team_membership.created", data: { teamId: "t", userId: "u" } })
      const text = JSON.stringify({ type: "invoice.paid", data: { amount: 1 } })
      expect((yield* verify(sign(text), text)).event).toStrictEqual({
        type: "unknown",
        name: "invoice.paid",
        data: { amount: 1 }
      })
    }).pipe(Effect.provide(layer()))
  )
})

describe("a forged webhook", () => {
  const genuine = sign(body)
  const signature = genuine["webhook-signature"]!
  const hex = createHmac("sha256", Buffer.alloc(32, 7)).update(`msg_1.${now}.${body}`).digest("hex")
  const without = (name: string) => Object.fromEntries(Object.entries(genuine).filter(([key]) => key !== name))

  const refused: Record<string, readonly [headers: Record<string, string>, reason: string, body?: string]> = {
    "without headers": [{}, "headers"],
    "without an id": [without("webhook-id"), "headers"],
    "without a timestamp": [without("webhook-timestamp"), "headers"],
    "without a signature": [without("webhook-signature"), "headers"],
    "with headers of both names": [
      { ...without("webhook-id"), "svix-id": "msg_1", "webhook-timestamp": String(now) },
      "headers"
    ],
    "with an id with a dot": [{ ...genuine, "webhook-id": "msg.1" }, "headers"],
    "with another id": [{ ...genuine, "webhook-id": "msg_2" }, "signature"],
    "with another timestamp": [{ ...genuine, "webhook-timestamp": String(now + 1) }, "signature"],
    "with a timestamp that is none": [{ ...genuine, "webhook-timestamp": "NaN" }, "headers"],
    "with a negative timestamp": [{ ...genuine, "webhook-timestamp": "-1" }, "headers"],
    "with a fraction as timestamp": [{ ...genuine, "webhook-timestamp": `${now}.5` }, "headers"],
    "with an empty signature": [{ ...genuine, "webhook-signature": "v1," }, "signature"],
    "with a prefix of the signature": [{ ...genuine, "webhook-signature": `v1,${signature.slice(3, 7)}` }, "signature"],
    "with bytes after the signature": [{ ...genuine, "webhook-signature": `${signature}AAAA` }, "signature"],
    "with the signature in hex": [{ ...genuine, "webhook-signature": `v1,${hex}` }, "signature"],
    "with another version": [{ ...genuine, "webhook-signature": signature.replace("v1,", "v1a,") }, "signature"],
    "with the signature of another secret": [sign(body, { key: other }), "signature"],
    "with 17 signatures of which the last one fits": [
      { ...genuine, "webhook-signature": `${"v1,AAAA ".repeat(16)}${signature}` },
      "signature"
    ],
    "whose JSON was written again": [genuine, "signature", `{"data":{"id":"team-1"},"type":"team.deleted"}`],
    "with a space more": [genuine, "signature", `${body} `],
    "with a body that is none": [sign("nonsense"), "payload", "nonsense"],
    "with data of another shape": [
      sign('{"type":"team.deleted","data":{}}'),
      "payload",
      '{"type":"team.deleted","data":{}}'
    ]
  }
  it.effect.each(Object.entries(refused))("%s is refused", ([, [headers, reason, text]]) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(verify(headers, text))).toMatchObject({ _tag: "WebhookRejected", reason })
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each(["STACK_WEBHOOK_SECRET", "HEXCLAVE_WEBHOOK_SECRET"])("has its secret in %s", (name) =>
    Effect.gen(function* () {
      expect((yield* verify(sign(body))).event.type).toBe("team.deleted")
    }).pipe(
      Effect.provide(Layer.merge(Webhooks.layerConfig(), Replays.layerMemory())),
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: { [name]: secret } })))
    )
  )

  it.effect("has the secret of the newer name if both are set", () =>
    Effect.gen(function* () {
      yield* verify(sign(body))
    }).pipe(
      Effect.provide(Webhooks.layerConfig()),
      Effect.provide(
        ConfigProvider.layer(
          ConfigProvider.fromEnv({ env: { HEXCLAVE_WEBHOOK_SECRET: secret, STACK_WEBHOOK_SECRET: other } })
        )
      )
    )
  )

  const ofBytes = (length: number) => `whsec_${Buffer.alloc(length, 7).toString("base64")}`
  it.effect.each([
    "",
    "whsec_",
    ofBytes(23),
    ofBytes(65),
    `${ofBytes(33)}=`,
    `!${ofBytes(32)}`,
    `whsec_${Buffer.alloc(32, 251).toString("base64url")}`,
    "whsec_!!!",
    []
  ])("cannot be signed with %j, which is refused as a secret", (bad) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(Layer.build(Webhooks.layer({ secret: bad })))).toMatchObject({
        _tag: "InvalidOption",
        option: "secret",
        problem: expect.stringContaining("24 to 64 bytes")
      })
    })
  )
})

describe("the tolerance of webhooks", () => {
  it.effect.each([NaN, Infinity, -1])("cannot be %s", (tolerance) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(Layer.build(Webhooks.layer({ secret, tolerance })))).toMatchObject({
        _tag: "InvalidOption",
        option: "tolerance"
      })
    })
  )
})

describe("a signature", () => {
  it.effect("is refused in every other way to write it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now * 1000)
      const { verify } = yield* Webhooks.Webhooks
      const genuine: Record<string, string> = sign(body)
      const verifyWith = (signature: string) => {
        const headers: Record<string, string> = { ...genuine, "webhook-signature": signature }
        return verify({ headers: { get: (name) => headers[name] ?? null }, body })
      }
      const text = genuine["webhook-signature"]!.slice("v1,".length)
      yield* verifyWith(`v1,${text}`)
      // A list is separated by spaces, and one after the last is none.
      const others = Object.values(spellings(text)).filter((other) => other !== `${text} `)
      const refused = [
        ...others.map((other) => `v1,${other}`),
        `V1,${text}`,
        `v1 ,${text}`,
        `v1,v1,${text}`,
        `v1${text}`,
        text
      ]
      const reasons = yield* Effect.forEach(refused, (other) =>
        Effect.map(Effect.flip(verifyWith(other)), ({ reason }) => reason)
      )
      expect(reasons).toStrictEqual(refused.map(() => "signature"))
    }).pipe(Effect.provide(layer()))
  )
})

describe("handling", () => {
  it.effect("happens once a message, also when it comes twice at once", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now * 1000)
      const [started, goOn] = [Deferred.makeUnsafe<string>(), Deferred.makeUnsafe<void>()]
      const once = Webhooks.handle(incoming(sign(body)), ({ id }) =>
        Effect.andThen(Deferred.succeed(started, id), Deferred.await(goOn))
      )
      const first = yield* Effect.forkChild(once)
      expect(yield* Deferred.await(started)).toBe("msg_1")
      // The sender is asked to come again, for the first one may yet fail.
      expect(yield* Effect.flip(once)).toMatchObject({ _tag: "Unavailable" })
      yield* Deferred.succeed(goOn, undefined)
      expect(yield* Fiber.join(first)).toBe("handled")
      expect(yield* once).toBe("duplicate")
      yield* TestClock.adjust("1 day")
      expect(yield* Webhooks.handle(incoming(sign(body, { at: now + 86_400 })), () => Effect.die("twice"))).toBe(
        "duplicate"
      )
    }).pipe(Effect.provide(layer()))
  )

  it.effect("may be tried again after it failed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now * 1000)
      const fails = Webhooks.handle(incoming(sign(body)), () => Effect.fail("no database"))
      expect(yield* Effect.flip(fails)).toBe("no database")
      expect(yield* Webhooks.handle(incoming(sign(body)), () => Effect.void)).toBe("handled")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("does not happen again if it is interrupted after its handler has succeeded", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now * 1000)
      const [completing, goOn] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
      const replays = yield* Replays.Replays
      const slow = Replays.Replays.of({
        acquire: (id) =>
          Effect.map(replays.acquire(id), (lease) =>
            typeof lease === "string"
              ? lease
              : {
                  ...lease,
                  complete: Deferred.succeed(completing, undefined).pipe(
                    Effect.andThen(Deferred.await(goOn)),
                    Effect.andThen(lease.complete)
                  )
                }
          )
      })
      const handle = Effect.provideService(
        Webhooks.handle(incoming(sign(body)), () => Effect.void),
        Replays.Replays,
        slow
      )
      const first = yield* Effect.forkChild(handle)
      yield* Deferred.await(completing)
      const ended = yield* Effect.forkChild(Fiber.interrupt(first), { startImmediately: true })
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.join(ended)
      expect(yield* handle).toBe("duplicate")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("whose handler is interrupted may be tried again", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now * 1000)
      const started = Deferred.makeUnsafe<void>()
      const first = yield* Effect.forkChild(
        Webhooks.handle(incoming(sign(body)), () => Effect.andThen(Deferred.succeed(started, undefined), Effect.never))
      )
      yield* Deferred.await(started)
      yield* Fiber.interrupt(first)
      expect(yield* Webhooks.handle(incoming(sign(body)), () => Effect.void)).toBe("handled")
    }).pipe(Effect.provide(layer()))
  )
})
