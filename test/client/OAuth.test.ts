/** Sign-in with providers against a scripted service: what leaves the app (docs/protocol/threats.md#providers). */
import { createHash } from "node:crypto"
import * as util from "node:util"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import * as OAuth from "../../src/client/OAuth.ts"
import { HttpFailure } from "../../src/http/Http.ts"
import * as BotChallenge from "../../src/platform/page/BotChallenge.ts"
import * as Navigation from "../../src/platform/page/Navigation.ts"
import * as OAuthFlows from "../../src/platform/page/OAuthFlows.ts"
import * as CookieJar from "../../src/platform/request/CookieJar.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { makeAccessToken, app, cookies, leaving, page, signedIn } from "../support/appPage.ts"
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
} from "../support/scriptedNetwork.ts"
import { lasting, unsignedToken } from "../support/tokens.ts"
import { until } from "../support/turns.ts"
import { answer, callback, callbackPage, comeBack, onPage, start } from "./providerFlow.ts"

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

  it.effect.each(["../../users/me?x=", "", "GitHub", "a/b", "a%2fb", "x".repeat(65), "git hub", "ü"])(
    "refuses an invalid provider ID: %j",
    (provider) => {
      const here = page("https://app.example.com/")
      return Effect.gen(function* () {
        const error = yield* Effect.flip(OAuth.start({ provider }))
        expect(error).toMatchObject({ _tag: "InvalidOption", option: "provider" })
        expect(here.visited).toStrictEqual([])
        expect(yield* cookies(here)).toStrictEqual([])
      }).pipe(onPage(here))
    }
  )

  it.effect.each<readonly [options: { afterCallbackRedirectUrl?: string; redirectUrl?: string }, error: object]>([
    [{ afterCallbackRedirectUrl: "https://evil.com" }, { _tag: "UntrustedRedirect" }],
    [{ afterCallbackRedirectUrl: "//evil.com" }, { _tag: "UntrustedRedirect" }],
    [{ afterCallbackRedirectUrl: "javascript:alert(1)" }, { _tag: "UntrustedRedirect" }],
    [{ redirectUrl: "http://[" }, { _tag: "InvalidOption", option: "redirectUrl" }]
  ])("refuses to return to another site: $0", ([options, expected]) => {
    const here = page("https://app.example.com/")
    return Effect.gen(function* () {
      expect(yield* Effect.flip(OAuth.start({ provider: "github", ...options }))).toMatchObject(expected)
      expect(here.visited).toStrictEqual([])
    }).pipe(onPage(here))
  })

  it.effect("keeps eight flows at most, of which the last one ends", () => {
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

  describe("the request for a start", () => {
    const refusal = knownError("OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED", 400)
    const schemaError = (message: string) =>
      json({ code: "SCHEMA_ERROR", details: { message }, error: message }, 400, {
        "x-stack-known-error": "SCHEMA_ERROR"
      })

    it.effect("leaves the page where it is if the service refuses, with no flow to make room for", () => {
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

    it.effect("is repeated if the connection breaks", () => {
      const here = page("https://app.example.com/")
      const net = network((request, n) => (n === 1 ? broken : located(request)))
      return Effect.gen(function* () {
        const url = yield* start()
        expect(here.visited).toStrictEqual([url.href])
        expect(net.sent).toHaveLength(2)
      }).pipe(Effect.provide(app(net, here)))
    })

    it.effect("times out if it is never answered, and leaves the page where it is", () => {
      const here = page("https://app.example.com/")
      const net = network(() => Effect.never)
      return Effect.gen(function* () {
        const { exit } = yield* timed(Effect.flip(OAuth.start({ provider: "github" })))
        expect(exit).toMatchObject({ value: { _tag: "TransportError", reason: { _tag: "Timeout" } } })
        expect(here.visited).toStrictEqual([])
        expect(yield* cookies(here)).toStrictEqual([])
      }).pipe(Effect.provide(app(net, here)))
    })

    it.effect("leaves nothing behind when it is interrupted", () => {
      const here = page("https://app.example.com/")
      const net = network(() => Effect.never)
      return Effect.gen(function* () {
        const starting = yield* Effect.forkChild(OAuth.start({ provider: "github" }), { startImmediately: true })
        yield* until(() => net.sent.length > 0)
        yield* Fiber.interrupt(starting)
        expect(here.visited).toStrictEqual([])
        expect(yield* cookies(here)).toStrictEqual([])
      }).pipe(Effect.provide(app(net, here)))
    })

    it.effect("is a navigation for a link, so that the cookie of the service ties it to the browser", () => {
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

    it.effect("is a navigation for a guest, who becomes a user before the app sees the answer", () => {
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
      "is not followed to %s",
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
      ["answers by redirecting a browser", Effect.fail(new HttpFailure({ reason: "Redirect", sent: true, detail: "" }))]
    ] as const)("becomes a navigation if the service %s", ([_, answer]) => {
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

    it.effect("leaves the page where it is after another error", () => {
      const here = page("https://app.example.com/")
      const net = network(() => schemaError("query.scope must be legacy"))
      return Effect.gen(function* () {
        expect(yield* Effect.flip(OAuth.start({ provider: "github" }))).toMatchObject({ _tag: "RequestRefused" })
        expect(here.visited).toStrictEqual([])
      }).pipe(Effect.provide(app(net, here)))
    })
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

  it.effect("passes a fresh token only to the address bar", () => {
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
      expect(url.searchParams.get("token")).toBe(makeAccessToken(canary))
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
      expect(new URL(Redacted.value(url)).searchParams.get("token")).toBe(makeAccessToken("user"))
      expect(String(url)).not.toContain("token=")
    }).pipe(onPage(here))
  })
})
