/** Sign in with Apple on a device, with its identity token and without leaving the page. */
import { Console, Effect } from "effect"
import { Anonymous, CurrentUser, OAuth } from "gatefold"
import { Emulator } from "gatefold/emulator"
import { run } from "./demo.ts"

/** On a device: `credential.identityToken` of `expo-apple-authentication`, or of `ASAuthorizationAppleIDCredential`. */
const identityToken = Effect.flatMap(Emulator, ({ identityProvider }) =>
  identityProvider.idToken({ audience: "com.example.notes", identity: { email: "ann@example.org" } })
)

export const example = Effect.gen(function* () {
  yield* Anonymous.signUp
  const result = yield* OAuth.signInWithAppleToken({ idToken: yield* identityToken })
  const user = yield* CurrentUser.getOrFail
  yield* Console.log(`The guest has ${result === "upgraded" ? "become" : "made way for"}`, user.primaryEmail)

  // A token that is not Apple's, or not for an app of the project:
  yield* OAuth.signInWithAppleToken({ idToken: "forged" }).pipe(
    Effect.catchTag("InvalidAppleCredentials", (error) => Console.log(error.message))
  )
})

run(import.meta.main, example)
