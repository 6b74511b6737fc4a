/** The admins' procedures of the example backend, as operations for the hooks. */
import type { AdminClient } from "../../../../backend/Client.ts"
import { operation } from "gatefold/react"
import { backend } from "../../lib/backend.ts"

type InputOf<Tag extends keyof AdminClient> = Parameters<AdminClient[Tag]>[0]

const users = ["Admin.listUsers", "Admin.getUser", "Admin.metrics"]

export const listUsers = operation("Admin.listUsers")((input: InputOf<"ListUsers">) =>
  backend.admin((admin) => admin.ListUsers(input))
)

export const getUser = operation("Admin.getUser")((input: InputOf<"GetUser">) =>
  backend.admin((admin) => admin.GetUser(input))
)

export const grantPermission = operation("Admin.grantPermission", { stale: users })(
  (input: InputOf<"GrantPermission">) => backend.admin((admin) => admin.GrantPermission(input))
)

export const revokePermission = operation("Admin.revokePermission", { stale: users })(
  (input: InputOf<"RevokePermission">) => backend.admin((admin) => admin.RevokePermission(input))
)

export const signOutUser = operation("Admin.signOutUser", { stale: users })((input: InputOf<"SignOutUser">) =>
  backend.admin((admin) => admin.SignOutUser(input))
)

export const restrictUser = operation("Admin.restrictUser", { stale: users })((input: InputOf<"RestrictUser">) =>
  backend.admin((admin) => admin.RestrictUser(input))
)

export const releaseUser = operation("Admin.releaseUser", { stale: users })((input: InputOf<"ReleaseUser">) =>
  backend.admin((admin) => admin.ReleaseUser(input))
)

export const deleteUser = operation("Admin.deleteUser", { stale: [...users, "Admin.getProject"] })(
  (input: InputOf<"DeleteUser">) => backend.admin((admin) => admin.DeleteUser(input))
)

const definitions = ["Admin.listDefinitions"]

export const listDefinitions = operation("Admin.listDefinitions")((input: InputOf<"ListPermissionDefinitions">) =>
  backend.admin((admin) => admin.ListPermissionDefinitions(input))
)

export const createDefinition = operation("Admin.createDefinition", { stale: definitions })(
  (input: InputOf<"CreatePermissionDefinition">) => backend.admin((admin) => admin.CreatePermissionDefinition(input))
)

/** Users hold a permission under its new name. */
export const updateDefinition = operation("Admin.updateDefinition", { stale: [...definitions, ...users] })(
  (input: InputOf<"UpdatePermissionDefinition">) => backend.admin((admin) => admin.UpdatePermissionDefinition(input))
)

export const deleteDefinition = operation("Admin.deleteDefinition", { stale: [...definitions, ...users] })(
  (input: InputOf<"DeletePermissionDefinition">) => backend.admin((admin) => admin.DeletePermissionDefinition(input))
)

/** What visitors of the app see of the project is read again as well. */
const project = ["Admin.getProject", "Project.get"]

export const getProject = operation("Admin.getProject")(() => backend.admin((admin) => admin.GetProject()))

export const updateProject = operation("Admin.updateProject", { stale: project })((input: InputOf<"UpdateProject">) =>
  backend.admin((admin) => admin.UpdateProject(input))
)

export const addDomain = operation("Admin.addDomain", { stale: project })((input: InputOf<"AddDomain">) =>
  backend.admin((admin) => admin.AddDomain(input))
)

export const removeDomain = operation("Admin.removeDomain", { stale: project })((input: InputOf<"RemoveDomain">) =>
  backend.admin((admin) => admin.RemoveDomain(input))
)

export const enableProvider = operation("Admin.enableProvider", { stale: project })(
  (input: InputOf<"EnableProvider">) => backend.admin((admin) => admin.EnableProvider(input))
)

export const disableProvider = operation("Admin.disableProvider", { stale: project })(
  (input: InputOf<"DisableProvider">) => backend.admin((admin) => admin.DisableProvider(input))
)

export const setProductionMode = operation("Admin.setProductionMode", { stale: project })(
  (input: InputOf<"SetProductionMode">) => backend.admin((admin) => admin.SetProductionMode(input))
)

export const listSentMails = operation("Admin.listSentMails")((input: InputOf<"ListSentMails">) =>
  backend.admin((admin) => admin.ListSentMails(input))
)

export const metrics = operation("Admin.metrics")(() => backend.admin((admin) => admin.GetMetrics()))
