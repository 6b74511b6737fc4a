/**
 * Leases on work that only one of several processes may do, such as handling a message. A lease is held until the work
 * is complete, it is released, or it expires because its process was lost.
 */
import * as Effect from "effect/Effect"
import * as Redis from "effect/persistence/Redis"
import * as LruMap from "../../cache/LruMap.ts"
import { readMonotonicMillis } from "../../concurrency/Timer.ts"

/** The result of acquiring a lease: `busy` if another process holds it, `done` if the work is complete. */
export type Acquired = "acquired" | "busy" | "done"

/** A store of leases; each operation is atomic, and fails with `E`. */
export interface Leases<E = unknown> {
  readonly acquire: (name: string, token: string, leaseMillis: number) => Effect.Effect<Acquired, E>
  readonly complete: (name: string, ttlMillis: number) => Effect.Effect<void, E>
  readonly release: (name: string, token: string) => Effect.Effect<void, E>
}

/** The value of a lease whose work is complete. */
export const done = "done"
/** The value of a lease that the process with this token holds. */
export const markHeld = (token: string): string => `held ${token}`

/** Leases in the memory of a process, up to a maximum number. */
export const makeMemory = (capacity = 10_000): Leases<never> => {
  const entries = LruMap.make<string, { readonly value: string; readonly endsMillis: number }>(capacity)
  return {
    acquire: (name, token, leaseMillis) =>
      Effect.clockWith((clock) => {
        const now = readMonotonicMillis(clock)
        const entry = entries.get(name)
        if (entry !== undefined && entry.endsMillis > now) {
          return Effect.succeed<Acquired>(entry.value === done ? "done" : "busy")
        }
        entries.set(name, { value: markHeld(token), endsMillis: now + leaseMillis })
        return Effect.succeed<Acquired>("acquired")
      }),
    complete: (name, ttlMillis) =>
      Effect.clockWith((clock) =>
        Effect.sync(() => entries.set(name, { value: done, endsMillis: readMonotonicMillis(clock) + ttlMillis }))
      ),
    release: (name, token) =>
      Effect.sync(() => {
        if (entries.get(name)?.value === markHeld(token)) entries.delete(name)
      })
  }
}

const releaseScript = Redis.script((name: string, value: string) => [name, value], {
  numberOfKeys: 1,
  lua: `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`
})

export const makeRedis = ({ eval: run, send }: Redis.Redis["Service"]): Leases<Redis.RedisError> => ({
  acquire: (name, token, leaseMillis) =>
    Effect.flatMap(
      send<string | null>("SET", name, markHeld(token), "NX", "PX", String(leaseMillis)),
      (set): Effect.Effect<Acquired, Redis.RedisError> =>
        set === null
          ? Effect.map(send<string | null>("GET", name), (value) => (value === done ? "done" : "busy"))
          : Effect.succeed("acquired")
    ),
  complete: (name, ttlMillis) => Effect.asVoid(send("SET", name, done, "PX", String(ttlMillis))),
  release: (name, token) => run(releaseScript)(name, markHeld(token))
})
