/** What processes share: its names, its circuit, and what a process is told. */
import { describe, expect, it } from "@effect/vitest"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Persistence from "effect/persistence/Persistence"
import * as Redis from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import * as Fleet from "../../../src/backend/fleet/Fleet.ts"
import { timed } from "../../support/scriptedNetwork.ts"
import { secret } from "./brokenStore.ts"

/** A fleet over stores that answer as the test says, and what they were asked. */
const makeFleet = (options: Partial<Fleet.FleetOptions> = {}) =>
  Effect.gen(function* () {
    const asked: Array<ReadonlyArray<unknown>> = []
    const told: Array<unknown> = []
    const state: { answer: Effect.Effect<unknown, Persistence.PersistenceError> } = { answer: Effect.void }
    const ask =
      <A>(name: string, answer: A) =>
      (...args: ReadonlyArray<unknown>) =>
        Effect.suspend(() => {
          asked.push([name, ...args])
          return Effect.as(state.answer, answer)
        })
    const count = ask<[number, number]>("count", [3, 1000])
    const memory = yield* Fleet.memory
    const fleet = yield* Fleet.make(
      {
        persistence: {
          make: (prefix) =>
            Effect.map(memory.persistence.make(prefix), (inner) => ({
              ...inner,
              get: ask(`get of ${prefix}`, { a: 1 }),
              set: ask(`set of ${prefix}`, undefined)
            }))
        },
        counters: { ...memory.counters, fixedWindow: (options) => Effect.orDie(count(options)) },
        leases: {
          acquire: ask("acquire", "busy" as const),
          complete: ask("complete", undefined),
          release: ask("release", undefined)
        }
      },
      { secret, ...options }
    )
    const logger = Logger.make(({ logLevel, message }) => void (logLevel === "Warn" && told.push(message)))
    const quietly = Effect.provide(Logger.layer([logger]))
    return { asked, fleet, quietly, state, told }
  })

describe("a fleet", () => {
  it.effect.each([
    [{}, "gatefold"],
    [{ prefix: "shop" }, "shop"]
  ] as const)("uses names that begin with its prefix: $0", ([options, prefix]) =>
    Effect.gen(function* () {
      const { asked, fleet } = yield* makeFleet(options)
      expect(yield* fleet.read("a")).toStrictEqual({ a: 1 })
      yield* fleet.write("a", { b: 2 }, 1000)
      expect(yield* fleet.count("a", 3, 60_000)).toStrictEqual({ allowed: true, resetMillis: 1000 })
      expect(yield* fleet.count("a", 2, 60_000)).toStrictEqual({ allowed: false, resetMillis: 1000 })
      expect(yield* fleet.acquire("a", "mine", 1000)).toBe("busy")
      yield* fleet.complete("a", 5000)
      yield* fleet.release("a", "mine")
      const key = `${prefix}:a`
      expect(asked).toStrictEqual([
        [`get of ${prefix}`, "a"],
        [`set of ${prefix}`, "a", { b: 2 }, Duration.seconds(1)],
        ["count", { key, tokens: 1, refillRate: Duration.seconds(20), limit: 3 }],
        ["count", { key, tokens: 1, refillRate: Duration.seconds(30), limit: 2 }],
        ["acquire", key, "mine", 1000],
        ["complete", key, 5000],
        ["release", key, "mine"]
      ])
    })
  )

  it.effect("derives names that only its processes can derive", () =>
    Effect.gen(function* () {
      const [one, same, other] = [
        (yield* makeFleet()).fleet,
        (yield* makeFleet({ secret: Redacted.make(secret) })).fleet,
        (yield* makeFleet({ secret: `${secret}.` })).fleet
      ]
      const name = yield* one.digest("a", "bc")
      expect(name).toMatch(/^[\w-]{43}$/)
      expect(yield* same.digest("a", "bc")).toBe(name)
      expect(
        yield* Effect.all([other.digest("a", "bc"), one.digest("ab", "c"), one.digest("abc"), one.digest("a", "bd")])
      ).not.toContain(name)
    })
  )

  it.effect("takes a secret of 32 characters", () => makeFleet({ secret: "x".repeat(32) }))

  it.effect.each(["x".repeat(31), Redacted.make("")])("refuses a shorter secret: %s", (secret) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(makeFleet({ secret }))).toMatchObject({
        _tag: "InvalidOption",
        option: "secret",
        problem: expect.stringContaining("32 characters")
      })
    })
  )

  it.effect.each([
    [Effect.fail(new Persistence.PersistenceError({ message: "CANARY" })), "it failed", 0],
    [Effect.die("CANARY"), "it failed", 0],
    [Effect.never, "no answer within 250 ms", 250]
  ] as const)("says once that a store fails, dies or hangs: $1", ([answer, problem, tookMillis]) =>
    Effect.gen(function* () {
      const { fleet, quietly, state, told } = yield* makeFleet()
      state.answer = answer
      const many = Effect.all([Effect.flip(fleet.read("a")), Effect.flip(fleet.count("a", 1, 1))], {
        concurrency: "unbounded"
      })
      const { exit, millis } = yield* timed(quietly(many), 1)
      const [failure] = yield* exit
      expect(failure).toMatchObject({ _tag: "FleetUnavailable", problem })
      expect(failure.message).toContain(problem)
      expect(millis).toBeGreaterThanOrEqual(tookMillis)
      expect(millis).toBeLessThan(tookMillis + 10)
      expect(told.flat()).toStrictEqual([failure.message])
    })
  )

  it.effect("asks a store again five seconds after it failed, and not before", () =>
    Effect.gen(function* () {
      const { asked, fleet, quietly, state, told } = yield* makeFleet()
      state.answer = Effect.die("CANARY")
      yield* quietly(Effect.flip(fleet.read("a")))
      const before = asked.length
      state.answer = Effect.void
      expect(yield* Effect.flip(fleet.release("a", "mine"))).toMatchObject({ problem: "it failed a moment ago" })
      yield* TestClock.adjust(4999)
      yield* Effect.flip(fleet.read("a"))
      expect(asked.length).toBe(before)
      yield* TestClock.adjust(1)
      yield* fleet.read("a")
      expect(asked.length).toBe(before + 1)
      expect(told.length).toBe(1)
    })
  )
})

describe("a fleet from the configuration", () => {
  it.live.each([
    [{ FLEET_SECRET: secret }, "Success"],
    [{ FLEET_SECRET: "short" }, "InvalidOption"],
    [{}, "ConfigError"]
  ] as const)("takes its secret from $0: $1", ([env, expected]) => {
    const layer = Fleet.layerRedisConfig({
      redis: Layer.effect(Redis.Redis, Effect.never),
      secret: Config.Redacted("FLEET_SECRET"),
      prefix: Config.withDefault(Config.String("FLEET_PREFIX"), "shop")
    })
    return Effect.gen(function* () {
      const fleet = yield* Effect.result(Effect.provide(Fleet.current, layer))
      expect(Result.isSuccess(fleet) ? fleet._tag : fleet.failure._tag).toBe(expected)
    }).pipe(Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))
  })

  it.effect("is not there by itself", () =>
    Effect.gen(function* () {
      expect(yield* Fleet.current).toBeUndefined()
    })
  )
})
