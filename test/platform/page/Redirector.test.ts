/** Which page of the app a redirect goes to, and how. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import * as HandlerUrls from "../../../src/domain/url/HandlerUrls.ts"
import { resolveTrusted } from "../../../src/domain/url/TrustedTarget.ts"
import * as Redirector from "../../../src/platform/page/Redirector.ts"

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
  it.effect.each([
    [{}, false],
    [{ replace: undefined }, false],
    [{ replace: false }, false],
    [{ replace: true }, true]
  ] as const)("replaces the page in the history where that is wanted: $0", ([options, replaces]) =>
    Effect.gen(function* () {
      const home = "https://app.example.com/"

      expect(yield* to(page, "home", options)).toStrictEqual([home, replaces])
      expect(yield* toUrl(page, "/", options)).toStrictEqual([home, replaces])
    })
  )

  it.effect("starts from the app's configured URL where there is no page, and fails without one", () =>
    Effect.gen(function* () {
      const appUrl = "https://app.example.com"
      expect(yield* to(undefined, "home", { appUrl })).toStrictEqual(["https://app.example.com/", false])
      expect(yield* toUrl(undefined, "/a", { appUrl })).toStrictEqual(["https://app.example.com/a", false])
      expect(yield* to(undefined, "home")).toBeUndefined()
      expect(yield* toUrl(undefined, "/a")).toBe(untrusted)
    })
  )

  it.effect("leads to the onboarding page and back, if the app has one", () =>
    Effect.gen(function* () {
      const urls = { onboarding: "/welcome" }
      expect(yield* to(page, "onboarding")).toBeUndefined()
      expect(yield* to(page, "onboarding", { urls })).toStrictEqual([
        "https://app.example.com/welcome?after_auth_return_to=%2Fwork",
        false
      ])
      expect(yield* to("https://app.example.com/welcome", "onboarding", { urls })).toBe(loop("onboarding"))
    })
  )

  it.effect("fails for a page that is no URL", () =>
    Effect.gen(function* () {
      expect(yield* to(page, "signIn", { urls: { signIn: "https://" } })).toBe(untrusted)
      expect(Redirector.isAt("https://", new URL(page))).toBe(false)
    })
  )

  it.effect.each(["afterSignIn", "afterSignUp"] as const)(
    "returns to the remembered page for $0, unless that is not wanted",
    (name) =>
      Effect.gen(function* () {
        expect(yield* to(returning, name)).toStrictEqual(["https://app.example.com/deep", false])
        expect(yield* to(returning, name, { noRedirectBack: true })).toStrictEqual(["https://app.example.com/", false])
      })
  )

  it.effect.each(["home", "afterSignOut"] as const)("does not return to the remembered page for $0", (name) =>
    Effect.gen(function* () {
      expect(yield* to(returning, name)).toStrictEqual(["https://app.example.com/", false])
    })
  )

  it.effect("stores a return page for the app's own origin only", () =>
    Effect.gen(function* () {
      const urls = { signIn: "https://accounts.example.com/in" }
      expect(yield* to(page, "signIn", { urls })).toStrictEqual(["https://accounts.example.com/in", false])
    })
  )

  it.effect("goes to a sign-in page of the same path at another origin", () =>
    Effect.gen(function* () {
      const urls = { signIn: "https://accounts.example.com/in" }
      const [url] = (yield* to("https://app.example.com/in", "signIn", { urls })) as readonly [string, boolean]
      expect(url).toBe("https://accounts.example.com/in")
      expect(Redirector.isAt("/in", new URL("https://app.example.com/out"))).toBe(false)
    })
  )

  it.effect.each(["/in/out", "/in/out/", "/in/out?x#y"])("fails from the sign-in page $0 to itself at $1", (path) =>
    Effect.gen(function* () {
      const here = `https://app.example.com${path}`
      for (const signIn of ["/in/out", "/in/out/"]) {
        expect(yield* to(here, "signIn", { urls: { signIn } }), signIn).toBe(loop("signIn"))
        expect(Redirector.isAt(signIn, new URL(here)), signIn).toBe(true)
      }
    })
  )
})

describe("a trusted target", () => {
  const isTrusted = (target: string, page = "https://app.example.com/a/b") =>
    resolveTrusted(target, new URL(page)) !== undefined

  it("has at most 4096 characters", () => {
    expect(isTrusted(`/${"x".repeat(4095)}`)).toBe(true)
    expect(isTrusted(`/${"x".repeat(4096)}`)).toBe(false)
  })

  it("may be a URL of the app, on http as well", () => {
    expect(isTrusted("https://app.example.com/x")).toBe(true)
    expect(isTrusted("http://localhost:3000/x", "http://localhost:3000/")).toBe(true)
    expect(isTrusted("http://app.example.com/x")).toBe(false)
  })

  it.each(["//app.example.com/x", "https://app.example.com//evil.com"])("may not begin with a host: $0", (target) => {
    expect(isTrusted(target)).toBe(false)
  })

  it.each(["/x//", "https://app.example.com/x//"])("may end with slashes: $0", (target) => {
    expect(isTrusted(target)).toBe(true)
  })

  it("has neither a user name nor a password", () => {
    expect(isTrusted("https://user@app.example.com/")).toBe(false)
    expect(isTrusted("https://:password@app.example.com/")).toBe(false)
  })
})
