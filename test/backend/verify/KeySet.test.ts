/** The key set by itself: each of its times and limits, on both sides. */
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as TestClock from "effect/testing/TestClock"
import { AuthTimeout } from "../../../src/backend/AuthTimeout.ts"
import * as Fleet from "../../../src/backend/fleet/Fleet.ts"
import * as KeyState from "../../../src/backend/verify/internal/KeyState.ts"
import { RequestIsolation } from "../../../src/platform/request/RequestIsolation.ts"
import { broken, json } from "../../support/scriptedNetwork.ts"
import { turns, until } from "../../support/turns.ts"
import { secret } from "../fleet/brokenStore.ts"
import { recorder } from "../telemetry/recorder.ts"
import { cost, world } from "./keySets.ts"

describe("keys", () => {
  it.effect("are fresh for exactly ten minutes, and renewed in the background after that", () =>
    Effect.gen(function* () {
      const keys = yield* world
      const key = yield* keys.find("one")
      expect(key).toBeDefined()
      yield* TestClock.adjust(KeyState.freshMillis)
      const clock = yield* Clock.Clock
      expect(keys.peek("one", clock)).toBe(key)
      expect(yield* cost(keys)).toBe(0)
      yield* TestClock.adjust(1)
      expect(keys.peek("one", clock)).toBeUndefined()
      expect(yield* cost(keys)).toBe(1)
      expect(yield* keys.find("one")).toBe(key)
    })
  )

  it.effect("serve at once while new ones are fetched", () =>
    Effect.gen(function* () {
      const keys = yield* world
      yield* keys.find("one")
      keys.answers(Effect.delay(json({ keys: [{ ...keys.other, kid: "one" }] }), "1 second"))
      for (const age of [KeyState.freshMillis + 1, 500]) {
        yield* TestClock.adjust(age)
        const found = yield* Effect.forkChild(keys.find("one"), { startImmediately: true })
        yield* turns(3)
        expect(keys.fetches(), `after ${age} ms`).toBe(2)
        expect(found.pollUnsafe(), `after ${age} ms`).toBeDefined()
      }
    })
  )

  it.effect("are awaited while new ones are fetched where requests are isolated", () =>
    Effect.gen(function* () {
      const keys = yield* Effect.provideService(world, RequestIsolation, true)
      yield* keys.find("one")
      keys.answers(Effect.delay(json({ keys: [{ ...keys.other, kid: "one" }] }), "1 second"))
      yield* TestClock.adjust(KeyState.freshMillis + 1)
      const found = yield* Effect.forkChild(keys.find("one"), { startImmediately: true })
      yield* turns(3)
      expect(keys.fetches()).toBe(2)
      expect(found.pollUnsafe()).toBeUndefined()
    })
  )

  it.effect("are awaited by all requests that arrive while they are fetched after a failure", () =>
    Effect.gen(function* () {
      const keys = yield* world
      keys.answers(broken)
      yield* cost(keys)
      yield* TestClock.adjust("1 second")
      keys.answers(Effect.delay(json({ keys: [{ ...keys.point, kid: "one" }] }), "1 second"))
      const found = yield* Effect.forkChild(
        Effect.all([keys.find("one"), Effect.delay(keys.find("one"), "100 millis")], { concurrency: "unbounded" }),
        { startImmediately: true }
      )
      yield* TestClock.adjust("100 millis")
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(found)).not.toContain(undefined)
      expect(keys.fetches()).toBe(2)
    })
  )

  it.effect("serve for exactly a day when no newer ones can be fetched", () =>
    Effect.gen(function* () {
      const keys = yield* world
      yield* keys.find("one")
      keys.answers(broken)
      yield* TestClock.adjust(KeyState.staleMillis)
      expect(yield* keys.find("one")).toBeDefined()
      yield* TestClock.adjust(1)
      expect(yield* Effect.flip(keys.find("one"))).toMatchObject({ _tag: "KeysUnavailable" })
    })
  )

  it.effect("are renewed at most once in thirty seconds when they are old", () =>
    Effect.gen(function* () {
      const keys = yield* world
      yield* keys.find("one")
      keys.answers(broken)
      yield* TestClock.adjust(KeyState.freshMillis + 1)
      expect(yield* cost(keys)).toBe(1)
      yield* TestClock.adjust(KeyState.coolDownMillis)
      expect(yield* cost(keys)).toBe(0)
      yield* TestClock.adjust(1)
      expect(yield* cost(keys)).toBe(1)
    })
  )

  it.effect("are retried after 1, 2, 4, 8, 16 and then each 30 seconds, starting again after a success", () =>
    Effect.gen(function* () {
      const keys = yield* world
      keys.answers(broken)
      const rhythm = Effect.gen(function* () {
        expect(yield* cost(keys)).toBe(1)
        const delays = [1, 2, 4, 8, 16, 30, 30]
        const costs = yield* Effect.forEach(delays, (seconds) =>
          Effect.all({
            seconds: Effect.as(TestClock.adjust(seconds * 1000 - 1), seconds),
            before: cost(keys),
            after: Effect.andThen(TestClock.adjust(1), cost(keys))
          })
        )
        expect(costs).toStrictEqual(delays.map((seconds) => ({ seconds, before: 0, after: 1 })))
      })
      yield* rhythm
      keys.publish({ ...keys.point, kid: "one" })
      yield* TestClock.adjust(30_000)
      expect(yield* keys.find("one")).toBeDefined()
      keys.answers(broken)
      yield* TestClock.adjust(KeyState.staleMillis + 1)
      yield* rhythm
    })
  )

  it.effect("cost a fetch each thirty seconds if they are unknown, the same one each five minutes", () =>
    Effect.gen(function* () {
      const keys = yield* world
      yield* keys.find("one")
      expect(yield* cost(keys, "a")).toBe(1)
      yield* TestClock.adjust(KeyState.coolDownMillis - 1)
      expect(yield* cost(keys, "b")).toBe(0)
      yield* TestClock.adjust(1)
      expect(yield* cost(keys, "b")).toBe(1)
      expect(yield* keys.find("a")).toBeUndefined()
      yield* TestClock.adjust(300_000 - KeyState.coolDownMillis - 1)
      expect(yield* cost(keys, "a")).toBe(0)
      yield* TestClock.adjust(1)
      keys.publish({ ...keys.point, kid: "one" }, { ...keys.other, kid: "a" })
      expect(yield* keys.find("a")).toBeDefined()
    })
  )

  it.effect("are found at once when they rotate, however short the last fetch and the last rotation are ago", () =>
    Effect.gen(function* () {
      const keys = yield* world
      yield* keys.find("one")
      for (const kid of ["two", "three"]) {
        keys.publish({ ...keys.other, kid })
        yield* TestClock.adjust("1 second")
        expect(yield* keys.find(kid)).toBeDefined()
      }
      expect(keys.fetches()).toBe(3)
    })
  )

  it.effect.each([
    { former: [], old: "one" },
    { former: ["one"], old: "two" }
  ])(
    "are found by a request that waits for an older fetch when they are published, after the fetches $former",
    ({ former, old }) =>
      Effect.gen(function* () {
        const keys = yield* world
        yield* Effect.forEach(former, (kid) => keys.find(kid))
        // The fetch for this key is answered with the keys of its beginning, and a rotation follows it.
        keys.answers(Effect.delay(json({ keys: [{ ...keys.point, kid: old }] }), "1 second"))
        const first = yield* Effect.forkChild(keys.find(old))
        yield* TestClock.adjust(500)
        const joined = yield* Effect.forkChild(keys.find("new"))
        keys.publish({ ...keys.other, kid: "new" })
        yield* TestClock.adjust(500)
        expect(yield* Fiber.join(first)).toBeDefined()
        expect(yield* Fiber.join(joined)).toBeDefined()
      })
  )

  it.effect("cost one fetch if they are unknown, however many requests join it with an id of their own", () =>
    Effect.gen(function* () {
      const keys = yield* world
      yield* keys.find("one")
      const kids = Array.from({ length: 300 }, (_, i) => `unknown-${i}`)
      keys.answers(Effect.delay(json({ keys: [{ ...keys.point, kid: "one" }] }), "1 second"))
      const all = yield* Effect.forkChild(Effect.forEach(kids, keys.find, { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 second")
      expect(new Set(yield* Fiber.join(all))).toStrictEqual(new Set([undefined]))
      expect(keys.fetches()).toBe(2)
    })
  )

  it.effect("cost no fetch when they were withdrawn, and so do not put off the next one", () =>
    Effect.gen(function* () {
      const keys = yield* world
      yield* keys.find("one")
      keys.publish({ ...keys.other, kid: "two" })
      yield* keys.find("two")
      expect(yield* cost(keys, "one")).toBe(0)
      keys.publish({ ...keys.point, kid: "three" })
      expect(yield* keys.find("three")).toBeDefined()
    })
  )

  it.effect("are remembered up to 256 if they are unknown, also from the first fetch of all", () =>
    Effect.gen(function* () {
      const keys = yield* world
      yield* Effect.forEach(
        Array.from({ length: 257 }, (_, i) => `unknown-${i}`),
        (kid) => keys.find(kid),
        { concurrency: "unbounded" }
      )
      expect(keys.fetches()).toBe(1)
      yield* TestClock.adjust(KeyState.coolDownMillis)
      expect(yield* cost(keys, "unknown-256")).toBe(0)
      expect(yield* cost(keys, "unknown-1")).toBe(0)
      expect(yield* cost(keys, "unknown-0")).toBe(1)
    })
  )

  it.effect("stay the same objects while they are published, and are others when their point changes", () =>
    Effect.gen(function* () {
      const keys = yield* world
      const before = yield* keys.find("one")
      keys.publish({ ...keys.point, kid: "one" }, { ...keys.other, kid: "two" })
      yield* TestClock.adjust(KeyState.coolDownMillis)
      expect(yield* keys.find("two")).toBeDefined()
      expect(yield* keys.find("one")).toBe(before)
      keys.publish({ ...keys.other, kid: "one" })
      yield* TestClock.adjust(KeyState.coolDownMillis)
      expect(yield* keys.find("three")).toBeUndefined()
      expect(yield* keys.find("one")).not.toBe(before)
      expect({ one: keys.has("one"), two: keys.has("two") }).toStrictEqual({ one: true, two: false })
    })
  )

  it.effect("are waited for no longer than a request may wait, and fetched to the end for the next one", () =>
    Effect.gen(function* () {
      const keys = yield* world.pipe(Effect.provideService(AuthTimeout, "2 seconds"))
      keys.answers(Effect.delay(json({ keys: [{ ...keys.point, kid: "one" }] }), "3 seconds"))
      const impatient = yield* Effect.forkChild(Effect.flip(keys.find("one")), { startImmediately: true })
      yield* TestClock.adjust(1999)
      expect(impatient.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(yield* Fiber.join(impatient)).toMatchObject({
        _tag: "KeysUnavailable",
        problem: "no answer within 2000 ms"
      })
      yield* TestClock.adjust("1 second")
      expect(yield* keys.find("one")).toBeDefined()
      expect(keys.fetches()).toBe(1)
    })
  )

  it.effect("are counted and traced as they are fetched, and when they are not", () =>
    Effect.gen(function* () {
      const { layer, of, series } = yield* recorder
      const keys = yield* world
      keys.answers(broken)
      // Whoever needs the keys traces their fetch.
      yield* Effect.provide(cost(keys), layer())
      yield* TestClock.adjust("1 second")
      keys.publish({ ...keys.point, kid: "one" })
      yield* Effect.provide(cost(keys), layer())
      expect(of("KeySet.fetch").map((attributes) => attributes["gatefold.outcome"])).toStrictEqual([
        "failure",
        "success"
      ])
      expect(yield* series("gatefold.jwks.fetches")).toStrictEqual(
        expect.arrayContaining([
          expect.objectContaining({ "gatefold.outcome": "failed", count: 1 }),
          expect.objectContaining({ "gatefold.outcome": "fetched", count: 1 })
        ])
      )
    })
  )

  it.effect.each([
    [0, 480_000],
    [0.5, 540_000],
    [1, 600_000]
  ] as const)("are renewed by a fleet at a random time between 8 and 10 minutes: $0", ([random, millis]) =>
    Effect.gen(function* () {
      const fleet = yield* Fleet.make(yield* Fleet.memory, { secret })
      const keys = yield* world.pipe(
        Effect.provideService(Fleet.Fleet, fleet),
        Effect.provideService(Random.Random, { nextDoubleUnsafe: () => random, nextIntUnsafe: () => 0 })
      )
      yield* keys.find("one")
      yield* TestClock.adjust(millis)
      const clock = yield* Clock.Clock
      expect(keys.peek("one", clock)).toBeDefined()
      yield* TestClock.adjust(1)
      expect(keys.peek("one", clock)).toBeUndefined()
      yield* keys.find("one")
      yield* until(() => keys.fetches() === 2)
    })
  )
})
