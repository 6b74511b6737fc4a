/**
 * Pages that the service hosts: what goes there and what comes back, against a scripted service
 * (docs/protocol/oauth.md#hosted-pages).
 */
import { createHash } from "node:crypto"
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as ClientLayer from "../../src/app/ClientLayer.ts"
import * as Redirect from "../../src/client/Redirect.ts"
import type { UrlOptions } from "../../src/domain/url/HandlerUrls.ts"
import type { HttpRequest } from "../../src/http/Http.ts"
import * as HostedPages from "../../src/oauth/HostedPages.ts"
import * as Notifier from "../../src/platform/Notifier.ts"
import * as PageStorage from "../../src/platform/page/PageStorage.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import corpus from "../fixtures/redirect-corpus.json" with { type: "json" }
import { app, cookies, leaving, page as pageAt, type Page, stored } from "../support/appPage.ts"
import {
  type Answer,
  apiUrl,
  json,
  knownError,
  network,
  projectId,
  publishableClientKey
} from "../support/scriptedNetwork.ts"
import { lasting, unsignedToken } from "../support/tokens.ts"
import { until } from "../support/turns.ts"

const hosted = `http://${projectId}.built-with.localhost:8102`
const all: UrlOptions = { default: { type: "hosted" } }

const makeToken = (sessionId: string, more: object = {}) =>
  unsignedToken({ ...lasting, sub: "ann", refresh_token_id: sessionId, ...more })

const signedInAs = (sessionId: string, more: object = {}) =>
  Effect.flatMap(TokenStore, (store) =>
    store.set({ accessToken: Redacted.make(makeToken(sessionId, more)), refreshToken: Redacted.make("refresh") })
  )

const tokens = (target?: string): Answer =>
  json({
    access_token: makeToken("handed-on"),
    refresh_token: "shared",
    token_type: "Bearer",
    expires_in: 600,
    scope: "legacy",
    is_new_user: false,
    after_callback_redirect_url: target ?? null
  })

/** A browser's app: what it is told, and what it shows when it loads the page. */
const browser = (script: (request: HttpRequest) => Answer, page: Page, urls: UrlOptions = all) => {
  const net = network(script)
  const told: Array<unknown> = []
  const storage = PageStorage.makeMemory()
  const services = Layer.mergeAll(
    Layer.succeed(PageStorage.PageStorage, storage),
    Layer.succeed(Notifier.Notifier, (error) => Effect.sync(() => void told.push(error)))
  )
  return { net, told, layer: Layer.provideMerge(app(net, page, { urls }), services) }
}

/** Builds what a page loads; a redirect ends after two seconds, as when a page unloads. */
const loading = Effect.fnUntraced(function* (page: Page) {
  const built = yield* leaving(page, Effect.scoped(Layer.build(HostedPages.layer)))
  return built.value
})

const go = (page: Page, ...[name, options]: Parameters<typeof Redirect.to>) =>
  leaving(page, Effect.provide(Redirect.to(name, options), HostedPages.layer))

const readQuery = (url: string | undefined) => Object.fromEntries(new URL(url ?? "").searchParams)

describe("going there", () => {
  it.effect("keeps the verifier in the cookie of its state, and names the parameters as the service does", () => {
    const here = pageAt("https://app.example.com/private?tab=1#part")
    const { layer, net } = browser(() => json({}), here)
    return Effect.gen(function* () {
      const { waited } = yield* go(here, "signIn")
      const [to] = here.visited
      const [[name, cookie] = [], ...others] = yield* cookies(here)
      expect({ waited, others, sent: net.sent }).toStrictEqual({ waited: true, others: [], sent: [] })
      const state = name!.slice("stack-oauth-outer-".length)
      const [verifier, , redirectUri] = JSON.parse(Buffer.from(cookie!, "base64url").toString()) as Array<string>
      const challenge = createHash("sha256").update(verifier!).digest("base64url")
      const query = readQuery(to)
      expect(to?.startsWith(`${hosted}/handler/sign-in?`)).toBe(true)
      expect(query).toStrictEqual({
        after_auth_return_to: redirectUri,
        hexclave_cross_domain_state: state,
        hexclave_cross_domain_code_challenge: challenge,
        hexclave_cross_domain_after_callback_redirect_url: "https://app.example.com/private?tab=1#part"
      })
      const back = new URL(redirectUri!)
      expect(back.origin + back.pathname).toBe("https://app.example.com/private")
      expect(readQuery(redirectUri)).toStrictEqual({
        tab: "1",
        hexclave_cross_domain_auth: "1",
        hexclave_cross_domain_state: state,
        hexclave_cross_domain_code_challenge: challenge
      })
    }).pipe(Effect.provide(layer))
  })

  it.effect("returns to a callback page of the app's own, if it has one", () => {
    const here = pageAt("https://app.example.com/private")
    const { layer } = browser(() => json({}), here, { ...all, oauthCallback: "/auth/callback" })
    return Effect.gen(function* () {
      yield* go(here, "signUp")
      const back = new URL(readQuery(here.visited[0])["after_auth_return_to"] ?? "")
      expect([here.visited[0]?.split("?")[0], back.pathname]).toStrictEqual([
        `${hosted}/handler/sign-up`,
        "/auth/callback"
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([
    [
      "the remembered page",
      "https://app.example.com/x?after_auth_return_to=%2Fdeep",
      {},
      "https://app.example.com/deep"
    ],
    [
      "not a remembered page of somebody else",
      "https://app.example.com/x?after_auth_return_to=https%3A%2F%2Fevil.example",
      {},
      "https://app.example.com/x"
    ],
    [
      "the page after signing in",
      "https://app.example.com/x",
      { noRedirectBack: true },
      "https://app.example.com/home"
    ],
    [
      "no answer of a former sign-in",
      "https://app.example.com/x?code=1&state=2&errorCode=X&a=b",
      {},
      "https://app.example.com/x?a=b"
    ]
  ] as const)("leads back to %s", ([, url, options, expected]) => {
    const here = pageAt(url)
    const { layer } = browser(() => json({}), here, { ...all, afterSignIn: "/home" })
    return Effect.gen(function* () {
      yield* go(here, "signIn", options)
      const query = readQuery(here.visited[0])
      expect(query["hexclave_cross_domain_after_callback_redirect_url"]).toBe(expected)
    }).pipe(Effect.provide(layer))
  })

  it.effect("leads back to no page of the corpus that the app does not own", () => {
    const foreign = corpus.filter(({ url }) => !URL.canParse(url) || new URL(url).origin !== "https://app.example.com")
    return Effect.gen(function* () {
      expect(foreign.length).toBeGreaterThan(100)
      for (const { url } of foreign) {
        const start = new URL("https://app.example.com/x")
        start.searchParams.set("after_auth_return_to", url)
        const here = pageAt(start.href)
        yield* go(here, "signIn").pipe(Effect.provide(browser(() => json({}), here).layer))
        const target = readQuery(here.visited[0])["hexclave_cross_domain_after_callback_redirect_url"] ?? ""
        expect(new URL(target).origin, url).toBe("https://app.example.com")
      }
    })
  })

  it.effect("offers the session of the signed-in user, and no secret of it", () => {
    const here = pageAt("https://app.example.com/private?tab=1")
    const { layer } = browser(() => json({}), here)
    return Effect.gen(function* () {
      yield* signedInAs("session-of-ann")
      yield* go(here, "accountSettings")
      expect(here.visited[0]?.split("?")[0]).toBe(`${hosted}/handler/account-settings`)
      expect(readQuery(here.visited[0])).toStrictEqual({
        stack_nested_cross_domain_auth_refresh_token_id: "session-of-ann",
        stack_nested_cross_domain_auth_callback_url: "https://app.example.com/private?tab=1"
      })
      expect(yield* cookies(here)).toStrictEqual([])
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not offer a guest whom another host may have planted", () => {
    const here = pageAt("https://app.example.com/private")
    const { layer } = browser(() => json({}), here)
    return Effect.gen(function* () {
      const store = yield* TokenStore
      yield* store.set({
        accessToken: Redacted.make(makeToken("planted", { is_anonymous: true })),
        refreshToken: Redacted.make("refresh"),
        isTakenOver: true
      })
      yield* go(here, "signIn")
      expect(here.visited[0]).not.toContain("nested")
    }).pipe(Effect.provide(layer))
  })

  it.effect("signs out in place, and goes to the page after that", () => {
    const here = pageAt("https://app.example.com/private")
    const { layer, net } = browser(() => json({}), here, { ...all, afterSignOut: "/bye" })
    return Effect.gen(function* () {
      yield* signedInAs("session-of-ann")
      yield* go(here, "signOut")
      expect(here.visited).toStrictEqual(["https://app.example.com/bye"])
      expect(yield* stored).toBeUndefined()
      here.visited.length = 0
      // Afterwards, the page works as before.
      yield* go(here, "signIn")
      expect(here.visited).toHaveLength(1)
      expect(net.sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toStrictEqual([
        "DELETE /api/v1/auth/sessions/current"
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("cannot begin on a server, which says so in one sentence", () => {
    const here = pageAt("https://app.example.com/private")
    const { layer } = browser(() => json({}), here)
    return Effect.gen(function* () {
      const error = yield* Effect.flip(Redirect.to("signIn"))
      expect(error.message).toBe(
        "Invalid option urls.signIn: is a hosted page, and only a browser can start the redirect to it: redirect from " +
          "a client component, or set urls.signIn to a page of your app"
      )
      expect(here.visited).toStrictEqual([])
    }).pipe(Effect.provide(layer))
  })

  describe("of an app of options", () => {
    afterEach(() => void vi.unstubAllGlobals())

    const redirect = (here: Page, options: ClientLayer.PlatformOptions = {}) =>
      Effect.provide(
        Redirect.to("signIn"),
        ClientLayer.make(
          { apiUrl, projectId, publishableClientKey, urls: all, platform: here.layer, ...options },
          "memory",
          () => ClientLayer.refuseTokenStore('"memory"')
        )
      )

    it.effect("needs hostedPages, and the error says what to add", () => {
      const here = pageAt("https://app.example.com/private")
      vi.stubGlobal("document", {})
      return Effect.gen(function* () {
        const error = yield* Effect.flip(redirect(here))
        expect(error.message).toBe(
          "Invalid option hostedPages: is missing, and urls.signIn is a hosted page: add hostedPages: " +
            "HostedPages.layer to the options of your app, or HostedPages.layer to its layers"
        )
        expect(here.visited).toStrictEqual([])
        yield* leaving(here, redirect(here, { hostedPages: HostedPages.layer }))
        expect(here.visited.map((url) => url.split("?")[0])).toStrictEqual([`${hosted}/handler/sign-in`])
      })
    })

    it.effect("cannot begin on a server, with hostedPages either", () => {
      const here = pageAt("https://app.example.com/private")
      return Effect.gen(function* () {
        const error = yield* Effect.flip(redirect(here, { hostedPages: HostedPages.layer }))
        expect(error).toMatchObject({ _tag: "InvalidOption", option: "urls.signIn" })
        expect(here.visited).toStrictEqual([])
      })
    })
  })
})

describe("loops", () => {
  it.effect("ends the fifth equal redirect within 30 seconds, and begins again later", () => {
    const here = pageAt("https://app.example.com/private?n=1")
    const { layer } = browser(() => json({}), here)
    const again = Effect.suspend(() => {
      here.visited.length = 0
      return go(here, "signIn")
    })
    return Effect.gen(function* () {
      for (let n = 0; n < 4; n++) {
        here.url = new URL(`https://app.example.com/private?n=${n}`)
        yield* again
      }
      const loop = yield* Effect.flip(again)
      expect(loop).toMatchObject({ _tag: "RedirectLoop", page: "signIn" })
      expect(loop.message).toContain("/private has gone to the hosted page signIn 5 times within 30 seconds")
      expect(here.visited).toStrictEqual([])
      // Another page, and another target, are not equal.
      yield* go(here, "signUp")
      here.url = new URL("https://app.example.com/other")
      yield* again
      here.url = new URL("https://app.example.com/private")
      // The first one was 8 seconds of redirects before the fifth.
      yield* TestClock.adjust("30 seconds")
      yield* again
      expect(here.visited).toHaveLength(1)
    }).pipe(Effect.provide(layer))
  })

  it.effect.each(["no JSON", "{}", '[["a"],null,3]', '[["https://app.example.com/private","signIn",99999999999999]]'])(
    "are not excused by %s in the storage",
    (text) => {
      const here = pageAt("https://app.example.com/private")
      const { layer } = browser(() => json({}), here)
      return Effect.gen(function* () {
        const storage = yield* PageStorage.PageStorage
        storage.set(`gatefold-redirects-${projectId}`, text)
        yield* go(here, "signIn")
        expect(here.visited).toHaveLength(1)
      }).pipe(Effect.provide(layer))
    }
  )
})

/** The way back of a flow that the page has begun: its URL, with a code. */
const answerWith = (url: string | undefined, code = "the-code") => {
  const query = readQuery(url)
  const back = new URL(query["after_auth_return_to"] ?? "")
  back.searchParams.set("code", code)
  back.searchParams.set("state", query["hexclave_cross_domain_state"] ?? "")
  return back
}

describe("coming back", () => {
  it.effect("signs in once, with the verifier of the cookie, and loads the page that the user wanted", () => {
    const here = pageAt("https://app.example.com/private?tab=1")
    const { layer, net, told } = browser(() => tokens("https://app.example.com/private?tab=1"), here)
    return Effect.gen(function* () {
      yield* go(here, "signIn")
      const answer = answerWith(here.visited.pop())
      here.url = answer
      yield* loading(here)
      const [sent, ...more] = net.sent
      const body = Object.fromEntries(new URLSearchParams(sent?.body ?? ""))
      expect(more).toStrictEqual([])
      expect(new URL(sent?.url ?? "").pathname).toBe("/api/v1/auth/oauth/token")
      const expected = new URL(answer)
      for (const name of ["code", "state"]) expected.searchParams.delete(name)
      expect(body).toMatchObject({ code: "the-code", redirect_uri: expected.href })
      expect({ told, visited: here.visited }).toStrictEqual({
        told: [],
        visited: ["https://app.example.com/private?tab=1"]
      })
      expect({ stored: yield* stored, cookies: yield* cookies(here) }).toStrictEqual({ stored: "shared", cookies: [] })

      // The same answer again, as from the history of the browser.
      here.visited.length = 0
      here.url = answer
      yield* loading(here)
      expect({ visited: here.visited, sent: net.sent.length, href: here.url.href }).toStrictEqual({
        visited: [],
        sent: 1,
        href: answer.href
      })
    }).pipe(Effect.provide(layer))
  })

  it.effect.each<[string, (url: URL) => unknown]>([
    ["of another state", (url: URL) => url.searchParams.set("state", "of-an-attacker")],
    ["of another page", (url: URL) => Object.assign(url, { pathname: "/other" })],
    ["of somebody else, for their own flow", (url: URL) => url.searchParams.delete("state")]
  ])("leaves a pair alone that is %s", ([, change]) => {
    const here = pageAt("https://app.example.com/private")
    const { layer, net, told } = browser(() => tokens(), here)
    return Effect.gen(function* () {
      yield* go(here, "signIn")
      const answer = answerWith(here.visited.pop())
      change(answer)
      here.url = answer
      yield* loading(here)
      expect({ href: here.url.href, visited: here.visited, sent: net.sent, told }).toStrictEqual({
        href: answer.href,
        visited: [],
        sent: [],
        told: []
      })
      expect((yield* cookies(here)).length).toBe(1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not finish a sign-in after an hour", () => {
    const here = pageAt("https://app.example.com/private")
    const { layer, net } = browser(() => tokens(), here)
    return Effect.gen(function* () {
      yield* go(here, "signIn")
      here.url = answerWith(here.visited.pop())
      yield* TestClock.adjust("1 hour")
      yield* loading(here)
      expect(net.sent).toStrictEqual([])
    }).pipe(Effect.provide(layer))
  })

  it.effect("finishes the sign-ins of two tabs that were begun at once", () => {
    const first = pageAt("https://app.example.com/one")
    const second = pageAt("https://app.example.com/two", { jar: first.jar })
    const [one, two] = [first, second].map((tab) => browser(() => tokens(), tab)) as [
      ReturnType<typeof browser>,
      ReturnType<typeof browser>
    ]
    return Effect.gen(function* () {
      yield* Effect.provide(go(first, "signIn"), one.layer)
      yield* Effect.provide(go(second, "signIn"), two.layer)
      // Each with its own code, the second one first.
      for (const [tab, { layer, net }] of [
        [second, two],
        [first, one]
      ] as const) {
        tab.url = answerWith(tab.visited.pop(), `code-of-${tab.url.pathname}`)
        yield* Effect.provide(loading(tab), layer)
        expect(Object.fromEntries(new URLSearchParams(net.sent[0]?.body ?? ""))["code"]).toBe(
          `code-of-${tab.url.pathname}`
        )
      }
      expect(yield* cookies(first)).toStrictEqual([])
    })
  })

  it.effect("shows the service's error on the error page", () => {
    const here = pageAt("https://app.example.com/private")
    const { layer } = browser(() => knownError("INVALID_AUTHORIZATION_CODE", 400), here)
    return Effect.gen(function* () {
      yield* go(here, "signIn")
      here.url = answerWith(here.visited.pop())
      yield* loading(here)
      expect(here.visited[0]?.split("?")[0]).toBe(`${hosted}/handler/error`)
      expect(readQuery(here.visited[0])["errorCode"]).toBe("INVALID_AUTHORIZATION_CODE")
      expect(yield* stored).toBeUndefined()
    }).pipe(Effect.provide(layer))
  })
})

describe("a hosted page that asks for the session", () => {
  /** The page of the app to which a hosted page sends its request. */
  const asked = (changes: Readonly<Record<string, string>> = {}) => {
    const url = new URL("https://app.example.com/private?tab=1")
    const query = {
      stack_nested_cross_domain_auth_refresh_token_id: "session-of-ann",
      redirect_uri: `${hosted}/handler/account-settings`,
      state: "s",
      code_challenge: "c".repeat(43),
      code_challenge_method: "S256",
      after_callback_redirect_url: `${hosted}/handler/account-settings`,
      ...changes
    }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }
  const answer = `${hosted}/handler/account-settings?code=the-code&state=s`

  it.effect.each(["stack", "hexclave"])("gets the app's session, with the parameter names of %s", (brand) => {
    const url = asked()
    const id = "nested_cross_domain_auth_refresh_token_id"
    url.searchParams.delete(`stack_${id}`)
    url.searchParams.set(`${brand}_${id}`, "session-of-ann")
    const here = pageAt(url.href)
    const { layer, net } = browser(() => json({ redirect_url: answer }), here)
    return Effect.gen(function* () {
      yield* signedInAs("session-of-ann")
      yield* loading(here)
      expect(here.visited).toStrictEqual([answer])
      expect(here.url.href).toBe("https://app.example.com/private?tab=1")
      expect(JSON.parse(net.sent[0]?.body ?? "")).toStrictEqual({
        redirect_uri: `${hosted}/handler/account-settings`,
        state: "s",
        code_challenge: "c".repeat(43),
        code_challenge_method: "S256",
        after_callback_redirect_url: `${hosted}/handler/account-settings`
      })
    }).pipe(Effect.provide(layer))
  })

  it.effect.each<[string, string, Readonly<Record<string, string>>]>([
    ["another session", "session-of-bob", {}],
    ["a page of somebody else", "session-of-ann", { redirect_uri: "https://evil.example/handler/account-settings" }],
    [
      "a page of another project",
      "session-of-ann",
      { redirect_uri: "http://other.built-with.localhost:8102/handler/x" }
    ],
    ["another port", "session-of-ann", { redirect_uri: `http://${projectId}.built-with.localhost:1/handler/x` }],
    ["another page afterwards", "session-of-ann", { after_callback_redirect_url: "https://evil.example/" }],
    ["a script", "session-of-ann", { redirect_uri: "javascript:alert(1)" }],
    ["no state", "session-of-ann", { state: "" }],
    ["a weak challenge", "session-of-ann", { code_challenge_method: "plain" }]
  ])("gets no session for %s", ([, sessionId, changes]) => {
    const here = pageAt(asked(changes).href)
    const { layer, net, told } = browser(() => json({ redirect_url: answer }), here)
    return Effect.gen(function* () {
      yield* signedInAs(sessionId)
      yield* loading(here)
      expect({ visited: here.visited, sent: net.sent, told: told.length }).toStrictEqual({
        visited: [],
        sent: [],
        told: 1
      })
    }).pipe(Effect.provide(layer))
  })

  it.effect.each(corpus)("is not sent to $url, of the corpus", ({ url }) =>
    Effect.gen(function* () {
      const here = pageAt(asked({ redirect_uri: url }).href)
      const { layer, net } = browser(() => json({ redirect_url: answer }), here)
      yield* Effect.provide(Effect.andThen(signedInAs("session-of-ann"), loading(here)), layer)
      expect({ visited: here.visited, sent: net.sent }).toStrictEqual({ visited: [], sent: [] })
    })
  )

  it.effect("gets no session if the service's answer leads elsewhere, or if nobody is signed in", () => {
    const here = pageAt(asked().href)
    const elsewhere = browser(() => json({ redirect_url: "https://evil.example/?code=1" }), here)
    return Effect.gen(function* () {
      yield* Effect.provide(Effect.andThen(signedInAs("session-of-ann"), loading(here)), elsewhere.layer)
      expect({ visited: here.visited, told: elsewhere.told }).toMatchObject({
        visited: [],
        told: [{ _tag: "InvalidCrossDomainRequest" }]
      })
      here.url = asked()
      const nobody = browser(() => json({ redirect_url: answer }), here)
      yield* Effect.provide(loading(here), nobody.layer)
      expect({ visited: here.visited, told: nobody.told }).toMatchObject({
        visited: [],
        told: [{ _tag: "UserAuthenticationRequired" }]
      })
    })
  })
})

describe("where hosted pages are", () => {
  const found = (options: { readonly apiUrl?: string; readonly urls: UrlOptions }) => {
    const here = pageAt("https://app.example.com/")
    return go(here, "accountSettings").pipe(
      Effect.map(() => here.visited[0]),
      Effect.provide(
        Layer.provideMerge(
          app(
            network(() => json({})),
            here,
            options
          ),
          Layer.empty
        )
      )
    )
  }

  it.effect.each([
    ["http://localhost:8102", {}, hosted],
    ["https://api.stack-auth.com", {}, `https://${projectId}.built-with-hexclave.com`],
    ["https://api.hexclave.com", {}, `https://${projectId}.built-with-hexclave.com`],
    [
      "https://auth.example.com",
      { hostedOrigin: "https://{projectId}.pages.example.com" },
      `https://${projectId}.pages.example.com`
    ],
    ["https://api.hexclave.com", { hostedOrigin: "https://login.example.com/" }, "https://login.example.com"]
  ] as const)("are found for %s %o", ([apiUrl, urls, origin]) =>
    Effect.map(found({ apiUrl, urls: { ...all, ...urls } }), (url) =>
      expect(url).toBe(`${origin}/handler/account-settings`)
    )
  )

  it.effect.each([
    ["https://auth.example.com", all, "urls.hostedOrigin"],
    ["http://localhost:8102", { ...all, hostedOrigin: "https://a.example.com/path" }, "urls.hostedOrigin"],
    ["http://localhost:8102", { ...all, hostedOrigin: "javascript:alert(1)" }, "urls.hostedOrigin"],
    ["http://localhost:8102", { signIn: { type: "handler-component" } }, "urls.signIn"]
  ] as const)("fails with the option to correct for %s %o", ([apiUrl, urls, option]) =>
    Effect.gen(function* () {
      // Callers without types pass anything.
      const error = yield* Effect.flip(found({ apiUrl, urls: urls as UrlOptions }))
      expect(error).toMatchObject({ _tag: "InvalidOption", option })
    })
  )
})

it.effect("a user comes back from a forgotten password", () => {
  const here = pageAt("https://app.example.com/private")
  const { layer } = browser(() => json({}), here)
  return Effect.gen(function* () {
    yield* go(here, "forgotPassword")
    expect(readQuery(here.visited[0])).toHaveProperty("hexclave_cross_domain_state")
  }).pipe(Effect.provide(layer))
})

it.effect("a page that is being signed out does not go to the sign-in page meanwhile", () => {
  const here = pageAt("https://app.example.com/private")
  const ended = Deferred.makeUnsafe<void>()
  const net = network(() => Effect.andThen(Deferred.await(ended), json({})))
  return Effect.gen(function* () {
    yield* signedInAs("session-of-ann")
    yield* Effect.gen(function* () {
      const signingOut = yield* Effect.forkChild(Redirect.to("signOut"))
      yield* until(() => net.sent.length > 0)
      // What useUser({ or: "redirect" }) does as soon as nobody is signed in.
      yield* Redirect.to("signIn", { replace: true })
      expect(here.visited).toStrictEqual([])
      yield* Deferred.succeed(ended, undefined)
      yield* until(() => here.visited.length > 0)
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(signingOut)
      expect(here.visited).toStrictEqual(["https://app.example.com/"])
    }).pipe(Effect.provide(HostedPages.layer))
  }).pipe(Effect.provide(app(net, here, { urls: all })))
})
