/** Several processes over one store that a test can break, read and write. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Persistence from "effect/persistence/Persistence"
import * as Fleet from "../../../src/backend/fleet/Fleet.ts"

export const secret = "a secret of the fleet, 32 characters or more"

/** What the store does with a request. */
export type Mood = "works" | "fails" | "hangs" | "dies"

const broken = new Persistence.PersistenceError({ message: "CANARY" })

/** A store in memory, whose entries can be looked at and replaced. */
export const store = Effect.map(Fleet.memory, (memory) => {
  const entries = new Map<string, object>()
  const counters = new Set<string>()
  let mood: Mood = "works"
  let asked = 0
  let written = 0
  const inMood = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E | Persistence.PersistenceError> =>
    Effect.suspend((): Effect.Effect<A, E | Persistence.PersistenceError> => {
      asked++
      if (mood === "fails") return Effect.fail(broken)
      if (mood === "dies") return Effect.die(new Error("CANARY"))
      return mood === "hangs" ? Effect.never : effect
    })
  const stores: Fleet.Stores = {
    persistence: {
      make: (prefix) =>
        Effect.map(memory.persistence.make(prefix), (inner) => ({
          ...inner,
          get: (key) => inMood(Effect.andThen(inner.get(key), (value) => Effect.succeed(value && entries.get(key)))),
          set: (key, value, ttl) =>
            inMood(
              Effect.andThen(
                inner.set(key, value, ttl),
                Effect.sync(() => {
                  entries.set(key, value)
                  written++
                })
              )
            )
        }))
    },
    counters: {
      ...memory.counters,
      fixedWindow: (options) => {
        counters.add(options.key)
        return inMood(memory.counters.fixedWindow(options))
      }
    },
    leases: {
      acquire: (...args) => inMood(memory.leases.acquire(...args)),
      complete: (...args) => inMood(memory.leases.complete(...args)),
      release: (...args) => inMood(memory.leases.release(...args))
    }
  }
  return {
    entries,
    /** The keys of all counters. */
    counters,
    asked: () => asked,
    written: () => written,
    becomes: (next: Mood) => {
      mood = next
    },
    /** What makes a layer a process of the fleet. */
    process: (options: Partial<Fleet.FleetOptions> = {}) => Fleet.layer(stores, { secret, ...options })
  }
})

/** Builds a layer anew: another process. */
export const start = <A, E, R>(layer: Layer.Layer<A, E, R>) => Layer.build(Layer.fresh(layer))

/** The one service of a layer that is built anew. */
export const startOne = <I, S, E, R>(tag: Context.Key<I, S>, layer: Layer.Layer<I, E, R>) =>
  Effect.map(start(layer), (context) => Context.get(context, tag))
