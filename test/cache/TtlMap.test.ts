/** The map keeps to its capacity, and entries expire. */
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import * as TtlMap from "../../src/cache/TtlMap.ts"

const make = (capacity: number) => Effect.map(Clock.Clock, (clock) => TtlMap.make<string, object>(clock, capacity))

describe("a TTL map", () => {
  it.effect("forgets a value after its TTL, which the same value does not prolong", () =>
    Effect.gen(function* () {
      const map = yield* make(3)
      const value = {}
      map.set("a", value, 100)
      yield* TestClock.adjust(99)
      map.set("a", value, 100)
      expect(map.get("a")).toBe(value)
      yield* TestClock.adjust(1)
      expect(map.get("a")).toBeUndefined()
      map.set("a", value, 100)
      expect(map.get("a")).toBe(value)
    })
  )

  it.effect("drops the oldest entry when it is full", () =>
    Effect.gen(function* () {
      const map = yield* make(2)
      for (const key of ["a", "b", "c"]) map.set(key, { key }, 100)
      expect(["a", "b", "c"].map((key) => map.get(key))).toStrictEqual([undefined, { key: "b" }, { key: "c" }])
    })
  )

  it.effect("deletes entries by key or by value", () =>
    Effect.gen(function* () {
      const map = yield* make(3)
      const values = { a: { n: 1 }, b: { n: 2 }, c: { n: 3 } }
      for (const [key, value] of Object.entries(values)) map.set(key, value, 100)
      map.delete("a")
      map.deleteWhere((value) => value === values.b)
      expect(["a", "b", "c"].map((key) => map.get(key))).toStrictEqual([undefined, undefined, values.c])
    })
  )
})
