/**
 * Where a sign-out leads to (docs/protocol/session.md#sign-out), and that nothing on the way keeps the user signed in.
 */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import { CallTimeout } from "../../src/http/CallTimeout.ts"
import * as Session from "../../src/session/Session.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { app, leaving, page, signedIn, stored } from "../support/appPage.ts"
import { json, network, timed } from "../support/scriptedNetwork.ts"
import { lasting, unsignedToken } from "../support/tokens.ts"

const service = () => network(() => json({ success: true }))

describe("Sessions.signOut", () => {
  it.effect("redirects to the after-sign-out page, home by default", () => {
    const here = page("https://app.example.com/settings")
    return Effect.gen(function* () {
      yield* signedIn("one")
      expect((yield* leaving(here, Sessions.signOut)).waited).toBe(true)
      expect(here.visited).toStrictEqual(["https://app.example.com/"])
      expect(yield* stored).toBeUndefined()
    }).pipe(Effect.provide(app(service(), here)))
  })

  it.effect("redirects without a request when nobody was signed in", () => {
    const net = service()
    const here = page("https://app.example.com/handler/sign-out")
    return Effect.gen(function* () {
      yield* timed(Sessions.signOut)
      expect(here.visited).toStrictEqual(["https://app.example.com/bye"])
      expect(net.sent).toHaveLength(0)
    }).pipe(Effect.provide(app(net, here, { urls: { afterSignOut: "/bye" } })))
  })

  it.effect("stays on the page where nothing redirects, or where the after-sign-out page is no valid URL", () => {
    const here = page("https://app.example.com/", { navigates: false })
    const hostile = page("https://app.example.com/")
    return Effect.gen(function* () {
      yield* signedIn("one")
      yield* Sessions.signOut
      expect(here.visited).toStrictEqual([])
      yield* Effect.gen(function* () {
        yield* signedIn("two")
        yield* Sessions.signOut
        expect(yield* stored).toBeUndefined()
      }).pipe(Effect.provide(app(service(), hostile, { urls: { afterSignOut: "javascript:alert(1)" } })))
      expect(hostile.visited).toStrictEqual([])
    }).pipe(Effect.provide(app(service(), here)))
  })
})

describe("a sign-out", () => {
  it.effect.each([0, -1, "soon" as "1 second", 1])(
    "ends the session at the service with the caller's time limit $0",
    (limit) =>
      Effect.gen(function* () {
        const net = network(() => Effect.delay(json({ success: true }), 1000))
        const here = page("https://app.example.com/", { navigates: false })
        yield* Effect.gen(function* () {
          yield* signedIn("one")
          yield* timed(Effect.provideService(Sessions.signOut, CallTimeout, limit))
          expect(net.sent).toMatchObject([{ method: "DELETE" }])
          expect(net.sent[0]!.timeoutMillis).toBeGreaterThan(5000)
        }).pipe(Effect.provide(app(net, here)))
      })
  )
})

describe("Sessions.signOutTo", () => {
  it.effect("redirects to a page of the app", () => {
    const here = page("https://app.example.com/settings")
    return Effect.gen(function* () {
      yield* signedIn("one")
      yield* leaving(here, Sessions.signOutTo("/goodbye?x=1"))
      expect(here.visited).toStrictEqual(["https://app.example.com/goodbye?x=1"])
      expect(yield* stored).toBeUndefined()
    }).pipe(Effect.provide(app(service(), here)))
  })

  it.effect.each(["https://evil.com", "//evil.com", "javascript:alert(1)", "\\\\evil.com", "", "http://["])(
    "goes nowhere for %j, and has signed out",
    (target) => {
      const here = page("https://app.example.com/settings")
      return Effect.gen(function* () {
        yield* signedIn("one")
        expect((yield* Effect.flip(Sessions.signOutTo(target)))._tag).toBe("UntrustedRedirect")
        expect(here.visited).toStrictEqual([])
        expect(yield* stored).toBeUndefined()
      }).pipe(Effect.provide(app(service(), here)))
    }
  )
})

describe("CurrentUser.delete", () => {
  it.effect("signs out although the service rotated the refresh token for this very call", () => {
    const net = network((request) =>
      request.url.includes("/auth/oauth/token")
        ? json({
            access_token: unsignedToken({ ...lasting, refreshTokenId: "s1" }),
            refresh_token: "refresh-next",
            token_type: "Bearer",
            expires_in: 3600,
            scope: "legacy"
          })
        : json({ success: true })
    )
    return Effect.gen(function* () {
      const store = yield* TokenStore
      const stale = unsignedToken({ iat: 1, exp: 2, refreshTokenId: "s1" })
      yield* store.set({ accessToken: Redacted.make(stale), refreshToken: Redacted.make("refresh-old") })
      yield* timed(Effect.sleep("10 seconds"))
      yield* CurrentUser.delete
      expect(net.sent.map(({ method }) => method)).toStrictEqual(["POST", "DELETE"])
      expect(yield* stored).toBeUndefined()
      expect(yield* Effect.flatMap(Session.Session, (session) => session.credentials)).toBeUndefined()
    }).pipe(Effect.provide(app(net, page("https://app.example.com/"))))
  })
})
