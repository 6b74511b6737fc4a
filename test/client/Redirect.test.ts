/**
 * Redirects go to targets that the app trusts and nowhere else, by a corpus of hostile URLs. They hide no mistake of
 * the app's router.
 */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import * as Urls from "../../src/app/Urls.ts"
import * as Password from "../../src/client/Password.ts"
import * as Redirect from "../../src/client/Redirect.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import { resolveTrusted } from "../../src/domain/url/TrustedTarget.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as Navigation from "../../src/platform/page/Navigation.ts"
import { app, page, signedIn, stored } from "../support/appPage.ts"
import { clientRows } from "../support/redirectCorpus.ts"
import { json, network } from "../support/scriptedNetwork.ts"
import { lasting, unsignedToken } from "../support/tokens.ts"

/** Runs a redirect on a page and tells where the navigator was sent, and what failed. */
const onPage = <E>(
  page: string,
  effect: Effect.Effect<void, E, ClientApp.ClientApp>,
  options: Partial<ClientApp.ClientAppOptions> = {}
) =>
  Effect.gen(function* () {
    const visited: Array<string> = []
    const fiber = yield* effect.pipe(
      Effect.provide(ClientApp.layer({ projectId: "p", publishableClientKey: "pck_x", ...options })),
      Effect.provideService(
        Navigation.Navigation,
        Navigation.make({
          current: Effect.sync(() => new URL(page)),
          navigate: (url) => Effect.sync(() => void visited.push(url)),
          rewrite: () => Effect.void
        })
      ),
      Effect.result,
      Effect.forkChild
    )
    yield* TestClock.adjust("2 seconds")
    const result = yield* Fiber.join(fiber)
    return { visited, error: Result.isFailure(result) ? result.failure : undefined }
  })

describe("redirects", () => {
  it("are tested with every row of the corpus", () => {
    expect(clientRows.length).toBeGreaterThanOrEqual(31)
  })

  it.effect.each(clientRows)("$id $url: $why", (row) =>
    Effect.gen(function* () {
      const { error, visited } = yield* onPage(row.page!, Redirect.toUrl(row.url))
      expect({ visited, error: error?._tag }).toStrictEqual(
        row.trusted_verdict
          ? { visited: [row.expected_href], error: undefined }
          : { visited: [], error: "UntrustedRedirect" }
      )
    })
  )

  it.effect.each(clientRows)("$id as after_auth_return_to", (row) =>
    Effect.gen(function* () {
      const page = new URL(row.page!)
      page.search = ""
      page.searchParams.set("after_auth_return_to", row.url)
      const { error, visited } = yield* onPage(page.href, Redirect.to("afterSignIn"))
      const home = `${page.origin}/`
      expect(error).toBeUndefined()
      expect(visited).toStrictEqual([row.trusted_verdict ? new URL(row.url, page.href).href : home])
    })
  )

  it.effect.each(clientRows)("$id is passed to other pages and into links only if the app may return there", (row) =>
    Effect.gen(function* () {
      const page = new URL("https://app.example.com/handler/sign-in")
      page.searchParams.set("after_auth_return_to", row.url)
      const isTrusted = resolveTrusted(row.url, page) !== undefined
      const expected = isTrusted ? row.url : null
      const { visited } = yield* onPage(page.href, Redirect.to("signUp"))
      expect(new URL(visited[0]!).searchParams.get("after_auth_return_to")).toBe(expected)
      const linked: Array<string> = []
      yield* onPage(
        page.href,
        Effect.flatMap(ClientApp.ClientApp, (app) =>
          Urls.makeCallback(app, "callbackUrl", undefined, "passwordReset")
        ).pipe(Effect.map((url) => void linked.push(url)))
      )
      expect(new URL(linked[0]!).searchParams.get("after_auth_return_to")).toBe(expected)
    })
  )

  it.effect.each(["%E0%A4%A", "http://[", "x".repeat(5000), "\ud800", "", "   "])(
    "falls back to the default target for values that are no URLs: $0",
    (value) =>
      Effect.gen(function* () {
        const page = new URL("https://app.example.com/handler/sign-in")
        page.searchParams.set("after_auth_return_to", value)
        const { error, visited } = yield* onPage(page.href, Redirect.to("afterSignIn"))
        expect(error).toBeUndefined()
        expect(visited).toHaveLength(1)
        expect(new URL(visited[0]!).origin).toBe("https://app.example.com")
      })
  )

  it.effect("takes the first of several return parameters", () =>
    Effect.gen(function* () {
      const page = "https://app.example.com/s?after_auth_return_to=/a&after_auth_return_to=//evil.com"
      expect((yield* onPage(page, Redirect.to("afterSignIn"))).visited).toStrictEqual(["https://app.example.com/a"])
    })
  )

  it.effect("tells the sign-in page where to return to", () =>
    Effect.gen(function* () {
      const { visited } = yield* onPage("https://app.example.com/deep?x=1#y", Redirect.to("signIn"))
      expect(visited).toStrictEqual([
        "https://app.example.com/handler/sign-in?after_auth_return_to=%2Fdeep%3Fx%3D1%23y"
      ])
      const again = yield* onPage(
        "https://app.example.com/handler/sign-in?after_auth_return_to=%2Fdeep",
        Redirect.to("signUp")
      )
      expect(again.visited).toStrictEqual(["https://app.example.com/handler/sign-up?after_auth_return_to=%2Fdeep"])
    })
  )

  it.effect("never turns a path into a host", () =>
    Effect.gen(function* () {
      const { visited } = yield* onPage("https://app.example.com//evil.com/x", Redirect.to("signIn"))
      expect(visited).toStrictEqual(["https://app.example.com/handler/sign-in?after_auth_return_to=%2F"])
    })
  )

  it.effect("notices that the sign-in page redirects to itself", () =>
    Effect.gen(function* () {
      const { error, visited } = yield* onPage("https://app.example.com/handler/sign-in?x=1", Redirect.to("signIn"))
      expect({ visited, error: error?._tag }).toStrictEqual({ visited: [], error: "RedirectLoop" })
    })
  )

  it.effect.each([
    ["signUp", { handler: "/auth/" }, "https://app.example.com/auth/sign-up"],
    ["afterSignUp", { home: "/start" }, "https://app.example.com/start"],
    ["afterSignUp", { afterSignIn: "/welcome" }, "https://app.example.com/welcome"],
    ["afterSignOut", { home: "/start", afterSignIn: "/in" }, "https://app.example.com/start"],
    ["signIn", { signIn: "https://accounts.example.com/in" }, "https://accounts.example.com/in"],
    ["signIn", { signIn: "javascript:alert(1)" }, undefined]
  ] as const)("follows custom pages, a custom handler path and a custom home: %s with %j", ([name, urls, url]) =>
    Effect.map(
      onPage("https://app.example.com/x", Redirect.to(name, { noRedirectBack: true }), { urls }),
      ({ visited }) => expect(visited[0]).toBe(url)
    )
  )

  it.effect("waits two seconds after a redirect, and not at all without a navigator", () =>
    Effect.gen(function* () {
      const fiber = yield* Redirect.to("home").pipe(
        Effect.provide(ClientApp.layer({ projectId: "p", publishableClientKey: "pck_x", appUrl: "https://a.example" })),
        Effect.provideService(
          Navigation.Navigation,
          Navigation.make({
            current: Effect.undefined,
            navigate: () => Effect.void,
            rewrite: () => Effect.void
          })
        ),
        Effect.forkChild
      )
      yield* TestClock.adjust("1999 millis")
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 millis")
      expect(fiber.pollUnsafe()).toBeDefined()
      yield* Redirect.to("home").pipe(
        Effect.provide(ClientApp.layer({ projectId: "p", publishableClientKey: "pck_x", appUrl: "https://a.example" }))
      )
    })
  )

  it.each(["\t", "\n", "\r", " ", "\\", "\u0000", "\u007f", "\u200b", "\u202e", "\ufeff"])(
    "refuses every character that parsers disagree about: $0",
    (character) => {
      const page = new URL("https://app.example.com/")

      expect(resolveTrusted(`/a${character}b`, page)).toBeUndefined()
    }
  )
})

/** A page whose router has a mistake. */
const brokenPage = (mistake: Error) => {
  const current = Effect.succeed(new URL("https://app.example.com/settings"))
  const navigation = Navigation.make({ current, navigate: () => Effect.die(mistake) })
  return { ...page("https://app.example.com/settings"), layer: Layer.succeed(Navigation.Navigation, navigation) }
}

describe("a mistake of the app's router", () => {
  const mistake = new Error("no such route")

  it.effect("shows in a sign-out, which is done", () =>
    Effect.gen(function* () {
      yield* signedIn("one")
      expect(yield* Effect.exit(Sessions.signOut)).toStrictEqual(Exit.die(mistake))
      expect(yield* stored).toBeUndefined()
    }).pipe(
      Effect.provide(
        app(
          network(() => json({ success: true })),
          brokenPage(mistake)
        )
      )
    )
  )

  it.effect("shows in a sign-in, which is done", () => {
    const tokens = { access_token: unsignedToken(lasting), refresh_token: "refresh", user_id: "ann" }
    return Effect.gen(function* () {
      const signIn = Password.signIn({ email: "ann@example.org", password: "correct horse" })
      expect(yield* Effect.exit(signIn)).toStrictEqual(Exit.die(mistake))
      expect(yield* stored).toBeDefined()
    }).pipe(
      Effect.provide(
        app(
          network(() => json(tokens)),
          brokenPage(mistake)
        )
      )
    )
  })
})
