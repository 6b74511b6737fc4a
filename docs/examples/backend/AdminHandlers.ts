/** The procedures of `AdminContract.ts`, with the secret keys of the project, which never leave the server. */
import { Admin } from "./AdminContract.ts"
import { mailProcedures } from "./AdminMails.ts"
import { permissionProcedures, projectProcedures, reportProcedures } from "./AdminProject.ts"
import { userProcedures } from "./AdminUsers.ts"

/** The handlers of all procedures. */
export const AdminLive = Admin.toLayer({
  ...userProcedures,
  ...permissionProcedures,
  ...projectProcedures,
  ...mailProcedures,
  ...reportProcedures
})
