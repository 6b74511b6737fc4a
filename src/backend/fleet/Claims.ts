/**
 * Things that only one of several processes may do, such as handling a message.
 * Who takes one has it for a time; it is done, or given back, or free again when
 * its process was lost.
 */
import * as Effect from "effect/Effect"
import * as Redis from "effect/persistence/Redis"
import * as Recent from "../verify/Recent.ts"

/** Whether a claim is granted: `busy` is what somebody else is at, `done` needs nobody any more. */
export type Claimed = "claimed" | "busy" | "done"

/** A store of claims; each operation is atomic. */
export interface Claims {
  readonly claim: (name: string, token: string, leaseMillis: number) => Effect.Effect<Claimed, unknown>
  readonly settle: (name: string, keepMillis: number) => Effect.Effect<void, unknown>
  readonly release: (name: string, token: string) => Effect.Effect<void, unknown>
}

const done = "done"
const heldBy = (token: string) => `held ${token}`

/** Claims in the memory of a process, at most so many. */
export const memory = (capacity = 10_000): Claims => {
  const entries = Recent.make<string, { readonly value: string; readonly endsMillis: number }>(capacity)
  return {
    claim: (name, token, leaseMillis) =>
      Effect.clockWith((clock) => {
        const now = clock.currentTimeMillisUnsafe()
        const entry = entries.get(name)
        if (entry !== undefined && entry.endsMillis > now) {
          return Effect.succeed<Claimed>(entry.value === done ? "done" : "busy")
        }
        entries.set(name, { value: heldBy(token), endsMillis: now + leaseMillis })
        return Effect.succeed<Claimed>("claimed")
      }),
    settle: (name, keepMillis) =>
      Effect.clockWith((clock) =>
        Effect.sync(() => entries.set(name, { value: done, endsMillis: clock.currentTimeMillisUnsafe() + keepMillis }))
      ),
    release: (name, token) =>
      Effect.sync(() => {
        if (entries.get(name)?.value === heldBy(token)) entries.delete(name)
      })
  }
}

const releaseScript = Redis.script((name: string, value: string) => [name, value], {
  numberOfKeys: 1,
  lua: `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`
})

/** Claims in a Redis. */
export const redis = ({ eval: run, send }: Redis.Redis["Service"]): Claims => ({
  claim: (name, token, leaseMillis) =>
    Effect.flatMap(
      send<string | null>("SET", name, heldBy(token), "NX", "PX", String(leaseMillis)),
      (set): Effect.Effect<Claimed, Redis.RedisError> =>
        set === null
          ? Effect.map(send<string | null>("GET", name), (value) => (value === done ? "done" : "busy"))
          : Effect.succeed("claimed")
    ),
  settle: (name, keepMillis) => Effect.asVoid(send("SET", name, done, "PX", String(keepMillis))),
  release: (name, token) => run(releaseScript)(name, heldBy(token))
})
