/** The permission definitions of projects (docs/protocol/resources.md#permission-definitions). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import {
  ContainedPermissionNotFound,
  PermissionIdAlreadyExists,
  PermissionNotFound
} from "../../domain/errors/Permissions.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import * as Columns from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import * as IdOrder from "../storage/IdOrder.ts"

export type Scope = "team" | "project"

export interface DefinitionRow {
  readonly id: string
  readonly scope: Scope
  readonly description: string | null
  /** JSON array of ids in order. */
  readonly contained_ids: string
}

const parseIds = Columns.makeParser(Schema.Array(Schema.String))

export const parseContainedIds = ({ contained_ids }: Pick<DefinitionRow, "contained_ids">): ReadonlyArray<string> =>
  parseIds(contained_ids)

/** A definition without its id; absent parts are empty. */
export interface DefinitionFields {
  readonly description?: string | undefined
  readonly containedPermissionIds?: ReadonlyArray<string> | undefined
}

export interface DefinitionKey {
  readonly projectId: ProjectId
  readonly scope: Scope
  readonly id: string
}

/** System permissions cannot be changed. */
const isSystem = (id: string): boolean => id.startsWith("$")

const select = sql.literal(`SELECT d.id, d.scope, d.description,
  (SELECT json_group_array(c.contained_id ORDER BY ${IdOrder.sortKey("c.contained_id")}) FROM permission_containments c
    WHERE c.project_id = d.project_id AND c.permission_id = d.id) AS contained_ids
  FROM permission_definitions d`)

/** The definitions of a scope, sorted by id; those of teams include the system permissions. */
export const list = (projectId: ProjectId, scope: Scope) =>
  Database.all(sql<DefinitionRow>`${select}
    WHERE d.project_id = ${projectId} AND d.scope = ${scope} ORDER BY ${sql.literal(IdOrder.sortKey("d.id"))}`)

export const find = (projectId: ProjectId, id: string) =>
  Database.first(sql<DefinitionRow>`${select} WHERE d.project_id = ${projectId} AND d.id = ${id}`)

const reload = (projectId: ProjectId, id: string) =>
  Effect.flatMap(find(projectId, id), (row) =>
    row === undefined ? Effect.die(new Error(`the permission ${id} was not stored`)) : Effect.succeed(row)
  )

const findCustom = Effect.fnUntraced(function* (projectId: ProjectId, id: string) {
  const row = isSystem(id) ? undefined : yield* find(projectId, id)
  return row ?? (yield* new PermissionNotFound({ details: { permissionId: id } }))
})

const requireFree = Effect.fnUntraced(function* (projectId: ProjectId, id: string) {
  if ((yield* find(projectId, id)) === undefined) return
  return yield* new PermissionIdAlreadyExists({ details: { permissionId: id } })
})

const insertContained = Effect.fnUntraced(function* (
  { id, projectId, scope }: DefinitionKey,
  containedIds: ReadonlyArray<string>
) {
  for (const containedId of containedIds) {
    if ((yield* find(projectId, containedId))?.scope !== scope) {
      return yield* new ContainedPermissionNotFound({ details: { permissionId: containedId } })
    }
    yield* Database.run(sql`INSERT OR IGNORE INTO permission_containments
      ${sql.insert({ project_id: projectId, permission_id: id, contained_id: containedId })}`)
  }
})

/** Grants and containments of the old scope are removed. */
const leaveScope = Effect.fnUntraced(function* (projectId: ProjectId, id: string) {
  const condition = sql`project_id = ${projectId} AND permission_id = ${id}`
  yield* Database.run(sql`DELETE FROM team_permissions WHERE ${condition}`)
  yield* Database.run(sql`DELETE FROM project_permissions WHERE ${condition}`)
  yield* Database.run(sql`DELETE FROM permission_containments
    WHERE project_id = ${projectId} AND contained_id = ${id}`)
})

export const create = Effect.fnUntraced(function* (
  key: DefinitionKey,
  { containedPermissionIds = [], description }: DefinitionFields
) {
  const { id, projectId, scope } = key
  // Checked before the definition exists, because a new one cannot contain itself.
  yield* requireFree(projectId, id)
  if (containedPermissionIds.includes(id)) {
    return yield* new ContainedPermissionNotFound({ details: { permissionId: id } })
  }
  yield* Database.insert("permission_definitions", {
    project_id: projectId,
    id,
    scope,
    description: description ?? null
  })
  yield* insertContained(key, containedPermissionIds)
  return yield* reload(projectId, id)
}, Database.transaction)

/** Replaces a definition, of any scope; grants and containments follow a new id. */
export const replace = Effect.fnUntraced(function* (
  { id, projectId, scope }: DefinitionKey,
  { containedPermissionIds = [], description }: DefinitionFields,
  newId: string = id
) {
  const row = yield* findCustom(projectId, id)
  if (newId !== id) yield* requireFree(projectId, newId)
  if (row.scope !== scope) yield* leaveScope(projectId, id)
  yield* Database.run(sql`DELETE FROM permission_containments
    WHERE project_id = ${projectId} AND permission_id = ${id}`)
  yield* Database.run(sql`UPDATE permission_definitions
    SET id = ${newId}, scope = ${scope}, description = ${description ?? null}
    WHERE project_id = ${projectId} AND id = ${id}`)
  yield* insertContained({ projectId, scope, id: newId }, containedPermissionIds)
  return yield* reload(projectId, newId)
}, Database.transaction)

export const remove = Effect.fnUntraced(function* ({ id, projectId, scope }: DefinitionKey) {
  const row = yield* findCustom(projectId, id)
  if (row.scope !== scope) return yield* new PermissionNotFound({ details: { permissionId: id } })
  yield* Database.run(sql`DELETE FROM permission_definitions WHERE project_id = ${projectId} AND id = ${id}`)
})
