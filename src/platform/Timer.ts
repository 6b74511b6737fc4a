/**
 * Timers for code that has no fiber to sleep in.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** The clock of programs that are not told otherwise. */
export const liveClock: Clock.Clock = Context.get(Context.empty(), Clock.Clock)

/** The time on the monotonic clock, which nobody can set as they can the time of day, in whole milliseconds. */
export const monotonicMillis = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

/** The longest that a timer of the platform can wait; it fires at once when told to wait longer. */
export const maxMillis = 2_147_483_647

/**
 * Calls a function once the time has passed on a clock; answers how to prevent
 * it. On the live clock that is a plain timer; only a test's clock, or what is
 * longer than a plain timer can wait, needs a fiber.
 */
export const after = (clock: Clock.Clock, millis: number, f: () => void): (() => void) => {
  if (clock === liveClock && millis <= maxMillis) {
    const timer = setTimeout(f, millis)
    return () => clearTimeout(timer)
  }
  const fiber = Effect.runFork(clock.sleep(Duration.millis(millis)))
  fiber.addObserver((exit) => {
    if (Exit.isSuccess(exit)) f()
  })
  return () => fiber.interruptUnsafe()
}
