/** How far apart two clocks may be, as an option in seconds. */
import * as Effect from "effect/Effect"
import { InvalidOption } from "../domain/InvalidOption.ts"

/**
 * Returns the milliseconds of a tolerance. Fails with {@link InvalidOption} if it is not a finite number of at least 0:
 * compared with `NaN`, such as from an environment variable that is not set, no token would ever be too old.
 */
export const millisOf = (option: string, seconds: number): Effect.Effect<number, InvalidOption> =>
  Number.isFinite(seconds) && seconds >= 0
    ? Effect.succeed(seconds * 1000)
    : Effect.fail(
        new InvalidOption({ option, problem: `it must be a number of seconds, at least 0, and is ${String(seconds)}` })
      )
