/** A page of an app, as the operations see it: where the user is, where they were sent, and what became of the URL. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as Navigation from "../../src/platform/page/Navigation.ts"
import * as OAuthFlows from "../../src/platform/page/OAuthFlows.ts"
import * as CookieJar from "../../src/platform/request/CookieJar.ts"
import * as Session from "../../src/session/Session.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { apiUrl, type Network, projectId, publishableClientKey } from "./scriptedNetwork.ts"
import { lasting, unsignedToken } from "./tokens.ts"
import { turns } from "./turns.ts"

/** A token that lasts for years from 1970 on. */
export const makeAccessToken = (canary: string) => unsignedToken(lasting, canary)

export interface Page {
  url: URL
  readonly visited: Array<string>
  readonly jar: CookieJar.CookieJar["Service"]
  readonly layer: Layer.Layer<never>
}

/**
 * A page in a browser with cookies of its own, or those of `jar`; `navigates: false` for an app that never redirects.
 */
export const page = (
  href: string,
  { jar = CookieJar.makeMemory(), navigates = true }: { jar?: Page["jar"]; navigates?: boolean } = {}
): Page => {
  const made: Page = {
    url: new URL(href),
    visited: [],
    jar,
    layer: Layer.mergeAll(
      Layer.succeed(Navigation.Navigation, {
        ...Navigation.make({
          current: Effect.sync(() => new URL(made.url)),
          navigate: (url) => Effect.sync(() => void made.visited.push(url)),
          rewrite: (url) => Effect.sync(() => void (made.url = url))
        }),
        ...(!navigates && { redirector: undefined, leave: undefined })
      }),
      Layer.succeed(OAuthFlows.OAuthFlows, OAuthFlows.make(jar))
    )
  }
  return made
}

/** An app of its own on a page, over a scripted network. */
export const app = (net: Network, page: Page, options: Partial<ClientApp.ClientAppOptions> = {}) =>
  Layer.fresh(
    Session.layer.pipe(
      Layer.provideMerge(MemoryTokenStore.layer),
      Layer.provideMerge(
        ClientApp.layer({ projectId, publishableClientKey, apiUrl, ...options }).pipe(Layer.provide(net.layer))
      ),
      Layer.provideMerge(page.layer)
    )
  )

/** The tokens in the app's store, unwrapped. */
export const stored = Effect.map(
  Effect.flatMap(TokenStore, (store) => store.get),
  (tokens) => tokens?.refreshToken && Redacted.value(tokens.refreshToken)
)

/** Somebody is signed in. */
export const signedIn = (canary: string) =>
  Effect.flatMap(TokenStore, (store) =>
    store.set({
      accessToken: Redacted.make(makeAccessToken(canary)),
      refreshToken: Redacted.make(`refresh-${canary}`)
    })
  )

/** The names and values of all cookies. */
export const cookies = (page: Page) => page.jar.use((cookies) => [...cookies.all()])

/** Runs an effect that leaves the page; answers its value, and that it ended two seconds after that. */
export const leaving = Effect.fnUntraced(function* <A, E, R>(page: Page, effect: Effect.Effect<A, E, R>) {
  const fiber = yield* Effect.forkChild(effect)
  // WebCrypto takes its time, which the test's clock knows nothing of.
  while (page.visited.length === 0 && fiber.pollUnsafe() === undefined) {
    yield* turns()
  }
  yield* TestClock.adjust("1999 millis")
  const early = fiber.pollUnsafe() !== undefined
  yield* TestClock.adjust("1 millis")
  const inTime = fiber.pollUnsafe() !== undefined
  return { value: yield* Fiber.join(fiber), waited: !early && inTime }
})
