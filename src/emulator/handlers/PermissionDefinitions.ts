/** The permissions that exist in teams and in the project (docs/protocol/resources.md#permission-definitions). */
import * as Effect from "effect/Effect"
import * as Api from "../../api/PermissionDefinitions.ts"
import { PermissionId } from "../../domain/Ids.ts"
import type { PermissionDefinition } from "../../api/schema/PermissionDefinition.ts"
import { Caller } from "../http/Caller.ts"
import { type DefinitionRow, PermissionDefinitions, type Scope } from "../teams/PermissionDefinitions.ts"
import { handle } from "../http/Route.ts"

const toDefinition = (row: DefinitionRow): PermissionDefinition => {
  const containedIds: ReadonlyArray<string> = JSON.parse(row.contained_ids)
  return {
    id: PermissionId.make(row.id),
    ...(row.description !== null && { description: row.description }),
    containedPermissionIds: containedIds.map((id) => PermissionId.make(id))
  }
}

const list = Effect.fnUntraced(function* (scope: Scope) {
  const { project } = yield* Caller
  return (yield* (yield* PermissionDefinitions).list(project.id, scope)).map(toDefinition)
})

const create = Effect.fnUntraced(function* (scope: Scope, { id, ...fields }: Api.CreatePermissionDefinition) {
  const { project } = yield* Caller
  return toDefinition(yield* (yield* PermissionDefinitions).create(project.id, scope, id, fields))
})

/** The service ignores the scope of the replaced definition: the other path moves it to its scope. */
const replace = Effect.fnUntraced(function* (
  scope: Scope,
  id: string,
  { id: newId = PermissionId.make(id), ...fields }: Api.UpdatePermissionDefinition
) {
  const { project } = yield* Caller
  return toDefinition(yield* (yield* PermissionDefinitions).replace(project.id, scope, id, newId, fields))
})

const remove = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const { project } = yield* Caller
  yield* (yield* PermissionDefinitions).remove(project.id, scope, id)
})

/** The routes of `api/PermissionDefinitions`. */
export const routes = [
  handle(Api.listTeamPermissionDefinitions, () => list("team")),
  handle(Api.createTeamPermissionDefinition, ({ payload }) => create("team", payload)),
  handle(Api.updateTeamPermissionDefinition, ({ params, payload }) => replace("team", params.permissionId, payload)),
  handle(Api.deleteTeamPermissionDefinition, ({ params }) => remove("team", params.permissionId)),
  handle(Api.listProjectPermissionDefinitions, () => list("project")),
  handle(Api.createProjectPermissionDefinition, ({ payload }) => create("project", payload)),
  handle(Api.updateProjectPermissionDefinition, ({ params, payload }) =>
    replace("project", params.permissionId, payload)
  ),
  handle(Api.deleteProjectPermissionDefinition, ({ params }) => remove("project", params.permissionId))
]
