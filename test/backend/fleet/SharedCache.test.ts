/** One kind of value that processes share: what is found, what is not genuine, and what is told of it. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import * as SharedCache from "../../../src/backend/fleet/SharedCache.ts"
import { RequestIsolation } from "../../../src/platform/request/RequestIsolation.ts"
import { recorder } from "../telemetry/recorder.ts"
import { store } from "./brokenStore.ts"

const Value = Schema.Struct({ text: Schema.String })

/** Two caches of one process over a store that the test can break. Writes are waited for. */
const world = Effect.gen(function* () {
  const shared = yield* store
  const told: Array<unknown> = []
  const { layer, series } = yield* recorder
  const logger = Logger.make(({ logLevel, message }) => void (logLevel === "Warn" && told.push(message)))
  const open = (name: string) =>
    SharedCache.open(name, Value).pipe(
      Effect.provideService(RequestIsolation, true),
      Effect.provide(shared.process()),
      Effect.map((cache) => {
        if (cache === undefined) throw new Error("there is no fleet")
        const observed = <A>(effect: Effect.Effect<A>) =>
          effect.pipe(Effect.provide(layer()), Effect.provide(Logger.layer([logger])))
        return { get: (key: string) => observed(cache.get(key)), set: cache.set }
      })
    )
  const outcomes = Effect.map(series("gatefold.fleet.reads"), (all) =>
    Object.fromEntries(
      all.map((one) => [`${one["gatefold.cache" as never]} ${one["gatefold.outcome" as never]}`, one.count])
    )
  )
  return { ...shared, open, outcomes, told }
})

describe("a shared cache", () => {
  it.effect("returns what was written under its name and key, and counts its hits", () =>
    Effect.gen(function* () {
      const { entries, open, outcomes, told } = yield* world
      const [mine, other] = [yield* open("mine"), yield* open("other")]
      yield* mine.set("a", { text: "hello" }, 60_000)
      expect(yield* mine.get("a")).toStrictEqual({ text: "hello" })
      expect(yield* mine.get("b")).toBeUndefined()
      expect(yield* other.get("a")).toBeUndefined()
      expect(yield* outcomes).toStrictEqual({ "mine hit": 1, "mine miss": 1, "other miss": 1 })
      expect(told).toStrictEqual([])
      // Neither its key nor its name are in the store.
      expect(JSON.stringify(Array.from(entries.keys()))).not.toMatch(/"a"|mine/)
    })
  )

  it.effect("ignores entries that others have written, and logs that", () =>
    Effect.gen(function* () {
      const { entries, open, outcomes, told } = yield* world
      const mine = yield* open("mine")
      yield* mine.set("a", { text: "hello" }, 60_000)
      const [[name, genuine]] = Array.from(entries) as [[string, { text: string; signature: string }]]
      const forged = {
        "another text": { ...genuine, text: '{"text":"forged"}' },
        "an empty signature": { ...genuine, signature: "" },
        "no signature": { text: genuine.text },
        "no text": { signature: genuine.signature },
        "a list": []
      }
      for (const [forgery, entry] of Object.entries(forged)) {
        entries.set(name, entry)
        expect(yield* mine.get("a"), forgery).toBeUndefined()
      }
      expect(yield* outcomes).toStrictEqual({ "mine rejected": 5 })
      expect(told.length).toBe(5)
      expect(told.flat()[0]).toMatch(/mine .* not genuine/)
    })
  )

  it.effect("does not mix up the values of two keys", () =>
    Effect.gen(function* () {
      const { entries, open } = yield* world
      const mine = yield* open("mine")
      yield* mine.set("a", { text: "of a" }, 60_000)
      const [[, ofA]] = Array.from(entries) as [[string, object]]
      yield* mine.set("b", { text: "of b" }, 60_000)
      for (const name of entries.keys()) entries.set(name, ofA)
      expect(yield* mine.get("a")).toStrictEqual({ text: "of a" })
      expect(yield* mine.get("b")).toBeUndefined()
    })
  )

  it.effect("ignores values of more than 128 kB, even genuine ones", () =>
    Effect.gen(function* () {
      const { open, outcomes } = yield* world
      const mine = yield* open("mine")
      const length = 131_072 - '{"text":""}'.length
      yield* mine.set("most", { text: "x".repeat(length) }, 60_000)
      yield* mine.set("more", { text: "x".repeat(length + 1) }, 60_000)
      expect((yield* mine.get("most"))?.text.length).toBe(length)
      expect(yield* mine.get("more")).toBeUndefined()
      expect(yield* outcomes).toStrictEqual({ "mine hit": 1, "mine rejected": 1 })
    })
  )

  it.effect("is empty while the store fails, and does not call entries forged", () =>
    Effect.gen(function* () {
      const { becomes, open, outcomes, told } = yield* world
      const mine = yield* open("mine")
      yield* mine.set("a", { text: "hello" }, 60_000)
      becomes("fails")
      expect(yield* mine.get("a")).toBeUndefined()
      yield* mine.set("a", { text: "other" }, 60_000)
      expect(yield* outcomes).toStrictEqual({ "mine unavailable": 1 })
      expect(JSON.stringify(told)).not.toContain("genuine")
    })
  )

  it.effect("does not exist without a fleet", () =>
    Effect.gen(function* () {
      expect(yield* SharedCache.open("mine", Value)).toBeUndefined()
    })
  )
})
