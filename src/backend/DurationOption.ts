/** Options that are durations. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Timer from "../concurrency/Timer.ts"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"

/**
 * Returns the milliseconds of an option. Fails with {@link InvalidOption} if it is not a finite duration of at least
 * `minMillis`: with an infinite one no token would ever be too old, and no revoked key forgotten. `NaN`, such as from
 * an environment variable that is not set, is none either.
 */
export const parseMillis = (
  option: string,
  duration: Duration.Input,
  minMillis = 0
): Effect.Effect<number, InvalidOption> => {
  // `Duration` takes `NaN` for 0.
  const millis = Number.isNaN(duration) ? NaN : Timer.parseMillis(duration)
  if (Number.isFinite(millis) && millis >= minMillis) return Effect.succeed(millis)
  const expected = minMillis === 0 ? "a finite duration of at least 0" : "a finite duration"
  return Effect.fail(new InvalidOption({ option, problem: `it must be ${expected}, and is ${String(duration)}` }))
}
