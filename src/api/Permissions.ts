/**
 * Permissions that users hold in teams and in the project (wire/endpoints §10).
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { PermissionNotFound, PermissionScopeMismatch, TeamPermissionNotFound } from "../domain/errors/Permissions.ts"
import { CannotGetOwnUserWithoutUser } from "../domain/errors/Session.ts"
import { TeamMembershipNotFound, TeamNotFound } from "../domain/errors/Teams.ts"
import { UserNotFound } from "../domain/errors/Users.ts"
import { PermissionId, TeamId, UserIdOrMe } from "../domain/Ids.ts"
import { ProjectPermission, TeamPermission } from "../domain/Permission.ts"
import { ClientAccess, ServerAccess } from "./Access.ts"
import { List, Success } from "./Envelope.ts"
import { Empty, Query, QueryBoolean } from "./Input.ts"

const filters = {
  userId: Schema.optional(UserIdOrMe),
  permissionId: Schema.optional(PermissionId),
  /** Whether contained permissions count; the service's default is no. */
  recursive: Schema.optional(QueryBoolean)
}

const teamParams = { teamId: TeamId, userId: UserIdOrMe, permissionId: PermissionId }
const projectParams = { userId: UserIdOrMe, permissionId: PermissionId }

/** Lists permissions in teams; clients must name themselves. */
export const listTeamPermissions = HttpApiEndpoint.get("listTeamPermissions", "/team-permissions", {
  disableCodecs: true,
  query: Query({ teamId: Schema.optional(TeamId), ...filters }),
  success: List(TeamPermission),
  error: CannotGetOwnUserWithoutUser
}).middleware(ClientAccess).annotate(OpenApi.Summary, "List team permissions")

/** Grants a permission in a team; granting it again is fine. */
export const grantTeamPermission = HttpApiEndpoint.post(
  "grantTeamPermission",
  "/team-permissions/:teamId/:userId/:permissionId",
  {
    disableCodecs: true,
    params: teamParams,
    payload: Empty,
    success: TeamPermission.pipe(HttpApiSchema.status(201)),
    error: [
      UserNotFound,
      TeamNotFound,
      TeamMembershipNotFound,
      PermissionNotFound,
      PermissionScopeMismatch,
      CannotGetOwnUserWithoutUser
    ]
  }
).middleware(ServerAccess).annotate(OpenApi.Summary, "Grant a team permission")

/** Takes back a permission that was granted directly. */
export const revokeTeamPermission = HttpApiEndpoint.delete(
  "revokeTeamPermission",
  "/team-permissions/:teamId/:userId/:permissionId",
  {
    disableCodecs: true,
    params: teamParams,
    success: Success,
    error: [UserNotFound, TeamMembershipNotFound, TeamPermissionNotFound, CannotGetOwnUserWithoutUser]
  }
).middleware(ServerAccess).annotate(OpenApi.Summary, "Revoke a team permission")

/** Lists permissions in the project; clients must name themselves. */
export const listProjectPermissions = HttpApiEndpoint.get("listProjectPermissions", "/project-permissions", {
  disableCodecs: true,
  query: Query(filters),
  success: List(ProjectPermission),
  error: CannotGetOwnUserWithoutUser
}).middleware(ClientAccess).annotate(OpenApi.Summary, "List project permissions")

/** Grants a permission in the project; granting it again is fine. */
export const grantProjectPermission = HttpApiEndpoint.post(
  "grantProjectPermission",
  "/project-permissions/:userId/:permissionId",
  {
    disableCodecs: true,
    params: projectParams,
    payload: Empty,
    success: ProjectPermission.pipe(HttpApiSchema.status(201)),
    error: [UserNotFound, PermissionNotFound, PermissionScopeMismatch, CannotGetOwnUserWithoutUser]
  }
).middleware(ServerAccess).annotate(OpenApi.Summary, "Grant a project permission")

/** Takes back a permission that was granted directly. */
export const revokeProjectPermission = HttpApiEndpoint.delete(
  "revokeProjectPermission",
  "/project-permissions/:userId/:permissionId",
  {
    disableCodecs: true,
    params: projectParams,
    success: Success,
    error: [UserNotFound, PermissionNotFound, CannotGetOwnUserWithoutUser]
  }
).middleware(ServerAccess).annotate(OpenApi.Summary, "Revoke a project permission")
