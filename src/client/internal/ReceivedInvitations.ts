/**
 * Lists of the invitations that a user received.
 */
import * as Effect from "effect/Effect"
import { NotInThisService } from "../../domain/errors/Emails.ts"
import { SchemaError } from "../../domain/errors/ProjectAccess.ts"
import { isRefusedFor, type RequestRefused } from "../../domain/RequestRefused.ts"

const asksForTeam = isRefusedFor((reason) => reason instanceof SchemaError && reason.error.includes("team_id"))

/** The service of 2025-06 lists the invitations of teams only: it refuses a request that names none. */
export const orNotInThisService = <A, E, R>(
  list: Effect.Effect<A, E | RequestRefused, R>
): Effect.Effect<A, E | RequestRefused | NotInThisService, R> =>
  Effect.mapError(list, (error) => (asksForTeam(error) ? new NotInThisService({ error: error.reason.error }) : error))
