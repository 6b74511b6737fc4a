/**
 * Checks in handlers, beyond a signed-in user. The service is asked each time, because permissions may have changed
 * since the token was issued.
 */
import * as Effect from "effect/Effect"
import type { Team } from "../../api/schema/Team.ts"
import * as Permissions from "../../client/Permissions.ts"
import * as Teams from "../../client/Teams.ts"
import { SchemaError } from "../../domain/errors/ProjectAccess.ts"
import { findKnownError } from "../../domain/errors/RequestRefused.ts"
import { PermissionId, TeamId } from "../../domain/Ids.ts"
import { operation } from "../../operation/Operation.ts"
import type { Session } from "../../session/Session.ts"
import { Forbidden, type Unauthorized, type Unavailable } from "../AuthErrors.ts"
import { AuthTimeout } from "../AuthTimeout.ts"
import { failUserAuth, failAfter } from "../verify/Failures.ts"
import { withRetryAfter } from "./internal/RetryAfter.ts"

/** Why a guard refuses: nobody is signed in, something is missing, or the service does not answer. */
export type GuardError = Unauthorized | Forbidden | Unavailable

const limitTime = <A, E, R>(question: Effect.Effect<A, E, R>): Effect.Effect<A, E | Unavailable, R> =>
  withRetryAfter(Effect.flatMap(AuthTimeout, (limit) => failAfter(limit)(question)))

/** Requires a permission of the current user, in a team or, without one, in the project. */
export const requirePermission = operation("Guards.requirePermission")(function* (
  permission: string,
  { teamId }: { readonly teamId?: string | undefined } = {}
): Effect.fn.Return<void, GuardError, Session> {
  const forbidden = new Forbidden({ reason: "permission", permission })
  if (!PermissionId.is(permission) || (teamId !== undefined && !TeamId.is(teamId))) return yield* forbidden
  const has = yield* limitTime(Effect.catch(Permissions.has({ permissionId: permission, teamId }), failUserAuth))
  if (!has) return yield* forbidden
})

/** Requires that the current user is a member of a team, and returns the team. */
export const requireTeam = operation("Guards.requireTeam")(function* (
  teamId: string
): Effect.fn.Return<Team, GuardError, Session> {
  const forbidden = new Forbidden({ reason: "team" })
  if (!TeamId.is(teamId)) return yield* forbidden
  return yield* limitTime(
    Effect.catch(Teams.get(teamId), (error): Effect.Effect<never, GuardError> =>
      // An id of another shape than ids have is a schema error.
      error._tag === "TeamMembershipNotFound" || findKnownError(error)?.code === SchemaError.code
        ? Effect.fail(forbidden)
        : failUserAuth(error)
    )
  )
})
