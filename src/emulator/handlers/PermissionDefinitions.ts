/** The permissions that exist in teams and in the project (docs/protocol/resources.md#permission-definitions). */
import * as Effect from "effect/Effect"
import * as Api from "../../api/PermissionDefinitions.ts"
import type { PermissionDefinition } from "../../api/schema/PermissionDefinition.ts"
import { Caller } from "../access/Caller.ts"
import { badRequest } from "../errors/TextAnswer.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import * as IdOrder from "../storage/IdOrder.ts"
import * as Paging from "../storage/Paging.ts"
import * as PermissionDefinitions from "../teams/PermissionDefinitions.ts"
import type { DefinitionRow, Scope } from "../teams/PermissionDefinitions.ts"
import { handle } from "./Route.ts"

const toDefinition = (row: DefinitionRow): PermissionDefinition => ({
  id: row.id,
  ...(row.description !== null && { description: row.description }),
  containedPermissionIds: PermissionDefinitions.parseContainedIds(row)
})

const list = Effect.fnUntraced(function* (scope: Scope, query: typeof Api.ListPermissionDefinitions.Type) {
  const { limit, startId: cursor } = query
  yield* RequestValidation.refuseUnknown("query", { ...query, cursor }, ["limit", "cursor", "query"])
  if (cursor !== undefined && limit === undefined) return yield* badRequest("cursor requires limit.")
  const { project } = yield* Caller
  const text = query.query?.toLowerCase() ?? ""
  const definition = (yield* PermissionDefinitions.list(project.id, scope))
    .filter(({ description, id }) => `${id}\n${description ?? ""}`.toLowerCase().includes(text))
    .map(toDefinition)
  if (limit === undefined) return { items: definition }
  // By comparison, so that the next page starts in the right place even if its first definition was deleted.
  const rest = definition.filter(({ id }) => cursor === undefined || IdOrder.compare(id, cursor) >= 0)
  return Paging.takePage(rest, limit)
})

const create = Effect.fnUntraced(function* (scope: Scope, { id, ...fields }: Api.CreatePermissionDefinition) {
  const { project } = yield* Caller
  return toDefinition(yield* PermissionDefinitions.create({ projectId: project.id, scope, id }, fields))
})

/** The service ignores the scope of the replaced definition: the other path moves it to its scope. */
const replace = Effect.fnUntraced(function* (
  scope: Scope,
  id: string,
  { id: newId, ...fields }: Api.UpdatePermissionDefinition
) {
  const { project } = yield* Caller
  const key = { projectId: project.id, scope, id }
  return toDefinition(yield* PermissionDefinitions.replace(key, fields, newId))
})

const remove = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const { project } = yield* Caller
  yield* PermissionDefinitions.remove({ projectId: project.id, scope, id })
})

export const routes = [
  handle(Api.listTeamPermissionDefinitions, ({ query }) => list("team", query)),

  handle(Api.createTeamPermissionDefinition, ({ payload }) => create("team", payload)),

  handle(Api.updateTeamPermissionDefinition, ({ params, payload }) => replace("team", params.permissionId, payload)),

  handle(Api.deleteTeamPermissionDefinition, ({ params }) => remove("team", params.permissionId)),

  handle(Api.listProjectPermissionDefinitions, ({ query }) => list("project", query)),

  handle(Api.createProjectPermissionDefinition, ({ payload }) => create("project", payload)),

  handle(Api.updateProjectPermissionDefinition, ({ params, payload }) =>
    replace("project", params.permissionId, payload)
  ),

  handle(Api.deleteProjectPermissionDefinition, ({ params }) => remove("project", params.permissionId))
]
