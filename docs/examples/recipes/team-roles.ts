/** Defines a role, invites a teammate, and lets team admins give the role to members. */
import type { RequestAuth } from "gatefold/backend"
import type { PromiseClientApp } from "gatefold/promise"
import type { PromiseAdminApp } from "gatefold/promise/admin"
import type { PromiseServerApp } from "gatefold/promise/server"

/** Run this once, for example from a script with the admin key. */
export const defineRoles = async (admin: PromiseAdminApp) => {
  await admin.permissionDefinitions.create({ scope: "team", id: "invoices:pay" })
  await admin.permissionDefinitions.create({
    scope: "team",
    id: "accountant",
    description: "Pays invoices",
    containedPermissionIds: ["invoices:pay"]
  })
}

/** Runs in the browser of a team admin: creates a team, and the service emails a link to the teammate. */
export const createTeam = async (app: PromiseClientApp, displayName: string, teammate: string) => {
  const team = await app.teams.create({ displayName })
  await app.teamInvitations.send({ teamId: team.id, email: teammate })
  return team
}

/** A route on your server: a team admin picks a member and makes them an accountant. */
export const makeAccountantRoute = (auth: RequestAuth, server: PromiseServerApp) =>
  auth.protect(async (request, session) => {
    const { teamId, userId }: { teamId: string; userId: string } = await request.json()
    await session.requirePermission("$update_team", { teamId })
    await server.permissions.grant({ teamId, userId, permissionId: "accountant" })
    return new Response(null, { status: 204 })
  })
