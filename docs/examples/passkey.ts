/** Passkeys: registering one, signing in with it, and removing it. */
import { Console, Effect } from "effect"
import { CurrentUser, Passkey, Password, Sessions } from "gatefold"
import { SoftwareAuthenticator } from "gatefold/testing"
import { run } from "./demo.ts"

export const example = Effect.gen(function* () {
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  yield* Passkey.register()
  yield* Sessions.signOut

  yield* Passkey.signIn().pipe(
    // The user closed the dialog, or has no passkey: `details.code` says more.
    Effect.catchTag("PasskeyWebAuthnError", (error) => Console.log(error.details.code, error.message))
  )
  yield* Console.log("Signed in as", (yield* CurrentUser.getOrFail).primaryEmail)
  yield* Passkey.remove
}).pipe(
  // A browser asks the user's own authenticators.
  Effect.provide(SoftwareAuthenticator.layer({ origin: "http://localhost:3000" }))
)

run(import.meta.main, example)
