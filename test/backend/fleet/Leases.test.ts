/** Leases on work that one of several processes may do, in memory and in a Redis. */
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redis from "effect/persistence/Redis"
import * as TestClock from "effect/testing/TestClock"
import * as Leases from "../../../src/backend/fleet/Leases.ts"

/** As much of a Redis as leases need, by the clock of the test. */
const fakeRedis = () => {
  const entries = new Map<string, { readonly value: string; readonly endsMillis: number }>()
  const live = (name: string, now: number) => {
    const entry = entries.get(name)
    return entry !== undefined && entry.endsMillis > now ? entry.value : null
  }
  const answer = (now: number, [command, name = "", ...args]: ReadonlyArray<string>) => {
    if (command === "GET" && args.length === 0) return live(name, now)
    const [value = "", ...options] = args
    const millis = Number(options.at(-1))
    if (command !== "SET" || options.at(-2) !== "PX" || !Number.isSafeInteger(millis)) throw new Error(`no ${command}`)
    if (options[0] === "NX" && live(name, now) !== null) return null
    entries.set(name, { value, endsMillis: now + millis })
    return "OK"
  }
  return Redis.Redis.of({
    send: <A>(...command: ReadonlyArray<string>) =>
      Effect.clockWith((clock) => Effect.sync(() => answer(clock.currentTimeMillisUnsafe(), command) as A)),
    eval:
      (script) =>
      (...params) =>
        Effect.clockWith(
          (clock) =>
            Effect.sync(() => {
              // The one script that there is: deletes a name if it has this value, at once.
              expect(script.lua).toMatch(/"GET", KEYS\[1\]\) == ARGV\[1\].*"DEL", KEYS\[1\]/s)
              expect(script.numberOfKeys(...params)).toBe(1)
              const [name, value] = script.params(...params) as [string, string]
              return live(name, clock.currentTimeMillisUnsafe()) === value && entries.delete(name) ? 1 : 0
            }) as Effect.Effect<never>
        ),
    reserve: Effect.die("not needed"),
    subscribe: () => Effect.die("not needed")
  })
}

describe.each([
  ["in memory", Leases.makeMemory],
  ["in a Redis", () => Leases.makeRedis(fakeRedis())]
] as const)("a lease %s", (_, make) => {
  it.effect("is held by one process until it ends", () =>
    Effect.gen(function* () {
      const { acquire } = make()
      expect({
        first: yield* acquire("a", "mine", 1000),
        byAnother: yield* acquire("a", "other", 1000),
        again: yield* acquire("a", "mine", 1000),
        ofAnother: yield* acquire("b", "other", 1000)
      }).toStrictEqual({ first: "acquired", byAnother: "busy", again: "busy", ofAnother: "acquired" })
      yield* TestClock.adjust(999)
      expect(yield* acquire("a", "other", 1000)).toBe("busy")
      yield* TestClock.adjust(1)
      expect(yield* acquire("a", "other", 1000)).toBe("acquired")
    })
  )

  it.effect("is released by its holder only", () =>
    Effect.gen(function* () {
      const { acquire, release } = make()
      yield* acquire("a", "mine", 1000)
      yield* release("a", "other")
      yield* release("b", "mine")
      expect(yield* acquire("a", "other", 1000)).toBe("busy")
      yield* release("a", "mine")
      expect(yield* acquire("a", "other", 1000)).toBe("acquired")
    })
  )

  it.effect("is remembered as done for the given time, even if another process releases it", () =>
    Effect.gen(function* () {
      const { acquire, complete, release } = make()
      yield* acquire("a", "mine", 1000)
      yield* complete("a", 5000)
      yield* release("a", "mine")
      yield* TestClock.adjust(4999)
      expect(yield* acquire("a", "other", 1000)).toBe("done")
      yield* TestClock.adjust(1)
      expect(yield* acquire("a", "other", 1000)).toBe("acquired")
    })
  )
})

describe("leases in memory", () => {
  it.effect("are limited in number, the oldest dropped first", () =>
    Effect.gen(function* () {
      const { acquire } = Leases.makeMemory(2)
      for (const name of ["a", "b", "c"]) yield* acquire(name, "mine", 1000)
      expect(yield* acquire("c", "other", 1000)).toBe("busy")
      expect(yield* acquire("a", "other", 1000)).toBe("acquired")
    })
  )
})

describe("a lease in memory", () => {
  it.effect("ends in time, also if the clock of the system is set back", () =>
    Effect.gen(function* () {
      const { acquire } = Leases.makeMemory()
      const clock = yield* Clock.Clock
      expect(yield* acquire("a", "mine", 1000)).toBe("acquired")
      yield* TestClock.adjust(1000)
      const hourAgo = { ...clock, currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() - 3_600_000 }
      expect(yield* Effect.provideService(acquire("a", "other", 1000), Clock.Clock, hourAgo)).toBe("acquired")
    })
  )
})
