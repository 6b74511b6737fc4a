/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import {
  ContainedPermissionNotFound,
  PermissionIdAlreadyExists,
  PermissionNotFound,
  PermissionScopeMismatch,
  TeamPermissionNotFound,
  TeamPermissionRequired
} from "../../../domain/errors/Permissions.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"
import * as R from "../../Runtime.ts"

const teamPermissionRequiredDetails = R.struct((o) => ({
  teamId: R.string(o.team_id, "team_id"),
  userId: R.string(o.user_id, "user_id"),
  permissionId: R.string(o.permission_id, "permission_id")
}))

export const teamPermissionRequired: KnownErrorEntry<TeamPermissionRequired> = {
  Class: TeamPermissionRequired,
  details: teamPermissionRequiredDetails
}

const permissionIdAlreadyExistsDetails = R.struct((o) => ({ permissionId: R.string(o.permission_id, "permission_id") }))

export const permissionIdAlreadyExists: KnownErrorEntry<PermissionIdAlreadyExists> = {
  Class: PermissionIdAlreadyExists,
  details: permissionIdAlreadyExistsDetails
}

export const containedPermissionNotFound: KnownErrorEntry<ContainedPermissionNotFound> = {
  Class: ContainedPermissionNotFound,
  details: permissionIdAlreadyExistsDetails
}

export const permissionNotFound: KnownErrorEntry<PermissionNotFound> = {
  Class: PermissionNotFound,
  details: permissionIdAlreadyExistsDetails
}

const permissionScopeMismatchDetails = R.struct((o) => ({
  permissionId: R.string(o.permission_id, "permission_id"),
  expectedScope: R.string(o.expected_scope, "expected_scope"),
  actualScope: R.nullable(o.actual_scope, "actual_scope", R.string)
}))

export const permissionScopeMismatch: KnownErrorEntry<PermissionScopeMismatch> = {
  Class: PermissionScopeMismatch,
  details: permissionScopeMismatchDetails
}

export const teamPermissionNotFound: KnownErrorEntry<TeamPermissionNotFound> = {
  Class: TeamPermissionNotFound,
  details: teamPermissionRequiredDetails
}
