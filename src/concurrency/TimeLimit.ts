/**
 * Time limits that do not wait for what they interrupt: a port or a store that is too slow to answer is often too slow
 * to be interrupted.
 */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Timer from "./Timer.ts"

/** A limit and what comes after it. */
export interface Limit<A, E, R> {
  /** Default: that of the fiber. */
  readonly clock?: Clock.Clock
  /** Read once the effect has begun to wait. */
  readonly remainingMillis: () => number
  readonly orElse: Effect.Effect<A, E, R>
  /** Whether a caller that is interrupted does not wait for the effect either. Default: false. */
  readonly isDetached?: boolean
}

/**
 * Interrupts an effect after a time and continues with another one at once. So the effect runs in a fiber of its own,
 * outside of the caller's. An effect that ends synchronously needs no timer.
 */
export const runWithin = <A, E, R, A2, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  { clock, isDetached = false, orElse, remainingMillis }: Limit<A2, E2, R2>
): Effect.Effect<A | A2, E | E2, R | R2> =>
  Effect.withFiber((parent) =>
    // The effect starts in the callback, so that no interruption comes between its start and what interrupts it.
    Effect.callback<A | A2, E | E2, R | R2>((resume) => {
      const fiber = Effect.runForkWith(parent.context as Context.Context<R>)(effect)
      const exit = fiber.pollUnsafe()
      if (exit !== undefined) return resume(exit)
      const cancel = Timer.schedule(clock ?? parent.getRef(Clock.Clock), remainingMillis(), () => {
        resume(orElse)
        fiber.interruptUnsafe()
      })
      fiber.addObserver((end) => {
        cancel()
        resume(end)
      })
      return Effect.suspend(() => {
        cancel()
        return isDetached ? Effect.sync(() => fiber.interruptUnsafe()) : Fiber.interrupt(fiber)
      })
    })
  )
