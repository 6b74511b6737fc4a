/** The key set by itself: each of its times and limits on both sides, and which keys it takes. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as TestClock from "effect/testing/TestClock"
import { AuthTimeout } from "../../../src/backend/AuthTimeout.ts"
import * as Fleet from "../../../src/backend/fleet/Fleet.ts"
import * as SharedKeys from "../../../src/backend/fleet/SharedKeys.ts"
import * as KeyState from "../../../src/backend/verify/internal/KeyState.ts"
import * as KeySet from "../../../src/backend/verify/KeySet.ts"
import { Http } from "../../../src/http/Http.ts"
import { RequestIsolation } from "../../../src/platform/RequestIsolation.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"
import { type Answer, apiUrl, broken, json, projectId, text } from "../../support/scriptedNetwork.ts"
import { turns, until } from "../../support/turns.ts"
import { secret } from "../fleet/brokenStore.ts"
import { recorder } from "../telemetry/recorder.ts"

type Jwk = Readonly<Record<string, unknown>>

/** Two points of the curve. */
const points = Effect.gen(function* () {
  const minter = yield* TokenMinter.make({ projectId, apiUrl })
  yield* minter.rotate
  const [one, two] = (yield* minter.keySet).keys.map(({ x, y }): Jwk => ({ kty: "EC", crv: "P-256", x, y }))
  return [one!, two!] as const
})

const world = Effect.gen(function* () {
  const [point, other] = yield* points
  let answer: Answer = json({ keys: [{ ...point, kid: "one" }] })
  let fetches = 0
  const keys = yield* Effect.provideService(KeySet.make("https://service.test/jwks.json"), Http, () =>
    Effect.suspend(() => {
      fetches++
      return answer
    })
  )
  return {
    ...keys,
    point,
    other,
    fetches: () => fetches,
    publish: (...published: ReadonlyArray<unknown>) => {
      answer = json({ keys: published })
    },
    answers: (next: Answer) => {
      answer = next
    }
  }
})

/** How many fetches looking for a key costs, once all is done that happens in the background. */
const cost = ({ fetches, find }: Effect.Success<typeof world>, kid = "one") =>
  Effect.gen(function* () {
    const before = fetches()
    yield* Effect.exit(find(kid))
    yield* turns(4)
    return fetches() - before
  })

describe("keys", () => {
  it.effect("are fresh for exactly ten minutes, and renewed in the background after that", () =>
    Effect.gen(function* () {
      const keys = yield* world
      const key = yield* keys.find("one")
      expect(key).toBeDefined()
      yield* TestClock.adjust(KeyState.freshMillis)
      yield* Effect.clockWith((clock) => Effect.sync(() => expect(keys.peek("one", clock)).toBe(key)))
      expect(yield* cost(keys)).toBe(0)
      yield* TestClock.adjust(1)
      yield* Effect.clockWith((clock) => Effect.sync(() => expect(keys.peek("one", clock)).toBeUndefined()))
      expect(yield* cost(keys)).toBe(1)
      expect(yield* keys.find("one")).toBe(key)
    })
  )

  it.effect.each([false, true])(
    "that are old serve at once while new ones are fetched, except where requests are isolated: isolated $0",
    (isolated) =>
      Effect.gen(function* () {
        const keys = yield* Effect.provideService(world, RequestIsolation, isolated)
        yield* keys.find("one")
        keys.answers(Effect.delay(json({ keys: [{ ...keys.other, kid: "one" }] }), "1 second"))
        for (const age of [KeyState.freshMillis + 1, 500]) {
          yield* TestClock.adjust(age)
          const found = yield* Effect.forkChild(keys.find("one"), { startImmediately: true })
          yield* turns(3)
          expect(keys.fetches()).toBe(2)
          expect(found.pollUnsafe() === undefined).toBe(isolated)
          if (isolated) break
        }
      })
  )

  it.effect("that are being fetched after a failure are awaited by all requests that arrive meanwhile", () =>
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
      for (const key of yield* Fiber.join(found)) expect(key).toBeDefined()
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

  it.effect("that are old are renewed at most once in thirty seconds", () =>
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

  it.effect(
    "that cannot be fetched are retried after 1, 2, 4, 8, 16 and then each 30 seconds, starting again after a success",
    () =>
      Effect.gen(function* () {
        const keys = yield* world
        keys.answers(broken)
        const rhythm = Effect.gen(function* () {
          expect(yield* cost(keys)).toBe(1)
          for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
            yield* TestClock.adjust(seconds * 1000 - 1)
            expect(yield* cost(keys)).toBe(0)
            yield* TestClock.adjust(1)
            expect(yield* cost(keys)).toBe(1)
          }
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

  it.effect("that are unknown cost a fetch each thirty seconds, the same one each five minutes", () =>
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

  it.effect("that rotate are found at once, however short the last fetch and the last rotation are ago", () =>
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

  it.effect.each(["the first fetch", "a later fetch"])(
    "that are published during %s are found by who joined it",
    (which) =>
      Effect.gen(function* () {
        const keys = yield* world
        if (which === "a later fetch") yield* keys.find("one")
        // The fetch for this key is answered with the keys of its beginning, and a rotation follows it.
        const old = which === "a later fetch" ? "two" : "one"
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

  it.effect("that are unknown cost one fetch, however many requests join it with an id of their own", () =>
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

  it.effect("that were withdrawn cost no fetch, and so do not put off the next one", () =>
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

  it.effect("that are unknown are remembered up to 256, also from the first fetch of all", () =>
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
      expect([keys.has("one"), keys.has("two")]).toStrictEqual([true, false])
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
  ] as const)("of a fleet are renewed at a random time between 8 and 10 minutes: $0", ([random, millis]) =>
    Effect.gen(function* () {
      const fleet = yield* Fleet.make(yield* Fleet.memory, { secret })
      const keys = yield* world.pipe(
        Effect.provideService(Fleet.Fleet, fleet),
        Effect.provideService(Random.Random, { nextDoubleUnsafe: () => random, nextIntUnsafe: () => 0 })
      )
      yield* keys.find("one")
      yield* TestClock.adjust(millis)
      yield* Effect.clockWith((clock) => Effect.sync(() => expect(keys.peek("one", clock)).toBeDefined()))
      yield* TestClock.adjust(1)
      yield* Effect.clockWith((clock) => Effect.sync(() => expect(keys.peek("one", clock)).toBeUndefined()))
      yield* keys.find("one")
      yield* until(() => keys.fetches() === 2)
    })
  )
})

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

  it.effect("are taken up to 64, and none with an id that is none", () =>
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

  it.effect("are read only when needed: when the own ones are unknown, or older than a day", () =>
    Effect.gen(function* () {
      const keys = yield* fleetWorld
      yield* TestClock.adjust(KeyState.staleMillis)
      yield* keys.find("one")
      expect([keys.reads(), keys.fetches()]).toStrictEqual([1, 1])
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

describe("a key set", () => {
  const why = (answer: Answer) =>
    Effect.gen(function* () {
      const keys = yield* world
      keys.answers(answer)
      return (yield* Effect.flip(keys.find("one"))).message
    })

  for (const [name, answer, problem] of [
    ["a broken connection", broken, "Network (ECONNRESET)"],
    ["status 201", text("{}", 201), "status 201"],
    ["status 500", text("oops", 500), "status 500"],
    ["a page", text("<html>", 200), "it is not JSON"],
    ["null", text("null", 200), "it is not a key set"],
    ["a number", json(1), "it is not a key set"],
    ["an object without keys", json({}), "it is not a key set"],
    ["keys that are no list", json({ keys: {} }), "it is not a key set"],
    ["no keys", json({ keys: [] }), "it has no ES256 key"]
  ] as const) {
    it.effect(`of ${name} is none, and the error says so`, () =>
      Effect.gen(function* () {
        expect(yield* why(answer)).toBe(`The public keys of the project could not be fetched: ${problem}`)
      })
    )
  }

  const taken: Record<string, Jwk> = {
    "as it is": {},
    "with alg ES256": { alg: "ES256" },
    "for signatures": { use: "sig" },
    "with an id of 64 characters": { kid: "k".repeat(64) }
  }
  for (const [name, change] of Object.entries(taken)) {
    it.effect(`has a key ${name}`, () =>
      Effect.gen(function* () {
        const keys = yield* world
        const jwk: Jwk = { ...keys.point, kid: "one", ...change }
        keys.publish(jwk)
        expect(yield* keys.find(String(jwk["kid"]))).toBeDefined()
      })
    )
  }

  const refused: Record<string, unknown> = {
    "of another type": { kty: "RSA" },
    "on another curve": { crv: "P-384" },
    "with another algorithm": { alg: "ES384" },
    "for encryption": { use: "enc" },
    "with its private part": { d: "x" },
    "with an empty id": { kid: "" },
    "with an id that is a number": { kid: 1 },
    "with an id of 65 characters": { kid: "k".repeat(65) },
    "without an id": { kid: undefined },
    "without x": { x: undefined },
    "without y": { y: undefined },
    "off the curve": { x: "AAAA" }
  }
  for (const coordinate of ["x", "y"]) {
    it.effect(`does not have a key whose ${coordinate} is a list of one text`, () =>
      Effect.gen(function* () {
        const keys = yield* world
        keys.publish({ ...keys.point, kid: "one", [coordinate]: [keys.point[coordinate]] })
        expect((yield* Effect.flip(keys.find("one"))).message).toContain("it has no ES256 key")
      })
    )
  }
  for (const [name, change] of Object.entries(refused)) {
    it.effect(`does not have a key ${name}`, () =>
      Effect.gen(function* () {
        const keys = yield* world
        const jwk: Jwk = { ...keys.point, kid: "one", ...(change as Jwk) }
        keys.publish(null, "key", jwk)
        const { message } = yield* Effect.flip(keys.find(String(jwk["kid"])))
        expect(message).toContain("it has no ES256 key")
      })
    )
  }

  it.effect("has the first one of several keys with one id, and 64 keys at most", () =>
    Effect.gen(function* () {
      const first = yield* world
      first.publish({ ...first.point, kid: "one" }, { ...first.other, kid: "one" })
      const key = yield* first.find("one")
      first.publish({ ...first.point, kid: "one" })
      yield* TestClock.adjust(KeyState.coolDownMillis)
      yield* first.find("another")
      expect(yield* first.find("one")).toBe(key)

      const many = yield* world
      many.publish(...Array.from({ length: 65 }, (_, i) => ({ ...many.point, kid: `key-${i}` })))
      expect(yield* many.find("key-63")).toBeDefined()
      expect(many.has("key-64")).toBe(false)
    })
  )
})
