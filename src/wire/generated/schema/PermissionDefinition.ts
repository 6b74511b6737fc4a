/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { PermissionId } from "../../../api/schema/Ids.ts"
import type { PermissionDefinition } from "../../../api/schema/PermissionDefinition.ts"
import { isPathSegment } from "../../../domain/url/PathSegment.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"

const decodePermissionDefinitionContainedPermissionIds = R.list(pathSegment<PermissionId>)

export const decodePermissionDefinition = R.struct((o): PermissionDefinition => {
  const a: R.Mutable<PermissionDefinition> = {
    id: pathSegment<PermissionId>(o.id, "id"),
    containedPermissionIds: decodePermissionDefinitionContainedPermissionIds(
      o.contained_permission_ids,
      "contained_permission_ids"
    )
  }
  if (o.description !== undefined) a.description = R.string(o.description, "description")
  return a
})

const customPermissionIdPattern = /^[a-z0-9_:]+$/

export const customPermissionId = <A extends string = string>(value: unknown, key?: R.Key): A =>
  R.matches(
    R.check(R.string(value, key), key, isPathSegment, "an id that is safe as one path segment"),
    key,
    customPermissionIdPattern,
    "a permission id of lower case letters, digits, _ and :"
  ) as A

const containedPermissionIdPattern = /^\$?[a-z0-9_:]+$/

export const containedPermissionId = <A extends string = string>(value: unknown, key?: R.Key): A =>
  R.matches(
    R.check(R.string(value, key), key, isPathSegment, "an id that is safe as one path segment"),
    key,
    containedPermissionIdPattern,
    "a permission id of lower case letters, digits, _ and :"
  ) as A
