/** Teams: create, invite a second user, permissions, API keys of a team, leave. */
import { Console, Effect } from "effect"
import { ApiKeys, CurrentUser, Password, Permissions, TeamInvitations, Teams } from "gatefold"
import { Emulator } from "gatefold/emulator"
import { device, run } from "./demo.ts"

const password = "correct horse battery"

export const example = Effect.gen(function* () {
  const { mailbox } = yield* Emulator
  yield* Password.signUp({ email: "ann@example.org", password })
  const team = yield* Teams.create({ displayName: "Crew" })
  yield* Console.log("Selected:", (yield* CurrentUser.get({ or: "throw" })).selectedTeam?.displayName)

  yield* TeamInvitations.send({ teamId: team.id, email: "bob@example.org" })
  yield* Effect.gen(function* () {
    yield* Password.signUp({ email: "bob@example.org", password })
    const code = (yield* mailbox.take({ to: "bob@example.org", subject: "invited" })).code ?? ""
    const { teamDisplayName } = yield* TeamInvitations.details({ code })
    yield* TeamInvitations.accept({ code })
    yield* Console.log(
      `Bob joined ${teamDisplayName} and may`,
      (yield* Permissions.list({ teamId: team.id })).map(({ id }) => id)
    )
    yield* Teams.update({ teamId: team.id, displayName: "Bob's" }).pipe(
      Effect.catchTag("TeamPermissionRequired", (error) => Console.log("but not", error.details.permissionId))
    )
  }).pipe(Effect.provide(device))

  yield* Teams.updateOwnProfile({ teamId: team.id, displayName: "Captain Ann" })
  yield* Console.log(
    "Members:",
    (yield* Teams.listMembers(team.id)).map(({ displayName }) => displayName)
  )

  const key = yield* ApiKeys.createForTeam({ teamId: team.id, description: "CI", expiresAt: null })
  yield* Console.log("Key, shown once:", key.value)
  yield* ApiKeys.revoke(key)
  yield* Teams.delete(team.id)
})

run(import.meta.main, example)
