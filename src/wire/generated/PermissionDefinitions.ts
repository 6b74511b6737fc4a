/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type {
  CreatePermissionDefinition,
  ListPermissionDefinitions,
  UpdatePermissionDefinition
} from "../../api/PermissionDefinitions.ts"
import type { PermissionId } from "../../api/schema/Ids.ts"
import type { PermissionDefinition } from "../../api/schema/PermissionDefinition.ts"
import type {
  ContainedPermissionNotFound,
  PermissionIdAlreadyExists,
  PermissionNotFound
} from "../../domain/errors/Permissions.ts"
import { toPageable } from "../../domain/Page.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { commonErrors } from "./Access.ts"
import { decodeSuccess } from "./Envelope.ts"
import { containedPermissionNotFound, permissionIdAlreadyExists, permissionNotFound } from "./errors/Permissions.ts"
import { pathSegment } from "./schema/Ids.ts"
import { containedPermissionId, customPermissionId, decodePermissionDefinition } from "./schema/PermissionDefinition.ts"

const listTeamPermissionDefinitionsSuccessWireItems = R.list(decodePermissionDefinition)

const listTeamPermissionDefinitionsSuccessWirePagination = R.struct((o) => ({
  next_cursor: R.nullable(o.next_cursor, "next_cursor", R.string)
}))

const listTeamPermissionDefinitionsSuccessWire = R.struct((o) => {
  const a: R.Mutable<{
    readonly items: ReadonlyArray<PermissionDefinition>
    readonly is_paginated: boolean
    readonly pagination?: { readonly next_cursor: string | null } | undefined
  }> = {
    items: listTeamPermissionDefinitionsSuccessWireItems(o.items, "items"),
    is_paginated: R.boolean(o.is_paginated, "is_paginated")
  }
  if (o.pagination !== undefined)
    a.pagination = listTeamPermissionDefinitionsSuccessWirePagination(o.pagination, "pagination")
  return a
})

const listTeamPermissionDefinitionsSuccess = (value: unknown, key?: R.Key) =>
  toPageable(listTeamPermissionDefinitionsSuccessWire(value, key))

export const encodeListPermissionDefinitions = R.struct((o) => ({
  limit: o.limit === undefined ? undefined : String(R.between(R.int(o.limit, "limit"), "limit", 1, 200)),
  cursor: R.optional(o.startId, "startId", pathSegment<PermissionId>),
  query: R.optional(o.query, "query", R.string)
}))

/** List team permission definitions. */
export const listTeamPermissionDefinitions: Endpoint<
  { readonly query: typeof ListPermissionDefinitions.Type },
  { readonly items: ReadonlyArray<PermissionDefinition>; readonly nextCursor?: string | null | undefined },
  never,
  "admin"
> = {
  name: "listTeamPermissionDefinitions",
  method: "GET",
  path: "/team-permission-definitions",
  level: "admin",
  levelErrors: commonErrors,
  query: encodeListPermissionDefinitions,
  success: listTeamPermissionDefinitionsSuccess
}

const encodeCreatePermissionDefinitionContainedPermissionIds = R.list(containedPermissionId)

export const encodeCreatePermissionDefinition = R.struct((o) => ({
  id: customPermissionId(o.id, "id"),
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
  id: R.optional(o.id, "id", customPermissionId),
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
export const listProjectPermissionDefinitions: Endpoint<
  { readonly query: typeof ListPermissionDefinitions.Type },
  { readonly items: ReadonlyArray<PermissionDefinition>; readonly nextCursor?: string | null | undefined },
  never,
  "admin"
> = {
  name: "listProjectPermissionDefinitions",
  method: "GET",
  path: "/project-permission-definitions",
  level: "admin",
  levelErrors: commonErrors,
  query: encodeListPermissionDefinitions,
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
