/** Accounts at providers: which of them sign a user in, and which are connected. */
import { Console, Effect } from "effect"
import { OAuth, OAuthFlows, ProviderAccounts } from "gatefold"
import { Emulator } from "gatefold/emulator"
import { ProviderAccounts as AccountsOfUsers } from "gatefold/server"
import { browse } from "./browser.ts"
import { run, server } from "./demo.ts"

const print = Effect.gen(function* () {
  for (const { allowConnectedAccounts, allowSignIn, email, provider } of yield* ProviderAccounts.list) {
    yield* Console.log(
      `${provider} (${email}):`,
      allowSignIn ? "signs in" : "does not sign in",
      allowConnectedAccounts ? "and is connected" : "and is not connected"
    )
  }
})

export const example = Effect.gen(function* () {
  const { identityProvider } = yield* Emulator
  yield* identityProvider.script({ identity: { email: "ann@example.org" } })
  yield* OAuth.callback({ url: yield* browse(yield* OAuth.start({ provider: "google" })) })
  yield* print

  // Each switch works independently.
  for (const { id } of yield* ProviderAccounts.list) {
    const { userId } = yield* ProviderAccounts.update({ id, allowSignIn: false })

    // On a server, an imported account replaces it.
    const imported = { provider: "google", accountId: "108234", email: "ann@work.example" }
    yield* Effect.provide(
      AccountsOfUsers.create({ userId, ...imported, allowSignIn: true, allowConnectedAccounts: false }),
      server
    )
    yield* ProviderAccounts.update({ id, allowSignIn: true }).pipe(
      Effect.catchTag("UserSignsInWithAnotherAccount", ({ message }) => Console.log("Refused:", message))
    )
    const { allowConnectedAccounts } = yield* ProviderAccounts.get(id)
    yield* Console.log("The first one is still connected:", allowConnectedAccounts)
    yield* ProviderAccounts.delete(id)
  }
  yield* print
}).pipe(Effect.provide(OAuthFlows.layerMemory))

run(import.meta.main, example)
