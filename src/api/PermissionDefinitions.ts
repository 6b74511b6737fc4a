/** The permissions that exist in teams and in the project (docs/protocol/resources.md#permission-definitions). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { maxDefinitionsPerPage } from "../domain/Page.ts"
import * as Endpoint from "./Endpoint.ts"
import { withCreatedStatus, Pageable, Success } from "./Envelope.ts"
import { ContainedPermissionNotFound, PermissionIdAlreadyExists, PermissionNotFound } from "./errors/Permissions.ts"
import { Query, QueryLimit } from "./Input.ts"
import { PermissionId } from "./schema/Ids.ts"
import { ContainedPermissionId, CustomPermissionId, PermissionDefinition } from "./schema/PermissionDefinition.ts"
import { WireClass } from "./schema/WireStruct.ts"

const fields = {
  description: Schema.optional(Schema.String),
  containedPermissionIds: Schema.optional(Schema.Array(ContainedPermissionId))
}

/** A new permission. */
export class CreatePermissionDefinition extends WireClass<CreatePermissionDefinition>()({
  id: CustomPermissionId,
  ...fields
}) {}

/** A whole new definition: omitted fields become empty, except the id. */
export class UpdatePermissionDefinition extends WireClass<UpdatePermissionDefinition>()({
  id: Schema.optional(CustomPermissionId),
  ...fields
}) {}

const teamPath = "/team-permission-definitions"
const projectPath = "/project-permission-definitions"
const params = { permissionId: PermissionId }
const createErrors = [PermissionIdAlreadyExists, ContainedPermissionNotFound] as const
const updateErrors = [PermissionNotFound, PermissionIdAlreadyExists, ContainedPermissionNotFound] as const

/** Selects a part of a list of definitions. The service of 2025-06 accepts none of these. */
export const ListPermissionDefinitions = Query(
  {
    limit: Schema.optional(QueryLimit(maxDefinitionsPerPage)),
    /** Where the page starts. Needs `limit`. */
    startId: Schema.optional(PermissionId),
    /** Part of an id or of a description. */
    query: Schema.optional(Schema.String)
  },
  { startId: "cursor" }
)

/** Lists the permissions of teams, system ones included, by id; without `limit` all of them. */
export const listTeamPermissionDefinitions = Endpoint.admin.get("listTeamPermissionDefinitions", teamPath, {
  summary: "List team permission definitions",
  query: ListPermissionDefinitions,
  success: Pageable(PermissionDefinition)
})

/** Defines a permission of teams. */
export const createTeamPermissionDefinition = Endpoint.admin.post("createTeamPermissionDefinition", teamPath, {
  summary: "Define a team permission",
  payload: CreatePermissionDefinition,
  success: withCreatedStatus(PermissionDefinition),
  error: createErrors
})

/** Redefines a permission of teams; grants follow a new id. */
export const updateTeamPermissionDefinition = Endpoint.admin.patch(
  "updateTeamPermissionDefinition",
  `${teamPath}/:permissionId`,
  {
    summary: "Redefine a team permission",
    params,
    payload: UpdatePermissionDefinition,
    success: PermissionDefinition,
    error: updateErrors
  }
)

/** Removes a permission of teams with all its grants. */
export const deleteTeamPermissionDefinition = Endpoint.admin.delete(
  "deleteTeamPermissionDefinition",
  `${teamPath}/:permissionId`,
  {
    summary: "Remove a team permission",
    params,
    success: Success,
    error: PermissionNotFound
  }
)

/** Lists the permissions of the project, by id; without `limit` all of them. */
export const listProjectPermissionDefinitions = Endpoint.admin.get("listProjectPermissionDefinitions", projectPath, {
  summary: "List project permission definitions",
  query: ListPermissionDefinitions,
  success: Pageable(PermissionDefinition)
})

/** Defines a permission of the project. */
export const createProjectPermissionDefinition = Endpoint.admin.post("createProjectPermissionDefinition", projectPath, {
  summary: "Define a project permission",
  payload: CreatePermissionDefinition,
  success: withCreatedStatus(PermissionDefinition),
  error: createErrors
})

/** Redefines a permission of the project; grants follow a new id. */
export const updateProjectPermissionDefinition = Endpoint.admin.patch(
  "updateProjectPermissionDefinition",
  `${projectPath}/:permissionId`,
  {
    summary: "Redefine a project permission",
    params,
    payload: UpdatePermissionDefinition,
    success: PermissionDefinition,
    error: updateErrors
  }
)

/** Removes a permission of the project with all its grants. */
export const deleteProjectPermissionDefinition = Endpoint.admin.delete(
  "deleteProjectPermissionDefinition",
  `${projectPath}/:permissionId`,
  {
    summary: "Remove a project permission",
    params,
    success: Success,
    error: PermissionNotFound
  }
)

/** Definitions of permissions, for admins. */
export class PermissionDefinitionsGroup extends HttpApiGroup.make("permissionDefinitions")
  .add(
    listTeamPermissionDefinitions,
    createTeamPermissionDefinition,
    updateTeamPermissionDefinition,
    deleteTeamPermissionDefinition,
    listProjectPermissionDefinitions,
    createProjectPermissionDefinition,
    updateProjectPermissionDefinition,
    deleteProjectPermissionDefinition
  )
  .prefix(Endpoint.root) {}
