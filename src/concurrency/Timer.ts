/** Timers for code that has no fiber to sleep in. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

export const liveClock: Clock.Clock = Context.get(Context.empty(), Clock.Clock)

export const readMonotonicMillis = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

/** The milliseconds of a duration, such as `"5 seconds"`. `NaN` for anything else. */
export const parseMillis = (duration: unknown): number => {
  try {
    return Duration.toMillis(Duration.fromInputUnsafe(duration as Duration.Input))
  } catch {
    return NaN
  }
}

/** A timer that is later than this was late because the process was busy. */
const busyMillis = 20

/** The longest wait of a platform timer, in milliseconds; with a longer one it fires at once. */
export const maxMillis = 2_147_483_647

/**
 * Calls a function after a time on a clock. Returns a function that cancels it. On the live clock it is a plain timer;
 * a test clock, or a wait longer than {@link maxMillis}, needs a fiber.
 *
 * A plain timer that fires late was kept from it by a busy process, and so was the answer that it limits: it waits once
 * more for as long as it was late, at most `millis`.
 */
export const schedule = (clock: Clock.Clock, millis: number, f: () => void): (() => void) => {
  if (clock === liveClock && millis <= maxMillis) {
    const dueMillis = readMonotonicMillis(clock) + millis
    let timer = setTimeout(() => {
      const lateMillis = readMonotonicMillis(clock) - dueMillis
      if (lateMillis < busyMillis) f()
      else timer = setTimeout(f, Math.min(lateMillis, millis))
    }, millis)
    return () => clearTimeout(timer)
  }
  const fiber = Effect.runFork(clock.sleep(Duration.millis(millis)))
  fiber.addObserver((exit) => {
    if (Exit.isSuccess(exit)) f()
  })
  return () => fiber.interruptUnsafe()
}
