/** Two tabs of one browser that go to another domain at once, and answers that are not theirs. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as CrossDomain from "../../src/client/CrossDomain.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as OAuth from "../../src/client/OAuth.ts"
import * as Password from "../../src/client/Password.ts"
import * as Emulator from "../../src/emulator/index.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as Http from "../../src/http/Http.ts"
import * as Session from "../../src/session/Session.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { page } from "../support/appPage.ts"
import { password } from "../support/emulatorCalls.ts"

const origin = "http://localhost:3000"
const shopOrigin = "http://localhost:4000"

/** An app at a domain, as a browser of its own. */
const appAt = (appUrl: string) => {
  const app = Effect.map(Emulator.Emulator, ({ baseUrl, fetch, project }) =>
    ClientApp.layer({
      projectId: project!.projectId,
      publishableClientKey: project!.publishableClientKey,
      apiUrl: baseUrl,
      urls: { crossDomain: `${origin}/handler/cross-domain` }
    }).pipe(Layer.provide(Http.layerHandler(fetch)), Layer.orDie)
  )
  return Layer.fresh(
    Session.layer.pipe(
      Layer.provideMerge(MemoryTokenStore.layer),
      Layer.provideMerge(Layer.unwrap(app)),
      Layer.provideMerge(page(appUrl, { navigates: false }).layer)
    )
  )
}

const handOn = (url: string) => Effect.map(CrossDomain.authorize({ url }), Redacted.value)
const ann = Password.signUp({
  email: "ann@example.org",
  password
})

/** The answer of the one with the code of the other. */
const mixed = (answer: string, other: string) => {
  const url = new URL(answer)
  url.searchParams.set("code", new URL(other).searchParams.get("code")!)
  return url.href
}

const twoFlows = Effect.gen(function* () {
  const shop = Effect.provideContext(yield* Layer.build(appAt(`${shopOrigin}/`)))
  const accounts = Effect.provideContext(yield* Layer.build(appAt(`${origin}/`)))
  yield* accounts(ann)
  const first = yield* shop(CrossDomain.start())
  const second = yield* shop(CrossDomain.start())
  const answers = [yield* accounts(handOn(first)), yield* accounts(handOn(second))] as const
  return { accounts, shop, answers, first }
})

const user = Effect.map(CurrentUser.get, (user) => user?.primaryEmail)

describe("two tabs that go to another domain", () => {
  it.effect("may return in any order", () =>
    Effect.gen(function* () {
      const { answers, shop } = yield* twoFlows
      const [first, second] = answers
      const comeBack = (url: typeof first) => shop(OAuth.callback({ url }))
      expect({ second: yield* comeBack(second), first: yield* comeBack(first) }).toStrictEqual({
        second: "signed-in",
        first: "signed-in"
      })
      expect(yield* shop(user)).toBe("ann@example.org")
      expect({ first: yield* comeBack(first), second: yield* comeBack(second) }).toStrictEqual({
        first: "ignored",
        second: "ignored"
      })
    }).pipe(Effect.provide(EmulatedApp.layer()))
  )

  it.effect("come back at once, and the one that does not count leaves the session of both domains alone", () =>
    Effect.gen(function* () {
      const { accounts, answers, shop } = yield* twoFlows
      const callbacks = answers.map((url) => Effect.exit(shop(OAuth.callback({ url }))))
      const exits = yield* Effect.all(callbacks, { concurrency: "unbounded" })
      expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
      const renewed = Effect.gen(function* () {
        const session = yield* Session.Session
        const credentials = yield* session.credentials
        return credentials === undefined ? undefined : yield* session.renew(credentials)
      })
      expect(yield* accounts(renewed)).toBeDefined()
      expect(yield* shop(renewed)).toBeDefined()
    }).pipe(Effect.provide(EmulatedApp.layer()))
  )

  it.effect("never use each other's code", () =>
    Effect.gen(function* () {
      const { answers, shop } = yield* twoFlows
      const [first, second] = answers
      const refuse = (url: typeof first, other: typeof first) =>
        Effect.flip(shop(OAuth.callback({ url: mixed(url, other) })))
      expect(yield* refuse(first, second)).toMatchObject({ _tag: "InvalidAuthorizationCode" })
      expect(yield* refuse(second, first)).toMatchObject({ _tag: "InvalidAuthorizationCode" })
      expect(yield* shop(user)).toBeUndefined()
    }).pipe(Effect.provide(EmulatedApp.layer()))
  )

  it.effect("work in no other browser, nor with another user's code", () =>
    Effect.gen(function* () {
      const { accounts, answers, first, shop } = yield* twoFlows
      const stranger = Effect.provideContext(yield* Layer.build(appAt(`${shopOrigin}/`)))
      expect(yield* stranger(OAuth.callback({ url: answers[0] }))).toBe("ignored")
      // A code for a challenge of the stranger's own, with the state of the victim's flow.
      const theirs = new URL(yield* stranger(CrossDomain.start()))
      theirs.searchParams.set("state", new URL(first).searchParams.get("state")!)
      const forged = yield* accounts(handOn(theirs.href))
      expect((yield* Effect.flip(shop(OAuth.callback({ url: forged }))))._tag).toBe("InvalidAuthorizationCode")
      expect(yield* shop(user)).toBeUndefined()
    }).pipe(Effect.provide(EmulatedApp.layer()))
  )
})
