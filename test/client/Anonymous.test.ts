/** An anonymous user where nobody is signed in: nobody has asked for that, so it is in nobody's way. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import * as CookieJar from "../../src/platform/request/CookieJar.ts"
import { Session, layer } from "../../src/session/Session.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"
import * as CookieTokenStore from "../../src/token/internal/CookieTokenStore.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { password } from "../support/emulatorCalls.ts"
import { projectId } from "../support/scriptedNetwork.ts"

const somebody = CurrentUser.getOrSignUpAnonymously

/** Tabs of one browser. */
const tabs = (count: number) =>
  Effect.gen(function* () {
    const jar = CookieJar.makeMemory()
    return yield* Effect.forEach(Array.from({ length: count }), () =>
      Effect.gen(function* () {
        const store = Layer.succeed(TokenStore, yield* CookieTokenStore.make(jar, { projectId }))
        return yield* Effect.provide(Session, yield* Layer.build(Layer.provide(layer, store)))
      })
    )
  })

const as = (session: Session["Service"]) => Effect.provideService(Session, session)

describe("CurrentUser.getOrSignUpAnonymously", () => {
  it.live("gives the same user to all tabs that a browser opens at once", () =>
    Effect.gen(function* () {
      const users = yield* Effect.forEach(yield* tabs(4), (tab) => as(tab)(somebody), { concurrency: "unbounded" })
      expect(new Set(users.map(({ id }) => id)).size).toBe(1)
      expect(users[0]?.isAnonymous).toBe(true)
    }).pipe(Effect.scoped, Effect.provide(EmulatedApp.layer()))
  )

  it.live.each([0, 1])("does not end a sign-in that is under way in tab 0, asked for in tab $0", (asking) =>
    Effect.gen(function* () {
      const credentials = { email: "ann@example.org", password }
      yield* EmulatedApp.signUp({
        primaryEmail: credentials.email,
        primaryEmailVerified: true,
        primaryEmailAuthEnabled: true,
        password: credentials.password
      })
      const [here, ...others] = yield* tabs(2)
      const signingIn = yield* Effect.forkChild(as(here!)(Password.signIn({ ...credentials, noRedirect: true })), {
        startImmediately: true
      })
      yield* as([here!, ...others][asking]!)(somebody)
      yield* Fiber.join(signingIn)
      expect((yield* as(here!)(somebody)).primaryEmail).toBe(credentials.email)
    }).pipe(Effect.scoped, Effect.provide(EmulatedApp.layer()))
  )
})
