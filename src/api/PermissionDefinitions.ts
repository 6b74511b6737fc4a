/** The permissions that exist in teams and in the project (docs/protocol/resources.md#permission-definitions). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { maxDefinitionsPerPage } from "../domain/Page.ts"
import { AdminAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { created, Pageable, Success } from "./Envelope.ts"
import { ContainedPermissionNotFound, PermissionIdAlreadyExists, PermissionNotFound } from "./errors/Permissions.ts"
import { Query, QueryLimit } from "./Input.ts"
import { PermissionId } from "./schema/Ids.ts"
import { ContainedPermissionId, CustomPermissionId, PermissionDefinition } from "./schema/PermissionDefinition.ts"
import { WireStruct } from "./schema/WireStruct.ts"

const fields = {
  description: Schema.optional(Schema.String),
  containedPermissionIds: Schema.optional(Schema.Array(ContainedPermissionId))
}

/** A new permission. */
export class CreatePermissionDefinition extends Schema.Opaque<CreatePermissionDefinition>()(
  WireStruct({ id: CustomPermissionId, ...fields })
) {}

/** A whole new definition: omitted fields become empty, except the id. */
export class UpdatePermissionDefinition extends Schema.Opaque<UpdatePermissionDefinition>()(
  WireStruct({ id: Schema.optional(CustomPermissionId), ...fields })
) {}

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
export const listTeamPermissionDefinitions = Endpoint.get(
  "listTeamPermissionDefinitions",
  "/team-permission-definitions",
  { query: ListPermissionDefinitions, success: Pageable(PermissionDefinition) }
)
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "List team permission definitions")

/** Defines a permission of teams. */
export const createTeamPermissionDefinition = Endpoint.post(
  "createTeamPermissionDefinition",
  "/team-permission-definitions",
  {
    payload: CreatePermissionDefinition,
    success: created(PermissionDefinition),
    error: createErrors
  }
)
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Define a team permission")

/** Redefines a permission of teams; grants follow a new id. */
export const updateTeamPermissionDefinition = Endpoint.patch(
  "updateTeamPermissionDefinition",
  "/team-permission-definitions/:permissionId",
  {
    params,
    payload: UpdatePermissionDefinition,
    success: PermissionDefinition,
    error: updateErrors
  }
)
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Redefine a team permission")

/** Removes a permission of teams with all its grants. */
export const deleteTeamPermissionDefinition = Endpoint.delete(
  "deleteTeamPermissionDefinition",
  "/team-permission-definitions/:permissionId",
  { params, success: Success, error: PermissionNotFound }
)
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Remove a team permission")

/** Lists the permissions of the project, by id; without `limit` all of them. */
export const listProjectPermissionDefinitions = Endpoint.get(
  "listProjectPermissionDefinitions",
  "/project-permission-definitions",
  { query: ListPermissionDefinitions, success: Pageable(PermissionDefinition) }
)
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "List project permission definitions")

/** Defines a permission of the project. */
export const createProjectPermissionDefinition = Endpoint.post(
  "createProjectPermissionDefinition",
  "/project-permission-definitions",
  {
    payload: CreatePermissionDefinition,
    success: created(PermissionDefinition),
    error: createErrors
  }
)
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Define a project permission")

/** Redefines a permission of the project; grants follow a new id. */
export const updateProjectPermissionDefinition = Endpoint.patch(
  "updateProjectPermissionDefinition",
  "/project-permission-definitions/:permissionId",
  {
    params,
    payload: UpdatePermissionDefinition,
    success: PermissionDefinition,
    error: updateErrors
  }
)
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Redefine a project permission")

/** Removes a permission of the project with all its grants. */
export const deleteProjectPermissionDefinition = Endpoint.delete(
  "deleteProjectPermissionDefinition",
  "/project-permission-definitions/:permissionId",
  { params, success: Success, error: PermissionNotFound }
)
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Remove a project permission")

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
