/** Permissions: the schemas of the errors of `domain/errors/Permissions.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/Permissions.ts"
import { KnownErrorSchema } from "../schema/KnownErrorSchema.ts"
import { OpenEnum } from "../schema/OpenEnum.ts"

/** Schema of {@link Errors.PermissionIdAlreadyExists}. */
export const PermissionIdAlreadyExists = KnownErrorSchema(Errors.PermissionIdAlreadyExists, {
  permissionId: Schema.String
})

/** Schema of {@link Errors.PermissionNotFound}. */
export const PermissionNotFound = KnownErrorSchema(Errors.PermissionNotFound, { permissionId: Schema.String })

/** Schema of {@link Errors.PermissionScopeMismatch}. */
export const PermissionScopeMismatch = KnownErrorSchema(Errors.PermissionScopeMismatch, {
  permissionId: Schema.String,
  expectedScope: OpenEnum(["team", "project"]),
  actualScope: Schema.NullOr(OpenEnum(["team", "project"]))
})

/** Schema of {@link Errors.ContainedPermissionNotFound}. */
export const ContainedPermissionNotFound = KnownErrorSchema(Errors.ContainedPermissionNotFound, {
  permissionId: Schema.String
})

/** Schema of {@link Errors.ProjectPermissionRequired}. */
export const ProjectPermissionRequired = KnownErrorSchema(Errors.ProjectPermissionRequired, {
  userId: Schema.String,
  permissionId: Schema.String
})

/** Schema of {@link Errors.TeamPermissionRequired}. */
export const TeamPermissionRequired = KnownErrorSchema(Errors.TeamPermissionRequired, {
  teamId: Schema.String,
  userId: Schema.String,
  permissionId: Schema.String
})

/** Schema of {@link Errors.TeamPermissionNotFound}. */
export const TeamPermissionNotFound = KnownErrorSchema(Errors.TeamPermissionNotFound, {
  teamId: Schema.String,
  userId: Schema.String,
  permissionId: Schema.String
})
