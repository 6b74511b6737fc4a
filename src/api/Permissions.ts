/** Permissions that users hold in teams and in the project (docs/protocol/resources.md#permissions). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { withCreatedStatus, List, Success } from "./Envelope.ts"
import { PermissionNotFound, PermissionScopeMismatch, TeamPermissionNotFound } from "./errors/Permissions.ts"
import { CannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import { TeamMembershipNotFound, TeamNotFound } from "./errors/Teams.ts"
import { UserNotFound } from "./errors/Users.ts"
import { Empty, Query, QueryBoolean } from "./Input.ts"
import { PermissionId, TeamId, UserIdOrMe } from "./schema/Ids.ts"
import { ProjectPermission, TeamPermission } from "./schema/Permission.ts"

const filters = {
  userId: Schema.optional(UserIdOrMe),
  permissionId: Schema.optional(PermissionId),
  /** Whether to include contained permissions; the service's default is false. */
  recursive: Schema.optional(QueryBoolean)
}

const teamParams = { teamId: TeamId, userId: UserIdOrMe, permissionId: PermissionId }
const projectParams = { userId: UserIdOrMe, permissionId: PermissionId }

/** Lists permissions in teams; clients must name themselves. */
export const listTeamPermissions = Endpoint.client.get("listTeamPermissions", "/team-permissions", {
  summary: "List team permissions",
  query: Query({ teamId: Schema.optional(TeamId), ...filters }),
  success: List(TeamPermission),
  error: CannotGetOwnUserWithoutUser
})

/** Grants a permission in a team; granting it again is not an error. */
export const grantTeamPermission = Endpoint.server.post(
  "grantTeamPermission",
  "/team-permissions/:teamId/:userId/:permissionId",
  {
    summary: "Grant a team permission",
    params: teamParams,
    payload: Empty,
    success: withCreatedStatus(TeamPermission),
    error: [
      UserNotFound,
      TeamNotFound,
      TeamMembershipNotFound,
      PermissionNotFound,
      PermissionScopeMismatch,
      CannotGetOwnUserWithoutUser
    ]
  }
)

/** Revokes a permission that was granted directly. */
export const revokeTeamPermission = Endpoint.server.delete(
  "revokeTeamPermission",
  "/team-permissions/:teamId/:userId/:permissionId",
  {
    summary: "Revoke a team permission",
    params: teamParams,
    success: Success,
    error: [UserNotFound, TeamMembershipNotFound, TeamPermissionNotFound, CannotGetOwnUserWithoutUser]
  }
)

/** Lists permissions in the project; clients must name themselves. */
export const listProjectPermissions = Endpoint.client.get("listProjectPermissions", "/project-permissions", {
  summary: "List project permissions",
  query: Query(filters),
  success: List(ProjectPermission),
  error: CannotGetOwnUserWithoutUser
})

/** Grants a permission in the project; granting it again is not an error. */
export const grantProjectPermission = Endpoint.server.post(
  "grantProjectPermission",
  "/project-permissions/:userId/:permissionId",
  {
    summary: "Grant a project permission",
    params: projectParams,
    payload: Empty,
    success: withCreatedStatus(ProjectPermission),
    error: [UserNotFound, PermissionNotFound, PermissionScopeMismatch, CannotGetOwnUserWithoutUser]
  }
)

/** Revokes a permission that was granted directly. */
export const revokeProjectPermission = Endpoint.server.delete(
  "revokeProjectPermission",
  "/project-permissions/:userId/:permissionId",
  {
    summary: "Revoke a project permission",
    params: projectParams,
    success: Success,
    error: [UserNotFound, PermissionNotFound, CannotGetOwnUserWithoutUser]
  }
)

/** Permissions, at every level. */
export class PermissionsGroup extends HttpApiGroup.make("permissions")
  .add(listTeamPermissions, listProjectPermissions)
  .prefix(Endpoint.root) {}

/** Permissions, for servers. */
export class ServerPermissionsGroup extends HttpApiGroup.make("serverPermissions")
  .add(grantTeamPermission, revokeTeamPermission, grantProjectPermission, revokeProjectPermission)
  .prefix(Endpoint.root) {}
