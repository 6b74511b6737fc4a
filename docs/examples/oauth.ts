/** Sign-in with a provider: start, the way through the provider, and the callback page. */
import { Console, Effect } from "effect"
import { CurrentUser, OAuth, OAuthFlows, Sessions } from "gatefold"
import { Emulator } from "gatefold/emulator"
import { browse } from "./browser.ts"
import { run } from "./demo.ts"

const signIn = Effect.gen(function* () {
  // On a page with `Navigation.layerWindow` this leaves for the provider; here it only answers the URL.
  const url = yield* OAuth.start({ provider: "github" })
  const back = yield* browse(url)

  // On your OAuth callback page no `url` is needed: it is the page's own.
  return yield* OAuth.callback({ url: back })
})

export const example = Effect.gen(function* () {
  const { identityProvider } = yield* Emulator
  const identity = { email: "ann@example.org", displayName: "Ann" }

  yield* identityProvider.script({ identity })
  yield* Console.log("First time:", yield* signIn)
  yield* Console.log("Hello", (yield* CurrentUser.getOrFail).displayName)
  yield* Sessions.signOut

  yield* identityProvider.script({ identity })
  yield* Console.log("Second time:", yield* signIn)
  yield* Sessions.signOut

  // A user who refuses also returns, and the callback page can show why. A service of 2025-06 sends them to the error
  // page, which reads the same from its URL: `OAuth.pageError()`.
  yield* identityProvider.script({ outcome: "deny" })
  yield* signIn.pipe(Effect.catchTag("OAuthProviderAccessDenied", (error) => Console.log("Denied:", error.message)))
}).pipe(
  // Browsers keep what they have started in cookies; a program keeps it in memory.
  Effect.provide(OAuthFlows.layerMemory)
)

run(import.meta.main, example)
