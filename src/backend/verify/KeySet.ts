/**
 * The public keys of a project, fetched when they are needed and kept. This is the way from a request to a key:
 *
 * 1. `AccessTokenVerifier` reads the kind and the key id of the token with `UnverifiedToken`, and asks `KeysByKind`.
 * 2. `KeysByKind` asks the key set at the URL of the kind, and refuses a key that the set of a smaller kind has, too.
 * 3. `peek` returns a fresh key from memory. Otherwise `find` reads the copy of the fleet, if there is one, and
 *    `internal/KeyState` decides whether the key is used, used and renewed, fetched or refused.
 * 4. `internal/KeyFetches` runs one fetch for all callers and notes its outcome in the state. `internal/PublicKeys`
 *    requests, checks and imports the keys.
 * 5. After a fetch, `internal/KeyState` decides again. `Signature` checks the token with the key.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { CryptoKey } from "jose"
import { readMonotonicMillis } from "../../concurrency/Timer.ts"
import * as AuthTimeout from "../AuthTimeout.ts"
import * as KeyFetches from "./internal/KeyFetches.ts"
import * as KeyState from "./internal/KeyState.ts"
import { KeysUnavailable } from "./internal/PublicKeys.ts"

export { KeysUnavailable } from "./internal/PublicKeys.ts"

/** The keys of one project. */
export interface KeySet {
  /** Whether the key of an id is in memory. */
  readonly has: (kid: string) => boolean
  /** The key of an id, if it is in memory and fresh. */
  readonly peek: (kid: string, clock: Clock.Clock) => CryptoKey | undefined
  /** The key of an id, or undefined when the project has no such key. The same key stays the same object. */
  readonly find: (kid: string) => Effect.Effect<CryptoKey | undefined, KeysUnavailable>
  /** Fetches the keys if there are none. */
  readonly load: Effect.Effect<void, KeysUnavailable>
  /** The moment at which the keys were received. */
  readonly receivedTick: () => KeyState.Tick
  /** Whether this process has asked for the keys after a moment, and received them. */
  readonly hasRequestedSince: (tick: KeyState.Tick) => boolean
  /** Fetches the keys again unless this process has asked for them after a moment. */
  readonly requestSince: (tick: KeyState.Tick) => Effect.Effect<void, KeysUnavailable>
}

const failUnavailable = ({ now, state }: KeyFetches.KeyFetches) =>
  Effect.clockWith((clock) =>
    Effect.fail(
      new KeysUnavailable({
        problem: state().failure?.error.problem ?? "not fetched yet",
        retryAfterMillis: KeyState.retryAfterMillis(state(), now(clock).time)
      })
    )
  )

/** How the key of an id is found: the decisions of `KeyState`, carried out. */
const makeFind = (fetches: KeyFetches.KeyFetches, ticks: KeyState.Ticks, scope: Scope.Scope): KeySet["find"] => {
  const { fetch, isRenewing, now, pull, recordMiss, renew, state } = fetches
  const findKey = (kid: string) => state().keys.get(kid)?.key

  const useAndRenew = (kid: string, { isFetching, isIsolated }: KeyState.Now): Effect.Effect<CryptoKey | undefined> => {
    // With isolated requests, background work is impossible.
    if (isIsolated) return Effect.map(renew, () => findKey(kid))
    const key = findKey(kid)
    return isFetching || isRenewing()
      ? Effect.succeed(key)
      : Effect.as(Effect.forkIn(renew, scope, { startImmediately: true }), key)
  }

  /** Carries out a decision for a request that came at the tick `arrivedTick`. */
  const carryOut = (
    decision: KeyState.Decision,
    kid: string,
    arrivedTick: KeyState.Tick
  ): Effect.Effect<CryptoKey | undefined, KeysUnavailable> =>
    Effect.clockWith((clock) => {
      switch (decision) {
        case "Use":
          return Effect.succeed(findKey(kid))
        case "UseAndRenew":
          return useAndRenew(kid, now(clock))
        case "Unknown":
          return Effect.undefined
        case "Unavailable":
          return failUnavailable(fetches)
        case "Fetch":
          return Effect.flatMap(fetch, () => {
            const { time } = now(clock)
            const next = KeyState.decideAfterFetch(state(), kid, arrivedTick, time)
            if (next === "Unknown") recordMiss(kid, time)
            return carryOut(next === "Fetch" ? KeyState.decide(state(), kid, now(clock)) : next, kid, arrivedTick)
          })
      }
    })

  const findOwn = (kid: string): Effect.Effect<CryptoKey | undefined, KeysUnavailable> =>
    Effect.clockWith((clock) => carryOut(KeyState.decide(state(), kid, now(clock)), kid, ticks.last))

  return (kid: string) =>
    Effect.clockWith((clock) =>
      state().keys.has(kid) && !KeyState.isStale(state(), now(clock).time)
        ? findOwn(kid)
        : Effect.andThen(pull, findOwn(kid))
    )
}

/** The keys at a URL. Fetches end with the scope. */
export const make = Effect.fnUntraced(function* (
  url: string,
  ticks: KeyState.Ticks = new KeyState.Ticks()
): Effect.fn.Return<KeySet, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const fetches = yield* KeyFetches.make(url, ticks)
  const { fetch, now, pull, state } = fetches
  const limitTime = AuthTimeout.interruptAfter(yield* AuthTimeout.AuthTimeout, (problem) =>
    Effect.fail(new KeysUnavailable({ problem }))
  )
  const unavailable = failUnavailable(fetches)
  const find = makeFind(fetches, ticks, scope)

  const load: Effect.Effect<void, KeysUnavailable> = Effect.clockWith((clock) => {
    const isStale = () => KeyState.isStale(state(), now(clock).time)
    if (!isStale()) return Effect.void
    return KeyState.decideStale(state(), now(clock)) === "Unavailable"
      ? unavailable
      : Effect.flatMap(fetch, () => (isStale() ? unavailable : Effect.void))
  })

  const requestSince = Effect.fnUntraced(function* (tick: KeyState.Tick) {
    const clock = yield* Clock.Clock
    // A fetch under way was started earlier, so a second one may be necessary.
    for (let attempts = 0; state().requestedTick <= tick; attempts++) {
      if (attempts === 2) return yield* unavailable
      const { isFetching, time } = now(clock)
      if (isFetching || !KeyState.isBackingOff(state(), time)) yield* fetch
    }
  })

  return {
    has: (kid) => state().keys.has(kid),
    peek: (kid, clock) =>
      KeyState.isFresh(state(), readMonotonicMillis(clock)) ? state().keys.get(kid)?.key : undefined,
    find: (kid) => limitTime(find(kid)),
    load: limitTime(Effect.andThen(pull, load)),
    receivedTick: () => state().receivedTick,
    hasRequestedSince: (tick) => state().requestedTick > tick,
    requestSince: (tick) => limitTime(requestSince(tick))
  }
})
