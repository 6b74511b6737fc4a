/**
 * One suite for all stores. A Redis is used where GATEFOLD_TEST_REDIS_URL says so, a Postgres where
 * GATEFOLD_TEST_POSTGRES_URL says so or one answers at its usual port.
 */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Fleet from "../../../src/backend/fleet/Fleet.ts"
import { checks } from "./checks.ts"
import { inMemory, kinds } from "./kinds.ts"

describe.each(kinds)("a fleet $name", ({ missing, name, open }) => {
  it.effect.each(checks.filter(({ server }) => !server || name !== "in memory"))(
    "$name",
    ({ run }) => Effect.flatMap(open, run),
    { skip: missing !== undefined }
  )
})

describe("the suite finds", () => {
  /** What is wrong with a store, and the checks that say so. */
  const planted: Readonly<Record<string, readonly [(stores: Fleet.Stores) => Fleet.Stores, ReadonlyArray<string>]>> = {
    "a counter that reads, and then writes": [
      (stores) => {
        const counts = new Map<string, number>()
        return {
          ...stores,
          counters: {
            fixedWindow: (options) =>
              Effect.gen(function* () {
                const count = counts.get(options.key) ?? 0
                yield* Effect.yieldNow
                if (count < options.limit!) counts.set(options.key, count + 1)
                const [, resetMillis] = yield* stores.counters.fixedWindow(options)
                return [count + 1, resetMillis]
              })
          }
        }
      },
      ["counts to its limit, however many ask at once", "counts anew after its window, and as far as before"]
    ],
    "a lease that anybody releases": [
      ({ leases, ...stores }) => {
        const tokens = new Map<string, string>()
        return {
          ...stores,
          leases: {
            ...leases,
            acquire: (name, token, millis) =>
              Effect.tap(leases.acquire(name, token, millis), (acquired) =>
                Effect.sync(() => acquired === "acquired" && tokens.set(name, token))
              ),
            release: (name) => leases.release(name, tokens.get(name) ?? "")
          }
        }
      },
      ["gives back a lease of who holds it, and of nobody else"]
    ],
    "a lease that is looked at, and then taken": [
      ({ leases, ...stores }) => ({
        ...stores,
        leases: {
          ...leases,
          acquire: (name, token, millis) =>
            Effect.gen(function* () {
              const acquired = yield* leases.acquire(name, token, millis)
              if (acquired === "acquired") yield* leases.release(name, token)
              yield* Effect.yieldNow
              if (acquired === "acquired") yield* leases.acquire(name, token, millis)
              return acquired
            })
        }
      }),
      ["gives a lease to one of many, and to one again when it has ended"]
    ],
    "values that stay": [
      ({ persistence, ...stores }) => ({
        ...stores,
        persistence: {
          make: (prefix) =>
            Effect.map(persistence.make(prefix), ({ get, set }) => {
              const kept = new Map<string, object>()
              return {
                get: (name) => Effect.map(get(name), (value) => value ?? kept.get(name)),
                set: (name, value, ttl) =>
                  Effect.tap(set(name, value, ttl), () => Effect.sync(() => kept.set(name, value)))
              }
            })
        }
      }),
      ["forgets a value in time, counted from the last time it was written"]
    ],
    "names without regard to case": [
      ({ persistence, ...stores }) => ({
        ...stores,
        persistence: {
          make: (prefix) =>
            Effect.map(persistence.make(prefix), ({ get, set }) => ({
              get: (name) => get(name.toLowerCase()),
              set: (name, ...rest) => set(name.toLowerCase(), ...rest)
            }))
        }
      }),
      ["takes names and texts of any characters"]
    ],
    "a refused request that takes its part of the window": [
      (stores) => ({
        ...stores,
        counters: {
          fixedWindow: (options) =>
            Effect.map(stores.counters.fixedWindow({ ...options, limit: undefined }), ([count, millis]) => [
              count,
              millis
            ])
        }
      }),
      ["gives each request its part of the window, and a refused one none"]
    ]
  }

  it.effect.each(Object.entries(planted))("%s", ([, [change, names]]) =>
    Effect.gen(function* () {
      const failed: Array<string> = []
      for (const { name, run, server } of checks) {
        if (server) continue
        const exit = yield* Effect.exit(Effect.scoped(Effect.flatMap(inMemory(change).open, run)))
        if (exit._tag === "Failure") failed.push(name)
      }
      expect(failed).toStrictEqual(expect.arrayContaining([...names]))
    })
  )
})
