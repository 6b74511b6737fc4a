/** The emulator's clock: a code that expires after a week expires immediately, in process or with a request. */
import { Console, Effect, Redacted } from "effect"
import { MagicLink, Password } from "gatefold"
import * as Emulator from "gatefold/emulator"
import { run } from "./demo.ts"

export const example = Effect.gen(function* () {
  const { clock, mailbox } = yield* Emulator.Emulator

  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  yield* Password.sendResetCode({ email: "ann@example.org" })
  const { code = "" } = yield* mailbox.take({ to: "ann@example.org", subject: "Reset" })
  yield* clock.advance("8 days")
  const late = yield* Effect.flip(Password.checkResetCode({ code }))
  yield* Console.log("Eight days later:", late._tag)
  yield* clock.reset
  yield* Password.checkResetCode({ code })
  yield* Console.log("Back in time, the code is good again")

  // Over HTTP, for tests in any language: the token is that of this start, and browsers are refused.
  const { baseUrl, controlToken, fetch } = yield* Emulator.Emulator
  const response = yield* Effect.promise(() =>
    fetch(
      new Request(`${baseUrl}/__emulator/clock`, {
        method: "POST",
        headers: { "x-gatefold-emulator-token": Redacted.value(controlToken) },
        body: JSON.stringify({ advance_millis: 86_400_000 })
      })
    )
  )
  yield* Console.log("POST /__emulator/clock:", Object.keys(yield* Effect.promise(() => response.json())).join(", "))
  yield* MagicLink.send({ email: "bob@example.org" })
  const mail = yield* mailbox.take({ to: "bob@example.org" })
  yield* Console.log(`This mail was sent tomorrow: "${mail.subject}"`)
})

run(import.meta.main, example)
