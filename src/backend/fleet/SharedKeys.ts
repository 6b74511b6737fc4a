/** Public keys that another process of the fleet has fetched. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as SingleFlight from "../../concurrency/SingleFlight.ts"
import { readMonotonicMillis } from "../../concurrency/Timer.ts"
import { joinFlight, RequestIsolation } from "../../platform/request/RequestIsolation.ts"
import * as SharedCache from "./SharedCache.ts"

/** A set of keys with the time of its fetch, by the clock of the process that fetched it. */
const Copy = Schema.Struct({
  fetchedAtMillis: Schema.Finite,
  keys: Schema.Array(Schema.Struct({ kid: Schema.String, x: Schema.String, y: Schema.String }))
})

/** Published keys, and the time since their fetch. */
export interface SharedCopy {
  readonly ageMillis: number
  readonly keys: (typeof Copy.Type)["keys"]
}

/** The copy that processes share. */
export interface SharedKeys {
  /** Reads the copy into the key set, if there is one: at most once a second, and shared by concurrent callers. */
  readonly pull: Effect.Effect<void>
  readonly publish: (keys: SharedCopy["keys"]) => Effect.Effect<void>
}

const pullMillis = 1000
/** A pull this old was lost with its request, on platforms that isolate requests. */
const lostPullMillis = 500
/** The tolerated difference between the clocks of two machines, in milliseconds. */
const skewMillis = 60_000

/** The copy of the keys at a URL; undefined without a fleet. */
export const open = Effect.fnUntraced(function* (
  url: string,
  ttlMillis: number,
  take: (copy: SharedCopy) => Effect.Effect<void>
): Effect.fn.Return<SharedKeys | undefined, never, Scope.Scope> {
  const cache = yield* SharedCache.open("jwks", Copy)
  if (cache === undefined) return undefined
  const isIsolated = yield* RequestIsolation
  const pulls: SingleFlight.SingleFlight<string, void, never> = yield* SingleFlight.make<string, void>({
    // A slow read of the copy is given up.
    join: (pull) =>
      joinFlight(pull, {
        isIsolated,
        lostMillis: lostPullMillis,
        again: Effect.sync(() => pulls.forget(url, pull))
      })
  })
  let pulledAt = -Infinity

  const read = Effect.clockWith((clock) => {
    pulledAt = readMonotonicMillis(clock)
    return Effect.flatMap(cache.get(url), (copy) => {
      if (copy === undefined) return Effect.void
      const ageMillis = clock.currentTimeMillisUnsafe() - copy.fetchedAtMillis
      // A copy with a future time would never expire.
      return ageMillis < -skewMillis ? Effect.void : take({ ageMillis: Math.max(0, ageMillis), keys: copy.keys })
    })
  })

  return {
    pull: Effect.clockWith((clock) =>
      pulls.find(url) === undefined && readMonotonicMillis(clock) - pulledAt < pullMillis
        ? Effect.void
        : pulls.run(url, read)
    ),
    publish: (keys) =>
      Effect.clockWith((clock) => cache.set(url, { fetchedAtMillis: clock.currentTimeMillisUnsafe(), keys }, ttlMillis))
  }
})
