/** Permissions of the current user, in a team or in the whole project. */
import { asUser } from "../app/AsClient.ts"
import type { TeamId } from "../domain/Ids.ts"
import * as Wire from "../wire/generated/Permissions.ts"

/** A team, or else the project, and whether contained permissions count. */
export interface Scope {
  /** A team, or absent for the project's own permissions. */
  readonly teamId?: TeamId | undefined
  /** Whether to include permissions that other ones contain. Default: true (docs/protocol/resources.md#permissions). */
  readonly recursive?: boolean | undefined
}

const read = (name: string) =>
  asUser.read(name, [Wire.listProjectPermissions, Wire.listTeamPermissions], { shows: ["permissions"] })

/** Returns the current user's permissions, in the team or else in the project. */
export const list = read("Permissions.list")(function* (scope: Scope = {}) {
  const query = { userId: "me" as const, recursive: scope.recursive ?? true }
  return scope.teamId === undefined
    ? yield* asUser.call(Wire.listProjectPermissions, { query })
    : yield* asUser.call(Wire.listTeamPermissions, { query: { ...query, teamId: scope.teamId } })
})

/** A permission of the current user by its id, or null when the user does not have it. */
export const get = read("Permissions.get")(function* (input: Scope & { readonly permissionId: string }) {
  const permissions = yield* list(input)
  return permissions.find(({ id }) => id === input.permissionId) ?? null
})

/** Whether the current user has a permission. For what a page shows: the service checks permissions itself. */
export const has = read("Permissions.has")(function* (input: Scope & { readonly permissionId: string }) {
  return (yield* get(input)) !== null
})
