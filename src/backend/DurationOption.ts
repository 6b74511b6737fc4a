/** Options that are durations. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"

/**
 * Returns the milliseconds of an option. Fails with {@link InvalidOption} if it is not a finite duration of at least 0:
 * with an infinite one no token would ever be too old, and no revoked key forgotten. `NaN`, such as from an environment
 * variable that is not set, is not taken for 0, as `Duration` does.
 */
export const millisOf = (option: string, duration: Duration.Input): Effect.Effect<number, InvalidOption> => {
  const millis = Option.match(Duration.fromInput(duration), { onNone: () => NaN, onSome: Duration.toMillis })
  return Number.isFinite(millis) && millis >= 0 && !Number.isNaN(duration)
    ? Effect.succeed(millis)
    : Effect.fail(
        new InvalidOption({ option, problem: `it must be a duration of at least 0, and is ${String(duration)}` })
      )
}
