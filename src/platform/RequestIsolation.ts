/**
 * Supports runtimes in which requests do not share I/O, such as Cloudflare Workers. There, work that a request has
 * started ends with that request. The runtime also ends a request that only waits for another one's work, because it
 * counts as hung.
 */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Flight } from "./SingleFlight.ts"
import { monotonicMillis } from "./Timer.ts"

/** Whether the runtime isolates requests. Default: whether it is that of Cloudflare Workers. */
export const RequestIsolation: Context.Reference<boolean> = Context.Reference<boolean>(
  "gatefold/platform/RequestIsolation",
  { defaultValue: () => "WebSocketPair" in globalThis }
)

/** After this time a call to the service has ended with its request, and callers that wait for it have time left. */
export const lostMillis = 4000

/** How often a request polls the flight of another one. */
const pollMillis = 10

/**
 * Joins a flight that another request may have started. With isolated requests it polls with its own timers. Once the
 * request that started the flight must have ended (`lostMillis`), it does the work itself (`again`).
 */
export const joinFlight = <A, E>(
  isolated: boolean,
  flight: Flight<A, E>,
  lostMillis: number,
  again: Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  !isolated
    ? Deferred.await(flight.landed)
    : Effect.clockWith((clock) => {
        if (Deferred.isDoneUnsafe(flight.landed)) return Deferred.await(flight.landed)
        return monotonicMillis(clock) < flight.startedMillis + lostMillis
          ? Effect.andThen(Effect.sleep(pollMillis), joinFlight(isolated, flight, lostMillis, again))
          : again
      })
