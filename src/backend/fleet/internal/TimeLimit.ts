/**
 * Limits the time of an operation of a store. A store that is too slow to answer is often too slow to be interrupted,
 * so the interruption runs in the background.
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/**
 * Limits the time of an effect and continues at once: unlike `Effect.timeoutOrElse`, it does not wait until the effect
 * is interrupted.
 */
export const timeLimit = <A, E, R, A2, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  options: { readonly duration: Duration.Input; readonly orElse: () => Effect.Effect<A2, E2, R2> }
): Effect.Effect<A | A2, E | E2, R | R2> =>
  Effect.forkDetach(effect, { startImmediately: true }).pipe(
    Effect.flatMap((fiber) => Effect.onInterrupt(Fiber.join(fiber), () => Effect.sync(() => fiber.interruptUnsafe()))),
    Effect.timeoutOrElse(options)
  )
