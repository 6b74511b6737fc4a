/** Teams: create, invite a second user, permissions, API keys of a team, leave. */
import { Console, Effect } from "effect"
import { ApiKeys, CurrentUser, MagicLink, Password, Permissions, TeamInvitations, Teams } from "gatefold"
import { Emulator } from "gatefold/emulator"
import { device, run } from "./demo.ts"

const password = "correct horse battery"

export const example = Effect.gen(function* () {
  const { mailbox } = yield* Emulator
  yield* Password.signUp({ email: "ann@example.org", password })
  const team = yield* Teams.create({ displayName: "Crew" })
  yield* Console.log("Selected:", (yield* CurrentUser.getOrFail).selectedTeam?.displayName)

  yield* TeamInvitations.send({ teamId: team.id, email: "bob@example.org" })
  yield* TeamInvitations.send({ teamId: team.id, email: "eve@example.org" })
  yield* Effect.gen(function* () {
    yield* Password.signUp({ email: "bob@example.org", password })
    const code = (yield* mailbox.take({ to: "bob@example.org", subject: "invited" })).code ?? ""
    yield* TeamInvitations.check({ code })
    const { teamDisplayName } = yield* TeamInvitations.details({ code })
    yield* TeamInvitations.accept({ code })
    yield* Console.log(
      `Bob joined ${teamDisplayName} and may`,
      (yield* Permissions.list({ teamId: team.id })).map(({ id }) => id)
    )
    const canRead = yield* Permissions.get({ teamId: team.id, permissionId: "$read_members" })
    yield* Console.log("Bob sees the members:", canRead !== null)
    yield* Teams.update({ teamId: team.id, displayName: "Bob's" }).pipe(
      Effect.catchTag("TeamPermissionRequired", (error) => Console.log("but not", error.details.permissionId))
    )
    yield* Console.log("Bob appears as", (yield* Teams.getMemberProfile({ teamId: team.id })).displayName)
    yield* Teams.leave(team.id)
    yield* Console.log("Bob left; teams:", (yield* Teams.list).length)
    const { items } = yield* Teams.page({ query: "Notes", limit: 50 }) // for users with very many teams
    yield* Console.log("of which match:", items.length)
  }).pipe(Effect.provide(device))

  // A user who has verified the invited address doesn't need the email (not in 2025-06).
  yield* Effect.gen(function* () {
    yield* MagicLink.send({ email: "eve@example.org" })
    const code = (yield* mailbox.take({ to: "eve@example.org", subject: "Sign in" })).code ?? ""
    yield* MagicLink.signIn({ code })
    const [invitation] = yield* TeamInvitations.listReceived
    if (invitation === undefined) return
    yield* TeamInvitations.acceptReceived(invitation.id)
    yield* Console.log(`Eve joined ${invitation.teamDisplayName}`)
  }).pipe(Effect.provide(device))

  yield* Teams.updateOwnProfile({ teamId: team.id, displayName: "Captain Ann" })
  yield* Console.log(
    `Members of ${(yield* Teams.get(team.id)).displayName}:`,
    (yield* Teams.listMembers(team.id)).map(({ displayName }) => displayName)
  )

  const key = yield* ApiKeys.createForTeam({ teamId: team.id, description: "CI", expiresAt: null })
  yield* Console.log("Key, shown once:", key.value)
  yield* ApiKeys.revoke(key)
  yield* Teams.delete(team.id)
})

run(import.meta.main, example)
