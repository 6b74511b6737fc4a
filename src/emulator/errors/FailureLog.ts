/** Logs failures of the emulator. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as DatabaseError from "../storage/DatabaseError.ts"

/**
 * Logs a failure. A failure of the database file is already in the log (`storage/Database.ts`), so this only returns
 * its error.
 */
export const logFailure = (
  message: string,
  cause: Cause.Cause<unknown>
): Effect.Effect<DatabaseError.DatabaseError | undefined> =>
  Effect.suspend(() => {
    const outage = DatabaseError.find(cause)
    return outage === undefined
      ? Effect.as(Effect.logError(message, Cause.pretty(cause)), undefined)
      : Effect.succeed(outage)
  })
