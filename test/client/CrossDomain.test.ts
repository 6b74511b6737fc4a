/**
 * Going on at another domain, against a scripted service: what leaves which page, and which links are followed
 * (docs/protocol/threats.md#links-to-other-domains).
 */
import { createHash } from "node:crypto"
import * as util from "node:util"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import * as CrossDomain from "../../src/client/CrossDomain.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { makeAccessToken, app, cookies, leaving, page, signedIn } from "../support/appPage.ts"
import { apiUrl, json, knownError, network, text, timed } from "../support/scriptedNetwork.ts"
import { lasting, unsignedToken } from "../support/tokens.ts"

const crossDomain = "https://accounts.example.org/handler/cross-domain?brand=1"
const callbackPage = "https://app.example.com/handler/oauth-callback"
const redirectUrl = `${callbackPage}?code=the-code&state=s`

const silent = () => network(() => json({}))
const handing = () => network(() => json({ redirect_url: redirectUrl }))

/** The link to the page of the domain where the user is signed in. */
const link = (changes: Readonly<Record<string, string>> = {}) => {
  const url = new URL(crossDomain)
  const query = {
    redirect_uri: callbackPage,
    state: "s",
    code_challenge: "c".repeat(43),
    code_challenge_method: "S256",
    ...changes
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

describe("starting", () => {
  it.effect("goes to the page of the other domain with a challenge, and sends no request", () => {
    const net = silent()
    const here = page("https://app.example.com/handler/sign-in?after_auth_return_to=%2Fdeep")
    return Effect.gen(function* () {
      const start = CrossDomain.start({ afterCallbackRedirectUrl: "/cart" })
      const { value, waited } = yield* leaving(here, start)
      expect({ waited, visited: here.visited }).toStrictEqual({ waited: true, visited: [value] })
      const url = new URL(value)
      const [[name, cookie] = [], ...others] = yield* cookies(here)
      expect(others).toStrictEqual([])
      const flow = JSON.parse(Buffer.from(cookie!, "base64url").toString()) as Array<unknown>
      expect(url.origin + url.pathname).toBe("https://accounts.example.org/handler/cross-domain")
      expect(Object.fromEntries(url.searchParams)).toStrictEqual({
        brand: "1",
        redirect_uri: `${callbackPage}?after_auth_return_to=%2Fdeep`,
        state: name!.slice("stack-oauth-outer-".length),
        code_challenge: createHash("sha256").update(String(flow[0])).digest("base64url"),
        code_challenge_method: "S256",
        after_callback_redirect_url: "https://app.example.com/cart"
      })
      expect(net.sent).toHaveLength(0)
    }).pipe(Effect.provide(app(net, here, { urls: { crossDomain } })))
  })

  it.effect("ends at once where nothing redirects", () => {
    const here = page("https://app.example.com/", { navigates: false })
    return Effect.gen(function* () {
      expect(yield* CrossDomain.start()).toMatch(/^https:\/\/accounts\.example\.org\/handler\/cross-domain\?/)
    }).pipe(Effect.provide(app(silent(), here, { urls: { crossDomain } })))
  })

  it.effect.each([undefined, "/handler/cross-domain", "https://app.example.com/x", "javascript:alert(1)"])(
    "needs a page of another origin, not %s",
    (crossDomain) => {
      const here = page("https://app.example.com/")
      return Effect.gen(function* () {
        expect(yield* Effect.flip(CrossDomain.start())).toMatchObject({
          _tag: "InvalidOption",
          option: "urls.crossDomain"
        })
        expect(here.visited).toStrictEqual([])
        expect(yield* cookies(here)).toStrictEqual([])
      }).pipe(Effect.provide(app(silent(), here, crossDomain === undefined ? {} : { urls: { crossDomain } })))
    }
  )

  it.effect("returns only to this app", () => {
    const here = page("https://app.example.com/")
    return Effect.gen(function* () {
      const start = CrossDomain.start({ afterCallbackRedirectUrl: "https://evil.example.com" })
      expect((yield* Effect.flip(start))._tag).toBe("UntrustedRedirect")
    }).pipe(Effect.provide(app(silent(), here, { urls: { crossDomain } })))
  })
})

describe("handing on", () => {
  it.effect("asks the service with both tokens, and goes back with its answer", () => {
    const net = handing()
    const here = page(link({ after_callback_redirect_url: "https://app.example.com/cart" }))
    return Effect.gen(function* () {
      yield* signedIn("ann")
      const { value } = yield* leaving(here, CrossDomain.authorize())
      expect(here.visited).toStrictEqual([redirectUrl])
      expect(Redacted.value(value)).toBe(redirectUrl)
      expect(util.inspect(value)).not.toContain("the-code")
      expect(here.url.searchParams.has("state")).toBe(false)
      const [sent] = net.sent
      expect(`${sent?.method} ${sent?.url}`).toBe(`POST ${apiUrl}/api/v1/auth/oauth/cross-domain/authorize`)
      expect(sent?.headers).toMatchObject({
        "x-stack-access-token": makeAccessToken("ann"),
        "x-stack-refresh-token": "refresh-ann"
      })
      expect(JSON.parse(sent?.body ?? "")).toStrictEqual({
        redirect_uri: callbackPage,
        state: "s",
        code_challenge: "c".repeat(43),
        code_challenge_method: "S256",
        after_callback_redirect_url: "https://app.example.com/cart"
      })
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect.each<[string, Readonly<Record<string, string>>]>([
    ["a state", { state: "" }],
    ["a state that is not too long", { state: "s".repeat(513) }],
    ["a challenge", { code_challenge: "" }],
    ["a challenge of 32 bytes", { code_challenge: "c".repeat(42) }],
    ["a method that protects", { code_challenge_method: "plain" }],
    ["a page to return to", { redirect_uri: "" }],
    ["a page of the web", { redirect_uri: "javascript:alert(1)" }],
    ["a callback page", { redirect_uri: "https://app.example.com/blog/post" }],
    ["a page afterwards that is one", { after_callback_redirect_url: "/cart" }]
  ])("needs %s, and otherwise asks and goes nowhere", ([_, changes]) => {
    const net = handing()
    const here = page(link(changes))
    return Effect.gen(function* () {
      yield* signedIn("ann")
      expect((yield* Effect.flip(CrossDomain.authorize()))._tag).toBe("InvalidCrossDomainRequest")
      expect(net.sent).toHaveLength(0)
      expect(here.visited).toStrictEqual([])
    }).pipe(Effect.provide(app(net, here)))
  })

  const returning = () => {
    const net = network(({ body }) => json({ redirect_url: `${JSON.parse(body ?? "").redirect_uri}&code=c&state=s` }))
    return {
      net,
      layer: app(net, page("https://accounts.example.org/", { navigates: false })),
      authorize: (redirect_uri: string) =>
        CrossDomain.authorize({ url: link({ redirect_uri }), redirectUrls: ["https://shop.example.net/back"] })
    }
  }

  it.effect("goes to a callback page that the app names, whatever its query", () => {
    const { authorize, layer, net } = returning()
    return Effect.gen(function* () {
      yield* signedIn("ann")
      yield* authorize("https://shop.example.net/back?x=1")
      expect(net.sent).toHaveLength(1)
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([callbackPage, "https://shop.example.net/back/", "http://shop.example.net/back"])(
    "goes to no other callback page: $0",
    (other) => {
      const { authorize, layer } = returning()
      return Effect.gen(function* () {
        expect((yield* Effect.flip(authorize(other)))._tag).toBe("InvalidCrossDomainRequest")
      }).pipe(Effect.provide(layer))
    }
  )

  it.effect("sends a signed-out user to sign in, and back to the link", () => {
    const net = handing()
    const here = page(link())
    return Effect.gen(function* () {
      expect((yield* Effect.flip(CrossDomain.authorize()))._tag).toBe("UserAuthenticationRequired")
      expect({ sent: net.sent.length, href: here.url.href }).toStrictEqual({ sent: 0, href: link() })
      expect((yield* Effect.flip(CrossDomain.authorize({ url: "no url" })))._tag).toBe("InvalidCrossDomainRequest")
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect("needs a refresh token", () => {
    const net = handing()
    return Effect.gen(function* () {
      yield* Effect.flatMap(TokenStore, (store) => store.set({ accessToken: Redacted.make(makeAccessToken("ann")) }))
      expect((yield* Effect.flip(CrossDomain.authorize()))._tag).toBe("SessionNotTransferable")
      expect(net.sent).toHaveLength(0)
    }).pipe(Effect.provide(app(net, page(link()))))
  })

  it.effect("does not hand on a guest whom another host may have planted", () => {
    const net = handing()
    const accessToken = Redacted.make(unsignedToken({ ...lasting, is_anonymous: true, is_restricted: true }))
    const guest = { accessToken, refreshToken: Redacted.make("refresh-guest") }
    return Effect.gen(function* () {
      const store = yield* TokenStore
      yield* store.set({ ...guest, isTakenOver: true })
      expect((yield* Effect.flip(CrossDomain.authorize()))._tag).toBe("SessionNotTransferable")
      expect(net.sent).toHaveLength(0)
      yield* store.set(guest)
      yield* CrossDomain.authorize()
      expect(net.sent[0]?.headers["x-stack-allow-anonymous-user"]).toBe("true")
    }).pipe(Effect.provide(app(net, page(link(), { navigates: false }))))
  })

  it.effect("finds that the session has ended elsewhere", () => {
    const mismatch = "Cross-domain auth handoff refresh token does not match the authenticated session."
    const net = network(({ url }) =>
      url.endsWith("/auth/oauth/token")
        ? knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)
        : text(mismatch, 200, { "x-stack-actual-status": "401" })
    )
    return Effect.gen(function* () {
      yield* signedIn("ann")
      expect((yield* Effect.flip(CrossDomain.authorize()))._tag).toBe("UserAuthenticationRequired")
      expect(yield* Effect.flatMap(TokenStore, (store) => store.get)).toBeUndefined()
    }).pipe(Effect.provide(app(net, page(link()))))
  })

  it.effect.each([
    "https://app.example.com/blog?code=the-code&state=s",
    "https://other.example.com/handler/oauth-callback?code=the-code&state=s",
    "http://app.example.com/handler/oauth-callback?code=the-code&state=s",
    "javascript:alert('the-code')"
  ])("does not follow the service to %s", (redirect_url) => {
    const here = page(link())
    return Effect.gen(function* () {
      yield* signedIn("ann")
      const { exit } = yield* timed(CrossDomain.authorize(), 500)
      expect({ exit: exit._tag, visited: here.visited }).toStrictEqual({ exit: "Failure", visited: [] })
      expect(util.inspect(exit, { depth: 20, showHidden: true })).not.toContain("the-code")
    }).pipe(
      Effect.provide(
        app(
          network(() => json({ redirect_url })),
          here
        )
      )
    )
  })

  it.effect("puts neither tokens nor codes into telemetry", () => {
    const here = page(link())
    const spans: Array<unknown> = []
    const tracer = Tracer.make({
      span(options) {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    return Effect.gen(function* () {
      yield* signedIn("canary")
      const { value } = yield* leaving(here, Effect.exit(CrossDomain.authorize()).pipe(Effect.withTracer(tracer)))
      expect(spans.length).toBeGreaterThan(0)
      const output = util.inspect([spans, value], { depth: 20, showHidden: true })
      expect(output).not.toContain("the-code")
      expect(output).not.toContain("canary")
      expect(output).not.toContain("c".repeat(43))
    }).pipe(Effect.provide(app(handing(), here)))
  })

  it.effect.each([
    ["RedirectUrlNotWhitelisted", knownError("REDIRECT_URL_NOT_WHITELISTED", 400)],
    ["NotSupportedByService", text("This endpoint does not exist in this API.", 404)]
  ] as const)("stays on the page after %s", ([tag, answer]) => {
    const here = page(link())
    return Effect.gen(function* () {
      yield* signedIn("ann")
      expect((yield* Effect.flip(CrossDomain.authorize()))._tag).toBe(tag)
      expect(here.visited).toStrictEqual([])
    }).pipe(
      Effect.provide(
        app(
          network(() => answer),
          here
        )
      )
    )
  })
})
