/** Stores the session in the page's cookies: all tabs sign in and out together. */
import { Console, Effect, Layer } from "effect"
import { BrowserCookieTokenStore, ClientApp, CookieJar, CurrentUser, Password, Session, Sessions } from "gatefold"
import { run } from "./demo.ts"

export const example = Effect.gen(function* () {
  const { project } = yield* ClientApp.ClientApp
  // On a page this is `BrowserCookieTokenStore.layer(project)`; here a jar in memory plays the browser.
  const jar = CookieJar.makeMemory({ isSecure: true })
  const tab = Session.layer.pipe(
    Layer.provide(BrowserCookieTokenStore.layerJar(project)),
    Layer.provide(Layer.succeed(CookieJar.CookieJar, jar))
  )
  const userOf = (name: string) =>
    CurrentUser.get.pipe(
      Effect.flatMap((user) => Console.log(`${name}:`, user?.primaryEmail ?? "signed out")),
      Effect.provide(tab)
    )

  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" }).pipe(Effect.provide(tab))
  yield* Console.log("Cookies:", yield* jar.use((cookies) => [...cookies.all().keys()]))
  yield* userOf("Another tab")
  yield* Sessions.signOut.pipe(Effect.provide(tab))
  yield* userOf("The first tab")
})

run(import.meta.main, example)
