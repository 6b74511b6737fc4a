/** Teams as a server has them: members, permissions, invitations, for any user. */
import { Console, Effect } from "effect"
import { Permissions, TeamInvitations, Teams, Users } from "gatefold/server"
import { run, server } from "./demo.ts"

export const example = Effect.gen(function* () {
  const ann = yield* Users.create({ displayName: "Ann" })
  const bob = yield* Users.create({ displayName: "Bob" })
  const team = yield* Teams.createForUser({ userId: ann.id, displayName: "Crew", serverMetadata: { tier: 2 } })
  yield* Console.log("Ann's selected team:", (yield* Users.get(ann.id)).selectedTeam?.displayName)

  yield* Teams.addMember({ teamId: team.id, userId: bob.id })
  yield* Teams.updateMemberProfile({ teamId: team.id, userId: bob.id, displayName: "Bobby" })
  for (const { displayName, user } of yield* Teams.listMembers(team.id)) {
    yield* Console.log(`${displayName} (${user.displayName})`)
  }

  const may = { userId: bob.id, teamId: team.id, permissionId: "$update_team" }
  yield* Console.log("May Bob change it?", yield* Permissions.has(may))
  yield* Permissions.grant(may)
  yield* Console.log("And now?", yield* Permissions.has(may))
  yield* Permissions.revoke(may)

  // The link in the email leads to the app's own page below `appUrl`.
  yield* TeamInvitations.send({ teamId: team.id, email: "eve@example.org" })
  const [invitation] = yield* TeamInvitations.list(team.id)
  yield* Console.log("Invited:", invitation?.recipientEmail)
  if (invitation !== undefined) yield* TeamInvitations.revoke(invitation)

  yield* Teams.removeMember({ teamId: team.id, userId: bob.id })
  yield* Teams.delete(team.id)
}).pipe(Effect.provide(server))

run(import.meta.main, example)
