/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { Empty } from "../../api/Input.ts"
import type { PermissionId, TeamId, UserId, UserIdOrMe } from "../../api/schema/Ids.ts"
import type { ProjectPermission, TeamPermission } from "../../api/schema/Permission.ts"
import type {
  PermissionNotFound,
  PermissionScopeMismatch,
  TeamPermissionNotFound
} from "../../domain/errors/Permissions.ts"
import type { CannotGetOwnUserWithoutUser } from "../../domain/errors/Session.ts"
import type { TeamMembershipNotFound, TeamNotFound } from "../../domain/errors/Teams.ts"
import type { UserNotFound } from "../../domain/errors/Users.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors, commonErrors } from "./Access.ts"
import { decodeSuccess, decodeToItems } from "./Envelope.ts"
import { permissionNotFound, permissionScopeMismatch, teamPermissionNotFound } from "./errors/Permissions.ts"
import { cannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import { teamMembershipNotFound, teamNotFound } from "./errors/Teams.ts"
import { userNotFound } from "./errors/Users.ts"
import { empty, encodeQueryBoolean } from "./Input.ts"
import { pathSegment } from "./schema/Ids.ts"
import { decodeProjectPermission, decodeTeamPermission } from "./schema/Permission.ts"

const listTeamPermissionsSuccess = decodeToItems(R.list(decodeTeamPermission))

const listTeamPermissionsQuery = R.struct((o) => ({
  team_id: R.optional(o.teamId, "teamId", pathSegment<TeamId>),
  user_id: R.optional(o.userId, "userId", pathSegment<UserId>),
  permission_id: R.optional(o.permissionId, "permissionId", pathSegment<PermissionId>),
  recursive: R.optional(o.recursive, "recursive", encodeQueryBoolean)
}))

/** List team permissions. */
export const listTeamPermissions: Endpoint<
  {
    readonly query: {
      readonly teamId?: TeamId | undefined
      readonly userId?: UserIdOrMe | undefined
      readonly permissionId?: PermissionId | undefined
      readonly recursive?: boolean | undefined
    }
  },
  ReadonlyArray<TeamPermission>,
  CannotGetOwnUserWithoutUser,
  "client"
> = {
  name: "listTeamPermissions",
  method: "GET",
  path: "/team-permissions",
  level: "client",
  levelErrors: clientErrors,
  query: listTeamPermissionsQuery,
  success: listTeamPermissionsSuccess,
  errors: [cannotGetOwnUserWithoutUser]
}

const teamIdUserIdPermissionIdParams = R.struct((o) => ({
  teamId: pathSegment<TeamId>(o.teamId, "teamId"),
  userId: pathSegment<UserId>(o.userId, "userId"),
  permissionId: pathSegment<PermissionId>(o.permissionId, "permissionId")
}))

/** Grant a team permission. */
export const grantTeamPermission: Endpoint<
  {
    readonly params: { readonly teamId: TeamId; readonly userId: UserIdOrMe; readonly permissionId: PermissionId }
    readonly payload: typeof Empty.Type
  },
  TeamPermission,
  | UserNotFound
  | TeamNotFound
  | TeamMembershipNotFound
  | PermissionNotFound
  | PermissionScopeMismatch
  | CannotGetOwnUserWithoutUser,
  "server"
> = {
  name: "grantTeamPermission",
  method: "POST",
  path: "/team-permissions/:teamId/:userId/:permissionId",
  level: "server",
  levelErrors: commonErrors,
  params: teamIdUserIdPermissionIdParams,
  payload: empty,
  success: decodeTeamPermission,
  errors: [
    userNotFound,
    teamNotFound,
    teamMembershipNotFound,
    permissionNotFound,
    permissionScopeMismatch,
    cannotGetOwnUserWithoutUser
  ]
}

/** Revoke a team permission. */
export const revokeTeamPermission: Endpoint<
  { readonly params: { readonly teamId: TeamId; readonly userId: UserIdOrMe; readonly permissionId: PermissionId } },
  void,
  UserNotFound | TeamMembershipNotFound | TeamPermissionNotFound | CannotGetOwnUserWithoutUser,
  "server"
> = {
  name: "revokeTeamPermission",
  method: "DELETE",
  path: "/team-permissions/:teamId/:userId/:permissionId",
  level: "server",
  levelErrors: commonErrors,
  params: teamIdUserIdPermissionIdParams,
  success: decodeSuccess,
  errors: [userNotFound, teamMembershipNotFound, teamPermissionNotFound, cannotGetOwnUserWithoutUser]
}

const listProjectPermissionsSuccess = decodeToItems(R.list(decodeProjectPermission))

const listProjectPermissionsQuery = R.struct((o) => ({
  user_id: R.optional(o.userId, "userId", pathSegment<UserId>),
  permission_id: R.optional(o.permissionId, "permissionId", pathSegment<PermissionId>),
  recursive: R.optional(o.recursive, "recursive", encodeQueryBoolean)
}))

/** List project permissions. */
export const listProjectPermissions: Endpoint<
  {
    readonly query: {
      readonly userId?: UserIdOrMe | undefined
      readonly permissionId?: PermissionId | undefined
      readonly recursive?: boolean | undefined
    }
  },
  ReadonlyArray<ProjectPermission>,
  CannotGetOwnUserWithoutUser,
  "client"
> = {
  name: "listProjectPermissions",
  method: "GET",
  path: "/project-permissions",
  level: "client",
  levelErrors: clientErrors,
  query: listProjectPermissionsQuery,
  success: listProjectPermissionsSuccess,
  errors: [cannotGetOwnUserWithoutUser]
}

const userIdPermissionIdParams = R.struct((o) => ({
  userId: pathSegment<UserId>(o.userId, "userId"),
  permissionId: pathSegment<PermissionId>(o.permissionId, "permissionId")
}))

/** Grant a project permission. */
export const grantProjectPermission: Endpoint<
  {
    readonly params: { readonly userId: UserIdOrMe; readonly permissionId: PermissionId }
    readonly payload: typeof Empty.Type
  },
  ProjectPermission,
  UserNotFound | PermissionNotFound | PermissionScopeMismatch | CannotGetOwnUserWithoutUser,
  "server"
> = {
  name: "grantProjectPermission",
  method: "POST",
  path: "/project-permissions/:userId/:permissionId",
  level: "server",
  levelErrors: commonErrors,
  params: userIdPermissionIdParams,
  payload: empty,
  success: decodeProjectPermission,
  errors: [userNotFound, permissionNotFound, permissionScopeMismatch, cannotGetOwnUserWithoutUser]
}

/** Revoke a project permission. */
export const revokeProjectPermission: Endpoint<
  { readonly params: { readonly userId: UserIdOrMe; readonly permissionId: PermissionId } },
  void,
  UserNotFound | PermissionNotFound | CannotGetOwnUserWithoutUser,
  "server"
> = {
  name: "revokeProjectPermission",
  method: "DELETE",
  path: "/project-permissions/:userId/:permissionId",
  level: "server",
  levelErrors: commonErrors,
  params: userIdPermissionIdParams,
  success: decodeSuccess,
  errors: [userNotFound, permissionNotFound, cannotGetOwnUserWithoutUser]
}
