/** The admins' procedures of the example backend, as operations for the hooks. */
import type { AdminClient } from "../../../../backend/Client.ts"
import { operation } from "gatefold/react"
import { backend } from "../../lib/backend.ts"

type InputOf<Tag extends keyof AdminClient> = Parameters<AdminClient[Tag]>[0]

export const listUsers = operation("Admin.listUsers", { shows: ["users", "permissions"] })(
  (input: InputOf<"ListUsers">) => backend.admin((admin) => admin.ListUsers(input))
)

export const getUser = operation("Admin.getUser", { shows: ["users", "permissions"] })((input: InputOf<"GetUser">) =>
  backend.admin((admin) => admin.GetUser(input))
)

export const grantPermission = operation("Admin.grantPermission", { changes: ["permissions", "users"] })(
  (input: InputOf<"GrantPermission">) => backend.admin((admin) => admin.GrantPermission(input))
)

export const revokePermission = operation("Admin.revokePermission", { changes: ["permissions", "users"] })(
  (input: InputOf<"RevokePermission">) => backend.admin((admin) => admin.RevokePermission(input))
)

export const signOutUser = operation("Admin.signOutUser", { changes: ["users"] })((input: InputOf<"SignOutUser">) =>
  backend.admin((admin) => admin.SignOutUser(input))
)

export const restrictUser = operation("Admin.restrictUser", { changes: ["users"] })((input: InputOf<"RestrictUser">) =>
  backend.admin((admin) => admin.RestrictUser(input))
)

export const releaseUser = operation("Admin.releaseUser", { changes: ["users"] })((input: InputOf<"ReleaseUser">) =>
  backend.admin((admin) => admin.ReleaseUser(input))
)

export const deleteUser = operation("Admin.deleteUser", { changes: ["users", "projects"] })(
  (input: InputOf<"DeleteUser">) => backend.admin((admin) => admin.DeleteUser(input))
)

export const listDefinitions = operation("Admin.listDefinitions", { shows: ["permissionDefinitions"] })(
  (input: InputOf<"ListPermissionDefinitions">) => backend.admin((admin) => admin.ListPermissionDefinitions(input))
)

export const createDefinition = operation("Admin.createDefinition", { changes: ["permissionDefinitions"] })(
  (input: InputOf<"CreatePermissionDefinition">) => backend.admin((admin) => admin.CreatePermissionDefinition(input))
)

/** Users hold a permission under its new name. */
export const updateDefinition = operation("Admin.updateDefinition", {
  changes: ["permissionDefinitions", "permissions", "users"]
})((input: InputOf<"UpdatePermissionDefinition">) => backend.admin((admin) => admin.UpdatePermissionDefinition(input)))

export const deleteDefinition = operation("Admin.deleteDefinition", {
  changes: ["permissionDefinitions", "permissions", "users"]
})((input: InputOf<"DeletePermissionDefinition">) => backend.admin((admin) => admin.DeletePermissionDefinition(input)))

export const getProject = operation("Admin.getProject", { shows: ["projects"] })(() =>
  backend.admin((admin) => admin.GetProject())
)

export const updateProject = operation("Admin.updateProject", { changes: ["projects"] })(
  (input: InputOf<"UpdateProject">) => backend.admin((admin) => admin.UpdateProject(input))
)

export const addDomain = operation("Admin.addDomain", { changes: ["projects"] })((input: InputOf<"AddDomain">) =>
  backend.admin((admin) => admin.AddDomain(input))
)

export const removeDomain = operation("Admin.removeDomain", { changes: ["projects"] })(
  (input: InputOf<"RemoveDomain">) => backend.admin((admin) => admin.RemoveDomain(input))
)

export const enableProvider = operation("Admin.enableProvider", { changes: ["projects"] })(
  (input: InputOf<"EnableProvider">) => backend.admin((admin) => admin.EnableProvider(input))
)

export const disableProvider = operation("Admin.disableProvider", { changes: ["projects"] })(
  (input: InputOf<"DisableProvider">) => backend.admin((admin) => admin.DisableProvider(input))
)

export const setProductionMode = operation("Admin.setProductionMode", { changes: ["projects"] })(
  (input: InputOf<"SetProductionMode">) => backend.admin((admin) => admin.SetProductionMode(input))
)

export const listSentMails = operation("Admin.listSentMails")((input: InputOf<"ListSentMails">) =>
  backend.admin((admin) => admin.ListSentMails(input))
)

export const sendNews = operation("Admin.sendNews", { changes: ["Admin.listOutbox", "Admin.listSentMails"] })(
  (input: InputOf<"SendNews">) => backend.admin((admin) => admin.SendNews(input))
)

export const listOutbox = operation("Admin.listOutbox")((input: InputOf<"ListOutbox">) =>
  backend.admin((admin) => admin.ListOutbox(input))
)

export const cancelMail = operation("Admin.cancelMail", { changes: ["Admin.listOutbox"] })(
  (input: InputOf<"CancelMail">) => backend.admin((admin) => admin.CancelMail(input))
)

export const metrics = operation("Admin.metrics", { shows: ["users"] })(() =>
  backend.admin((admin) => admin.GetMetrics())
)
