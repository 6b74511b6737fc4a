/**
 * What any user may do, in a team or in the whole project (docs/protocol/resources.md#permissions).
 */
import * as Api from "../api/Permissions.ts"
import { PermissionId, type TeamId, type UserId } from "../domain/Ids.ts"
import type { ProjectPermission, TeamPermission } from "../api/schema/Permission.ts"
import { operation } from "../operation/Operation.ts"
import { call } from "./Call.ts"

/** Whose permissions, and where. */
export interface Scope {
  readonly userId: UserId
  /** A team, or absent for the project's own permissions. */
  readonly teamId?: TeamId | undefined
}

/** Which permissions to look at. */
export interface ReadScope extends Scope {
  /** Whether permissions count that others contain. Default: true (docs/protocol/resources.md#permissions). */
  readonly recursive?: boolean | undefined
}

/** Names a permission of a user. */
export type Named<S extends Scope> = S & { readonly permissionId: string }

/** A permission in a team or in the project. */
export type Permission = TeamPermission | ProjectPermission

/** The permissions of a user. */
export const list = operation("server/Permissions.list", { shows: ["permissions"] })(function* ({
  recursive = true,
  teamId,
  userId
}: ReadScope) {
  return teamId === undefined
    ? yield* call(Api.listProjectPermissions, { query: { userId, recursive } })
    : yield* call(Api.listTeamPermissions, { query: { userId, teamId, recursive } })
})

/** A permission of a user by its id, or null when the user does not have it. */
export const get = operation("server/Permissions.get", { shows: ["permissions"] })(function* (input: Named<ReadScope>) {
  const permissions: ReadonlyArray<Permission> = yield* list(input)
  return permissions.find(({ id }) => id === input.permissionId) ?? null
})

/** Whether a user has a permission. */
export const has = operation("server/Permissions.has", { shows: ["permissions"] })(function* (input: Named<ReadScope>) {
  return (yield* get(input)) !== null
})

/** Grants a permission; granting it again is fine. */
export const grant = operation("server/Permissions.grant", { changes: ["permissions"] })(function* (
  input: Named<Scope>
) {
  const { teamId, userId } = input
  const permissionId = PermissionId.unchecked(input.permissionId)
  return teamId === undefined
    ? yield* call(Api.grantProjectPermission, { params: { userId, permissionId }, payload: {} })
    : yield* call(Api.grantTeamPermission, { params: { teamId, userId, permissionId }, payload: {} })
})

/**
 * Takes back a permission that was granted directly. When it was not, fails with
 * `TeamPermissionNotFound` or, in the project, `PermissionNotFound`.
 */
export const revoke = operation("server/Permissions.revoke", { changes: ["permissions"] })(function* (
  input: Named<Scope>
) {
  const { teamId, userId } = input
  const permissionId = PermissionId.unchecked(input.permissionId)
  return teamId === undefined
    ? yield* call(Api.revokeProjectPermission, { params: { userId, permissionId } })
    : yield* call(Api.revokeTeamPermission, { params: { teamId, userId, permissionId } })
})
