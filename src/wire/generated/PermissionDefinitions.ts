/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */
import type { CreatePermissionDefinition, UpdatePermissionDefinition } from "../../api/PermissionDefinitions.ts"
import type { PermissionId } from "../../api/schema/Ids.ts"
import type {
  ContainedPermissionId,
  CustomPermissionId,
  PermissionDefinition
} from "../../api/schema/PermissionDefinition.ts"
import type {
  ContainedPermissionNotFound,
  PermissionIdAlreadyExists,
  PermissionNotFound
} from "../../domain/errors/Permissions.ts"
import type { Endpoint } from "../Endpoint.ts"
import { commonErrors } from "./Access.ts"
import { decodeItemsOf, decodeSuccess } from "./Envelope.ts"
import { containedPermissionNotFound, permissionIdAlreadyExists, permissionNotFound } from "./errors/Permissions.ts"
import { pathSegment } from "./schema/Ids.ts"
import { containedPermissionId, customPermissionId, decodePermissionDefinition } from "./schema/PermissionDefinition.ts"
import * as R from "../runtime.ts"

const listTeamPermissionDefinitionsSuccess = decodeItemsOf(R.list(decodePermissionDefinition))

/** List team permission definitions. */
export const listTeamPermissionDefinitions: Endpoint<{}, ReadonlyArray<PermissionDefinition>, never, "admin"> = {
  name: "listTeamPermissionDefinitions",
  method: "GET",
  path: "/team-permission-definitions",
  level: "admin",
  levelErrors: commonErrors,
  success: listTeamPermissionDefinitionsSuccess
}

const encodeCreatePermissionDefinitionContainedPermissionIds = R.list(containedPermissionId<ContainedPermissionId>)

export const encodeCreatePermissionDefinition = R.struct((o) => ({
  id: customPermissionId<CustomPermissionId>(o.id, "id"),
  description: R.optional(o.description, "description", R.string),
  contained_permission_ids: R.optional(
    o.containedPermissionIds,
    "containedPermissionIds",
    encodeCreatePermissionDefinitionContainedPermissionIds
  )
}))

/** Define a team permission. */
export const createTeamPermissionDefinition: Endpoint<
  { readonly payload: CreatePermissionDefinition },
  PermissionDefinition,
  PermissionIdAlreadyExists | ContainedPermissionNotFound,
  "admin"
> = {
  name: "createTeamPermissionDefinition",
  method: "POST",
  path: "/team-permission-definitions",
  level: "admin",
  levelErrors: commonErrors,
  payload: encodeCreatePermissionDefinition,
  success: decodePermissionDefinition,
  errors: [permissionIdAlreadyExists, containedPermissionNotFound]
}

const permissionIdParams = R.struct((o) => ({
  permissionId: pathSegment<PermissionId>(o.permissionId, "permissionId")
}))

export const encodeUpdatePermissionDefinition = R.struct((o) => ({
  id: R.optional(o.id, "id", customPermissionId<CustomPermissionId>),
  description: R.optional(o.description, "description", R.string),
  contained_permission_ids: R.optional(
    o.containedPermissionIds,
    "containedPermissionIds",
    encodeCreatePermissionDefinitionContainedPermissionIds
  )
}))

/** Redefine a team permission. */
export const updateTeamPermissionDefinition: Endpoint<
  { readonly params: { readonly permissionId: PermissionId }; readonly payload: UpdatePermissionDefinition },
  PermissionDefinition,
  PermissionNotFound | PermissionIdAlreadyExists | ContainedPermissionNotFound,
  "admin"
> = {
  name: "updateTeamPermissionDefinition",
  method: "PATCH",
  path: "/team-permission-definitions/:permissionId",
  level: "admin",
  levelErrors: commonErrors,
  params: permissionIdParams,
  payload: encodeUpdatePermissionDefinition,
  success: decodePermissionDefinition,
  errors: [permissionNotFound, permissionIdAlreadyExists, containedPermissionNotFound]
}

/** Remove a team permission. */
export const deleteTeamPermissionDefinition: Endpoint<
  { readonly params: { readonly permissionId: PermissionId } },
  void,
  PermissionNotFound,
  "admin"
> = {
  name: "deleteTeamPermissionDefinition",
  method: "DELETE",
  path: "/team-permission-definitions/:permissionId",
  level: "admin",
  levelErrors: commonErrors,
  params: permissionIdParams,
  success: decodeSuccess,
  errors: [permissionNotFound]
}

/** List project permission definitions. */
export const listProjectPermissionDefinitions: Endpoint<{}, ReadonlyArray<PermissionDefinition>, never, "admin"> = {
  name: "listProjectPermissionDefinitions",
  method: "GET",
  path: "/project-permission-definitions",
  level: "admin",
  levelErrors: commonErrors,
  success: listTeamPermissionDefinitionsSuccess
}

/** Define a project permission. */
export const createProjectPermissionDefinition: Endpoint<
  { readonly payload: CreatePermissionDefinition },
  PermissionDefinition,
  PermissionIdAlreadyExists | ContainedPermissionNotFound,
  "admin"
> = {
  name: "createProjectPermissionDefinition",
  method: "POST",
  path: "/project-permission-definitions",
  level: "admin",
  levelErrors: commonErrors,
  payload: encodeCreatePermissionDefinition,
  success: decodePermissionDefinition,
  errors: [permissionIdAlreadyExists, containedPermissionNotFound]
}

/** Redefine a project permission. */
export const updateProjectPermissionDefinition: Endpoint<
  { readonly params: { readonly permissionId: PermissionId }; readonly payload: UpdatePermissionDefinition },
  PermissionDefinition,
  PermissionNotFound | PermissionIdAlreadyExists | ContainedPermissionNotFound,
  "admin"
> = {
  name: "updateProjectPermissionDefinition",
  method: "PATCH",
  path: "/project-permission-definitions/:permissionId",
  level: "admin",
  levelErrors: commonErrors,
  params: permissionIdParams,
  payload: encodeUpdatePermissionDefinition,
  success: decodePermissionDefinition,
  errors: [permissionNotFound, permissionIdAlreadyExists, containedPermissionNotFound]
}

/** Remove a project permission. */
export const deleteProjectPermissionDefinition: Endpoint<
  { readonly params: { readonly permissionId: PermissionId } },
  void,
  PermissionNotFound,
  "admin"
> = {
  name: "deleteProjectPermissionDefinition",
  method: "DELETE",
  path: "/project-permission-definitions/:permissionId",
  level: "admin",
  levelErrors: commonErrors,
  params: permissionIdParams,
  success: decodeSuccess,
  errors: [permissionNotFound]
}
