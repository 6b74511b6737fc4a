/** The errors of an operation, its time limit, and how to handle an unknown outcome. */
import { Console, Effect } from "effect"
import { CallTimeout, ContactChannels, MfaPrompt, Password, Teams } from "gatefold"
import { run } from "./demo.ts"

const createTeam = (displayName: string) =>
  Teams.create({ displayName }).pipe(
    Effect.tap(({ selectionError }) =>
      selectionError === undefined ? Effect.void : Console.log("Created, but not selected:", selectionError.message)
    ),
    Effect.catchTag("ClientTeamCreationNotEnabled", (error) => Console.log(error.message)),
    Effect.catchReason("TransportError", "RateLimited", ({ message }) => Console.log(message)),
    Effect.catchTag("TransportError", (error) =>
      Console.log(error.outcomeUnknown ? "Look at the list of teams before you try again." : error.message)
    ),
    Effect.provideService(CallTimeout.CallTimeout, "5 seconds")
  )

const askForDigits = MfaPrompt.layerCustom(async (again) => {
  console.log(again ? "That code is wrong. Once more:" : "The six digits of your authenticator:")
  return undefined // what the user typed; undefined cancels the sign-in
})

export const example = Effect.gen(function* () {
  const credentials = { email: "ann@example.org", password: "correct horse battery" }
  yield* Password.signUp(credentials)
  yield* createTeam("Crew")
  yield* Console.log("Teams:", (yield* Teams.list).length)
  yield* ContactChannels.sendPrimaryVerification().pipe(
    Effect.catchTag(["NoPrimaryEmail", "EmailAlreadyVerified"], (error) => Console.log(error.message))
  )
  yield* Password.signIn(credentials).pipe(Effect.provide(askForDigits))
})

run(import.meta.main, example)
