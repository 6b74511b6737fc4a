/**
 * Sign-in with providers against a scripted service: what leaves the app, and which answers it takes up
 * (docs/protocol/threats.md#providers).
 */
import { createHash } from "node:crypto"
import * as util from "node:util"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import * as Pkce from "../../src/app/Pkce.ts"
import * as OAuth from "../../src/client/OAuth.ts"
import { HttpFailure } from "../../src/http/Http.ts"
import * as BotChallenge from "../../src/platform/BotChallenge.ts"
import * as CookieJar from "../../src/platform/CookieJar.ts"
import * as Crypto from "../../src/platform/Crypto.ts"
import * as MfaPrompt from "../../src/platform/MfaPrompt.ts"
import * as Navigation from "../../src/platform/Navigation.ts"
import * as Notifier from "../../src/platform/Notifier.ts"
import * as OAuthFlows from "../../src/platform/OAuthFlows.ts"
import * as Session from "../../src/session/Session.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import {
  apiUrl,
  broken,
  json,
  knownError,
  located,
  network,
  projectId,
  publishableClientKey,
  text,
  timed,
  withProviders
} from "../http/support.ts"
import { lasting, unsignedToken } from "../support/tokens.ts"
import { accessTokenOf, app, cookies, leaving, page, type Page, signedIn, stored } from "./page.ts"

const callbackPage = "https://app.example.com/handler/oauth-callback"

const answer = (more: object = {}) => ({
  access_token: accessTokenOf("new"),
  refresh_token: "refresh-new",
  token_type: "Bearer",
  expires_in: 3599,
  scope: "legacy",
  is_new_user: false,
  after_callback_redirect_url: null,
  ...more
})

/** On this page, with a service that answers starts, and everything else with this body. */
const onPage = (here: Page, body: object = {}) => {
  const net = withProviders(() => json(body))
  return Effect.provide(app(net, here))
}

/** Starts a sign-in without waiting for the page to unload; answers the provider's page. */
const start = (options: Partial<OAuth.OAuthOptions> = {}) =>
  Effect.map(timed(OAuth.start({ provider: "github", ...options }), 500), ({ exit }) => {
    if (exit._tag === "Failure") throw new Error("it did not start", { cause: exit.cause })
    return new URL(exit.value)
  })

/** The browser comes back from the service. */
const comeBack = (page: Page, started: URL, more: Readonly<Record<string, string>> = { code: "the-code" }) => {
  page.url = new URL(started.searchParams.get("redirect_uri")!)
  for (const [name, value] of Object.entries(more)) page.url.searchParams.append(name, value)
  page.url.searchParams.append("state", started.searchParams.get("state")!)
}

/** The callback, with the two seconds after a redirect. */
const callback = (options?: OAuth.CallbackOptions) =>
  Effect.map(timed(Effect.result(OAuth.callback(options)), 500), ({ exit }) => {
    if (exit._tag === "Failure") throw new Error("it died", { cause: exit.cause })
    return exit.value._tag === "Success" ? exit.value.success : exit.value.failure
  })

const form = (body: string | undefined) => Object.fromEntries(new URLSearchParams(body))

describe("starting", () => {
  it.effect("leaves for the provider with everything the service needs", () => {
    const net = withProviders(() => json({}))
    const here = page("https://app.example.com/handler/sign-in?after_auth_return_to=%2Fdeep")
    return Effect.gen(function* () {
      const url = yield* start({ scopes: ["repo", "gist"], afterCallbackRedirectUrl: "/welcome" })
      expect(here.visited).toStrictEqual([url.href])
      expect(url.origin).toBe("https://provider.example.org")
      const asked = new URL(net.asked[0]!.url)
      expect(asked.origin + asked.pathname).toBe(`${apiUrl}/api/v1/auth/oauth/authorize/github`)
      const [cookie] = yield* cookies(here)
      const flow = JSON.parse(Buffer.from(cookie![1], "base64url").toString()) as Array<unknown>
      expect(Object.fromEntries(asked.searchParams)).toStrictEqual({
        client_id: projectId,
        client_secret: publishableClientKey,
        redirect_uri: `${callbackPage}?after_auth_return_to=%2Fdeep`,
        scope: "legacy",
        state: cookie![0].slice("stack-oauth-outer-".length),
        grant_type: "authorization_code",
        code_challenge: createHash("sha256").update(String(flow[0])).digest("base64url"),
        code_challenge_method: "S256",
        response_type: "code",
        type: "authenticate",
        provider_scope: "user repo gist",
        error_redirect_url: "https://app.example.com/handler/error?after_auth_return_to=%2Fdeep",
        after_callback_redirect_url: "https://app.example.com/welcome",
        stack_response_mode: "json"
      })
      // Without a header that a browser would have to ask for first.
      expect(Object.keys(net.asked[0]!.headers)).toStrictEqual([])
      expect(net.asked).toHaveLength(1)
      expect(net.sent).toHaveLength(0)
    }).pipe(Effect.provide(app(net, here, { oauthScopesOnSignIn: { github: ["user", "repo"], google: ["calendar"] } })))
  })

  it.effect("ends two seconds after the page was left, and at once where nothing redirects", () => {
    const net = withProviders(() => json({}))
    const here = page("https://app.example.com/")
    const script = page("https://app.example.com/", { navigates: false })
    return Effect.gen(function* () {
      expect((yield* leaving(here, OAuth.start({ provider: "github" }))).waited).toBe(true)
      const url = yield* OAuth.start({ provider: "github" }).pipe(Effect.provide(app(net, script)))
      expect(url).toMatch(/^https:\/\/provider\.example\.org\/authorize\?/)
      expect(script.visited).toStrictEqual([])
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect("leaves without the app's router", () => {
    const left: Array<string> = []
    const router: Array<string> = []
    const here = page("https://app.example.com/")
    return Effect.gen(function* () {
      const url = yield* start()
      expect({ left, router }).toStrictEqual({ left: [url.href], router: [] })
    }).pipe(
      Effect.provideService(
        Navigation.Navigation,
        Navigation.make({
          current: Effect.sync(() => new URL(here.url)),
          navigate: (url) => Effect.sync(() => void router.push(url)),
          leave: (url, { replace }) => Effect.sync(() => void left.push(replace ? "replaced" : url)),
          rewrite: () => Effect.void
        })
      ),
      onPage(here)
    )
  })

  it.effect("keeps codes, states and fragments out of the redirect URL", () => {
    const here = page("https://app.example.com/")
    return Effect.gen(function* () {
      const url = yield* start({ redirectUrl: "/cb?code=1&state=2&x=3#y" })
      expect(url.searchParams.get("redirect_uri")).toBe("https://app.example.com/cb?x=3")
    }).pipe(onPage(here))
  })

  it.effect("lets no parameter of the page become one of the request", () => {
    const here = page("https://app.example.com/?after_auth_return_to=%2Fx%26client_id%3Devil")
    return Effect.gen(function* () {
      const url = yield* start({ scopes: ["a&client_id=evil"] })
      expect(url.searchParams.getAll("client_id")).toStrictEqual([projectId])
    }).pipe(onPage(here))
  })

  it.effect("refuses an invalid provider ID", () => {
    const here = page("https://app.example.com/")
    return Effect.gen(function* () {
      for (const provider of ["../../users/me?x=", "", "GitHub", "a/b", "a%2fb", "x".repeat(65), "git hub", "ü"]) {
        const error = yield* Effect.flip(OAuth.start({ provider }))
        expect(error).toMatchObject({ _tag: "InvalidOption", option: "provider" })
      }
      expect(here.visited).toStrictEqual([])
      expect(yield* cookies(here)).toStrictEqual([])
    }).pipe(onPage(here))
  })

  it.effect("refuses to return to another site", () => {
    const here = page("https://app.example.com/")
    return Effect.gen(function* () {
      for (const afterCallbackRedirectUrl of ["https://evil.com", "//evil.com", "javascript:alert(1)"]) {
        const error = yield* Effect.flip(OAuth.start({ provider: "github", afterCallbackRedirectUrl }))
        expect(error._tag).toBe("UntrustedRedirect")
      }
      const error = yield* Effect.flip(OAuth.start({ provider: "github", redirectUrl: "http://[" }))
      expect(error).toMatchObject({ _tag: "InvalidOption", option: "redirectUrl" })
      expect(here.visited).toStrictEqual([])
    }).pipe(onPage(here))
  })

  it.effect("keeps eight flows at most, and the last one works", () => {
    const net = withProviders(() => json(answer()))
    const here = page("https://app.example.com/", { navigates: false })
    return Effect.gen(function* () {
      let last = new URL("about:blank")
      for (let i = 0; i < 200; i++) last = new URL(yield* OAuth.start({ provider: "github" }))
      const kept = yield* cookies(here)
      expect(kept).toHaveLength(OAuthFlows.maxPending)
      expect(kept.map(([name, value]) => `${name}=${value}`).join("; ").length).toBeLessThan(4096)
      comeBack(here, last)
      expect(yield* callback()).toBe("signed-in")
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect("keeps fewer flows when their URLs are long, and none that is too long", () => {
    const here = page(`https://app.example.com/?after_auth_return_to=%2F${"x".repeat(900)}`, { navigates: false })
    return Effect.gen(function* () {
      for (let i = 0; i < 8; i++) yield* OAuth.start({ provider: "github" })
      const length = (yield* cookies(here)).map(([name, value]) => `${name}=${value}`).join("; ").length
      expect(length).toBeLessThan(4096)
      here.url = new URL(`https://app.example.com/?after_auth_return_to=%2F${"x".repeat(4000)}`)
      expect(yield* Effect.flip(OAuth.start({ provider: "github" }))).toMatchObject({ _tag: "OAuthFlowsUnavailable" })
    }).pipe(onPage(here))
  })

  it.effect("stays on the page where flows cannot be kept", () => {
    const refusing = page("https://app.example.com/", { jar: CookieJar.makeMemory({ keeps: () => false }) })
    const net = withProviders(() => json({}))
    return Effect.gen(function* () {
      const error = yield* Effect.flip(OAuth.start({ provider: "github" }))
      expect(error).toMatchObject({ _tag: "OAuthFlowsUnavailable" })
      expect(refusing.visited).toStrictEqual([])
      // A server has no default: memory that its users share would let them finish each other's flows.
      const noDefault = yield* Effect.flip(
        OAuth.start({ provider: "github" }).pipe(
          Effect.provideService(OAuthFlows.OAuthFlows, OAuthFlows.OAuthFlows.defaultValue())
        )
      )
      expect(noDefault).toMatchObject({ _tag: "OAuthFlowsUnavailable" })
    }).pipe(Effect.provide(app(net, refusing)))
  })

  it.effect("puts the flow where no other host of the domain can plant one", () => {
    const here = page("https://app.example.com/", { jar: CookieJar.makeMemory({ isSecure: true }), navigates: false })
    return Effect.gen(function* () {
      const url = new URL(yield* OAuth.start({ provider: "github" }))
      const [name, value] = (yield* cookies(here))[0]!
      expect(name).toBe(`__Host-stack-oauth-outer-${url.searchParams.get("state")}`)
      yield* here.jar.use((jar) => {
        jar.remove(name)
        jar.set(name.slice("__Host-".length), value, 3600)
      })
      comeBack(here, url)
      expect(yield* callback()).toBe("ignored")
    }).pipe(onPage(here, answer()))
  })

  describe("asks the service", () => {
    const refusal = knownError("OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED", 400)
    const schemaError = (message: string) =>
      json({ code: "SCHEMA_ERROR", details: { message }, error: message }, 400, {
        "x-stack-known-error": "SCHEMA_ERROR"
      })

    it.effect("and stays on the page if it refuses, with no flow to make room for", () => {
      const here = page("https://app.example.com/")
      const net = network(() => refusal)
      return Effect.gen(function* () {
        const error = yield* Effect.flip(OAuth.start({ provider: "github" }))
        expect(error._tag).toBe("OAuthProviderNotFoundOrNotEnabled")
        yield* signedIn("user")
        expect((yield* Effect.flip(OAuth.link({ provider: "github" })))._tag).toBe("OAuthProviderNotFoundOrNotEnabled")
        expect(net.sent).toHaveLength(2)
        expect(here.visited).toStrictEqual([])
        expect(yield* cookies(here)).toStrictEqual([])
      }).pipe(Effect.provide(app(net, here)))
    })

    it.effect("again if the connection breaks, and not for ever", () => {
      const here = page("https://app.example.com/")
      const net = network((request, n) => (n === 1 ? broken : located(request)))
      return Effect.gen(function* () {
        const url = yield* start()
        expect(here.visited).toStrictEqual([url.href])
        expect(net.sent).toHaveLength(2)
        const silent = app(
          network(() => Effect.never),
          here
        )
        const { exit } = yield* timed(Effect.flip(OAuth.start({ provider: "github" })).pipe(Effect.provide(silent)))
        expect(exit).toMatchObject({ value: { _tag: "TransportError", reason: { _tag: "Timeout" } } })
        expect(here.visited).toHaveLength(1)
        expect(yield* cookies(here)).toHaveLength(1)
      }).pipe(Effect.provide(app(net, here)))
    })

    it.effect("and leaves nothing behind when it is interrupted", () => {
      const here = page("https://app.example.com/")
      const net = network(() => Effect.never)
      return Effect.gen(function* () {
        const starting = yield* Effect.forkChild(OAuth.start({ provider: "github" }), { startImmediately: true })
        while (net.sent.length === 0) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        yield* Fiber.interrupt(starting)
        expect(here.visited).toStrictEqual([])
        expect(yield* cookies(here)).toStrictEqual([])
      }).pipe(Effect.provide(app(net, here)))
    })

    it.effect("for a link, but navigates to the service, whose cookie ties it to the browser", () => {
      const here = page("https://app.example.com/")
      const net = withProviders(() => json({}))
      return Effect.gen(function* () {
        yield* signedIn("user")
        const { value } = yield* leaving(here, OAuth.link({ provider: "github" }))
        const asked = new URL(net.asked[0]!.url)
        asked.searchParams.delete("stack_response_mode")
        expect(Redacted.value(value)).toBe(asked.href)
        expect(here.visited).toStrictEqual([asked.href])
      }).pipe(Effect.provide(app(net, here)))
    })

    it.effect("for a guest, who becomes a user before the app sees the answer, like for a link", () => {
      const accessToken = unsignedToken({ ...lasting, is_anonymous: true, is_restricted: true })
      const here = page("https://app.example.com/")
      const net = withProviders(() => json({}))
      return Effect.gen(function* () {
        const store = yield* TokenStore
        yield* store.set({ accessToken: Redacted.make(accessToken), refreshToken: Redacted.make("refresh-guest") })
        const { value } = yield* leaving(here, OAuth.start({ provider: "github" }))
        const asked = new URL(net.asked[0]!.url)
        asked.searchParams.delete("stack_response_mode")
        expect(asked.searchParams.get("token")).toBe(accessToken)
        expect(here.visited).toStrictEqual([asked.href])
        expect(new URL(value).host).toBe("provider.example.org")
        const solver = { invisible: () => Effect.succeed("solved"), visible: () => Effect.succeed("solved") }
        const proven = OAuth.start({ provider: "github" }).pipe(Effect.provide(BotChallenge.layer(solver)))
        yield* timed(proven, 500)
        expect(new URL(here.visited[1]!).host).toBe("provider.example.org")
      }).pipe(Effect.provide(app(net, here)))
    })

    it.effect.each(["javascript:alert(1)", "data:text/html,x", "/relative", "//evil.example.com"])(
      "and does not follow it to %s",
      (location) => {
        const here = page("https://app.example.com/")
        const net = network(() => json({ location }))
        return Effect.gen(function* () {
          expect(yield* Effect.flip(OAuth.start({ provider: "github" }))).toMatchObject({ _tag: "TransportError" })
          expect(here.visited).toStrictEqual([])
          expect(yield* cookies(here)).toStrictEqual([])
        }).pipe(Effect.provide(app(net, here)))
      }
    )

    it.effect.each([
      ["refuses the question", schemaError("query contains unknown properties: stack_response_mode")],
      ["answers by redirecting a program", text("", 307, { location: "https://github.com/login" })],
      ["answers by redirecting a browser", Effect.fail(new HttpFailure({ kind: "Redirect", sent: true, detail: "" }))]
    ] as const)("and navigates to it if it %s", ([_, answer]) => {
      const here = page("https://app.example.com/")
      const net = network(() => answer)
      return Effect.gen(function* () {
        const { value } = yield* leaving(here, OAuth.start({ provider: "github" }))
        const url = new URL(value)
        expect(here.visited).toStrictEqual([url.href])
        expect(url.origin + url.pathname).toBe(`${apiUrl}/api/v1/auth/oauth/authorize/github`)
        expect(url.searchParams.has("stack_response_mode")).toBe(false)
        expect(yield* cookies(here)).toMatchObject([[`stack-oauth-outer-${url.searchParams.get("state")}`, {}]])
        expect(net.sent).toHaveLength(1)
      }).pipe(Effect.provide(app(net, here)))
    })

    it.effect("and stays on the page after another error", () => {
      const here = page("https://app.example.com/")
      const net = network(() => schemaError("query.scope must be legacy"))
      return Effect.gen(function* () {
        expect(yield* Effect.flip(OAuth.start({ provider: "github" }))).toMatchObject({ _tag: "RequestRefused" })
        expect(here.visited).toStrictEqual([])
      }).pipe(Effect.provide(app(net, here)))
    })
  })
})

describe("proof keys", () => {
  it.effect("are those of RFC 7636", () =>
    Effect.gen(function* () {
      expect(yield* Pkce.challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
        "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
      )
    })
  )

  it.effect("are 256 random bits each", () =>
    Effect.gen(function* () {
      const texts = new Set<string>()
      for (let i = 0; i < 10_000; i++) texts.add(yield* Pkce.randomText)
      expect(texts.size).toBe(10_000)
      for (const text of texts) expect(text).toMatch(/^[\w-]{43}$/)
      const zeros = Effect.provideService(Pkce.randomText, Crypto.RandomBytes, (size) => new Uint8Array(size))
      expect(yield* zeros).toBe("A".repeat(43))
    })
  )
})

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

  it.effect("ignores an answer that this browser did not ask for", () => {
    const net = withProviders(() => json(answer()))
    const here = page("https://app.example.com/")
    return Effect.gen(function* () {
      yield* signedIn("before")
      for (const query of ["code=A&state=unknown", "code=A", "state=B", "", "error=access_denied&state=unknown"]) {
        const url = `${callbackPage}?${query}`
        here.url = new URL(url)
        expect(yield* callback()).toBe("ignored")
        expect(here.url.href).toBe(new URL(url).href)
      }
      expect(yield* callback({ url: "not a url" })).toBe("ignored")
      expect(net.sent).toHaveLength(0)
      expect(here.visited).toStrictEqual([])
      expect(yield* stored).toBe("refresh-before")
    }).pipe(Effect.provide(app(net, here)))
  })

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
      for (const elsewhere of ["https://app.example.com/other", "https://evil.com/handler/oauth-callback"]) {
        const strange = new URL(elsewhere)
        strange.search = here.url.search
        expect(yield* callback({ url: strange.href })).toBe("ignored")
      }
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

  it.effect("leads back to a native app, by either scheme of the service", () => {
    const net = withProviders(() => json(answer()))
    const here = page("https://app.example.com/", { navigates: false })
    return Effect.gen(function* () {
      for (const scheme of ["stack-auth-mobile-oauth-url", "hexclave-mobile-oauth-url"]) {
        const options = { redirectUrl: `${scheme}://callback/done`, errorRedirectUrl: `${scheme}://error` }
        const { searchParams } = new URL(yield* OAuth.start({ provider: "github", ...options }))
        expect(searchParams.get("redirect_uri")).toBe(options.redirectUrl)
        expect(searchParams.get("error_redirect_url")).toBe(options.errorRedirectUrl)
        const query = `?code=the-code&state=${searchParams.get("state")}`
        expect(yield* callback({ url: `${scheme}://elsewhere/done${query}` })).toBe("ignored")
        expect(yield* callback({ url: options.redirectUrl + query })).toBe("signed-in")
        expect(form(net.sent.at(-1)?.body)).toMatchObject({ redirect_uri: options.redirectUrl })
      }
    }).pipe(Effect.provide(app(net, here)))
  })

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
        ? json({ access_token: accessTokenOf("mfa"), refresh_token: "refresh-mfa", user_id: "u", is_new_user: false })
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
        Notifier.layerCustom((error) => Effect.sync(() => void told.push(Notifier.messageOf(error))))
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

  for (const leaves of [false, true]) {
    it.effect(`${leaves ? "leaves alone who has left" : "sends on who is still on"} the page`, () => {
      const here = page("https://app.example.com/")
      const moves = Effect.sync(() => {
        if (leaves) here.url = new URL("https://app.example.com/elsewhere")
      })
      return Effect.gen(function* () {
        const url = yield* start()
        comeBack(here, url)
        const caller = yield* Effect.forkChild(OAuth.callback(), { startImmediately: true })
        yield* TestClock.adjust(500)
        yield* Fiber.interrupt(caller)
        yield* moves
        yield* TestClock.adjust("1 minute")
        expect(here.visited).toStrictEqual(leaves ? [url.href] : [url.href, "https://app.example.com/"])
      }).pipe(Effect.provide(app(slow(), here)))
    })
  }

  it.effect("does not sign in after somebody has signed out", () => {
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

describe("linking", () => {
  it.effect("needs a user", () => {
    const here = page("https://app.example.com/settings")
    return Effect.gen(function* () {
      expect(yield* Effect.flip(OAuth.link({ provider: "github" }))).toMatchObject({
        _tag: "UserAuthenticationRequired"
      })
      expect(here.visited).toStrictEqual([])
      expect(yield* cookies(here)).toStrictEqual([])
    }).pipe(onPage(here))
  })

  it.effect("passes a fresh token to the address bar and to nothing else", () => {
    const canary = "canary0123456789"
    const spans: Array<unknown> = []
    const tracer = Tracer.make({
      span(options) {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    const here = page("https://app.example.com/settings?tab=2")
    const net = withProviders(() => json(answer({ after_callback_redirect_url: here.visited[1] ?? null })))
    return Effect.gen(function* () {
      yield* signedIn(canary)
      const { exit } = yield* timed(OAuth.link({ provider: "github", scopes: ["repo"] }), 500).pipe(
        Effect.withTracer(tracer)
      )
      const url = new URL(here.visited[0]!)
      expect(url.searchParams.get("token")).toBe(accessTokenOf(canary))
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        type: "link",
        provider_scope: "repo",
        after_callback_redirect_url: "https://app.example.com/settings?tab=2"
      })
      expect(spans.length).toBeGreaterThan(0)
      const output = util.inspect([spans, exit, yield* cookies(here)], { depth: 20, showHidden: true })
      expect(output).not.toContain(canary)
      expect(exit).toMatchObject({ _tag: "Success" })
      comeBack(here, url)
      expect(yield* callback()).toBe("linked")
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect("answers the URL, wrapped, where nothing redirects", () => {
    const here = page("https://app.example.com/settings", { navigates: false })
    return Effect.gen(function* () {
      yield* signedIn("user")
      const url = yield* OAuth.link({ provider: "github" })
      expect(new URL(Redacted.value(url)).searchParams.get("token")).toBe(accessTokenOf("user"))
      expect(String(url)).not.toContain("token=")
    }).pipe(onPage(here))
  })
})

describe("the error page", () => {
  const at = (query: Readonly<Record<string, string>>) =>
    OAuth.pageError({ url: `https://app.example.com/handler/error?${new URLSearchParams(query)}` })

  it.effect("reads the error from the URL", () =>
    Effect.gen(function* () {
      expect(yield* at({ errorCode: "OUTER_OAUTH_TIMEOUT", message: "Too late", details: "{}" })).toMatchObject({
        _tag: "OuterOAuthTimeout",
        message: "Too late"
      })
      expect(
        yield* at({
          errorCode: "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
          message: "Taken",
          details: JSON.stringify({ type: "email", contact_channel_value: "ann@example.org" })
        })
      ).toMatchObject({
        _tag: "ContactChannelAlreadyUsedForAuthBySomeoneElse",
        details: { contactChannelValue: "ann@example.org" }
      })
      expect(yield* at({ errorCode: "SOMETHING_NEW", details: "{" })).toMatchObject({
        _tag: "UnsupportedError",
        details: { originalErrorCode: "SOMETHING_NEW" }
      })
      expect(yield* at({ errorCode: "SIGN_UP_NOT_ENABLED" })).toMatchObject({ _tag: "SignUpNotEnabled" })
      expect(yield* at({})).toBeNull()
      expect(yield* OAuth.pageError({ url: "no url" })).toBeNull()
      expect(yield* OAuth.pageError()).toBeNull()
    })
  )

  it.effect("shows at most one line of text from the URL, which anyone could have written", () =>
    Effect.gen(function* () {
      const error = yield* at({ errorCode: "SIGN_UP_NOT_ENABLED", message: `a\r\nb\u0000${"x".repeat(5000)}` })
      expect(error?.message).toMatch(/^a b x+$/)
      expect(error?.message.length).toBeLessThanOrEqual(500)
    })
  )

  it.effect("may be the callback page, for a user who started to sign in there", () => {
    const here = page("https://app.example.com/", { navigates: false })
    const net = withProviders(() => json(answer()))
    const told =
      "error=server_error&error_description=No&errorCode=SIGN_UP_REJECTED&message=No&details=%7B%22message%22%3A%22No%22%7D"
    const open = (href: string, options?: OAuth.CallbackOptions) => {
      here.url = new URL(href)
      return Effect.map(Effect.result(OAuth.callback(options)), (result) =>
        result._tag === "Success" ? result.success : result.failure
      )
    }
    return Effect.gen(function* () {
      expect(yield* open(`${callbackPage}?${told}`)).toBe("ignored")
      const url = yield* start()
      expect(yield* open(`https://app.example.com/elsewhere?${told}`)).toBe("ignored")
      expect(yield* open(`${callbackPage}?${told}`, { provider: "google" })).toBe("ignored")
      expect(here.url.search).toBe(`?${told}`)
      expect(yield* open(`${callbackPage}?a=1&${told}`)).toMatchObject({ _tag: "SignUpRejected", message: "No" })
      expect(here.url.href).toBe(`${callbackPage}?a=1`)
      expect(yield* open(`${callbackPage}?errorCode=SOMETHING_NEW`)).toMatchObject({
        reason: { _tag: "UnsupportedError", details: { originalErrorCode: "SOMETHING_NEW" } }
      })
      // The flow is still there.
      comeBack(here, url)
      expect(yield* callback({ noRedirect: true })).toBe("signed-in")
      expect(yield* open(`${callbackPage}?${told}`)).toBe("ignored")
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect("reads the page that the user is on", () =>
    Effect.gen(function* () {
      expect(yield* OAuth.pageError()).toMatchObject({ _tag: "OAuthProviderAccessDenied" })
    }).pipe(Effect.provide(page("https://app.example.com/handler/error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED").layer))
  )
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
        expect(yield* callback()).toBe("ignored")
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
        expect(yield* callback()).toBe("ignored")
      }
      comeBack(here, url)
      expect(yield* callback()).toBe("signed-in")
    }).pipe(Effect.provide(Layer.fresh(app(net, here))))
  })
})
