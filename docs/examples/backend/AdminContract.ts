/**
 * The procedures for admins of the example app. Each needs the project
 * permission `admin`, which the server itself grants and checks.
 */
import { Permission, RequirePermissionRpc, SignedInRpc } from "gatefold/backend/middleware"
import { mails, reports } from "./AdminMailsContract.ts"
import { adminPermission } from "./AdminPermission.ts"
import { permissions, project } from "./AdminProjectContract.ts"
import { teams } from "./AdminTeamsContract.ts"
import { userAccess, users } from "./AdminUsersContract.ts"

/** All of it, for admins only. */
export class Admin extends users
  .merge(userAccess, teams, permissions, project, mails, reports)
  .annotateRpcs(Permission, adminPermission)
  .middleware(RequirePermissionRpc)
  .middleware(SignedInRpc) {}

/** Where the procedures are served. */
export const adminPath = "/rpc/admin"
