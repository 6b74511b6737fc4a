/** How the emulator tells of its own failures. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { type DatabaseError, find } from "./DatabaseError.ts"

/**
 * Logs a failure of the emulator, unless it comes from the database file: of
 * that the log was told once, when it began (`Database.ts`). Answers what is
 * the matter with the file then.
 */
export const logFailure = (message: string, cause: Cause.Cause<unknown>): Effect.Effect<DatabaseError | undefined> =>
  Effect.suspend(() => {
    const outage = find(cause)
    return outage === undefined
      ? Effect.as(Effect.logError(message, Cause.pretty(cause)), undefined)
      : Effect.succeed(outage)
  })
