/** Permissions of any user, in a team or in the whole project (docs/protocol/resources.md#permissions). */
import type { ProjectPermission, TeamPermission } from "../api/schema/Permission.ts"
import type { TeamId, UserId } from "../domain/Ids.ts"
import * as Wire from "../wire/generated/Permissions.ts"
import { asServer } from "./AsServer.ts"

/** A user, and the team in which the permission counts. */
export interface Scope {
  readonly userId: UserId
  /** A team, or absent for the project's own permissions. */
  readonly teamId?: TeamId | undefined
}

/** The user whose permissions to read, and whether contained ones count. */
export interface ReadScope extends Scope {
  /** Whether to include permissions that other ones contain. Default: true (docs/protocol/resources.md#permissions). */
  readonly recursive?: boolean | undefined
}

/** Identifies a permission of a user. */
export type Named<S extends Scope> = S & { readonly permissionId: string }

/** A permission in a team or in the project. */
export type Permission = TeamPermission | ProjectPermission

const read = (name: string) =>
  asServer.read(name, [Wire.listProjectPermissions, Wire.listTeamPermissions], { shows: ["permissions"] })

/** Returns a user's permissions, in the team or else in the project. */
export const list = read("server/Permissions.list")(function* ({ recursive = true, teamId, userId }: ReadScope) {
  return teamId === undefined
    ? yield* asServer.call(Wire.listProjectPermissions, { query: { userId, recursive } })
    : yield* asServer.call(Wire.listTeamPermissions, { query: { userId, teamId, recursive } })
})

/** A permission of a user by its id, or null when the user does not have it. */
export const get = read("server/Permissions.get")(function* (input: Named<ReadScope>) {
  const permissions: ReadonlyArray<Permission> = yield* list(input)
  return permissions.find(({ id }) => id === input.permissionId) ?? null
})

/** Whether a user has a permission, directly or, unless `recursive` is false, through another one. */
export const has = read("server/Permissions.has")(function* (input: Named<ReadScope>) {
  return (yield* get(input)) !== null
})

/** Grants a permission; granting it again is not an error. */
export const grant = asServer.write(
  "server/Permissions.grant",
  [Wire.grantProjectPermission, Wire.grantTeamPermission],
  { changes: ["permissions"] }
)(function* ({ permissionId, teamId, userId }: Named<Scope>) {
  return teamId === undefined
    ? yield* asServer.call(Wire.grantProjectPermission, { params: { userId, permissionId }, payload: {} })
    : yield* asServer.call(Wire.grantTeamPermission, { params: { teamId, userId, permissionId }, payload: {} })
})

/**
 * Revokes a permission that was granted directly. Otherwise fails with `TeamPermissionNotFound` or, in the project,
 * `PermissionNotFound`.
 */
export const revoke = asServer.write(
  "server/Permissions.revoke",
  [Wire.revokeProjectPermission, Wire.revokeTeamPermission],
  { changes: ["permissions"] }
)(function* ({ permissionId, teamId, userId }: Named<Scope>) {
  return teamId === undefined
    ? yield* asServer.call(Wire.revokeProjectPermission, { params: { userId, permissionId } })
    : yield* asServer.call(Wire.revokeTeamPermission, { params: { teamId, userId, permissionId } })
})
