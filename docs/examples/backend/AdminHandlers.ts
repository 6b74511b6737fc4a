/** The procedures of `AdminContract.ts`, with the secret keys of the project, which never leave the server. */
import { Admin } from "./AdminContract.ts"
import { mailProcedures } from "./AdminMails.ts"
import { figureProcedures, permissionProcedures, projectProcedures } from "./AdminProject.ts"
import { teamProcedures } from "./AdminTeams.ts"
import { userAccessProcedures } from "./AdminUserAccess.ts"
import { userProcedures } from "./AdminUsers.ts"

/** The handlers of all procedures. */
export const AdminLive = Admin.toLayer({
  ...userProcedures,
  ...userAccessProcedures,
  ...teamProcedures,
  ...permissionProcedures,
  ...projectProcedures,
  ...mailProcedures,
  ...figureProcedures
})
