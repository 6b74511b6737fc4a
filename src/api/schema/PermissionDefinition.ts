/** Definitions of permissions (docs/protocol/resources.md#permission-definitions). */
import * as Schema from "effect/Schema"
import { PermissionId } from "./Ids.ts"
import { WireClass } from "./WireStruct.ts"

/** A permission that can be held in a team or in the project, with the permissions that it includes. */
export class PermissionDefinition extends WireClass<PermissionDefinition>()({
  id: PermissionId,
  description: Schema.optionalKey(Schema.String),
  containedPermissionIds: Schema.Array(PermissionId)
}) {}

/** The id of a permission that an admin defines: lower case letters, digits, `_` and `:`. */
export const CustomPermissionId = PermissionId.check(
  Schema.isPattern(/^[a-z0-9_:]+$/, { expected: "a permission id of lower case letters, digits, _ and :" })
)

/** The id of a custom permission, or of a system one, which starts with `$`. */
export const ContainedPermissionId = PermissionId.check(
  Schema.isPattern(/^\$?[a-z0-9_:]+$/, { expected: "a permission id of lower case letters, digits, _ and :" })
)
