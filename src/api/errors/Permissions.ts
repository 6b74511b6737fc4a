/** Permissions: the schemas of the errors of `domain/errors/Permissions.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/Permissions.ts"
import { makeSchemas } from "../schema/KnownErrorSchema.ts"
import { OpenEnum } from "../schema/OpenEnum.ts"

export const {
  PermissionIdAlreadyExists,
  PermissionNotFound,
  PermissionScopeMismatch,
  ContainedPermissionNotFound,
  ProjectPermissionRequired,
  TeamPermissionRequired,
  TeamPermissionNotFound
} = makeSchemas(Errors, {
  PermissionIdAlreadyExists: { permissionId: Schema.String },
  PermissionNotFound: { permissionId: Schema.String },
  PermissionScopeMismatch: {
    permissionId: Schema.String,
    expectedScope: OpenEnum(["team", "project"]),
    actualScope: Schema.NullOr(OpenEnum(["team", "project"]))
  },
  ContainedPermissionNotFound: { permissionId: Schema.String },
  ProjectPermissionRequired: { userId: Schema.String, permissionId: Schema.String },
  TeamPermissionRequired: { teamId: Schema.String, userId: Schema.String, permissionId: Schema.String },
  TeamPermissionNotFound: { teamId: Schema.String, userId: Schema.String, permissionId: Schema.String }
})
