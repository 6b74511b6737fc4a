/** The permission definitions of a project as the part `rbac.permissions` of the configuration document. */
import * as Effect from "effect/Effect"
import type { ProjectId } from "../../domain/Ids.ts"
import { isRecord, type Json, type JsonObject } from "../../domain/text/Json.ts"
import * as Overrides from "../projects/Overrides.ts"
import * as IdOrder from "../storage/IdOrder.ts"
import * as PermissionDefinitions from "./PermissionDefinitions.ts"
import type { DefinitionRow, Scope } from "./PermissionDefinitions.ts"

const rolePath = "rbac.permissions"

const scopes: ReadonlyArray<Scope> = ["team", "project"]

/** Definitions that admins can change. */
const listCustom = Effect.fnUntraced(function* (projectId: ProjectId) {
  const rows = yield* Effect.forEach(scopes, (scope) => PermissionDefinitions.list(projectId, scope))
  return rows.flat().filter(({ id }) => !id.startsWith("$"))
})

type Content = Pick<DefinitionRow, "contained_ids" | "description" | "scope">

const toRole = (row: Content): JsonObject => ({
  ...(row.description !== null && { description: row.description }),
  scope: row.scope,
  containedPermissionIds: Object.fromEntries(PermissionDefinitions.parseContainedIds(row).map((id) => [id, true]))
})

export const readRoles = (projectId: ProjectId) =>
  Effect.map(listCustom(projectId), (rows): Overrides.OverrideValues =>
    Object.fromEntries(rows.map((row) => [`${rolePath}.${row.id}`, toRole(row)]))
  )

const isRole = (path: string): boolean => path === rolePath || path.startsWith(`${rolePath}.`)

/** Values with a separate path for each part of `rbac`, to tell definitions from the rest. */
export const unfold = (values: Overrides.OverrideValues): Overrides.OverrideValues => {
  if (!Object.hasOwn(values, "rbac")) return values
  const { rbac = null, ...others } = values
  const parts = isRecord(rbac) ? rbac : {}
  const { defaultPermissions = null, permissions = null } = parts
  return { [rolePath]: permissions, "rbac.defaultPermissions": defaultPermissions, ...others }
}

/** Values with a separate path for each definition, so that none replaces another one. */
const splitDefinitions = (values: Overrides.OverrideValues): Overrides.OverrideValues => {
  const { [rolePath]: roles = null, ...others } = unfold(values)
  return {
    ...Object.fromEntries(
      Object.entries(isRecord(roles) ? roles : {}).map(([id, role]) => [`${rolePath}.${id}`, role])
    ),
    ...others
  }
}

/** The values that are stored with the project, and those about definitions. */
const splitRoles = (values: Overrides.OverrideValues) => {
  const entries = Object.entries(values)
  return {
    stored: Object.fromEntries(entries.filter(([path]) => !isRole(path))),
    roles: Object.fromEntries(entries.filter(([path]) => isRole(path)))
  }
}

interface Role {
  readonly id: string
  readonly scope: Scope
  readonly description: string | undefined
  readonly containedPermissionIds: ReadonlyArray<string>
}

const toDefinition = (id: string, role: Json | undefined): Role => {
  const { containedPermissionIds, description, scope } = isRecord(role) ? role : {}
  return {
    id,
    scope: scope === "project" ? "project" : "team",
    description: typeof description === "string" ? description : undefined,
    containedPermissionIds: isRecord(containedPermissionIds)
      ? Object.keys(containedPermissionIds).toSorted(IdOrder.compare)
      : []
  }
}

const parseRoles = (values: Overrides.OverrideValues): ReadonlyArray<Role> => {
  const { rbac } = Overrides.render({ ...Overrides.none, environment: values })
  const roles = isRecord(rbac) && isRecord(rbac.permissions) ? rbac.permissions : {}
  return Object.entries(roles).map(([id, role]) => toDefinition(id, role))
}

/**
 * The levels with the definitions of a project. Those that the branch does not set, or sets otherwise, belong to
 * `environment`.
 */
export const addToLevels = (overrides: Overrides.Overrides, roles: Overrides.OverrideValues): Overrides.Overrides => {
  const branchRoles = new Map(
    parseRoles(splitRoles(splitDefinitions(overrides.branch)).roles).map((role) => [
      `${rolePath}.${role.id}`,
      JSON.stringify(
        toRole({
          scope: role.scope,
          description: role.description ?? null,
          contained_ids: JSON.stringify(role.containedPermissionIds)
        })
      )
    ])
  )
  const others = Object.entries(roles).filter(([path, role]) => branchRoles.get(path) !== JSON.stringify(role))
  const removed = [...branchRoles.keys()].flatMap((path) => (Object.hasOwn(roles, path) ? [] : [[path, null] as const]))
  return { ...overrides, environment: { ...Object.fromEntries([...others, ...removed]), ...overrides.environment } }
}

/** The levels as they are stored, and the definitions that are in force. */
export const splitFromLevels = (overrides: Overrides.Overrides) => {
  const { roles, stored } = splitRoles(overrides.environment)
  return {
    overrides: { ...overrides, environment: stored },
    roles: Overrides.patch(splitRoles(splitDefinitions(overrides.branch)).roles, roles)
  }
}

const isSame = (role: Role, row: DefinitionRow | undefined): boolean =>
  row?.scope === role.scope &&
  (row.description ?? undefined) === role.description &&
  PermissionDefinitions.parseContainedIds(row).join() === role.containedPermissionIds.join()

/**
 * Replaces the definitions of a project with those in values. Leaves out contained permissions that do not exist in the
 * same scope.
 */
export const store = Effect.fnUntraced(function* (projectId: ProjectId, values: Overrides.OverrideValues) {
  const roles = parseRoles(values)
  const ids = new Set(roles.map(({ id }) => id))
  const present = new Map((yield* listCustom(projectId)).map((row) => [row.id, row]))
  for (const row of present.values()) {
    if (!ids.has(row.id)) yield* Effect.orDie(PermissionDefinitions.remove({ projectId, scope: row.scope, id: row.id }))
  }
  const changed = roles.filter((role) => !isSame(role, present.get(role.id)))
  // All definitions exist before any contains another.
  for (const { description, id, scope } of changed) {
    yield* Effect.orDie(
      present.has(id)
        ? PermissionDefinitions.replace({ projectId, scope, id }, { description })
        : PermissionDefinitions.create({ projectId, scope, id }, { description })
    )
  }
  for (const { containedPermissionIds, description, id, scope } of changed) {
    const existing = yield* Effect.filter(containedPermissionIds, (contained) =>
      Effect.map(PermissionDefinitions.find(projectId, contained), (row) => row?.scope === scope)
    )
    yield* Effect.orDie(
      PermissionDefinitions.replace({ projectId, scope, id }, { description, containedPermissionIds: existing })
    )
  }
})

/** The document with the definitions of a project in it. */
export const addToDocument = (document: JsonObject, values: Overrides.OverrideValues): JsonObject => {
  const { rbac } = Overrides.render({ ...Overrides.none, environment: values })
  const permissions = isRecord(rbac) ? rbac.permissions : undefined
  return { ...document, rbac: { ...(isRecord(document.rbac) ? document.rbac : {}), permissions: permissions ?? {} } }
}
