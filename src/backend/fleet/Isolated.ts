/**
 * Cloudflare Workers keep requests apart: what one of them has begun ends with
 * it, and another that does nothing but wait for it counts as hung and is
 * ended too.
 */
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Flight } from "../../platform/SingleFlight.ts"

/** Whether requests are kept apart. Default: as the runtime does. */
export const Isolated: Context.Reference<boolean> = Context.Reference<boolean>("gatefold/backend/fleet/Isolated", {
  defaultValue: () => "WebSocketPair" in globalThis
})

/** How often a request looks whether another one is ready. */
const lookMillis = 10

/**
 * Waits for what another request has begun. Where requests are kept apart it
 * looks again and again, by timers of its own, and does the work itself once
 * the other one must be gone.
 */
export const join = <A, E>(
  isolated: boolean,
  flight: Flight<A, E>,
  goneMillis: number,
  instead: Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  !isolated
    ? Deferred.await(flight.landed)
    : Effect.clockWith((clock) => {
        if (Deferred.isDoneUnsafe(flight.landed)) return Deferred.await(flight.landed)
        return monotonicMillis(clock) < Number(flight.startedNanos / 1_000_000n) + goneMillis
          ? Effect.andThen(Effect.sleep(lookMillis), join(isolated, flight, goneMillis, instead))
          : instead
      })

/** Not the time of the day, which can be set. */
export const monotonicMillis = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
