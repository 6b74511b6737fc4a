/** Pages and redirects: protecting a page, returning to it, landing on a mailed link, and what is never followed. */
import { Console, Deferred, Effect } from "effect"
import { CurrentUser, LandingPage, MagicLink, Navigation, Redirect, Sessions } from "gatefold"
import { Emulator } from "gatefold/emulator"
import { run } from "./demo.ts"

// On a page this is `Navigation.layerWindow`; here a variable plays the address bar.
let page = new URL("http://localhost:3000/orders?status=open")
const address = Effect.sync(() => new URL(page))
const go = (url: string | URL) =>
  Effect.suspend(() => {
    page = new URL(url)
    return Console.log("Now at", page.pathname + page.search)
  })

/** The work of a page until a redirect. After the redirect, it does nothing more. */
const onPage = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const left = yield* Deferred.make<void>()
    const navigate = (url: string) => Effect.andThen(go(url), Deferred.succeed(left, undefined))
    yield* program.pipe(
      Effect.provideService(
        Navigation.Navigation,
        Navigation.make({ current: address, navigate: (url) => Effect.asVoid(navigate(url)), rewrite: go })
      ),
      Effect.raceFirst(Deferred.await(left))
    )
  })

export const example = Effect.gen(function* () {
  const { mailbox } = yield* Emulator

  // A protected page sends those who are not signed in to the sign-in page, which remembers it.
  yield* onPage(CurrentUser.getOrRedirect)

  // The link in the mail remembers it too.
  yield* onPage(MagicLink.send({ email: "ann@example.org" }))
  yield* go((yield* mailbox.take({ to: "ann@example.org" })).link ?? "")

  // First take the code out of the address bar, then sign in: that goes back to the protected page.
  yield* onPage(
    Effect.gen(function* () {
      const code = yield* LandingPage.takeCode()
      if (code !== null) yield* MagicLink.signIn({ code })
    })
  )

  yield* onPage(Redirect.to("accountSettings"))
  yield* onPage(Redirect.toUrl("https://evil.example")).pipe(
    Effect.catchTag("UntrustedRedirect", (error) => Console.log(error.message))
  )
  yield* onPage(Sessions.signOutTo("/goodbye"))
})

run(import.meta.main, example)
