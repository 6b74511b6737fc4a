/** Requests with members that the service of 2025-06 does not know. */
import * as Effect from "effect/Effect"
import { NotSupportedByService, SchemaError } from "../domain/errors/ProjectAccess.ts"
import { isRefusedFor, type RequestRefused } from "../domain/errors/RequestRefused.ts"

/**
 * The service of 2025-06 refuses the request, and names a member that it misses or does not know. The current service
 * must have no reason to name it.
 */
export const orNotSupported =
  (named: string) =>
  <A, E, R>(
    request: Effect.Effect<A, E | RequestRefused, R>
  ): Effect.Effect<A, E | RequestRefused | NotSupportedByService, R> =>
    Effect.mapError(request, (error) =>
      isRefusedFor((reason) => reason instanceof SchemaError && reason.error.includes(named))(error)
        ? new NotSupportedByService({ error: error.reason.error })
        : error
    )
