/** What a key set does with the keys that another process of its fleet has fetched. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Fleet from "../../../src/backend/fleet/Fleet.ts"
import * as SharedKeys from "../../../src/backend/fleet/SharedKeys.ts"
import * as KeyState from "../../../src/backend/verify/internal/KeyState.ts"
import { RequestIsolation } from "../../../src/platform/request/RequestIsolation.ts"
import { broken } from "../../support/scriptedNetwork.ts"
import { secret } from "../fleet/brokenStore.ts"
import { cost, world } from "./keySets.ts"

describe("keys that another process has fetched", () => {
  /** A fleet, a key set in it, and how another process of it shares keys. */
  const fleetWorld = Effect.gen(function* () {
    const made = yield* Fleet.make(yield* Fleet.memory, { secret })
    let reads = 0
    const fleet: typeof made = {
      ...made,
      read: (name) =>
        Effect.suspend(() => {
          reads++
          return made.read(name)
        })
    }
    const keys = yield* Effect.provideService(world, Fleet.Fleet, fleet)
    // Where requests are isolated, who shares keys waits until they are there.
    const shared = yield* SharedKeys.open(
      "https://service.test/jwks.json",
      KeyState.staleMillis,
      () => Effect.void
    ).pipe(Effect.provideService(Fleet.Fleet, fleet), Effect.provideService(RequestIsolation, true))
    const { x, y } = keys.point
    const point = { x: String(x), y: String(y) }
    return {
      ...keys,
      reads: () => reads,
      share: (...kids: ReadonlyArray<string>) => shared!.publish(kids.map((kid) => ({ kid, ...point })))
    }
  })

  it.effect("are taken up to 64, and none with an invalid ID", () =>
    Effect.gen(function* () {
      const keys = yield* fleetWorld
      keys.answers(broken)
      const long = "k".repeat(65)
      yield* keys.share("", long, ...Array.from({ length: 63 }, (_, i) => `key-${i}`))
      expect(yield* keys.find("key-61")).toBeDefined()
      expect(["", long, "key-61", "key-62"].map(keys.has)).toStrictEqual([false, false, true, false])
      expect(keys.fetches()).toBe(0)
    })
  )

  it.effect("are read when its own keys do not have the ID, or are older than a day", () =>
    Effect.gen(function* () {
      const keys = yield* fleetWorld
      yield* TestClock.adjust(KeyState.staleMillis)
      yield* keys.find("one")
      expect({ reads: keys.reads(), fetches: keys.fetches() }).toStrictEqual({ reads: 1, fetches: 1 })
      yield* TestClock.adjust("1 minute")
      yield* keys.find("one")
      expect(keys.reads()).toBe(1)
      yield* keys.find("two")
      expect(keys.reads()).toBe(2)
      yield* TestClock.adjust(KeyState.staleMillis + 1)
      yield* keys.share("one")
      keys.answers(broken)
      expect(yield* keys.find("one")).toBeDefined()
      expect(keys.reads()).toBe(3)
    })
  )

  it.effect("are fetched again when they are invalid", () =>
    Effect.gen(function* () {
      const keys = yield* fleetWorld
      yield* keys.share()
      expect(yield* keys.find("one")).toBeDefined()
      expect(keys.fetches()).toBe(1)
    })
  )

  it.effect("do not put off a fetch for an unknown one, which puts off the next by thirty seconds", () =>
    Effect.gen(function* () {
      const keys = yield* fleetWorld
      yield* keys.share("one")
      yield* TestClock.adjust("5 seconds")
      expect(yield* keys.find("one")).toBeDefined()
      expect(keys.fetches()).toBe(0)
      expect(yield* cost(keys, "a")).toBe(1)
      yield* TestClock.adjust(29_999)
      expect(yield* cost(keys, "b")).toBe(0)
      yield* TestClock.adjust(1)
      expect(yield* cost(keys, "b")).toBe(1)
    })
  )

  it.effect("are taken after an attempt of one's own has failed, and do not put off the next one", () =>
    Effect.gen(function* () {
      const keys = yield* fleetWorld
      keys.answers(broken)
      yield* TestClock.adjust("10 seconds")
      expect(yield* cost(keys)).toBe(1)
      yield* TestClock.adjust("2 seconds")
      yield* keys.share("one")
      expect(yield* keys.find("one")).toBeDefined()
      expect(yield* cost(keys, "a")).toBe(1)
    })
  )
})
