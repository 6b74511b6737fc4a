/** Permissions: known errors of the service. */
import type { OpenEnum } from "../OpenEnum.ts"
import { KnownError } from "./KnownError.ts"

/** `PERMISSION_ID_ALREADY_EXISTS`: That permission id is taken (ids are shared by team and project scope). */
export class PermissionIdAlreadyExists extends KnownError("PermissionIdAlreadyExists", {
  status: 400,
  message: "This permission id is taken."
})<{ readonly permissionId: string }> {}

/** `PERMISSION_NOT_FOUND`: No permission with that id exists in the project. */
export class PermissionNotFound extends KnownError("PermissionNotFound", {
  status: 404,
  message: "This permission does not exist."
})<{ readonly permissionId: string }> {}

/**
 * `WRONG_PERMISSION_SCOPE`: The permission exists, but in the other scope than the one needed. Sent as
 * `WRONG_PERMISSION_SCOPE`.
 */
export class PermissionScopeMismatch extends KnownError("PermissionScopeMismatch", {
  code: "WRONG_PERMISSION_SCOPE",
  status: 404,
  message: "This permission belongs to another scope."
})<{
  readonly permissionId: string
  readonly expectedScope: OpenEnum<"team" | "project">
  readonly actualScope: OpenEnum<"team" | "project"> | null
}> {}

/** `CONTAINED_PERMISSION_NOT_FOUND`: A permission listed as contained does not exist in the same scope. */
export class ContainedPermissionNotFound extends KnownError("ContainedPermissionNotFound", {
  status: 400,
  message: "A contained permission does not exist in this scope."
})<{ readonly permissionId: string }> {}

/** `PROJECT_PERMISSION_REQUIRED`: The user lacks a project permission. Never sent by the service. */
export class ProjectPermissionRequired extends KnownError("ProjectPermissionRequired", {
  status: 401,
  message: "The user lacks a project permission."
})<{ readonly userId: string; readonly permissionId: string }> {}

/** `TEAM_PERMISSION_REQUIRED`: The user lacks a permission in the team. */
export class TeamPermissionRequired extends KnownError("TeamPermissionRequired", {
  status: 401,
  message: "The user lacks a permission in this team."
})<{ readonly teamId: string; readonly userId: string; readonly permissionId: string }> {}

/**
 * `TEAM_PERMISSION_NOT_FOUND`: Revoke: the user does not hold that permission directly in the team. The status is 401
 * although it means not found.
 */
export class TeamPermissionNotFound extends KnownError("TeamPermissionNotFound", {
  status: 401,
  message: "The user does not hold this permission in this team."
})<{ readonly teamId: string; readonly userId: string; readonly permissionId: string }> {}
