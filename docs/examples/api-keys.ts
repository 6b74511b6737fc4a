/** API keys: create one, see its value once, check it, and manage a team's keys. */
import { Clock, Console, Effect } from "effect"
import { ApiKey, ApiKeys, Password, Teams } from "gatefold"
import { run } from "./demo.ts"

export const example = Effect.gen(function* () {
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })

  const { id, value } = yield* ApiKeys.create({ description: "CI", expiresAt: null })
  yield* Console.log("Shown once, and printed as:", value)
  yield* ApiKeys.update({ id, description: "CI of the website" })
  const key = yield* ApiKeys.get({ id })
  yield* Console.log(key.description, "works:", ApiKey.isValid(key, new Date(yield* Clock.currentTimeMillis)))

  yield* ApiKeys.revoke({ id })
  for (const key of yield* ApiKeys.list) {
    yield* Console.log("No longer:", ApiKey.whyInvalid(key, new Date(yield* Clock.currentTimeMillis)))
  }

  const team = yield* Teams.create({ displayName: "Crew" })
  yield* ApiKeys.createForTeam({ teamId: team.id, description: "Deployment", expiresAt: null })
  yield* Console.log("Keys of the team:", (yield* ApiKeys.listOfTeam(team.id)).length)
})

run(import.meta.main, example)
