/** The way back from a provider. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Emulator from "../../../src/emulator/index.ts"
import * as Callback from "../../../src/emulator/oauth/internal/Callback.ts"
import * as emulatorCalls from "../../support/emulatorCalls.ts"
import {
  appUrl,
  authorizeUrl,
  browser,
  readCode,
  errorPage,
  readError,
  exchange,
  go,
  layer,
  callbackPage,
  script,
  outerState
} from "./appSignIn.ts"

const authorizeAt = Effect.fnUntraced(function* (provider: string, changes = {}) {
  const { baseUrl } = yield* Emulator.Emulator
  const answer = yield* emulatorCalls.raw("GET", (yield* authorizeUrl(provider, changes)).slice(baseUrl.length))
  const location = new URL(answer.headers.get("location") ?? "")
  return { location, state: location.searchParams.get("state") ?? "" }
})

const callback = (state: string, query: Readonly<Record<string, string>>, cookie?: string, provider = "github") =>
  emulatorCalls.raw("GET", `/api/v1/auth/oauth/callback/${provider}?${new URLSearchParams({ state, ...query })}`, {
    headers: { cookie: cookie ?? `stack-oauth-inner-${state}=true` }
  })

it("the callback has the name of its provider, whatever characters are in it", () => {
  expect(Callback.makeUrl("https://auth.test", "a/b")).toBe("https://auth.test/api/v1/auth/oauth/callback/a%2Fb")
})

describe("the way back from a provider", () => {
  it.effect("leads to the app with a code and the app's own state", () =>
    Effect.gen(function* () {
      const page = yield* go("github", {}, { redirect_uri: `${callbackPage}?a=1&code=old#part` })
      const { hash, origin, pathname, searchParams } = page.url
      expect([origin + pathname, hash, searchParams.get("a")]).toStrictEqual([callbackPage, "", "1"])
      expect(searchParams.getAll("code")).toHaveLength(1)
      expect(readCode(page)).toMatch(/^[0-9a-z]{45}$/)
      expect(page.url.searchParams.get("state")).toBe(outerState)
      expect(page.hops.map(({ method, status }) => `${method} ${status}`)).toStrictEqual([
        "GET 307",
        "GET 303",
        "GET 303"
      ])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("takes the answer of a provider that posts a form", () =>
    Effect.gen(function* () {
      yield* script({ identity: { email: "ann@example.com" } })
      const browsing = yield* browser
      const form = yield* browsing.open(yield* authorizeUrl("apple"))
      expect(form.status).toBe(200)
      const page = yield* browsing.press(form, "Continue")
      expect(page.hops.map(({ method, status }) => `${method} ${status}`)).toStrictEqual(["POST 303"])
      expect((yield* exchange(readCode(page))).body).toMatchObject({ is_new_user: true })

      yield* script({ outcome: "deny" })
      const denied = yield* browsing.press(yield* browsing.open(yield* authorizeUrl("apple")), "Continue")
      expect(denied.hops.map(({ method, status }) => `${method} ${status}`)).toStrictEqual(["POST 303"])
      expect(readError(denied)).toBe("OAUTH_PROVIDER_ACCESS_DENIED")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("takes the cookie away, whatever happens", () =>
    Effect.gen(function* () {
      const { location, state } = yield* authorizeAt("github")
      expect(location.pathname).toBe("/__idp/github/authorize")
      const answer = yield* callback(state, { error: "access_denied" })
      expect(answer.status).toBe(307)
      expect(answer.headers.getSetCookie()).toStrictEqual([
        `stack-oauth-inner-${state}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; HttpOnly`
      ])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("needs the cookie of the browser that started", () =>
    Effect.gen(function* () {
      const { state } = yield* authorizeAt("github")
      const other = yield* authorizeAt("github")
      for (const cookie of ["", "a=b", `stack-oauth-inner-${other.state}=true`, `stack-oauth-inner-${state}=false`]) {
        expect(yield* callback(state, { code: "x" }, cookie), cookie).toMatchObject({
          status: 400,
          knownError: undefined
        })
      }
      const unknown = "0".repeat(45)
      expect(yield* callback(unknown, { code: "x" })).toMatchObject({ status: 400, knownError: undefined })
      const hostile = yield* callback("a\r\nset-cookie: b=c", { code: "x" }, "a=b")
      expect(hostile.status).toBe(400)
      expect(hostile.headers.getSetCookie()).toStrictEqual([])
      // None of these has used the flow up.
      expect((yield* callback(state, { error: "access_denied" })).status).toBe(307)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is accepted once", () =>
    Effect.gen(function* () {
      const { state } = yield* authorizeAt("github")
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () => callback(state, { error: "access_denied" })),
        { concurrency: "unbounded" }
      )
      expect(answers.map(({ status }) => status).sort()).toStrictEqual([307, ...Array.from({ length: 49 }, () => 400)])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("refuses what the provider refuses, and the answer of another provider", () =>
    Effect.gen(function* () {
      const first = yield* authorizeAt("github")
      expect(yield* callback(first.state, { code: "made-up" })).toMatchObject({ status: 400, knownError: undefined })
      const second = yield* authorizeAt("github")
      expect(yield* callback(second.state, { error: "server_error" })).toMatchObject({
        status: 400,
        knownError: undefined
      })
      const third = yield* authorizeAt("github")
      const mixed = yield* callback(third.state, { code: "x" }, undefined, "google")
      expect(mixed).toMatchObject({ status: 400, knownError: undefined })
      expect(mixed.headers.get("location")).toBeNull()
    }).pipe(Effect.provide(layer()))
  )

  describe("with an error", () => {
    const error = {
      errorCode: "OAUTH_PROVIDER_ACCESS_DENIED",
      message: "The provider or the user refused access.",
      details: "{}"
    }

    it.effect("leads to the app's error page in 2025-06", () =>
      Effect.gen(function* () {
        const page = yield* go("github", { outcome: "deny" }, { error_redirect_url: `${errorPage}?a=1` })
        expect(page.url.origin + page.url.pathname).toBe(errorPage)
        expect(page.hops.at(-1)?.status).toBe(307)
        expect(Object.fromEntries(page.url.searchParams)).toStrictEqual({
          a: "1",
          ...error
        })
      }).pipe(Effect.provide(layer({ service: "2025-06" })))
    )

    it.effect.each([{ service: "current" as const }, {}])("leads back to the callback page: %o", (options) =>
      Effect.gen(function* () {
        const page = yield* go("github", { outcome: "deny" }, { redirect_uri: `${callbackPage}?a=1` })
        expect(page.url.origin + page.url.pathname).toBe(callbackPage)
        expect(page.hops.at(-1)?.status).toBe(307)
        expect(Object.fromEntries(page.url.searchParams)).toStrictEqual({
          a: "1",
          error: "server_error",
          error_description: error.message,
          ...error
        })
      }).pipe(Effect.provide(layer(options)))
    )

    it.effect("prefers the newer name of the error page", () =>
      Effect.gen(function* () {
        const page = yield* go("github", { outcome: "deny" }, { error_redirect_uri: `${appUrl}/new` })
        expect(page.url.pathname).toBe("/new")
      }).pipe(Effect.provide(layer({ service: "2025-06" })))
    )

    it.effect("answers JSON without an error page", () =>
      Effect.gen(function* () {
        const page = yield* go("github", { outcome: "deny" }, { error_redirect_url: undefined })
        expect(page.status).toBe(400)
        expect(page.headers.get("x-stack-known-error")).toBe("OAUTH_PROVIDER_ACCESS_DENIED")
      }).pipe(Effect.provide(layer({ service: "2025-06" })))
    )

    it.effect("says when the user took too long", () =>
      Effect.gen(function* () {
        const { state } = yield* authorizeAt("github")
        yield* TestClock.adjust("10 minutes")
        const answer = yield* callback(state, { code: "x" })
        expect(answer.status).toBe(307)
        expect(new URL(answer.headers.get("location") ?? "").searchParams.get("errorCode")).toBe("OUTER_OAUTH_TIMEOUT")

        const inTime = yield* authorizeAt("github", { error_redirect_url: undefined })
        yield* TestClock.adjust(599_999)
        expect((yield* callback(inTime.state, { error: "access_denied" })).knownError).toBe(
          "OAUTH_PROVIDER_ACCESS_DENIED"
        )
        const late = yield* authorizeAt("github", { error_redirect_url: undefined })
        yield* TestClock.adjust(600_000)
        expect(yield* callback(late.state, { code: "x" })).toMatchObject({
          status: 408,
          knownError: "OUTER_OAUTH_TIMEOUT"
        })
      }).pipe(Effect.provide(layer({ service: "2025-06" })))
    )

    it.effect("notices that the project has changed on the way", () =>
      Effect.gen(function* () {
        const update = (config: object) =>
          emulatorCalls.call("PATCH", "/internal/projects/current", { level: "admin", body: { config } })
        const distrusted = yield* authorizeAt("github")
        yield* update({ allow_localhost: false })
        // The error page is no more trusted than the rest.
        expect(yield* callback(distrusted.state, { code: "x" })).toMatchObject({
          status: 400,
          knownError: "REDIRECT_URL_NOT_WHITELISTED"
        })
        yield* update({ allow_localhost: true })
        const disabled = yield* authorizeAt("github", { error_redirect_url: undefined })
        yield* update({ oauth_providers: [] })
        expect((yield* callback(disabled.state, { code: "x" })).knownError).toBe(
          "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED"
        )
      }).pipe(Effect.provide(layer({ service: "2025-06" })))
    )
  })
})
