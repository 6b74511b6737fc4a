/** Connected accounts: link a provider to a user, and call its API as that user. */
import { Console, Effect, Redacted } from "effect"
import { ConnectedAccounts, OAuth, OAuthFlows, Password } from "gatefold"
import { Emulator } from "gatefold/emulator"
import { browse } from "./browser.ts"
import { run } from "./demo.ts"

const calendar = { provider: "google", scopes: ["https://www.googleapis.com/auth/calendar"] }

export const example = Effect.gen(function* () {
  const { identityProvider } = yield* Emulator
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  yield* Console.log("Before:", yield* ConnectedAccounts.getAccessToken(calendar))

  // In a browser: `getAccessToken({ ...calendar, or: "redirect" })`.
  yield* identityProvider.script({ identity: { email: "ann@example.org" } })
  const url = yield* OAuth.link(calendar)
  const back = yield* browse(Redacted.value(url))
  yield* Console.log("The account is", yield* OAuth.callback({ url: back }))

  const token = yield* ConnectedAccounts.getAccessToken(calendar)
  yield* Console.log("After:", token) // use `Redacted.value(token)` for the provider's API

  // A second account at the same provider; `getAccessToken` of one of them takes its `accountId`.
  yield* identityProvider.script({ identity: { email: "ann@work.example" } })
  const more = yield* OAuth.link({ provider: "google" })
  yield* OAuth.callback({ url: yield* browse(Redacted.value(more)) })
  for (const { accountId, provider } of yield* ConnectedAccounts.list) {
    const token = yield* ConnectedAccounts.getAccessToken({ provider, accountId, scopes: calendar.scopes })
    yield* Console.log(provider, accountId, token === null ? "has no calendar" : "has the calendar")
  }
  // In a browser this leads to the provider when no account has the scopes, and back to this page.
  const account = yield* ConnectedAccounts.getOrLink(calendar)
  yield* Console.log("The calendar is that of", account?.accountId)
}).pipe(Effect.provide(OAuthFlows.layerMemory))

run(import.meta.main, example)
