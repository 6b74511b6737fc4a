/** Teams, permissions and API keys of a user. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as ApiKeys from "../../client/ApiKeys.ts"
import * as Password from "../../client/Password.ts"
import * as Permissions from "../../client/Permissions.ts"
import * as TeamInvitations from "../../client/TeamInvitations.ts"
import * as Teams from "../../client/Teams.ts"
import { isValid } from "../../domain/ApiKey.ts"
import { type AppOfProject, layerDevice, password } from "./Setup.ts"
import { Stage } from "./Stage.ts"
import * as Step from "./Step.ts"

const tryTeam = Effect.fnUntraced(function* (app: AppOfProject) {
  const stage = yield* Stage
  const invited = "ivy@example.org"
  const { displayName, id } = yield* Teams.create({ displayName: "Crew" })
  yield* TeamInvitations.send({ teamId: id, email: invited })
  const permissions = yield* Effect.gen(function* () {
    yield* Password.signUp({ email: invited, password })
    const { code } = yield* stage.takeMail(invited, "invited")
    if (code === undefined) return yield* new Step.Unexpected({ problem: "no code in the mail" })
    yield* TeamInvitations.accept({ code })
    return yield* Permissions.list({ teamId: id })
  }).pipe(Effect.provide(layerDevice(app)))
  const members = yield* Teams.listMembers(id)
  yield* Step.expect(members.length === 2, `${members.length} members instead of 2`)
  return `team ${displayName}, ${members.length} members; the second one holds ${permissions.map((permission) => permission.id).join(", ")}`
})

const apiKey = Effect.gen(function* () {
  const key = yield* ApiKeys.create({ description: "CI", expiresAt: null })
  const [listed] = yield* ApiKeys.list
  const revoked = yield* ApiKeys.revoke(key)
  yield* Step.expect(!isValid(revoked, yield* DateTime.nowAsDate), "the revoked key still works")
  return `value shown once, then …${listed?.value.lastFour}; revoked`
})

export const runAccountChapter = Effect.fnUntraced(
  function* (app: AppOfProject) {
    yield* Password.signUp({ email: "hal@example.org", password })
    yield* Step.observe("Create a team, invite a second user", tryTeam(app))
    yield* Step.observe("Create and revoke an API key", apiKey)
  },
  (chapter, app) => Effect.provide(chapter, layerDevice(app))
)
