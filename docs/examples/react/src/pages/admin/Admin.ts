/** The admins' procedures of the example backend, as operations for the hooks. */
import { operation } from "gatefold/react"
import type { AdminClient } from "../../../../backend/Client.ts"
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

export const countUsers = operation("Admin.countUsers", { shows: ["users"] })((input: InputOf<"CountUsers">) =>
  backend.admin((admin) => admin.CountUsers(input))
)

export const createUser = operation("Admin.createUser", { changes: ["users"] })((input: InputOf<"CreateUser">) =>
  backend.admin((admin) => admin.CreateUser(input))
)

export const updateUser = operation("Admin.updateUser", { changes: ["users", "members"] })(
  (input: InputOf<"UpdateUser">) => backend.admin((admin) => admin.UpdateUser(input))
)

export const turnOffSecondFactor = operation("Admin.turnOffSecondFactor", { changes: ["users"] })(
  (input: InputOf<"TurnOffSecondFactor">) => backend.admin((admin) => admin.TurnOffSecondFactor(input))
)

export const endSession = operation("Admin.endSession", { changes: ["users", "sessions"] })(
  (input: InputOf<"EndSession">) => backend.admin((admin) => admin.EndSession(input))
)

export const listUserApiKeys = operation("Admin.listUserApiKeys", { shows: ["apiKeys"] })(
  (input: InputOf<"ListUserApiKeys">) => backend.admin((admin) => admin.ListUserApiKeys(input))
)

export const revokeUserApiKey = operation("Admin.revokeUserApiKey", { changes: ["apiKeys"] })(
  (input: InputOf<"RevokeUserApiKey">) => backend.admin((admin) => admin.RevokeUserApiKey(input))
)

export const listUserMails = operation("Admin.listUserMails", { shows: ["emails", "outbox"] })(
  (input: InputOf<"ListUserMails">) => backend.admin((admin) => admin.ListUserMails(input))
)

export const listTeams = operation("Admin.listTeams", { shows: ["teams"] })(() =>
  backend.admin((admin) => admin.ListTeams())
)

export const getTeam = operation("Admin.getTeam", { shows: ["teams", "members", "permissions"] })(
  (input: InputOf<"GetTeam">) => backend.admin((admin) => admin.GetTeam(input))
)

export const createTeam = operation("Admin.createTeam", { changes: ["teams", "users"] })(
  (input: InputOf<"CreateTeam">) => backend.admin((admin) => admin.CreateTeam(input))
)

export const renameTeam = operation("Admin.renameTeam", { changes: ["teams", "users"] })(
  (input: InputOf<"RenameTeam">) => backend.admin((admin) => admin.RenameTeam(input))
)

export const addTeamMember = operation("Admin.addTeamMember", {
  changes: ["members", "teams", "users", "permissions"]
})((input: InputOf<"AddTeamMember">) => backend.admin((admin) => admin.AddTeamMember(input)))

export const removeTeamMember = operation("Admin.removeTeamMember", {
  changes: ["members", "teams", "users", "permissions"]
})((input: InputOf<"RemoveTeamMember">) => backend.admin((admin) => admin.RemoveTeamMember(input)))

export const deleteTeam = operation("Admin.deleteTeam", { changes: ["teams", "members", "users", "permissions"] })(
  (input: InputOf<"DeleteTeam">) => backend.admin((admin) => admin.DeleteTeam(input))
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
