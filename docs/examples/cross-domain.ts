/** Several domains: a shop whose users sign in at another domain of the same project. */
import { Console, Effect, Layer, Redacted } from "effect"
import {
  ClientApp,
  CrossDomain,
  CurrentUser,
  Http,
  MemoryTokenStore,
  OAuth,
  OAuthFlows,
  Password,
  Session,
  Sessions
} from "gatefold"
import { Emulator } from "gatefold/emulator"
import { run } from "./demo.ts"

const ShopApp = Layer.unwrap(
  Effect.gen(function* () {
    const { baseUrl, fetch, project } = yield* Emulator
    if (project === undefined) return yield* Effect.die("the emulator has no project")
    return ClientApp.layer({
      projectId: project.projectId,
      publishableClientKey: project.publishableClientKey,
      apiUrl: baseUrl,
      appUrl: "http://localhost:4000",
      // The page of the other domain, where the users of the shop sign in.
      urls: { crossDomain: "http://localhost:3000/handler/cross-domain" }
    }).pipe(Layer.provide(Http.layerHandler(fetch)), Layer.orDie)
  })
)

/** A browser at the shop. It shares nothing with the browser at the other domain. */
const shop = Layer.fresh(
  Layer.merge(Session.layer, OAuthFlows.layerMemory).pipe(
    Layer.provideMerge(MemoryTokenStore.layer),
    Layer.provideMerge(ShopApp)
  )
)

/** The page `/handler/cross-domain`. In a browser, `url` defaults to the page's own. */
const handOn = Effect.fnUntraced(function* (url: string) {
  return Redacted.value(yield* CrossDomain.authorize({ url }))
})

export const example = Effect.gen(function* () {
  // Everything outside of `atShop` happens at the domain where users sign in.
  const services = yield* Layer.build(shop)
  const atShop = Effect.provideContext(services)

  // The button "Sign in" of the shop. In a browser, the app redirects to this URL.
  const link = yield* CrossDomain.start({ afterCallbackRedirectUrl: "/cart" }).pipe(atShop)
  yield* Console.log("The shop goes to", new URL(link).host)

  // Nobody is signed in there yet, so the page redirects to the sign-in page first, and back.
  const signIn = Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  const signInFirst = Effect.andThen(signIn, handOn(link))
  const back = yield* Effect.catchTag(handOn(link), "UserAuthenticationRequired", () => signInFirst)

  // The OAuth callback page of the shop.
  yield* Console.log("At the shop:", yield* OAuth.callback({ url: back }).pipe(atShop))
  const user = yield* CurrentUser.getOrFail.pipe(atShop)
  yield* Console.log("The shop says hello to", user.primaryEmail)

  // Two sessions of one user: who signs out here stays signed in there.
  yield* Console.log("Sessions:", (yield* Sessions.list).length)
  yield* Sessions.signOut
  yield* Console.log("Still at the shop:", (yield* CurrentUser.get.pipe(atShop))?.primaryEmail)
}).pipe(Effect.scoped)

run(import.meta.main, example)
