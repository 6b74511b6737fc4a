/** Defines a role, invites a teammate, and gives them the role. */
import type { PromiseAdminApp } from "gatefold/promise/admin"
import type { Ids } from "gatefold"
import type { PromiseClientApp } from "gatefold/promise"

/** Run this once, for example from a script. */
export const defineRoles = async (admin: PromiseAdminApp) => {
  await admin.permissionDefinitions.create({ scope: "team", id: "invoices:pay" })
  await admin.permissionDefinitions.create({
    scope: "team",
    id: "accountant",
    description: "Pays invoices",
    containedPermissionIds: ["invoices:pay"]
  })
}

/** Runs in the browser of a team member: the service emails a link. */
export const inviteTeammate = (app: PromiseClientApp, teamId: Ids.TeamId, email: string) =>
  app.teamInvitations.send({ teamId, email })

/** Runs on your server after the teammate has accepted. */
export const makeAccountant = (admin: PromiseAdminApp, teamId: Ids.TeamId, userId: Ids.UserId) =>
  admin.permissions.grant({ teamId, userId, permissionId: "accountant" })
