/**
 * The keys of a project in memory, and the fetches that change them. Concurrent callers share one fetch, which goes on
 * if the caller that started it is interrupted. The processes of a fleet share fetched keys.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import * as SingleFlight from "../../../concurrency/SingleFlight.ts"
import { readMonotonicMillis } from "../../../concurrency/Timer.ts"
import * as Http from "../../../http/Http.ts"
import { asOperation } from "../../../operation/Operation.ts"
import { joinFlight, lostCallMillis, RequestIsolation } from "../../../platform/request/RequestIsolation.ts"
import * as SharedKeys from "../../fleet/SharedKeys.ts"
import * as Instruments from "../../telemetry/Instruments.ts"
import * as KeyState from "./KeyState.ts"
import * as PublicKeys from "./PublicKeys.ts"

export interface KeyFetches {
  readonly state: () => KeyState.KeyState
  readonly now: (clock: Clock.Clock) => KeyState.Now
  /** Fetches, or joins the fetch under way. A failure is in the state. */
  readonly fetch: Effect.Effect<void>
  /** Fetches keys that are not fresh any more, unless another process has. */
  readonly renew: Effect.Effect<void>
  readonly isRenewing: () => boolean
  /** Reads the keys that another process of the fleet has fetched. */
  readonly pull: Effect.Effect<void>
  /** Notes that a fetch has not found the key of an id. */
  readonly recordMiss: (kid: string, time: number) => void
}

/** Requests and imports the keys. Unchanged ones stay the same objects. */
const requestKeys = (
  execute: Http.Execute,
  url: string,
  former: () => KeyState.Keys,
  shared: SharedKeys.SharedKeys | undefined
) =>
  PublicKeys.fetch(execute, url).pipe(
    Effect.flatMap((published) => PublicKeys.importAll(published, former())),
    Effect.filterOrFail(
      (imported) => imported.size > 0,
      () => new PublicKeys.KeysUnavailable({ problem: "it has no ES256 key" })
    ),
    Effect.tap((imported) =>
      shared === undefined ? Effect.void : shared.publish(Array.from(imported, PublicKeys.toPublicKey))
    ),
    Effect.onExit((exit) =>
      Instruments.count(Instruments.keyFetches, { "gatefold.outcome": Exit.isSuccess(exit) ? "fetched" : "failed" })
    ),
    asOperation("KeySet.fetch")
  )

/** The keys at a URL. Fetches end with the scope. */
export const make = Effect.fnUntraced(function* (
  url: string,
  ticks: KeyState.Ticks
): Effect.fn.Return<KeyFetches, never, Scope.Scope> {
  const execute = yield* Http.current
  const random = yield* Random.Random
  const isIsolated = yield* RequestIsolation
  let state = KeyState.make()

  const accept = (keys: KeyState.Keys, fetchedAt: number, renewAfter: number, requestedTick: KeyState.Tick) => {
    state = KeyState.recordKeys(state, { keys, fetchedAt, renewAfter, requestedTick, receivedTick: ticks.next() })
  }

  // Processes of a fleet renew at different times: the first one does it for all.
  const drawRenewAfter = () => KeyState.freshMillis * (0.8 + 0.2 * random.nextDoubleUnsafe())

  const acceptShared = Effect.fnUntraced(function* ({ ageMillis, keys }: SharedKeys.SharedCopy) {
    const imported = yield* PublicKeys.importAll(PublicKeys.pickUsable(keys), state.keys)
    const fetchedAt = readMonotonicMillis(yield* Clock.Clock) - ageMillis
    if (imported.size === 0 || fetchedAt <= state.fetchedAt) return
    accept(imported, fetchedAt, drawRenewAfter(), -Infinity)
    state = KeyState.recordRequest(state, Math.max(state.requestedAt, fetchedAt))
  })

  const shared = yield* SharedKeys.open(url, KeyState.staleMillis, acceptShared)

  const request = requestKeys(execute, url, () => state.keys, shared)

  type Task = "fetch" | "renew"
  const flights: SingleFlight.SingleFlight<Task, void, never> = yield* SingleFlight.make<Task, void>({
    context: "starter",
    join: (flight, task, again) => {
      // Another process may have fetched them meanwhile.
      const instead = Effect.suspend(() => (flights.find(task) === undefined ? Effect.void : again))
      return joinFlight(flight, { isIsolated, lostMillis: lostCallMillis, again: instead })
    }
  })

  const fetch = flights.run(
    "fetch",
    Effect.clockWith((clock) => {
      state = KeyState.recordRequest(state, readMonotonicMillis(clock))
      const requestedTick = ticks.next()
      return Effect.match(request, {
        onSuccess: (fetched) => {
          const renewAfter = shared === undefined ? KeyState.freshMillis : drawRenewAfter()
          accept(fetched, readMonotonicMillis(clock), renewAfter, requestedTick)
        },
        onFailure: (error) => {
          state = KeyState.recordFailure(state, error, readMonotonicMillis(clock))
        }
      })
    })
  )

  return {
    state: () => state,
    now: (clock) => ({
      time: readMonotonicMillis(clock),
      isFetching: flights.find("fetch") !== undefined,
      isIsolated
    }),
    fetch,
    renew:
      shared === undefined
        ? fetch
        : flights.run(
            "renew",
            Effect.andThen(
              shared.pull,
              Effect.clockWith((clock) => (KeyState.isFresh(state, readMonotonicMillis(clock)) ? Effect.void : fetch))
            )
          ),
    isRenewing: () => flights.find("renew") !== undefined,
    pull: shared?.pull ?? Effect.void,
    recordMiss: (kid, time) => {
      state = KeyState.recordMiss(state, kid, time)
    }
  }
})
