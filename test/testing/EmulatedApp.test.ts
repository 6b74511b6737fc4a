/** The service in a test's own process. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as jose from "jose"
import * as AccessTokenVerifier from "../../src/backend/verify/AccessTokenVerifier.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as MagicLink from "../../src/client/MagicLink.ts"
import { Emulator } from "../../src/emulator/index.ts"
import { type Execute, HttpFailure } from "../../src/http/Http.ts"
import * as Users from "../../src/server/Users.ts"
import * as Session from "../../src/session/Session.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"

describe("an emulated app", () => {
  it.effect("sends mails that the test reads", () =>
    Effect.gen(function* () {
      yield* MagicLink.send({ email: "ann@example.org", callbackUrl: "http://localhost:3000/callback" })
      yield* MagicLink.signIn({ code: yield* EmulatedApp.codeTo("ann@example.org") })
      expect((yield* CurrentUser.get)?.primaryEmail).toBe("ann@example.org")
    }).pipe(
      Effect.provide(
        Session.layer.pipe(
          Layer.provideMerge(MemoryTokenStore.layer),
          Layer.provideMerge(EmulatedApp.layer({ project: { config: { magicLinkEnabled: true } } }))
        )
      )
    )
  )

  it.effect("is copied for each test, with its apps", () =>
    Effect.gen(function* () {
      yield* EmulatedApp.signUp({ displayName: "Ann" })
      const names = Effect.map(Users.list(), (users) => users.map(({ displayName }) => displayName).toSorted())
      const inCopy = (displayName: string) =>
        Effect.provide(Effect.andThen(EmulatedApp.signUp({ displayName }), names), EmulatedApp.layerFork)
      expect(yield* inCopy("Bob")).toStrictEqual(["Ann", "Bob"])
      expect(yield* inCopy("Cid")).toStrictEqual(["Ann", "Cid"])
      expect(yield* names).toStrictEqual(["Ann"])
    }).pipe(Effect.provide(EmulatedApp.layer()))
  )

  it.effect("sends over a transport of the test", () => {
    const sent: Array<string> = []
    let isOffline = false
    const offline = new HttpFailure({ reason: "Network", sent: true, detail: "offline" })
    const http =
      (send: Execute): Execute =>
      (request) => {
        sent.push(`${request.method} ${request.template}`)
        return isOffline ? Effect.fail(offline) : send(request)
      }
    return Effect.gen(function* () {
      yield* Users.list()
      expect(sent).toStrictEqual(["GET /api/v1/users"])
      isOffline = true
      expect(yield* Effect.flip(Users.create({}))).toMatchObject({ _tag: "TransportError" })
      expect(sent[1]).toBe("POST /api/v1/users")
      expect(yield* (yield* Emulator).journal.count(({ method }) => method === "POST")).toBe(0)
    }).pipe(Effect.provide(EmulatedApp.layer({ http })))
  })

  it.effect("signs users up whose tokens the verifier accepts, and the service", () =>
    Effect.gen(function* () {
      const ann = yield* EmulatedApp.signUp({ displayName: "Ann" })
      const { verify } = yield* AccessTokenVerifier.AccessTokenVerifier
      expect((yield* verify(ann.accessToken)).userId).toBe(ann.user.id)
      const fresh = yield* AccessTokenVerifier.verifyFresh(ann.accessToken)
      expect(fresh.user.displayName).toBe("Ann")
      const forged = `${ann.accessToken.slice(0, -6)}AAAAAA`
      expect(yield* Effect.flip(AccessTokenVerifier.verifyFresh(forged))).toMatchObject({
        _tag: "UnparsableAccessToken"
      })
      expect(jose.decodeJwt(ann.accessToken).sub).toBe(ann.user.id)
    }).pipe(Effect.provide(AccessTokenVerifier.layer().pipe(Layer.provideMerge(EmulatedApp.layer()))))
  )
})
