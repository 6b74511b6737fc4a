/**
 * Supports runtimes in which requests do not share I/O, such as Cloudflare Workers. There, work that a request has
 * started ends with that request. The runtime also ends a request that only waits for another one's work, because it
 * counts as hung.
 */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Flight } from "../../concurrency/SingleFlight.ts"
import { readMonotonicMillis } from "../../concurrency/Timer.ts"

/** Whether the runtime isolates requests. Default: whether it is that of Cloudflare Workers. */
export const RequestIsolation = Context.Reference<boolean>("gatefold/platform/request/RequestIsolation", {
  defaultValue: () => "WebSocketPair" in globalThis
})

/** After this time a call to the service has ended with its request, and callers that wait for it have time left. */
export const lostCallMillis = 4000

/** How often a request polls the flight of another one. */
const pollMillis = 10

interface JoinOptions<A, E> {
  readonly isIsolated: boolean
  /** How long the request that started a flight can run at most, in milliseconds. */
  readonly lostMillis: number
  /** Does the work of a flight that was lost. */
  readonly again: Effect.Effect<A, E>
}

/** Joins a flight that another request may have started. With isolated requests it polls with its own timers. */
export const joinFlight = <A, E>(flight: Flight<A, E>, options: JoinOptions<A, E>): Effect.Effect<A, E> => {
  const { again, isIsolated, lostMillis } = options
  if (!isIsolated) return Deferred.await(flight.landed)
  return Effect.clockWith((clock) => {
    if (Deferred.isDoneUnsafe(flight.landed)) return Deferred.await(flight.landed)
    return readMonotonicMillis(clock) < flight.startedMillis + lostMillis
      ? Effect.andThen(Effect.sleep(pollMillis), joinFlight(flight, options))
      : again
  })
}
