/** Definitions of permissions, in teams and in the project (docs/protocol/resources.md#permission-definitions). */
import * as Effect from "effect/Effect"
import type { PermissionDefinition } from "../api/schema/PermissionDefinition.ts"
import { PermissionNotFound } from "../domain/errors/Permissions.ts"
import * as Wire from "../wire/generated/PermissionDefinitions.ts"
import { AdminApp } from "./AdminApp.ts"
import { asAdmin } from "./AsAdmin.ts"

/** Where a permission can be held. */
export type PermissionScope = "team" | "project"

const team = {
  list: Wire.listTeamPermissionDefinitions,
  create: Wire.createTeamPermissionDefinition,
  update: Wire.updateTeamPermissionDefinition,
  delete: Wire.deleteTeamPermissionDefinition
}

const project = {
  list: Wire.listProjectPermissionDefinitions,
  create: Wire.createProjectPermissionDefinition,
  update: Wire.updateProjectPermissionDefinition,
  delete: Wire.deleteProjectPermissionDefinition
}

/** The endpoints of each scope. */
const endpoints = { team, project }

/**
 * The permissions of a scope, sorted by id; those of teams include the six system permissions, which start with `$`.
 */
export const list = asAdmin.read("admin/PermissionDefinitions.list", [team.list, project.list], {
  shows: ["permissionDefinitions"]
})((scope: PermissionScope) => Effect.map(asAdmin.call(endpoints[scope].list, { query: {} }), ({ items }) => items))

interface Definition {
  readonly scope: PermissionScope
  readonly id: string
  readonly description?: string | undefined
  /** Permissions of the same scope that this one includes. */
  readonly containedPermissionIds?: ReadonlyArray<string> | undefined
}

/**
 * Defines a permission. Fails with `PermissionIdAlreadyExists` if either scope has one with this id, and with
 * `ContainedPermissionNotFound`.
 */
export const create = asAdmin.write("admin/PermissionDefinitions.create", [team.create, project.create], {
  changes: ["permissionDefinitions"]
})(({ scope, ...payload }: Definition) => asAdmin.call(endpoints[scope].create, { payload }))

interface DefinitionUpdate extends Definition {
  /** Renames the permission; users who hold it keep it. */
  readonly newId?: string | undefined
}

/**
 * Changes the given parts, and returns the definition. The service replaces the whole definition, so the other parts
 * are read first and sent along. A permission of the other scope is not found; the service would move it to this one.
 */
export const update = asAdmin.write(
  "admin/PermissionDefinitions.update",
  [team.list, project.list, team.update, project.update],
  { changes: ["permissionDefinitions", "permissions", "projects"] }
)(({ newId, ...input }: DefinitionUpdate) =>
  Effect.flatMap(AdminApp, ({ oneAtATime }) => oneAtATime(rewrite(input, newId)))
)

const rewrite = Effect.fnUntraced(function* (input: Omit<DefinitionUpdate, "newId">, newId: string | undefined) {
  const { id, scope } = input
  const before: PermissionDefinition | undefined = (yield* list(scope)).find((definition) => definition.id === id)
  if (before === undefined) return yield* new PermissionNotFound({ details: { permissionId: id } })
  return yield* asAdmin.call(endpoints[scope].update, {
    params: { permissionId: id },
    payload: {
      id: newId,
      description: input.description ?? before.description,
      containedPermissionIds: input.containedPermissionIds ?? before.containedPermissionIds
    }
  })
})

const delete_ = asAdmin.write("admin/PermissionDefinitions.delete", [team.delete, project.delete], {
  changes: ["permissionDefinitions", "permissions", "projects"]
})(({ id, scope }: { readonly scope: PermissionScope; readonly id: string }) =>
  asAdmin.call(endpoints[scope].delete, { params: { permissionId: id } })
)
export {
  /** Removes a permission, from its holders and from permissions that contain it. */
  delete_ as delete
}
