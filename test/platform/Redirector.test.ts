/** Which page of the app a redirect goes to, and how. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import * as HandlerUrls from "../../src/domain/HandlerUrls.ts"
import { trustedTarget } from "../../src/domain/TrustedTarget.ts"
import * as Redirector from "../../src/platform/Redirector.ts"

interface App {
  readonly urls?: Partial<HandlerUrls.HandlerUrls>
  readonly appUrl?: string
}

/** Where a redirect from a page leads to: what the navigator was told, or why it was not. */
const redirect = (
  page: string | undefined,
  { appUrl, urls }: App,
  use: (redirector: Redirector.Redirector, app: Redirector.AppPages) => ReturnType<Redirector.Redirector["to"]>
) =>
  Effect.gen(function* () {
    const visited: Array<readonly [url: string, replaces: boolean]> = []
    const redirector = Redirector.make(
      Effect.sync(() => (page === undefined ? undefined : new URL(page))),
      (url, { replace }) => Effect.sync(() => void visited.push([url, replace]))
    )
    const fiber = yield* Effect.forkChild(Effect.result(use(redirector, { urls: HandlerUrls.resolve(urls), appUrl })))
    yield* TestClock.adjust(Redirector.waitMillis)
    const result = yield* Fiber.join(fiber)
    return Result.isFailure(result) ? result.failure.message : visited[0]
  })

const to = (
  page: string | undefined,
  name: HandlerUrls.PageName,
  { appUrl, urls, ...options }: App & Redirector.RedirectOptions = {}
) =>
  redirect(page, { ...(appUrl !== undefined && { appUrl }), ...(urls && { urls }) }, (redirector, app) =>
    redirector.to(app, name, options)
  )

const toUrl = (
  page: string | undefined,
  target: string,
  { appUrl, ...options }: App & Redirector.RedirectOptions = {}
) => redirect(page, appUrl === undefined ? {} : { appUrl }, (redirector, app) => redirector.toUrl(app, target, options))

const untrusted = "The redirect target is not a page of this app; pass a path such as /dashboard"
const loop = (page: string) => `The page ${page} redirects to itself; do not require a user there`

const page = "https://app.example.com/work"
const returning = "https://app.example.com/handler/sign-in?after_auth_return_to=%2Fdeep"

describe("a redirect", () => {
  it.effect("replaces the page in the history where that is wanted", () =>
    Effect.gen(function* () {
      const home = "https://app.example.com/"
      for (const [options, replaces] of [
        [{}, false],
        [{ replace: undefined }, false],
        [{ replace: false }, false],
        [{ replace: true }, true]
      ] as const) {
        assert.deepStrictEqual(yield* to(page, "home", options), [home, replaces])
        assert.deepStrictEqual(yield* toUrl(page, "/", options), [home, replaces])
      }
    })
  )

  it.effect("starts from the app's configured URL where there is no page, and fails without one", () =>
    Effect.gen(function* () {
      const appUrl = "https://app.example.com"
      assert.deepStrictEqual(yield* to(undefined, "home", { appUrl }), ["https://app.example.com/", false])
      assert.deepStrictEqual(yield* toUrl(undefined, "/a", { appUrl }), ["https://app.example.com/a", false])
      assert.isUndefined(yield* to(undefined, "home"))
      assert.strictEqual(yield* toUrl(undefined, "/a"), untrusted)
    })
  )

  it.effect("to the onboarding page leads there and back, if the app has one", () =>
    Effect.gen(function* () {
      const urls = { onboarding: "/welcome" }
      assert.isUndefined(yield* to(page, "onboarding"))
      assert.deepStrictEqual(yield* to(page, "onboarding", { urls }), [
        "https://app.example.com/welcome?after_auth_return_to=%2Fwork",
        false
      ])
      assert.strictEqual(yield* to("https://app.example.com/welcome", "onboarding", { urls }), loop("onboarding"))
    })
  )

  it.effect("to a page that is no URL fails", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* to(page, "signIn", { urls: { signIn: "https://" } }), untrusted)
      assert.isFalse(Redirector.isAt("https://", new URL(page)))
    })
  )

  it.effect("after signing in or up returns to the remembered page, unless that is not wanted", () =>
    Effect.gen(function* () {
      for (const name of ["afterSignIn", "afterSignUp"] as const) {
        assert.deepStrictEqual(yield* to(returning, name), ["https://app.example.com/deep", false])
        assert.deepStrictEqual(yield* to(returning, name, { noRedirectBack: true }), [
          "https://app.example.com/",
          false
        ])
      }
      for (const name of ["home", "afterSignOut"] as const) {
        assert.deepStrictEqual(yield* to(returning, name), ["https://app.example.com/", false])
      }
    })
  )

  it.effect("stores a return page for the app's own origin only", () =>
    Effect.gen(function* () {
      const urls = { signIn: "https://accounts.example.com/in" }
      assert.deepStrictEqual(yield* to(page, "signIn", { urls }), ["https://accounts.example.com/in", false])
    })
  )

  it.effect("from the sign-in page to itself fails, also with a slash at the end", () =>
    Effect.gen(function* () {
      for (const path of ["/in/out", "/in/out/", "/in/out?x#y"]) {
        const here = `https://app.example.com${path}`
        for (const signIn of ["/in/out", "/in/out/"]) {
          assert.strictEqual(yield* to(here, "signIn", { urls: { signIn } }), loop("signIn"))
          assert.isTrue(Redirector.isAt(signIn, new URL(here)))
        }
      }
      const urls = { signIn: "https://accounts.example.com/in" }
      const [url] = (yield* to("https://app.example.com/in", "signIn", { urls })) as readonly [string, boolean]
      assert.strictEqual(url, "https://accounts.example.com/in")
      assert.isFalse(Redirector.isAt("/in", new URL("https://app.example.com/out")))
    })
  )
})

describe("a trusted target", () => {
  const isTrusted = (target: string, page = "https://app.example.com/a/b") =>
    trustedTarget(target, new URL(page)) !== undefined

  it("has at most 4096 characters", () => {
    assert.isTrue(isTrusted(`/${"x".repeat(4095)}`))
    assert.isFalse(isTrusted(`/${"x".repeat(4096)}`))
  })

  it("may be a URL of the app, on http as well", () => {
    assert.isTrue(isTrusted("https://app.example.com/x"))
    assert.isTrue(isTrusted("http://localhost:3000/x", "http://localhost:3000/"))
    assert.isFalse(isTrusted("http://app.example.com/x"))
  })

  it("may not begin with a host, but may end with slashes", () => {
    assert.isFalse(isTrusted("//app.example.com/x"))
    assert.isFalse(isTrusted("https://app.example.com//evil.com"))
    assert.isTrue(isTrusted("/x//"))
    assert.isTrue(isTrusted("https://app.example.com/x//"))
  })

  it("has neither a user name nor a password", () => {
    assert.isFalse(isTrusted("https://user@app.example.com/"))
    assert.isFalse(isTrusted("https://:password@app.example.com/"))
  })
})
