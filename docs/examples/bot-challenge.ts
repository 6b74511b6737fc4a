/** Bot challenges: the outcome of a sign-up in each case. In a browser, `gatefold/turnstile` solves them. */
import { Console, Effect } from "effect"
import { BotChallenge, Password } from "gatefold"
import { ChallengeSolver } from "gatefold/testing"
import { run } from "./demo.ts"

let names = 0

const signUp = Effect.suspend(() =>
  Password.signUp({ email: `ann${names++}@example.org`, password: "correct horse battery" })
).pipe(
  Effect.catchTag("BotChallengeFailed", (error) => Effect.succeed(`no: ${error.details.message}`)),
  Effect.flatMap((outcome) => Console.log(outcome))
)

/** Your own widget: two functions that return a token for the action. */
const ownWidget = BotChallenge.layer({
  invisible: (action) => Effect.succeed(`mock-turnstile-ok:${action}`),
  visible: () => Effect.fail(new BotChallenge.BotChallengeUnsolved({ reason: "cancelled", message: "Not now." }))
})

export const example = Effect.gen(function* () {
  yield* signUp // no challenge without a layer
  yield* Effect.provide(signUp, ownWidget)
  // The service rejects the invisible challenge and accepts the visible one.
  yield* Effect.provide(signUp, ChallengeSolver.layer({ invisible: "wrong" }))
  yield* Effect.provide(signUp, ChallengeSolver.layer({ invisible: "wrong", visible: "cancelled" }))
  yield* Effect.provide(signUp, ChallengeSolver.layer({ invisible: "unavailable" }))
})

run(import.meta.main, example)
