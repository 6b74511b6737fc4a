/**
 * Permissions: the known errors of wire/known-errors.
 */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { OpenEnum } from "../OpenEnum.ts"

/** `PERMISSION_ID_ALREADY_EXISTS`: That permission id is taken (ids are shared by team and project scope). */
export class PermissionIdAlreadyExists extends KnownError<PermissionIdAlreadyExists>()(
  "PermissionIdAlreadyExists",
  {
    status: 400,
    message: "This permission id is taken."
  },
  { permissionId: Schema.String }
) {}

/** `PERMISSION_NOT_FOUND`: No permission with that id exists in the project. */
export class PermissionNotFound extends KnownError<PermissionNotFound>()(
  "PermissionNotFound",
  {
    status: 404,
    message: "This permission does not exist."
  },
  { permissionId: Schema.String }
) {}

/** `WRONG_PERMISSION_SCOPE`: The permission exists, but in the other scope than the one needed. Sent as `WRONG_PERMISSION_SCOPE`. */
export class PermissionScopeMismatch extends KnownError<PermissionScopeMismatch>()(
  "PermissionScopeMismatch",
  {
    code: "WRONG_PERMISSION_SCOPE",
    status: 404,
    message: "This permission belongs to another scope."
  },
  {
    permissionId: Schema.String,
    expectedScope: OpenEnum(["team", "project"]),
    actualScope: Schema.NullOr(OpenEnum(["team", "project"]))
  }
) {}

/** `CONTAINED_PERMISSION_NOT_FOUND`: A permission listed as contained does not exist in the same scope. */
export class ContainedPermissionNotFound extends KnownError<ContainedPermissionNotFound>()(
  "ContainedPermissionNotFound",
  {
    status: 400,
    message: "A contained permission does not exist in this scope."
  },
  { permissionId: Schema.String }
) {}

/** `PROJECT_PERMISSION_REQUIRED`: The user lacks a project permission. Never sent by the service. */
export class ProjectPermissionRequired extends KnownError<ProjectPermissionRequired>()(
  "ProjectPermissionRequired",
  {
    status: 401,
    message: "The user lacks a project permission."
  },
  { userId: Schema.String, permissionId: Schema.String }
) {}

/** `TEAM_PERMISSION_REQUIRED`: The user lacks a permission in the team. */
export class TeamPermissionRequired extends KnownError<TeamPermissionRequired>()(
  "TeamPermissionRequired",
  {
    status: 401,
    message: "The user lacks a permission in this team."
  },
  { teamId: Schema.String, userId: Schema.String, permissionId: Schema.String }
) {}

/** `TEAM_PERMISSION_NOT_FOUND`: Revoke: the user does not hold that permission directly in the team. The status is 401 although it means not found. */
export class TeamPermissionNotFound extends KnownError<TeamPermissionNotFound>()(
  "TeamPermissionNotFound",
  {
    status: 401,
    message: "The user does not hold this permission in this team."
  },
  { teamId: Schema.String, userId: Schema.String, permissionId: Schema.String }
) {}
