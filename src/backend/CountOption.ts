/** Options that are counts. */
import * as Effect from "effect/Effect"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"

/**
 * Fails with {@link InvalidOption} if an option is less than `min`. `NaN`, such as from an environment variable that is
 * not set, is refused too: a map of that capacity would grow without end.
 */
export const check = (option: string, count: number, min: number): Effect.Effect<void, InvalidOption> =>
  count >= min
    ? Effect.void
    : Effect.fail(new InvalidOption({ option, problem: `it must be at least ${min}, and is ${count}` }))
