/** The permission definitions of projects (docs/protocol/resources.md#permission-definitions). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import {
  ContainedPermissionNotFound,
  PermissionIdAlreadyExists,
  PermissionNotFound
} from "../../domain/errors/Permissions.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import * as Columns from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"
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

export class PermissionDefinitions extends Context.Service<
  PermissionDefinitions,
  {
    /** Sorted by id; those of teams include the system permissions. */
    readonly list: (projectId: ProjectId, scope: Scope) => Effect.Effect<ReadonlyArray<DefinitionRow>>
    readonly find: (projectId: ProjectId, id: string) => Effect.Effect<DefinitionRow | undefined>
    readonly create: (
      key: DefinitionKey,
      fields: DefinitionFields
    ) => Effect.Effect<DefinitionRow, PermissionIdAlreadyExists | ContainedPermissionNotFound>
    /** Replaces a definition, of any scope; grants and containments follow a new id. */
    readonly replace: (
      key: DefinitionKey,
      fields: DefinitionFields,
      newId?: string
    ) => Effect.Effect<DefinitionRow, PermissionNotFound | PermissionIdAlreadyExists | ContainedPermissionNotFound>
    readonly remove: (key: DefinitionKey) => Effect.Effect<void, PermissionNotFound>
  }
>()("gatefold/emulator/teams/PermissionDefinitions") {}

/** System permissions cannot be changed. */
const isSystem = (id: string): boolean => id.startsWith("$")

const select = (sql: SqlClient) =>
  sql.literal(`SELECT d.id, d.scope, d.description,
    (SELECT json_group_array(c.contained_id ORDER BY ${IdOrder.sortKey("c.contained_id")}) FROM permission_containments c
      WHERE c.project_id = d.project_id AND c.permission_id = d.id) AS contained_ids
    FROM permission_definitions d`)

const find = (sql: SqlClient, projectId: ProjectId, id: string) =>
  Database.first(sql<DefinitionRow>`${select(sql)} WHERE d.project_id = ${projectId} AND d.id = ${id}`)

const reload = (sql: SqlClient, projectId: ProjectId, id: string) =>
  Effect.flatMap(find(sql, projectId, id), (row) =>
    row === undefined ? Effect.die(new Error(`the permission ${id} was not stored`)) : Effect.succeed(row)
  )

const findCustom = Effect.fnUntraced(function* (sql: SqlClient, projectId: ProjectId, id: string) {
  const row = isSystem(id) ? undefined : yield* find(sql, projectId, id)
  return row ?? (yield* new PermissionNotFound({ details: { permissionId: id } }))
})

const requireFree = Effect.fnUntraced(function* (sql: SqlClient, projectId: ProjectId, id: string) {
  if ((yield* find(sql, projectId, id)) === undefined) return
  return yield* new PermissionIdAlreadyExists({ details: { permissionId: id } })
})

const insertContained = Effect.fnUntraced(function* (
  sql: SqlClient,
  { id, projectId, scope }: DefinitionKey,
  containedIds: ReadonlyArray<string>
) {
  for (const containedId of containedIds) {
    if ((yield* find(sql, projectId, containedId))?.scope !== scope) {
      return yield* new ContainedPermissionNotFound({ details: { permissionId: containedId } })
    }
    yield* Database.run(sql`INSERT OR IGNORE INTO permission_containments
      ${sql.insert({ project_id: projectId, permission_id: id, contained_id: containedId })}`)
  }
})

/** Grants and containments of the old scope are removed. */
const leaveScope = Effect.fnUntraced(function* (sql: SqlClient, projectId: ProjectId, id: string) {
  const condition = sql`project_id = ${projectId} AND permission_id = ${id}`
  yield* Database.run(sql`DELETE FROM team_permissions WHERE ${condition}`)
  yield* Database.run(sql`DELETE FROM project_permissions WHERE ${condition}`)
  yield* Database.run(sql`DELETE FROM permission_containments
    WHERE project_id = ${projectId} AND contained_id = ${id}`)
})

const create = Effect.fnUntraced(function* (
  sql: SqlClient,
  key: DefinitionKey,
  { containedPermissionIds = [], description }: DefinitionFields
) {
  const { id, projectId, scope } = key
  // Checked before the definition exists, because a new one cannot contain itself.
  yield* requireFree(sql, projectId, id)
  if (containedPermissionIds.includes(id)) {
    return yield* new ContainedPermissionNotFound({ details: { permissionId: id } })
  }
  yield* Database.insert(sql, "permission_definitions", {
    project_id: projectId,
    id,
    scope,
    description: description ?? null
  })
  yield* insertContained(sql, key, containedPermissionIds)
  return yield* reload(sql, projectId, id)
})

const replace = Effect.fnUntraced(function* (
  sql: SqlClient,
  { id, projectId, scope }: DefinitionKey,
  { containedPermissionIds = [], description }: DefinitionFields,
  newId: string
) {
  const row = yield* findCustom(sql, projectId, id)
  if (newId !== id) yield* requireFree(sql, projectId, newId)
  if (row.scope !== scope) yield* leaveScope(sql, projectId, id)
  yield* Database.run(sql`DELETE FROM permission_containments
    WHERE project_id = ${projectId} AND permission_id = ${id}`)
  yield* Database.run(sql`UPDATE permission_definitions
    SET id = ${newId}, scope = ${scope}, description = ${description ?? null}
    WHERE project_id = ${projectId} AND id = ${id}`)
  yield* insertContained(sql, { projectId, scope, id: newId }, containedPermissionIds)
  return yield* reload(sql, projectId, newId)
})

const remove = Effect.fnUntraced(function* (sql: SqlClient, { id, projectId, scope }: DefinitionKey) {
  const row = yield* findCustom(sql, projectId, id)
  if (row.scope !== scope) return yield* new PermissionNotFound({ details: { permissionId: id } })
  yield* Database.run(sql`DELETE FROM permission_definitions WHERE project_id = ${projectId} AND id = ${id}`)
})

/** Keeps definitions in the database, each with the permissions that it contains. */
export const layer: Layer.Layer<PermissionDefinitions, never, SqlClient> = Layer.effect(
  PermissionDefinitions,
  Effect.map(SqlClient, (sql) => ({
    list: (projectId, scope) =>
      Database.all(sql<DefinitionRow>`${select(sql)}
        WHERE d.project_id = ${projectId} AND d.scope = ${scope} ORDER BY ${sql.literal(IdOrder.sortKey("d.id"))}`),
    find: (projectId, id) => find(sql, projectId, id),
    create: (key, fields) => Database.transaction(sql, create(sql, key, fields)),
    replace: (key, fields, newId = key.id) => Database.transaction(sql, replace(sql, key, fields, newId)),
    remove: (key) => remove(sql, key)
  }))
)
