/**
 * The rights of a caller in a team. The caller is determined by the session only
 * (docs/protocol/threats.md#another-users-data).
 */
import * as Effect from "effect/Effect"
import { TeamPermissionRequired } from "../../domain/errors/Permissions.ts"
import { TeamMembershipNotFound, TeamNotFound } from "../../domain/errors/Teams.ts"
import type { TeamId, UserId } from "../../domain/Ids.ts"
import * as Permissions from "../teams/Permissions.ts"
import * as Teams from "../teams/Teams.ts"
import { Caller, requireUser } from "./Caller.ts"

/** The permissions that the service checks (docs/protocol/resources.md#permissions). */
export type SystemPermission =
  | "$update_team"
  | "$delete_team"
  | "$read_members"
  | "$remove_members"
  | "$invite_members"
  | "$manage_api_keys"

/** A team of the project, or `TEAM_NOT_FOUND`. */
export const requireTeam = Effect.fnUntraced(function* (teamId: TeamId) {
  const { project } = yield* Caller
  return (yield* Teams.find(project.id, teamId)) ?? (yield* new TeamNotFound({ details: { teamId } }))
})

/** A member of a team of the project, or `TEAM_MEMBERSHIP_NOT_FOUND`, which does not reveal whether the team exists. */
export const requireMember = Effect.fnUntraced(function* (teamId: TeamId, userId: UserId) {
  const { project } = yield* Caller
  const member = yield* Teams.findMember(project.id, teamId, userId)
  return member ?? (yield* new TeamMembershipNotFound({ details: { teamId, userId } }))
})

/** Allows servers, and clients whose user is a member of the team with all of the permissions. */
export const requirePermissions = Effect.fnUntraced(function* (
  teamId: TeamId,
  ...permissionIds: ReadonlyArray<SystemPermission>
) {
  const { level, project } = yield* Caller
  if (level !== "client") return
  const { id: userId } = yield* requireUser
  yield* requireMember(teamId, userId)
  for (const permissionId of permissionIds) {
    if (yield* Permissions.holdsInTeam(project.id, teamId, userId, permissionId)) continue
    return yield* new TeamPermissionRequired({ details: { teamId, userId, permissionId } })
  }
})
