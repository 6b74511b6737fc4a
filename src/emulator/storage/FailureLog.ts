/** Logs failures of the emulator. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { type DatabaseError, find } from "./DatabaseError.ts"

/**
 * Logs a failure, unless it is of the database file, which was logged when it began (`Database.ts`); then it answers
 * that error.
 */
export const logFailure = (message: string, cause: Cause.Cause<unknown>): Effect.Effect<DatabaseError | undefined> =>
  Effect.suspend(() => {
    const outage = find(cause)
    return outage === undefined
      ? Effect.as(Effect.logError(message, Cause.pretty(cause)), undefined)
      : Effect.succeed(outage)
  })
