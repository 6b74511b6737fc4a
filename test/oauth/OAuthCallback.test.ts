/** Which answers of a provider an app takes up, and where it goes on (docs/protocol/threats.md#providers). */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as OAuth from "../../src/client/OAuth.ts"
import * as Notifier from "../../src/platform/Notifier.ts"
import * as MfaPrompt from "../../src/platform/page/MfaPrompt.ts"
import * as OAuthFlows from "../../src/platform/page/OAuthFlows.ts"
import * as CookieJar from "../../src/platform/request/CookieJar.ts"
import * as Session from "../../src/session/Session.ts"
import { answer, callback, callbackPage, comeBack, onPage, start } from "../client/providerFlow.ts"
import { makeAccessToken, app, cookies, page, type Page, signedIn, stored } from "../support/appPage.ts"
import {
  apiUrl,
  json,
  knownError,
  projectId,
  publishableClientKey,
  timed,
  withProviders
} from "../support/scriptedNetwork.ts"

const form = (body: string | undefined) => Object.fromEntries(new URLSearchParams(body))

describe("the callback", () => {
  it.effect("exchanges the code and goes on", () => {
    const net = withProviders(() => json(answer()))
    const here = page("https://app.example.com/handler/sign-in?after_auth_return_to=%2Fdeep")
    return Effect.gen(function* () {
      const url = yield* start()
      const flow = JSON.parse(Buffer.from((yield* cookies(here))[0]![1], "base64url").toString()) as Array<unknown>
      comeBack(here, url)
      expect(yield* callback()).toBe("signed-in")
      expect(net.sent.map(({ method, url }) => `${method} ${url}`)).toStrictEqual([
        `POST ${apiUrl}/api/v1/auth/oauth/token`
      ])
      expect(form(net.sent[0]!.body)).toStrictEqual({
        grant_type: "authorization_code",
        code: "the-code",
        redirect_uri: url.searchParams.get("redirect_uri"),
        code_verifier: flow[0],
        client_id: projectId,
        client_secret: publishableClientKey
      })
      expect(yield* stored).toBe("refresh-new")
      expect(here.visited).toStrictEqual([url.href, "https://app.example.com/deep"])
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect("sends a new user to the after-sign-up page, and nobody anywhere with noRedirect", () => {
    const net = withProviders(() => json(answer({ is_new_user: true })))
    const here = page("https://app.example.com/")
    return Effect.gen(function* () {
      comeBack(here, yield* start())
      expect(yield* callback()).toBe("signed-up")
      expect(here.visited.slice(1)).toStrictEqual(["https://app.example.com/welcome"])
      comeBack(here, yield* start())
      const visits = here.visited.length
      expect(yield* callback({ noRedirect: true })).toBe("signed-up")
      expect(here.visited).toHaveLength(visits)
    }).pipe(Effect.provide(app(net, here, { urls: { afterSignUp: "/welcome" } })))
  })

  it.effect("keeps the session when it ignores a URL that is none", () => {
    const net = withProviders(() => json(answer()))
    const here = page("https://app.example.com/")
    return Effect.gen(function* () {
      yield* signedIn("before")
      expect(yield* callback({ url: "not a url" })).toBe("ignored")
      expect(net.sent).toHaveLength(0)
      expect(here.visited).toStrictEqual([])
      expect(yield* stored).toBe("refresh-before")
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect.each(["code=A&state=unknown", "code=A", "state=B", "", "error=access_denied&state=unknown"])(
    'ignores an answer that this browser did not ask for: "$0"',
    (query) => {
      const net = withProviders(() => json(answer()))
      const here = page("https://app.example.com/")
      return Effect.gen(function* () {
        const url = `${callbackPage}?${query}`
        here.url = new URL(url)
        expect(yield* callback()).toBe("ignored")
        expect(here.url.href).toBe(new URL(url).href)
        expect(net.sent).toHaveLength(0)
      }).pipe(Effect.provide(app(net, here)))
    }
  )

  it.effect("accepts an answer within an hour of the start", () => {
    const net = withProviders(() => json(answer()))
    const here = page("https://app.example.com/", { navigates: false })
    return Effect.gen(function* () {
      const late = new URL(yield* OAuth.start({ provider: "github" }))
      yield* TestClock.adjust("1 seconds")
      const inTime = new URL(yield* OAuth.start({ provider: "github" }))
      yield* TestClock.adjust("3599 seconds")
      comeBack(here, late)
      expect(yield* callback()).toBe("ignored")
      comeBack(here, inTime)
      expect(yield* callback()).toBe("signed-in")
      expect(net.sent).toHaveLength(1)
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect("ignores answers to flows of other projects, services, pages and providers", () => {
    const net = withProviders(() => json(answer()))
    const here = page("https://app.example.com/", { navigates: false })
    const other = (options: object) => callback().pipe(Effect.provide(app(net, here, options)))
    return Effect.gen(function* () {
      const url = new URL(yield* OAuth.start({ provider: "google" }))
      comeBack(here, url)
      expect(yield* other({ projectId: "0d9c8b7a-6f5e-4d3c-8b2a-190817263544" })).toBe("ignored")
      expect(yield* other({ apiUrl: "https://auth.example.org" })).toBe("ignored")
      expect(yield* callback({ provider: "github" })).toBe("ignored")
      const { search } = here.url
      expect(yield* callback({ url: `https://app.example.com/other${search}` })).toBe("ignored")
      expect(yield* callback({ url: `https://evil.com/handler/oauth-callback${search}` })).toBe("ignored")
      expect(net.sent).toHaveLength(0)
      // It is still there for the app that started it.
      expect(yield* callback({ provider: "google" })).toBe("signed-in")
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect("exchanges an answer once, however often it is called at the same time", () => {
    const net = withProviders(() => Effect.delay(json(answer()), "100 millis"))
    const here = page("https://app.example.com/", { navigates: false })
    return Effect.gen(function* () {
      const url = new URL(yield* OAuth.start({ provider: "github" }))
      comeBack(here, url)
      const back = here.url.href
      const calls = Array.from({ length: 8 }, () => OAuth.callback({ url: back }))
      const { exit } = yield* timed(Effect.all(calls, { concurrency: "unbounded" }))
      expect(exit).toMatchObject({ value: ["signed-in", ...Array.from({ length: 7 }, () => "ignored")] })
      expect(net.sent).toHaveLength(1)
      // From the history, later.
      expect(yield* callback({ url: back })).toBe("ignored")
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect.each(["stack-auth-mobile-oauth-url", "hexclave-mobile-oauth-url"])(
    "leads back to a native app with the scheme $0",
    (scheme) => {
      const net = withProviders(() => json(answer()))
      const here = page("https://app.example.com/", { navigates: false })
      return Effect.gen(function* () {
        const options = { redirectUrl: `${scheme}://callback/done`, errorRedirectUrl: `${scheme}://error` }
        const { searchParams } = new URL(yield* OAuth.start({ provider: "github", ...options }))
        expect(searchParams.get("redirect_uri")).toBe(options.redirectUrl)
        expect(searchParams.get("error_redirect_url")).toBe(options.errorRedirectUrl)
        const query = `?code=the-code&state=${searchParams.get("state")}`
        expect(yield* callback({ url: `${scheme}://elsewhere/done${query}` })).toBe("ignored")
        expect(yield* callback({ url: options.redirectUrl + query })).toBe("signed-in")
        expect(form(net.sent.at(-1)?.body)).toMatchObject({ redirect_uri: options.redirectUrl })
      }).pipe(Effect.provide(app(net, here)))
    }
  )

  it.effect("takes code and state from the URL before it asks the service", () => {
    const seen: Array<string> = []
    const here = page("https://app.example.com/", { navigates: false })
    const net = withProviders(() => {
      seen.push(here.url.href)
      return json(answer())
    })
    return Effect.gen(function* () {
      comeBack(here, new URL(yield* OAuth.start({ provider: "github", redirectUrl: "/cb?x=1" })), {
        code: "the-code",
        y: "2"
      })
      const before = here.url.href
      const fiber = yield* Effect.forkChild(OAuth.callback())
      yield* Effect.yieldNow
      expect(here.url.href).not.toBe(before)
      expect(yield* Fiber.join(fiber)).toBe("signed-in")
      expect(seen).toStrictEqual(["https://app.example.com/cb?x=1&y=2"])
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect("says when access was denied", () => {
    const net = withProviders(() => json(answer()))
    const here = page("https://app.example.com/", { navigates: false })
    return Effect.gen(function* () {
      const denied = new URL(yield* OAuth.start({ provider: "github" }))
      comeBack(here, denied, { error: "access_denied", error_description: "No!", x: "1" })
      expect(yield* callback()).toMatchObject({ _tag: "OAuthProviderAccessDenied" })
      expect(here.url.search).toBe("?x=1")
      expect(yield* cookies(here)).toStrictEqual([])
      const broken = new URL(yield* OAuth.start({ provider: "github" }))
      comeBack(here, broken, { error: "server_error" })
      expect(yield* callback()).toMatchObject({
        _tag: "RequestRefused",
        reason: { _tag: "UnsupportedError", details: { originalErrorCode: "server_error" } }
      })
      expect(net.sent).toHaveLength(0)
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect.each([
    { access_token: 123 },
    { access_token: undefined },
    { access_token: "" },
    { access_token: "undefined" },
    { refresh_token: undefined },
    { refresh_token: "undefined" },
    { token_type: "DPoP" },
    { token_type: undefined }
  ])("refuses an answer with %o", (change) => {
    const net = withProviders(() => json(answer(change)))
    const here = page("https://app.example.com/", { navigates: false })
    return Effect.gen(function* () {
      yield* signedIn("before")
      comeBack(here, new URL(yield* OAuth.start({ provider: "github" })))
      expect(yield* callback()).toMatchObject({ _tag: "TransportError", reason: { _tag: "InvalidServerResponse" } })
      expect(yield* stored).toBe("refresh-before")
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect("accepts the type of tokens in any case", () => {
    const here = page("https://app.example.com/", { navigates: false })
    return Effect.gen(function* () {
      comeBack(here, new URL(yield* OAuth.start({ provider: "github" })))
      expect(yield* callback()).toBe("signed-in")
    }).pipe(onPage(here, answer({ token_type: "bEaReR" })))
  })

  it.effect.each(["https://evil.com", "javascript:alert(1)", "javascript://localhost/%0aalert(1)", "//evil.com", ""])(
    "never goes to %s, and signs in all the same",
    (after_callback_redirect_url) => {
      const net = withProviders(() => json(answer({ after_callback_redirect_url })))
      const here = page("https://app.example.com/")
      return Effect.gen(function* () {
        comeBack(here, yield* start())
        expect(yield* callback()).toBe("signed-in")
        expect(here.visited.slice(1)).toStrictEqual(["https://app.example.com/"])
        expect(yield* stored).toBe("refresh-new")
      }).pipe(Effect.provide(app(net, here)))
    }
  )

  it.effect("goes to the page that the flow named", () => {
    const net = withProviders(() =>
      json(answer({ after_callback_redirect_url: "https://app.example.com/settings?x=1" }))
    )
    const here = page("https://app.example.com/")
    return Effect.gen(function* () {
      comeBack(here, yield* start())
      yield* callback()
      expect(here.visited.slice(1)).toStrictEqual(["https://app.example.com/settings?x=1"])
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect("asks for the second factor", () => {
    const here = page("https://app.example.com/", { navigates: false })
    const net = withProviders(({ url }) =>
      url.endsWith("/auth/mfa/sign-in")
        ? json({ access_token: makeAccessToken("mfa"), refresh_token: "refresh-mfa", user_id: "u", is_new_user: false })
        : knownError("MULTI_FACTOR_AUTHENTICATION_REQUIRED", 400, { attempt_code: "a".repeat(45) })
    )
    const back = Effect.gen(function* () {
      comeBack(here, new URL(yield* OAuth.start({ provider: "github" })))
      return yield* callback()
    })
    return Effect.gen(function* () {
      expect(yield* Effect.provide(back, MfaPrompt.layerNone)).toMatchObject({
        _tag: "MultiFactorAuthenticationRequired"
      })
      const asking = (digits: string | undefined) => Effect.provide(back, MfaPrompt.layerCustom(Effect.succeed(digits)))
      const told: Array<string> = []
      const error = yield* Effect.provide(
        asking(undefined),
        Notifier.layerCustom((error) => Effect.sync(() => void told.push(Notifier.toMessage(error))))
      )
      expect(error).toMatchObject({ _tag: "InvalidTotpCode" })
      expect(told).toStrictEqual(["Invalid TOTP code. Please try signing in again."])
      expect(String((error as Error).message)).toBe(told[0])
      expect(yield* stored).toBeUndefined()
      expect(yield* asking("123456")).toBe("signed-in")
      expect(yield* stored).toBe("refresh-mfa")
    }).pipe(Effect.provide(app(net, here)))
  })
})

describe("a callback whose caller goes", () => {
  /** The exchange takes a second; the caller is interrupted in the middle of it. */
  const interrupted = Effect.fnUntraced(function* <A, E, R>(here: Page, meanwhile: Effect.Effect<A, E, R>) {
    comeBack(here, new URL(yield* OAuth.start({ provider: "github" })))
    const caller = yield* Effect.forkChild(OAuth.callback(), { startImmediately: true })
    yield* TestClock.adjust(500)
    yield* Fiber.interrupt(caller)
    // The component is mounted again.
    expect(yield* OAuth.callback()).toBe("ignored")
    yield* meanwhile
    yield* TestClock.adjust("1 minute")
  })
  const slow = () =>
    withProviders(({ url }) => Effect.delay(url.endsWith("/token") ? json(answer()) : json({ success: true }), 1000))

  it.effect("continues, and signs in", () => {
    const net = slow()
    const here = page("https://app.example.com/", { navigates: false })
    return Effect.gen(function* () {
      yield* interrupted(here, Effect.void)
      expect(net.sent).toHaveLength(1)
      expect(yield* stored).toBe("refresh-new")
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect.each([
    ["redirects a user who is still on the page", (url: URL) => url, ["https://app.example.com/"]],
    ["does not redirect a user who has left the page", () => new URL("https://app.example.com/elsewhere"), []]
  ] as const)("%s", ([, move, redirects]) => {
    const here = page("https://app.example.com/")
    return Effect.gen(function* () {
      const url = yield* start()
      comeBack(here, url)
      const caller = yield* Effect.forkChild(OAuth.callback(), { startImmediately: true })
      yield* TestClock.adjust(500)
      yield* Fiber.interrupt(caller)
      here.url = move(here.url)
      yield* TestClock.adjust("1 minute")
      expect(here.visited).toStrictEqual([url.href, ...redirects])
    }).pipe(Effect.provide(app(slow(), here)))
  })

  it.effect("does not sign in after a sign-out", () => {
    const net = slow()
    const here = page("https://app.example.com/", { navigates: false })
    return Effect.gen(function* () {
      const session = yield* Session.Session
      yield* interrupted(here, session.signOut)
      expect(yield* stored).toBeUndefined()
      // What it has opened is ended.
      expect(net.sent.map(({ method }) => method)).toStrictEqual(["POST", "DELETE"])
    }).pipe(Effect.provide(app(net, here)))
  })
})

describe("pending flows in hostile cookies", () => {
  it.effect("never throw, and are removed first", () => {
    const jar = CookieJar.makeMemory()
    const here = page("https://app.example.com/", { jar, navigates: false })
    const net = withProviders(() => json(answer()))
    return Effect.gen(function* () {
      const noUrl = ["v", "github", "no url", projectId, apiUrl, "authenticate", 0]
      const records = [[], { a: 1 }, [1, 2, 3, 4, 5, 6, 7], noUrl].map((record) =>
        Buffer.from(JSON.stringify(record)).toString("base64url")
      )
      const junk = ["", "x", "%", "\u0000", "x".repeat(4000), ...records]
      for (const value of junk) {
        yield* jar.use((cookies) => cookies.set("stack-oauth-outer-s", value, 60))
        here.url = new URL(`${callbackPage}?code=A&state=s`)
        expect(yield* callback(), value).toBe("ignored")
      }
      yield* jar.use((cookies) => {
        for (let i = 0; i < 20; i++) cookies.set(`stack-oauth-outer-${i}`, "v".repeat(43), 60)
      })
      const url = new URL(yield* OAuth.start({ provider: "github" }))
      expect(yield* cookies(here)).toHaveLength(OAuthFlows.maxPending)
      for (const state of ["__proto__", "constructor", "", "a;b", "a=b"]) {
        here.url = new URL(callbackPage)
        here.url.searchParams.set("code", "A")
        here.url.searchParams.set("state", state)
        expect(yield* callback(), state).toBe("ignored")
      }
      comeBack(here, url)
      expect(yield* callback()).toBe("signed-in")
    }).pipe(Effect.provide(Layer.fresh(app(net, here))))
  })
})
