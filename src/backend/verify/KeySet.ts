/**
 * The public keys of a project, fetched when they are needed and kept. `internal/KeyState.ts` has the rules.
 *
 * - Concurrent callers share one fetch, which continues if the caller that started it is interrupted.
 * - The processes of a fleet share fetched keys: each reads the shared copy before it asks the service.
 */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import type { CryptoKey } from "jose"
import * as SingleFlight from "../../concurrency/SingleFlight.ts"
import { monotonicMillis as now } from "../../concurrency/Timer.ts"
import { TaggedError } from "../../domain/TaggedError.ts"
import * as Http from "../../http/Http.ts"
import { span } from "../../operation/Operation.ts"
import { joinFlight, lostCallMillis, RequestIsolation } from "../../platform/RequestIsolation.ts"
import * as AuthTimeout from "../AuthTimeout.ts"
import * as SharedKeys from "../fleet/SharedKeys.ts"
import * as Instruments from "../telemetry/Instruments.ts"
import * as KeyState from "./internal/KeyState.ts"
import * as PublicKeys from "./internal/PublicKeys.ts"

/** The public keys are unavailable: the service cannot be reached, or publishes none. */
export class KeysUnavailable extends TaggedError("KeysUnavailable")<{
  readonly problem: string
  /** When to ask again, in milliseconds from now, if that is known. */
  readonly retryAfterMillis?: number | undefined
}> {
  override get message() {
    return `The public keys of the project could not be fetched: ${this.problem}`
  }
}

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

let ticks: KeyState.Tick = 0
const nextTick = (): KeyState.Tick => ++ticks

/** The keys at a URL. Fetches end with the scope. */
export const make = Effect.fnUntraced(function* (url: string): Effect.fn.Return<KeySet, never, Scope.Scope> {
  const execute = yield* Http.current
  const scope = yield* Effect.scope
  const random = yield* Random.Random
  const isIsolated = yield* RequestIsolation
  const inTime = AuthTimeout.interruptAfter(yield* AuthTimeout.AuthTimeout, (problem) =>
    Effect.fail(new KeysUnavailable({ problem }))
  )

  let state = KeyState.initial()
  const keyOf = (kid: string) => state.keys.get(kid)?.key

  /* ------------------------------------------------------------------ fetches */

  const shared = yield* SharedKeys.open(url, KeyState.staleMillis, ({ ageMillis, keys: published }) =>
    Effect.flatMap(PublicKeys.importAll(PublicKeys.usable(published), state.keys), (imported) =>
      Effect.clockWith((clock) => {
        const sharedAt = now(clock) - ageMillis
        if (imported.size > 0 && sharedAt > state.fetchedAt) {
          accept(imported, sharedAt, -Infinity)
          state = KeyState.requested(state, Math.max(state.requestedAt, sharedAt))
        }
        return Effect.void
      })
    )
  )

  const accept = (keys: KeyState.Keys, fetchedAt: number, requestedTick: KeyState.Tick) => {
    // Processes of a fleet renew at different times: the first one does it for all.
    const share = shared === undefined ? 1 : 0.8 + 0.2 * random.nextDoubleUnsafe()
    const renewAfter = KeyState.freshMillis * share
    state = KeyState.received(state, { keys, fetchedAt, renewAfter, requestedTick, receivedTick: nextTick() })
  }

  const fetch = PublicKeys.fetch(execute, url).pipe(
    Effect.flatMap((published) => PublicKeys.importAll(published, state.keys)),
    Effect.flatMap((imported) =>
      imported.size > 0 ? Effect.succeed(imported) : Effect.fail<PublicKeys.Missing>({ problem: "it has no ES256 key" })
    ),
    Effect.tap((imported) =>
      shared === undefined ? Effect.void : shared.publish(Array.from(imported, PublicKeys.published))
    ),
    Effect.onExit((exit) =>
      Instruments.count(Instruments.keyFetches, { "gatefold.outcome": exit._tag === "Success" ? "fetched" : "failed" })
    ),
    span("KeySet.fetch")
  )

  const flights: SingleFlight.SingleFlight<"fetch" | "renew", void, never> = yield* SingleFlight.make<
    "fetch" | "renew",
    void
  >({
    context: "starter",
    join: (flight, task, again) => {
      // Another process may have fetched them meanwhile.
      const instead = Effect.suspend(() => (flights.underWay(task) === undefined ? Effect.void : again))
      return joinFlight(flight, { isIsolated, lostMillis: lostCallMillis, again: instead })
    }
  })
  const isUnderWay = (task: "fetch" | "renew") => flights.underWay(task) !== undefined

  /** Fetches, or joins the fetch under way. */
  const refetch = flights.run(
    "fetch",
    Effect.clockWith((clock) => {
      state = KeyState.requested(state, now(clock))
      const requestedTick = nextTick()
      return Effect.match(fetch, {
        onSuccess: (fetched) => accept(fetched, now(clock), requestedTick),
        onFailure: (why) => {
          state = KeyState.failed(state, why, now(clock))
        }
      })
    })
  )

  /** Renews keys that are not fresh any more, unless another process has. */
  const renew =
    shared === undefined
      ? refetch
      : flights.run(
          "renew",
          Effect.andThen(
            shared.look,
            Effect.clockWith((clock) => (KeyState.isFresh(state, now(clock)) ? Effect.void : refetch))
          )
        )

  /* ---------------------------------------------------------------- decisions */

  const nowOf = (clock: Clock.Clock): KeyState.Now => ({
    time: now(clock),
    isFetching: isUnderWay("fetch"),
    isIsolated
  })

  const unavailable = Effect.clockWith((clock) =>
    Effect.fail(
      new KeysUnavailable({
        problem: state.failure?.problem ?? "not fetched yet",
        retryAfterMillis: KeyState.retryAfterMillis(state, now(clock))
      })
    )
  )

  /** The key of an id, for a request that came at a moment. */
  const findOwn = (kid: string, came?: KeyState.Tick): Effect.Effect<CryptoKey | undefined, KeysUnavailable> =>
    Effect.clockWith((clock) => {
      switch (KeyState.decide(state, kid, nowOf(clock))) {
        case "Use":
          return Effect.succeed(keyOf(kid))
        case "UseAndRenew":
          return useAndRenew(kid)
        case "Unknown":
          return Effect.undefined
        case "Unavailable":
          return unavailable
        case "Fetch":
          return afterFetch(kid, came ?? ticks)
      }
    })

  const afterFetch = (kid: string, came: KeyState.Tick): Effect.Effect<CryptoKey | undefined, KeysUnavailable> =>
    Effect.andThen(
      refetch,
      Effect.clockWith((clock) => {
        switch (KeyState.decideAfterFetch(state, kid, came, now(clock))) {
          case "Use":
            return Effect.succeed(keyOf(kid))
          case "Unavailable":
            return unavailable
          case "Fetch":
            return findOwn(kid, came)
          case "Unknown":
            state = KeyState.notFound(state, kid, now(clock))
            return Effect.undefined
        }
      })
    )

  const useAndRenew = (kid: string): Effect.Effect<CryptoKey | undefined> => {
    // With isolated requests, background work is impossible.
    if (isIsolated) return Effect.map(renew, () => keyOf(kid))
    const key = keyOf(kid)
    return isUnderWay("fetch") || isUnderWay("renew")
      ? Effect.succeed(key)
      : Effect.as(Effect.forkIn(renew, scope, { startImmediately: true }), key)
  }

  /** The shared copy is read first. */
  const find = (kid: string): Effect.Effect<CryptoKey | undefined, KeysUnavailable> =>
    shared === undefined
      ? findOwn(kid)
      : Effect.clockWith((clock) =>
          state.keys.has(kid) && !KeyState.isStale(state, now(clock))
            ? findOwn(kid)
            : Effect.flatMap(shared.look, () => findOwn(kid))
        )

  const load: Effect.Effect<void, KeysUnavailable> = Effect.clockWith((clock) => {
    const isStale = () => KeyState.isStale(state, now(clock))
    if (!isStale()) return Effect.void
    return KeyState.decideStale(state, nowOf(clock)) === "Unavailable"
      ? unavailable
      : Effect.flatMap(refetch, () => (isStale() ? unavailable : Effect.void))
  })

  /** A fetch under way was started earlier, so a second one may be necessary. */
  const requestSince = (tick: KeyState.Tick, attempts = 2): Effect.Effect<void, KeysUnavailable> =>
    Effect.clockWith((clock) => {
      if (state.requestedTick > tick) return Effect.void
      if (attempts === 0) return unavailable
      const { isFetching, time } = nowOf(clock)
      const attempt = !isFetching && KeyState.isBackingOff(state, time) ? Effect.void : refetch
      return Effect.andThen(attempt, requestSince(tick, attempts - 1))
    })

  return {
    has: (kid) => state.keys.has(kid),
    peek: (kid, clock) => (KeyState.isFresh(state, now(clock)) ? keyOf(kid) : undefined),
    find: (kid) => inTime(find(kid)),
    load: inTime(shared === undefined ? load : Effect.andThen(shared.look, load)),
    receivedTick: () => state.receivedTick,
    hasRequestedSince: (tick) => state.requestedTick > tick,
    requestSince: (tick) => inTime(requestSince(tick))
  }
})
