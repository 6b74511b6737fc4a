/** The data vault over a service that keeps what it is given, and can be made to give something else. */
import { readFileSync } from "node:fs"
import * as util from "node:util"
import { describe, expect, it, vi } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import { type Execute, Http } from "../../src/http/Http.ts"
import * as DataVault from "../../src/server/DataVault.ts"
import { json, knownError, network, text } from "../support/scriptedNetwork.ts"
import { serverApp } from "../support/serverApps.ts"

const secret = "correct horse battery staple"

const entry = (changes: Partial<DataVault.DataVaultKey> = {}) => ({ storeId: "s1", key: "user-1", secret, ...changes })

/** What a store has, by hashed key. */
type Stored = Map<string, string>

const service = () => {
  const stores = new Map<string, Stored>([
    ["s1", new Map()],
    ["s2", new Map()]
  ])
  const net = network(({ body, url }) => {
    const [, storeId = "", action] = /stores\/([^/]+)\/(get|set)$/.exec(url) ?? []
    const store = stores.get(storeId)
    if (store === undefined) return knownError("DATA_VAULT_STORE_DOES_NOT_EXIST", 400, { store_id: storeId })
    const { encrypted_value: value, hashed_key: hashedKey } = JSON.parse(body ?? "{}")
    if (action === "set") {
      store.set(hashedKey, value)
      return json({ success: true })
    }
    const found = store.get(hashedKey)
    const missing = { store_id: storeId, hashed_key: hashedKey }
    return found === undefined
      ? knownError("DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST", 400, missing)
      : json({ encrypted_value: found })
  })
  /** A server that has just started. */
  const app = () => Layer.fresh(serverApp().pipe(Layer.provide(net.layer)))
  return { app, net, of: (storeId: string) => stores.get(storeId)! }
}

const reveal = (read: Redacted.Redacted | null) => read && Redacted.value(read)

describe("the data vault", () => {
  it.effect("returns the last written value to any server with the secret", () => {
    const { app, of } = service()
    return Effect.gen(function* () {
      const write = Effect.gen(function* () {
        expect(yield* DataVault.get(entry())).toBeNull()
        yield* DataVault.set({ ...entry(), value: "first" })
        yield* DataVault.set({ ...entry(), value: Redacted.make("\ufeffsecond 🔑\u0000") })
        yield* DataVault.set({ ...entry({ key: "user-2" }), value: "" })
      })
      yield* Effect.provide(write, app())
      const read = Effect.all([
        DataVault.get(entry({ secret: Redacted.make(secret) })),
        DataVault.get(entry({ key: "user-2" })),
        DataVault.get(entry({ key: "user-3" })),
        DataVault.get(entry({ storeId: "s2" }))
      ])
      const values = yield* Effect.provide(read, app())
      expect(values.map(reveal)).toStrictEqual(["\ufeffsecond 🔑\u0000", "", null, null])
      // Two values, what tells the secret, and the round in which it was decided.
      expect({ s1: of("s1").size, s2: of("s2").size }).toStrictEqual({ s1: 6, s2: 0 })
    })
  })

  it.effect("encrypts each time with another nonce", () => {
    const { app, of } = service()
    return Effect.gen(function* () {
      const texts = new Set<string>()
      for (let count = 0; count < 20; count++) {
        yield* DataVault.set({ ...entry(), value: "the same" })
        for (const value of of("s1").values()) texts.add(value)
      }
      expect(texts.size).toBe(21)
    }).pipe(Effect.provide(app()))
  })

  it.effect("refuses another secret, for reading and for writing", () => {
    const { app, of } = service()
    return Effect.gen(function* () {
      yield* Effect.provide(DataVault.set({ ...entry(), value: "v" }), app())
      const before = [...of("s1")]
      const wrong = entry({ secret: "another secret" })
      const errors = [
        yield* Effect.flip(Effect.provide(DataVault.get(wrong), app())),
        yield* Effect.flip(Effect.provide(DataVault.get({ ...wrong, key: "new" }), app())),
        yield* Effect.flip(Effect.provide(DataVault.set({ ...wrong, value: "w" }), app()))
      ]
      const message = expect.stringContaining("another secret; use that one")
      const mismatch = { _tag: "DataVaultSecretMismatch", storeId: "s1", message }
      expect(errors).toMatchObject([mismatch, mismatch, mismatch])
      expect([...of("s1")]).toStrictEqual(before)
      // A store of its own.
      yield* Effect.provide(DataVault.set({ ...wrong, storeId: "s2", value: "w" }), app())
      expect(reveal(yield* Effect.provide(DataVault.get({ ...wrong, storeId: "s2" }), app()))).toBe("w")
    })
  })

  it.effect("belongs to one secret, even where the first writes of two servers overlap", () => {
    const { app, net, of } = service()
    return Effect.gen(function* () {
      const hold = yield* Deferred.make<void>()
      const isHeld = yield* Deferred.make<void>()
      // Its first request for this store, which finds nothing, is answered late.
      let count = 0
      const delayed = Effect.map(
        Http,
        (execute): Execute =>
          (request) =>
            Effect.tap(execute(request), () =>
              ++count === 1 ? Effect.andThen(Deferred.succeed(isHeld, undefined), Deferred.await(hold)) : Effect.void
            )
      )
      const late = Layer.fresh(serverApp().pipe(Layer.provide(Layer.effect(Http, delayed)), Layer.provide(net.layer)))
      const second = yield* Effect.forkChild(
        Effect.provide(DataVault.set({ ...entry({ secret: "another secret" }), value: "second" }), late)
      )
      yield* Deferred.await(isHeld)
      yield* Effect.provide(DataVault.set({ ...entry(), value: "first" }), app())
      const before = [...of("s1")]
      yield* Deferred.succeed(hold, undefined)
      const error = yield* Effect.flip(Fiber.join(second))
      expect(error).toMatchObject({ _tag: "DataVaultSecretMismatch", storeId: "s1" })
      expect(before.filter(([hash, value]) => of("s1").get(hash) !== value).map(([hash]) => hash)).toStrictEqual([
        "gatefold-data-vault-1-1-bid"
      ])
      yield* Effect.provide(DataVault.set({ ...entry({ key: "user-2" }), value: "third" }), app())
      expect(reveal(yield* Effect.provide(DataVault.get(entry()), app()))).toBe("first")
    })
  })

  it.effect("rejects a value that was changed, or stored under another key or in another store", () => {
    const { app, of } = service()
    return Effect.gen(function* () {
      const hashes: Array<string> = []
      for (const storeId of ["s1", "s2"]) {
        for (const key of ["a", "b"]) {
          const known = new Set(of(storeId).keys())
          yield* DataVault.set({ ...entry({ key, storeId }), value: `${storeId} ${key}` })
          hashes.push([...of(storeId).keys()].find((hash) => !known.has(hash) && !hash.startsWith("gatefold"))!)
        }
      }
      const [a1, b1, a2] = hashes as [string, string, string]
      const value = of("s1").get(a1)!
      const changed = (reason: string) => ({ _tag: "DataVaultValueUnreadable", storeId: "s1", reason })
      const refuse = (put: string) =>
        Effect.suspend(() => {
          of("s1").set(a1, put)
          return Effect.flip(DataVault.get(entry({ key: "a" })))
        })
      expect(
        yield* Effect.all({
          "of another key": refuse(of("s1").get(b1)!),
          "of another store": refuse(of("s2").get(a2)!),
          changed: refuse(`${value.slice(0, -6)}AAAA${value.slice(-2)}`),
          empty: refuse(""),
          "of another format": refuse("bm90IG91cnM="),
          "of a later format": refuse(value.replace(/^R0YB/, "R0YC"))
        })
      ).toMatchObject({
        "of another key": changed("changed"),
        "of another store": changed("changed"),
        changed: changed("changed"),
        empty: changed("unknown-format"),
        "of another format": changed("unknown-format"),
        "of a later format": changed("unknown-format")
      })
      of("s1").set("gatefold-data-vault-1", "R0YC")
      const later = Effect.provide(DataVault.set({ ...entry(), value: "v" }), app())
      expect(yield* Effect.flip(later)).toMatchObject(changed("unknown-format"))
    }).pipe(Effect.provide(app()))
  })

  it.effect("reads values of the vendor's SDK, until they are written again", () => {
    const { app, of } = service()
    const { vendor } = JSON.parse(readFileSync(new URL("../fixtures/data-vault.json", import.meta.url), "utf8"))
    const [{ encryptedValue, hashedKey, key, secret, value }] = vendor
    return Effect.gen(function* () {
      of("s1").set(hashedKey, encryptedValue)
      expect(reveal(yield* DataVault.get(entry({ key, secret })))).toBe(value)
      expect(yield* DataVault.get(entry({ key, secret: "another" }))).toBeNull()
      of("s1").set(hashedKey, `${encryptedValue.slice(0, -8)}AAAAAA==`)
      expect(yield* Effect.flip(DataVault.get(entry({ key, secret })))).toMatchObject({
        _tag: "DataVaultValueUnreadable",
        reason: "changed"
      })
      yield* DataVault.set({ ...entry({ key, secret }), value: "anew" })
      expect(reveal(yield* DataVault.get(entry({ key, secret })))).toBe("anew")
    }).pipe(Effect.provide(app()))
  })

  it.effect("derives the keys of a store once, and checks its secret once", () => {
    const { app, net } = service()
    const stretch = vi.spyOn(globalThis.crypto.subtle, "deriveBits")
    return Effect.gen(function* () {
      const writes = Array.from({ length: 5 }, (_, index) =>
        DataVault.set({ ...entry({ key: `user-${index}` }), value: "v" })
      )
      yield* Effect.all(writes, { concurrency: "unbounded" })
      expect(stretch).toHaveBeenCalledTimes(6)
      net.sent.length = 0
      yield* DataVault.set({ ...entry(), value: "w" })
      yield* DataVault.get(entry())
      expect(net.sent.map(({ url }) => url.split("/").at(-1))).toStrictEqual(["set", "get"])
      expect(stretch).toHaveBeenCalledTimes(6)
    }).pipe(Effect.provide(app()), Effect.ensuring(Effect.sync(() => stretch.mockRestore())))
  })

  const half = "half \ud83d"

  it.effect.each([
    [{ secret: "" }, "secret: it is empty"],
    [{ secret: Redacted.make("") }, "secret: it is empty"],
    [{ secret: undefined as never }, "secret: it is empty"],
    [{ secret: half }, "secret: it has half of a surrogate pair"],
    [{ key: "" }, "key: it is empty"],
    [{ key: half }, "key: it has half of a surrogate pair"],
    [{ value: undefined as never }, "value: it is neither text nor Redacted"],
    [{ value: half }, "value: it has half of a surrogate pair"],
    [{ storeId: "../users" }, "storeId is not a valid ID"]
  ] as const)("sends nothing for an invalid input: $1", ([changes, detail]) => {
    const { app, net } = service()
    return Effect.gen(function* () {
      const error = yield* Effect.flip(DataVault.set({ ...entry(), value: "v", ...changes }))
      expect(error).toMatchObject({ _tag: "TransportError", reason: { _tag: "InvalidRequest", detail } })
      expect(net.sent).toStrictEqual([])
    }).pipe(Effect.provide(app()))
  })

  it.effect("shows neither secret nor key nor value, whatever happens", () => {
    const { app, net, of } = service()
    const canaries = { secret: "canary-secret-1", key: "canary-key-2", value: "canary-value-3" }
    const spans: Array<Tracer.Span> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    return Effect.gen(function* () {
      const input = { storeId: "s1", ...canaries }
      const exits: Array<Exit.Exit<unknown, unknown>> = [
        yield* Effect.exit(DataVault.set(input)),
        yield* Effect.exit(DataVault.get(input)),
        yield* Effect.exit(DataVault.set({ ...input, storeId: "nowhere" })),
        yield* Effect.exit(DataVault.get({ ...input, secret: "canary-secret-4" }))
      ]
      for (const hash of of("s1").keys()) of("s1").set(hash, "")
      exits.push(yield* Effect.exit(DataVault.get(input)))
      expect(exits.map(Exit.isSuccess)).toStrictEqual([true, true, false, false, false])
      const shown = [
        ...exits.map((exit) => util.inspect(exit, { depth: 20, showHidden: true }) + JSON.stringify(exit)),
        ...exits.map((exit) => (Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "")),
        ...spans.map((span) => util.inspect([span.name, span.attributes, span.status], { depth: 20 })),
        ...net.sent.map(({ body, headers, url }) => JSON.stringify([url, headers, body]))
      ]
      expect(spans.length).toBeGreaterThanOrEqual(5)
      expect(shown.filter((text) => text.includes("canary-"))).toStrictEqual([])
    }).pipe(Effect.provide(app()), Effect.provideService(Tracer.Tracer, tracer))
  })

  it.effect("fails with NotSupportedByService at a service without a data vault", () => {
    const net = network(() => text("There is nothing at /api/v1/data-vault/stores/s1/get.", 404))
    return Effect.gen(function* () {
      expect(yield* Effect.flip(DataVault.get(entry()))).toMatchObject({ _tag: "NotSupportedByService" })
    }).pipe(Effect.provide(serverApp().pipe(Layer.provide(net.layer))))
  })
})
