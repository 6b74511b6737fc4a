/** Permissions that users hold in teams and in the project (docs/protocol/resources.md#permissions). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { ClientAccess, ServerAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { created, List, Success } from "./Envelope.ts"
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
export const listTeamPermissions = Endpoint.get("listTeamPermissions", "/team-permissions", {
  query: Query({ teamId: Schema.optional(TeamId), ...filters }),
  success: List(TeamPermission),
  error: CannotGetOwnUserWithoutUser
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "List team permissions")

/** Grants a permission in a team; granting it again is not an error. */
export const grantTeamPermission = Endpoint.post(
  "grantTeamPermission",
  "/team-permissions/:teamId/:userId/:permissionId",
  {
    params: teamParams,
    payload: Empty,
    success: created(TeamPermission),
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
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Grant a team permission")

/** Revokes a permission that was granted directly. */
export const revokeTeamPermission = Endpoint.delete(
  "revokeTeamPermission",
  "/team-permissions/:teamId/:userId/:permissionId",
  {
    params: teamParams,
    success: Success,
    error: [UserNotFound, TeamMembershipNotFound, TeamPermissionNotFound, CannotGetOwnUserWithoutUser]
  }
)
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Revoke a team permission")

/** Lists permissions in the project; clients must name themselves. */
export const listProjectPermissions = Endpoint.get("listProjectPermissions", "/project-permissions", {
  query: Query(filters),
  success: List(ProjectPermission),
  error: CannotGetOwnUserWithoutUser
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "List project permissions")

/** Grants a permission in the project; granting it again is not an error. */
export const grantProjectPermission = Endpoint.post(
  "grantProjectPermission",
  "/project-permissions/:userId/:permissionId",
  {
    params: projectParams,
    payload: Empty,
    success: created(ProjectPermission),
    error: [UserNotFound, PermissionNotFound, PermissionScopeMismatch, CannotGetOwnUserWithoutUser]
  }
)
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Grant a project permission")

/** Revokes a permission that was granted directly. */
export const revokeProjectPermission = Endpoint.delete(
  "revokeProjectPermission",
  "/project-permissions/:userId/:permissionId",
  {
    params: projectParams,
    success: Success,
    error: [UserNotFound, PermissionNotFound, CannotGetOwnUserWithoutUser]
  }
)
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Revoke a project permission")

/** Permissions, at every level. */
export class PermissionsGroup extends HttpApiGroup.make("permissions")
  .add(listTeamPermissions, listProjectPermissions)
  .prefix(Endpoint.root) {}

/** Permissions, for servers. */
export class ServerPermissionsGroup extends HttpApiGroup.make("serverPermissions")
  .add(grantTeamPermission, revokeTeamPermission, grantProjectPermission, revokeProjectPermission)
  .prefix(Endpoint.root) {}
