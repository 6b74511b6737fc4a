/** The start of a sign-in with a provider. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Emulator from "../../../src/emulator/index.ts"
import * as Browser from "../../support/Browser.ts"
import * as emulatorCalls from "../../support/emulatorCalls.ts"
import { server } from "../../support/emulatorCalls.ts"
import {
  authorize,
  authorizeUrl,
  browser,
  readCode,
  exchange,
  go,
  layer,
  me,
  callbackPage,
  script
} from "./appSignIn.ts"

describe("the start of a sign-in with a provider", () => {
  it.effect("goes to the provider, with a state of the service and a cookie for it", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Emulator.Emulator
      const answer = yield* authorize("google", { provider_scope: "calendar email" })
      expect(answer.status).toBe(307)
      expect(answer.text).toBe("")
      const location = new URL(answer.headers.get("location") ?? "")
      expect(location.origin + location.pathname).toBe(`${baseUrl}/__idp/google/authorize`)
      const query = Object.fromEntries(location.searchParams)
      expect(query).toMatchObject({
        client_id: "our-client",
        redirect_uri: `${baseUrl}/api/v1/auth/oauth/callback/google`,
        response_type: "code",
        access_type: "offline",
        scope: "openid email profile calendar",
        code_challenge_method: "S256"
      })
      expect(query["state"]).toMatch(/^[0-9a-z]{45}$/)
      expect(answer.headers.getSetCookie()).toStrictEqual([
        `stack-oauth-inner-${query["state"]}=true; Path=/; Expires=Thu, 01 Jan 1970 00:10:00 GMT; Max-Age=600; HttpOnly`
      ])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("goes to a real provider only with keys of the project's own", () => {
    const real = {
      authorizationEndpoint: "https://provider.test/authorize",
      tokenEndpoint: "https://provider.test/token",
      userinfoEndpoint: "https://provider.test/userinfo"
    }
    const oauthProviders = [
      { id: "github", type: "shared" },
      { id: "google", type: "standard", clientId: "our-client", clientSecret: "our-secret" },
      { id: "gitlab", type: "standard", clientId: "our-client", clientSecret: "our-secret" },
      { id: "spotify", type: "standard", clientId: "our-client", clientSecret: "our-secret" }
    ] as const
    return Effect.gen(function* () {
      const { baseUrl } = yield* Emulator.Emulator
      for (const [provider, home, clientId, scope] of [
        ["github", `${baseUrl}/__idp/github/authorize`, "shared", "user:email"],
        ["google", `${baseUrl}/__idp/google/authorize`, "our-client", "openid email profile"],
        ["gitlab", "https://provider.test/authorize", "our-client", "read_user"],
        ["spotify", "https://provider.test/authorize", "our-client", "user-top-read"]
      ] as const) {
        const location = new URL((yield* authorize(provider)).headers.get("location") ?? "")
        expect(location.origin + location.pathname, provider).toBe(home)
        expect(location.searchParams.get("client_id"), provider).toBe(clientId)
        expect(location.searchParams.get("scope"), provider).toBe(scope)
      }
    }).pipe(
      Effect.provide(
        layer({
          identityProviders: { github: real, gitlab: real, spotify: { ...real, scope: "user-top-read" } },
          project: { config: { oauthProviders } }
        })
      )
    )
  })

  it.effect("marks the cookie as secure behind HTTPS", () =>
    Effect.gen(function* () {
      const answer = yield* authorize("google")
      expect(answer.headers.get("set-cookie")).toMatch(/; Secure; HttpOnly$/)
    }).pipe(Effect.provide(layer({ publicUrl: "https://auth.example.com" })))
  )

  it.effect.each([
    [
      "an unknown project",
      { client_id: "b1b5d4a6-8d8a-4a3c-9c0c-111111111111" },
      400,
      "INVALID_OAUTH_CLIENT_ID_OR_SECRET"
    ],
    ["a wrong key", { client_secret: "pck_wrong" }, 401, "INVALID_PUBLISHABLE_CLIENT_KEY"],
    ["a plain challenge", { code_challenge_method: "plain" }, 400, "SCHEMA_ERROR"],
    ["a method in small letters", { code_challenge_method: "s256" }, 400, "SCHEMA_ERROR"],
    ["no method", { code_challenge_method: undefined }, 400, "SCHEMA_ERROR"],
    ["no challenge", { code_challenge: undefined }, 400, "SCHEMA_ERROR"],
    ["a short challenge", { code_challenge: "abc" }, 400, "SCHEMA_ERROR"],
    ["no state", { state: undefined }, 400, "SCHEMA_ERROR"],
    ["an untrusted redirect", { redirect_uri: "https://evil.com/cb" }, 400, "REDIRECT_URL_NOT_WHITELISTED"],
    ["an untrusted error page", { error_redirect_url: "https://evil.com" }, 400, "REDIRECT_URL_NOT_WHITELISTED"],
    [
      "an untrusted error page, newly named",
      { error_redirect_uri: "https://evil.com" },
      400,
      "REDIRECT_URL_NOT_WHITELISTED"
    ],
    ["an untrusted target", { after_callback_redirect_url: "https://evil.com" }, 400, "REDIRECT_URL_NOT_WHITELISTED"],
    ["a script as target", { after_callback_redirect_url: "javascript:alert(1)" }, 400, "REDIRECT_URL_NOT_WHITELISTED"]
  ] as const)("refuses %s and sends the browser nowhere", ([_, changes, status, code]) =>
    Effect.gen(function* () {
      const answer = yield* authorize("github", changes)
      expect(answer).toMatchObject({ status, knownError: code })
      expect(answer.headers.getSetCookie()).toStrictEqual([])
      expect(answer.headers.get("location")).toBeNull()
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    ["another scope", { scope: "openid" }, "INVALID_SCOPE"],
    ["another type of response", { response_type: "token" }, "SCHEMA_ERROR"],
    ["a mode of the response", { stack_response_mode: "json" }, "SCHEMA_ERROR"],
    ["an unknown parameter", { login_hint: "a@b.c" }, "SCHEMA_ERROR"],
    ["a bot challenge", { bot_challenge_token: "mock-turnstile-ok" }, "SCHEMA_ERROR"]
  ] as const)("refuses %s in the service of 2025-06 only", ([_, changes, knownError]) =>
    Effect.gen(function* () {
      const refused = authorize("google", changes).pipe(Effect.provide(layer({ service: "2025-06" })))
      expect(yield* refused).toMatchObject({ status: 400, knownError })
      const taken = authorize("google", changes).pipe(Effect.provide(layer({ service: "current" })))
      expect([200, 307]).toContain((yield* taken).status)
    })
  )

  it.effect("needs the cookie of the start in a browser", () =>
    Effect.gen(function* () {
      // The same without the mode needs the cookie of the start.
      const bound = yield* authorize("github")
      yield* script({ identity: { email: "ann@example.com" } })
      const page = yield* (yield* browser).open(bound.headers.get("location") ?? "")
      expect(page.status).toBe(400)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each(["stack_response_mode", "hexclave_response_mode"])(
    "tells programs where to go if they send $0",
    (name) =>
      Effect.gen(function* () {
        const answer = yield* authorize("github", { [name]: "json" })
        expect({ status: answer.status, cookies: answer.headers.getSetCookie() }).toStrictEqual({
          status: 200,
          cookies: []
        })
        const { location } = answer.body
        yield* script({ identity: { email: "ann@example.com" } })
        const page = yield* (yield* browser).open(location)
        expect((yield* exchange(readCode(page))).status).toBe(200)
      }).pipe(Effect.provide(layer()))
  )

  it.effect("is accepted under every name of this machine", () =>
    Effect.gen(function* () {
      const { baseUrl, fetch } = yield* Emulator.Emulator
      expect(new URL(baseUrl).hostname).toBe("127.0.0.1")
      const other = baseUrl.replace("127.0.0.1", "localhost")
      const { open } = Browser.make({ [baseUrl]: fetch, [other]: fetch })
      yield* script({ identity: { email: "ann@example.com" } })
      const page = yield* open((yield* authorizeUrl("github")).replace(baseUrl, other))
      expect(page.hops[0]).toMatchObject({ status: 307, location: yield* authorizeUrl("github") })
      expect((yield* exchange(readCode(page))).status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("names the client that it does not know", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator.Emulator
      const clientId = `${project?.projectId}#other`
      const { body } = yield* authorize("github", { client_id: clientId })
      expect(body).toMatchObject({ code: "INVALID_OAUTH_CLIENT_ID_OR_SECRET", details: { client_id: clientId } })
      expect((yield* authorize("github", { client_id: `${project?.projectId}#main` })).status).toBe(307)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each(["spotify", "__proto__", "..%2f..%2fusers"])(
    "refuses providers that are not enabled: $0",
    (provider) =>
      Effect.gen(function* () {
        const answer = yield* authorize(provider)
        expect(answer.status).toBe(400)
        expect(["OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED", "SCHEMA_ERROR"]).toContain(answer.knownError)
      }).pipe(Effect.provide(layer()))
  )

  it.effect("is a sign-in of its own with the token of a deleted user", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* emulatorCalls.signUp("ann@example.com")
      yield* emulatorCalls.call("DELETE", `/users/${user_id}`, server)
      expect((yield* authorize("google", { token })).status).toBe(307)
      const page = yield* go("google", { identity: { email: "ann@example.com" } }, { token })
      const { body } = yield* exchange(readCode(page))
      expect(body.is_new_user).toBe(true)
      const signedIn = yield* me(body.access_token)
      expect(signedIn.primary_email).toBe("ann@example.com")
      expect(signedIn.id).not.toBe(user_id)
      const unreadable = yield* authorize("google", { token: "no-token" })
      expect(unreadable.knownError).toBe("UNPARSABLE_ACCESS_TOKEN")
    }).pipe(Effect.provide(layer({ service: "current" })))
  )

  describe("to link an account", () => {
    it.effect("needs the token of a user of the project", () =>
      Effect.gen(function* () {
        const link = (token: string | undefined) => authorize("google", { type: "link", token })
        expect(yield* link(undefined)).toMatchObject({ status: 400, knownError: undefined })
        expect(yield* link("no-token")).toMatchObject({ knownError: "UNPARSABLE_ACCESS_TOKEN" })
        const { access_token: token, user_id } = yield* emulatorCalls.signUp("ann@example.com")
        expect((yield* link(token)).status).toBe(307)

        const { internal } = yield* Emulator.Emulator
        const stranger = yield* emulatorCalls.signUp("eve@example.com", { project: internal })
        expect(yield* link(stranger.access_token)).toMatchObject({ status: 403, knownError: undefined })

        yield* emulatorCalls.call("DELETE", `/users/${user_id}`, server)
        expect(yield* link(token)).toMatchObject({ status: 403, knownError: undefined })

        const old = yield* emulatorCalls.signUp("old@example.com")
        yield* TestClock.adjust("10 minutes")
        expect(yield* link(old.access_token)).toMatchObject({ status: 401, knownError: "ACCESS_TOKEN_EXPIRED" })
      }).pipe(Effect.provide(layer()))
    )

    it.effect("has a token that is not readable where there is none, in the service of 2025-06", () =>
      Effect.gen(function* () {
        const answer = yield* authorize("google", { type: "link" })
        expect(answer).toMatchObject({ status: 401, knownError: "UNPARSABLE_ACCESS_TOKEN" })
      }).pipe(Effect.provide(layer({ service: "2025-06" })))
    )

    it.effect("asks a shared provider for nothing more than usual", () =>
      Effect.gen(function* () {
        const { access_token: token } = yield* emulatorCalls.signUp("ann@example.com")
        const answer = yield* authorize("github", { type: "link", token, provider_scope: "repo" })
        expect(answer.knownError).toBe("OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS")
        expect((yield* authorize("github", { type: "link", token })).status).toBe(307)
        expect((yield* authorize("github", { provider_scope: "repo" })).status).toBe(307)
      }).pipe(Effect.provide(layer()))
    )

    it.effect("nor to sign in, in the current service", () =>
      Effect.gen(function* () {
        const answer = yield* authorize("github", { provider_scope: "repo" })
        expect(answer.knownError).toBe("OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS")
      }).pipe(Effect.provide(layer({ service: "current" })))
    )
  })

  it.effect("trusts what the project trusts", () =>
    Effect.gen(function* () {
      expect(
        (yield* authorize("github", { redirect_uri: callbackPage, error_redirect_url: undefined })).knownError
      ).toBe("REDIRECT_URL_NOT_WHITELISTED")
      const trusted = { redirect_uri: "https://app.example.com/cb", error_redirect_url: undefined }
      expect((yield* authorize("github", trusted)).status).toBe(307)
    }).pipe(
      Effect.provide(
        layer({
          project: {
            config: { allowLocalhost: false, domains: [{ domain: "https://app.example.com", handlerPath: "/" }] }
          }
        })
      )
    )
  )
})
