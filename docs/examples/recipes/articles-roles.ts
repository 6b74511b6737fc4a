/** Defines the roles. Run it once for each project, with the admin key; another run applies your changes. */
import { createAdminApp, type PromiseAdminApp } from "gatefold/promise/admin"

const permissions = [
  { id: "articles:write", containedPermissionIds: [] },
  { id: "articles:delete", containedPermissionIds: [] },
  { id: "writer", containedPermissionIds: ["articles:write"] },
  { id: "editor", containedPermissionIds: ["writer", "articles:delete"] }
]

export const defineRoles = async (admin: PromiseAdminApp) => {
  for (const permission of permissions) {
    const definition = { scope: "project", ...permission } as const
    const created = await admin.permissionDefinitions.create.result(definition)
    if (created.ok) continue
    if (created.error._tag !== "PermissionIdAlreadyExists") throw created.error
    await admin.permissionDefinitions.update(definition)
  }
}

if (import.meta.main) {
  await using admin = createAdminApp({
    apiUrl: process.env.STACK_API_URL,
    projectId: process.env.STACK_PROJECT_ID ?? "",
    publishableClientKey: process.env.STACK_PUBLISHABLE_CLIENT_KEY,
    superSecretAdminKey: process.env.STACK_SUPER_SECRET_ADMIN_KEY ?? ""
  })
  await defineRoles(admin)
  const [email, role] = process.argv.slice(2)
  if (email !== undefined && role !== undefined) {
    const users = await admin.users.list({ query: email })
    const user = users.find(({ primaryEmail }) => primaryEmail === email)
    if (user === undefined) throw new Error(`No user has the email ${email}`)
    await admin.permissions.grant({ userId: user.id, permissionId: role })
    console.log(`${email} is now ${role}`)
  }
}
