/** The app of the current request, over the emulator and in the place of Next.js what it would do. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from "vitest"
import type { CurrentUser, ServerUser } from "../../src/api/schema/User.ts"
import * as Redirects from "../../src/client/Redirect.ts"
import * as Teams from "../../src/client/Teams.ts"
import * as Emulator from "../../src/emulator/node.ts"
import * as Http from "../../src/http/Http.ts"
import { none, RetryPolicy } from "../../src/http/RetryPolicy.ts"
import * as PageHeader from "../../src/next/internal/PageHeader.ts"
import { make as makeApp, type NextApp, type NextAppOptions } from "../../src/next/NextApp.ts"
import { make as makeServerApp, type NextServerApp } from "../../src/next/NextServerApp.ts"
import * as Navigation from "../../src/platform/page/Navigation.ts"
import { createClientApp } from "../../src/promise/index.ts"
import { countSeeds } from "../support/seeds.ts"
import { acting, Redirect, rendering, runtime } from "./fakeNext.ts"

const service = Emulator.toFetchHandler({
  project: {
    config: {
      clientUserDeletionEnabled: true,
      domains: [{ domain: "https://app.example.com", handlerPath: "/handler" }],
      oauthProviders: [{ id: "github", type: "shared" }]
    }
  },
  passwordCost: "insecure-fast"
})
const password = "a fine password"
let asked: Array<string> = []
let options: NextAppOptions
let app: NextApp
let serverApp: NextServerApp
let count = 0

beforeAll(async () => {
  const { baseUrl, project } = await service.emulator
  const { projectId, publishableClientKey, secretServerKey } = project!
  const http = Http.layerHandler((request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname.slice("/api/v1".length)}`)
    return service.fetch(request)
  })
  options = { projectId, publishableClientKey, apiUrl: baseUrl, appUrl: "https://app.example.com", http }
  app = makeApp(runtime, options)
  serverApp = makeServerApp(runtime, { ...options, secretServerKey })
})
beforeEach(() => {
  asked = []
})
afterAll(async () => {
  await serverApp.dispose()
  await service.dispose()
})

/** A user with the cookies of an http page; `stale` ones lack the access token. */
const signUp = async () => {
  const client = createClientApp(options)
  const email = `user-${count++}@example.org`
  await client.password.signUp({ email, password })
  const { accessToken, refreshToken } = await client.sessions.authJson()
  const refresh = { [`stack-refresh-${options.projectId}`]: refreshToken! }
  const cookies = { ...refresh, "stack-access": JSON.stringify([refreshToken, accessToken]) }
  asked = []
  return { client, email, cookies, stale: refresh, accessToken: accessToken!, refreshToken: refreshToken! }
}

/** What a page of this path is told by the proxy. */
const page = async (path: string) => {
  const headers = new Headers()
  await PageHeader.make().set(headers, path)
  return { headers }
}

describe("while a page renders", () => {
  it("sends one request, however many components read", async () => {
    const { cookies, email } = await signUp()
    const users = await rendering({ cookies }, () =>
      Promise.all([
        app.getUser(),
        app.getUser({ or: "throw" }),
        app.getUser({ or: "redirect" }),
        app.currentUser.get(),
        app.run(Teams.list),
        app.teams.list(),
        app.dehydrate([[Teams.list]])
      ])
    )
    expect(users[0]?.primaryEmail).toBe(email)
    expect(asked.toSorted()).toStrictEqual(["GET /teams", "GET /users/me"])
    await rendering({ cookies }, () => app.getUser())
    expect(asked.length).toBe(3)
  })

  it("keeps an aborted read from failing others, and reads again after a write", async () => {
    const { cookies } = await signUp()
    const names = await rendering({ cookies }, async () => {
      const aborted = new AbortController()
      const [first, second] = [app.currentUser.get({}, { signal: aborted.signal }), app.getUser({ or: "throw" })]
      aborted.abort(new Error("enough"))
      await expect(first).rejects.toThrow("enough")
      const { displayName } = await second
      await app.currentUser.setDisplayName("Ann")
      return [displayName, (await app.getUser({ or: "throw" })).displayName]
    })
    expect(names).toStrictEqual([null, "Ann"])
  })

  it("refreshes once for the render, keeps the session, and writes nothing", async () => {
    const { email, stale } = await signUp()
    await rendering({ cookies: stale }, async ({ cookies }) => {
      const users = await Promise.all(Array.from({ length: 5 }, () => app.getUser()))
      expect(users.map((user) => user?.primaryEmail)).toStrictEqual(Array.from({ length: 5 }, () => email))
      expect(cookies.written).toStrictEqual([])
    })
    expect(asked).toStrictEqual(["POST /auth/oauth/token", "GET /users/me"])
  })

  it("is signed out when the session has ended, although the cookies remain", async () => {
    const { client, stale } = await signUp()
    await client.sessions.signOut()
    expect(await rendering({ cookies: stale }, () => app.getUser())).toBeNull()
  })

  it("refuses to sign in, and leaves no session behind", async () => {
    const { client, email } = await signUp()
    const before = (await client.sessions.list()).length
    await rendering({}, async () => {
      const result = await app.password.signIn.result({ email, password })
      expect(result).toMatchObject({ ok: false, error: { _tag: "TokenStoreUnavailable" } })
      await expect(app.getUser({ or: "anonymous" })).rejects.toMatchObject({ _tag: "TokenStoreUnavailable" })
      expect(await app.getUser()).toBeNull()
    })
    expect((await client.sessions.list()).length).toBe(before)
  })

  it("passes the browser's state without a token", async () => {
    const { accessToken, cookies, email, refreshToken } = await signUp()
    const state = JSON.stringify(await rendering({ cookies }, () => app.dehydrate([[Teams.list]])))
    expect(state).toContain(email)
    expect(state).not.toContain(accessToken)
    expect(state).not.toContain(refreshToken)
  })
})

it("a page leaves reads to the browser while the service is unavailable, and rejects direct calls", async () => {
  const { cookies, stale } = await signUp()
  const away = makeApp(runtime, {
    ...options,
    platform: Layer.succeed(RetryPolicy, none),
    http: Http.layerHandler(() => Promise.reject(new Error("away")))
  })
  for (const [age, each] of Object.entries({ cookies, stale })) {
    await rendering({ cookies: each }, async () => {
      expect((await away.dehydrate([[Teams.list]])).reads, age).toStrictEqual([])
      await expect(away.getUser(), age).rejects.toMatchObject({ _tag: "TransportError" })
    })
  }
})

describe("a redirect", () => {
  const catchRedirect = async (run: Promise<unknown>) => {
    const error = await run.then(
      () => undefined,
      (error: unknown) => error
    )
    expect(error).toBeInstanceOf(Redirect)
    const { kind, url } = error as Redirect
    return `${kind} ${url}`
  }

  it.each([
    ["a page", rendering],
    ["an action", acting]
  ] as const)("goes to the sign-in page, with the page to return to, from %s", async (_, mode) => {
    const signIn = "replace /handler/sign-in"
    const back = `${signIn}?after_auth_return_to=%2Faccount%3Ftab%3D1`
    const known = await page("/account?tab=1")
    const returnTo = "/account?tab=1"
    expect({
      app: await catchRedirect(mode(known, () => app.getUser({ or: "redirect" }))),
      serverApp: await catchRedirect(mode(known, () => serverApp.getUser({ or: "redirect" }))),
      told: await catchRedirect(mode({}, () => app.getUser({ or: "redirect", returnTo }))),
      // An app that does not know the page does not pretend to.
      unknownPage: await catchRedirect(mode({}, () => app.getUser({ or: "redirect" })))
    }).toStrictEqual({ app: back, serverApp: back, told: back, unknownPage: signIn })
  })

  it.each(["//evil.example", "/\\evil.example", "/\t/evil.example", "/\n/evil.example", "javascript:alert(1)"])(
    "never returns to $0",
    async (hostile) => {
      const signIn = "replace /handler/sign-in"
      expect(await catchRedirect(rendering({}, () => app.getUser({ or: "redirect", returnTo: hostile })))).toBe(signIn)
    }
  )

  it("trusts the page's URL only if the app's proxy has signed it", async () => {
    const forged = { headers: { "x-gatefold-page": "/account", "x-gatefold-page-proof": "0".repeat(64) } }
    const ofAnother = new Headers()
    await PageHeader.make("another secret").set(ofAnother, "/account")
    const moved = new Headers((await page("/account")).headers)
    moved.set("x-gatefold-page", "/elsewhere")
    const redirect = (headers: HeadersInit) =>
      catchRedirect(rendering({ headers }, () => app.getUser({ or: "redirect" })))
    const signIn = "replace /handler/sign-in"
    expect({
      unsigned: await redirect({ "x-gatefold-page": "/account" }),
      forged: await redirect(forged.headers),
      ofAnother: await redirect(ofAnother),
      moved: await redirect(moved)
    }).toStrictEqual({ unsigned: signIn, forged: signIn, ofAnother: signIn, moved: signIn })
    const elsewhere = makeApp(runtime, { ...options, proxySecret: "another secret" })
    expect(await catchRedirect(rendering({ headers: ofAnother }, () => elsewhere.getUser({ or: "redirect" })))).toBe(
      "replace /handler/sign-in?after_auth_return_to=%2Faccount"
    )
  })

  it("is nothing that could be handled by accident", async () => {
    await rendering(await page("/account"), async () => {
      await catchRedirect(app.currentUser.get({ or: "redirect" }))
      await catchRedirect(app.redirect.to.result("signIn"))
      await catchRedirect(app.run(Effect.exit(Redirects.to("signIn"))))
      await catchRedirect(app.run(Effect.ignore(Redirects.toUrl("/x"))))
      await catchRedirect(app.run(Effect.catchCause(Redirects.toUrl("/x"), () => Effect.void)))
    })
  })

  it("ends the function it is in, as a throw would", async () => {
    let reached = false
    const program = Effect.andThen(
      Redirects.toUrl("/elsewhere"),
      Effect.sync(() => {
        reached = true
      })
    )
    expect(await catchRedirect(acting({}, () => app.run(program)))).toBe("push /elsewhere")
    expect(reached).toBe(false)
  })

  it("belongs to the call that caused it", async () => {
    const { cookies, email } = await signUp()
    await acting({ cookies }, async () => {
      const [user] = await Promise.all([app.getUser(), catchRedirect(app.redirect.toUrl("/elsewhere"))])
      expect(user?.primaryEmail).toBe(email)
    })
  })

  it("stays in this app", async () => {
    await acting({}, async () => {
      await expect(app.redirect.toUrl("https://evil.example/")).rejects.toMatchObject({ _tag: "UntrustedRedirect" })
      await expect(app.redirect.toUrl("//evil.example/")).rejects.toMatchObject({ _tag: "UntrustedRedirect" })
    })
    await rendering(await page("/handler/sign-in"), async () => {
      await expect(app.getUser({ or: "redirect" })).rejects.toMatchObject({ _tag: "RedirectLoop" })
    })
  })

  it("sends restricted users to the onboarding page, if the app has one", async () => {
    const { email, refreshToken } = await signUp()
    const [user] = await serverApp.users.list({ query: email })
    await serverApp.users.update({ userId: user!.id, restrictedByAdmin: true })
    // The token of before says nothing of it: only the refresh token is there.
    const cookies = { [`stack-refresh-${options.projectId}`]: refreshToken }
    const urls = { onboarding: "/onboarding" }
    const leading = makeApp(runtime, { ...options, urls })
    const { headers } = await page("/account")
    for (const [place, mode] of Object.entries({ rendering, acting })) {
      expect(await catchRedirect(mode({ cookies, headers }, () => leading.getUser({ or: "redirect" }))), place).toBe(
        "replace /onboarding?after_auth_return_to=%2Faccount"
      )
      await mode({ cookies, headers }, async () => {
        await expect(app.getUser({ or: "redirect" }), place).rejects.toMatchObject({ _tag: "RestrictedUserNotAllowed" })
      })
    }
    const there = await page("/onboarding")
    await rendering({ cookies, headers: there.headers }, async () => {
      await expect(leading.getUser({ or: "redirect" })).rejects.toMatchObject({ _tag: "RedirectLoop" })
      const welcoming = makeApp(runtime, { ...options, urls, allow: ["restricted"] })
      expect((await welcoming.getUser({ or: "redirect" })).restrictedReason).toBe("restricted_by_administrator")
    })
  })

  it("fails with a message where it is switched off", async () => {
    const quiet = makeApp(runtime, { ...options, navigation: Navigation.layerNone })
    await rendering(await page("/account"), async () => {
      await expect(quiet.getUser({ or: "redirect" })).rejects.toMatchObject({ option: "navigation" })
    })
  })

  it("follows a sign-in or sign-out, after the cookies are written", async () => {
    const { email } = await signUp()
    await acting(await page("/handler/sign-in?after_auth_return_to=%2Faccount"), async ({ cookies }) => {
      expect(await catchRedirect(app.password.signIn({ email, password }))).toBe("replace /account")
      expect(Object.keys(cookies.kept)).toStrictEqual([`stack-refresh-${options.projectId}`, "stack-access"])
      expect(cookies.written).toMatchObject(cookies.written.map(() => ({ path: "/", sameSite: "lax", secure: false })))
      expect((await app.getUser())?.primaryEmail).toBe(email)
      expect(await catchRedirect(app.sessions.signOut())).toBe("replace /")
      expect(cookies.kept).toStrictEqual({})
      expect(await app.getUser()).toBeNull()
    })
  })

  it("goes to a provider, and the flow can be finished in the browser", async () => {
    await acting(await page("/handler/sign-in"), async ({ cookies }) => {
      const target = await catchRedirect(app.oauth.start({ provider: "github" }))
      expect(target).toMatch(/^push http:\/\/.*\/__idp\/github\/authorize\?/)
      expect(Object.keys(cookies.kept)).toStrictEqual([expect.stringMatching(/^stack-oauth-outer-[\w-]{43}$/)])
    })
  })
})

describe("in an action", () => {
  it("writes refreshed tokens, once for calls at the same time", async () => {
    const { stale } = await signUp()
    await acting({ cookies: stale }, async ({ cookies }) => {
      await Promise.all([app.getUser(), app.teams.list()])
      expect(cookies.written.map(({ name }) => name)).toContain("stack-access")
    })
    expect(asked.filter((call) => call === "POST /auth/oauth/token").length).toBe(1)
  })

  it("sees its own writes", async () => {
    const { cookies } = await signUp()
    await acting({ cookies }, async () => {
      expect((await app.getUser())?.displayName).toBeNull()
      await app.currentUser.setDisplayName("Ann")
      expect((await app.getUser())?.displayName).toBe("Ann")
    })
  })

  it("uses names on https that nobody else can write, and keeps `Secure` when it removes them", async () => {
    const { email } = await signUp()
    const headers = { "x-forwarded-proto": "https" }
    await acting({ headers }, async ({ cookies }) => {
      await app.password.signIn({ email, password, noRedirect: true })
      expect(Object.keys(cookies.kept)).toContain(`__Host-stack-refresh-${options.projectId}--default`)
      await app.run(Effect.ignore(Redirects.to("home"))).catch(() => {})
      await app.sessions.signOut().catch(() => {})
      expect(cookies.kept).toStrictEqual({})
      expect(cookies.written.every(({ secure }) => secure)).toBe(true)
    })
  })

  it("keeps the session from scripts where that is wanted, from signing in to signing out", async () => {
    const { email } = await signUp()
    const hidden = makeApp(runtime, { ...options, httpOnly: true })
    const headers = { "x-forwarded-proto": "https" }
    const signedIn = await acting({ headers }, async ({ cookies }) => {
      await hidden.password.signIn({ email, password, noRedirect: true })
      expect(cookies.written.length).toBe(4)
      expect(cookies.written.every(({ httpOnly }) => httpOnly)).toBe(true)
      return cookies.kept
    })
    expect(await rendering({ cookies: signedIn, headers }, () => hidden.getUser())).toMatchObject({
      primaryEmail: email
    })
    const [[name, token]] = Object.entries(signedIn) as [[string, string]]
    const response = await hidden.proxy(
      new Request("https://app.example.com/", { headers: { cookie: `${name}=${token}` } })
    )
    expect(response.headers.getSetCookie()).toStrictEqual([
      expect.stringMatching(/^__Host-stack-access=.*; Secure; HttpOnly$/)
    ])
    await acting({ cookies: signedIn, headers }, async ({ cookies }) => {
      await hidden.sessions.signOut().catch(() => {})
      expect(cookies.kept).toStrictEqual({})
    })
  })

  it("leaves the cookies of a session that has ended to the browser, and removes those of a deleted user", async () => {
    const ann = await signUp()
    await ann.client.sessions.signOut()
    await acting({ cookies: ann.stale }, async ({ cookies }) => {
      expect(await app.getUser()).toBeNull()
      expect(cookies.written).toStrictEqual([])
    })
    const bob = await signUp()
    await acting({ cookies: bob.cookies }, async ({ cookies }) => {
      await app.currentUser.delete()
      expect(await app.getUser()).toBeNull()
      expect(cookies.kept).toStrictEqual({})
    })
  })

  it("signs up an anonymous user, and keeps their session", async () => {
    await acting({}, async ({ cookies }) => {
      const { id } = await app.getUser({ or: "anonymous" })
      expect((await app.getUser({ or: "anonymous-if-exists" }))?.id).toBe(id)
      expect(await app.getUser()).toBeNull()
      expect(Object.keys(cookies.kept).length).toBe(2)
    })
  })

  it("takes tokens of the header before those of cookies, and writes none of them", async () => {
    const [ann, bob] = [await signUp(), await signUp()]
    const headers = await bob.client.sessions.authHeaders()
    await acting({ cookies: ann.cookies, headers }, async ({ cookies }) => {
      expect((await app.getUser())?.primaryEmail).toBe(bob.email)
      expect(cookies.written).toStrictEqual([])
    })
    await acting({ headers: { "x-stack-auth": "nonsense" } }, async () => {
      await expect(app.getUser()).rejects.toMatchObject({ _tag: "InvalidAuthHeader" })
    })
  })

  it("reports wrong options by name", async () => {
    const wrong = makeApp(runtime, { ...options, publishableClientKey: "" })
    await acting({}, async () => {
      await expect(wrong.getUser()).rejects.toMatchObject({ option: "publishableClientKey" })
    })
  })
})

it("an app never mixes up two requests", async () => {
  const users = await Promise.all(Array.from({ length: 5 }, signUp))
  const seen = await Promise.all(
    Array.from({ length: countSeeds(200, 1 / 5) }, (_, index) => {
      const { cookies, email, stale } = users[index % users.length]!
      const mode = index % 3 === 0 ? acting : rendering
      return mode({ cookies: index % 2 === 0 ? cookies : stale }, async ({ cookies }) => {
        const found = [
          await app.getUser(),
          await app.run(
            Effect.andThen(
              Effect.yieldNow,
              Effect.promise(() => app.getUser())
            )
          )
        ]
        const isOwn = cookies.written.every(({ value }) => Object.values(stale).some((token) => value.includes(token)))
        return isOwn && found.every((user) => user?.primaryEmail === email)
      })
    })
  )
  expect(seen.every(Boolean)).toBe(true)
})

describe("with the secret key", () => {
  it("sees and changes the user as a server, beside what the user may do", async () => {
    const { cookies, email } = await signUp()
    await acting({ cookies }, async () => {
      const user = await serverApp.getUser({ or: "throw" })
      expect({ primaryEmail: user.primaryEmail, serverMetadata: user.serverMetadata }).toStrictEqual({
        primaryEmail: email,
        serverMetadata: null
      })
      await serverApp.currentUser.update({ serverMetadata: { plan: "pro" } })
      expect((await serverApp.users.get(user.id)).serverMetadata).toStrictEqual({ plan: "pro" })
      expect((await serverApp.client.getUser())?.id).toBe(user.id)
      expect(await serverApp.client.teams.list()).toStrictEqual([])
    })
    await rendering({ cookies }, () => Promise.all([serverApp.getUser(), serverApp.getUser({ or: "redirect" })]))
    expect(asked.slice(-1)).toStrictEqual(["GET /users/me"])
    await rendering({}, async () => {
      expect(await serverApp.getUser()).toBeNull()
      await expect(serverApp.getUser({ or: "throw" })).rejects.toMatchObject({ _tag: "UserAuthenticationRequired" })
    })
  })

  it("needs the key", async () => {
    const wrong = makeServerApp(runtime, { ...options, secretServerKey: "" })
    await rendering({}, async () => {
      await expect(wrong.getUser()).rejects.toMatchObject({ option: "secretServerKey" })
    })
    await wrong.dispose()
  })
})

it("a user has the type that follows from `or`", () => {
  expectTypeOf(() => app.getUser()).returns.resolves.toEqualTypeOf<CurrentUser | null>()
  expectTypeOf(() => app.getUser({ or: "anonymous-if-exists" })).returns.resolves.toEqualTypeOf<CurrentUser | null>()
  for (const or of ["redirect", "throw", "anonymous"] as const) {
    expectTypeOf(() => app.getUser({ or })).returns.resolves.toEqualTypeOf<CurrentUser>()
  }
  expectTypeOf(() => serverApp.getUser()).returns.resolves.toEqualTypeOf<ServerUser | null>()
  expectTypeOf(() => serverApp.getUser({ or: "redirect" })).returns.resolves.toEqualTypeOf<ServerUser>()
  expectTypeOf<keyof ReturnType<typeof createClientApp>>()
    .exclude<"dispose" | "onStale" | "onUserChange" | symbol>()
    .toExtend<keyof NextApp>()
  expectTypeOf(app.protect((_request: Request, user) => Response.json(user.id))).toEqualTypeOf<
    (request: Request) => Promise<Response>
  >()
  const withParams = app.protect(
    async (_request: Request, _user, { params }: { readonly params: Promise<{ readonly id: string }> }) =>
      new Response((await params).id)
  )
  expectTypeOf(withParams).parameters.toEqualTypeOf<
    [request: Request, context: { readonly params: Promise<{ readonly id: string }> }]
  >()
  // @ts-expect-error a client app is not given a secret key
  void (() => makeApp(runtime, { ...options, secretServerKey: "ssk_1" }))
})
