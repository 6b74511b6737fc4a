/** The exchange of an authorization code for a session. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Emulator from "../../../src/emulator/index.ts"
import * as emulatorCalls from "../../support/emulatorCalls.ts"
import { server } from "../../support/emulatorCalls.ts"
import { appUrl, readCode, exchange, go, layer, me, callbackPage, signIn, codeVerifier } from "../oauth/appSignIn.ts"

const freshCode = Effect.fnUntraced(function* (changes = {}) {
  return readCode(yield* go("github", { identity: { email: "ann@example.com" } }, changes))
})

describe("the exchange of an authorization code", () => {
  it.effect("begins a session", () =>
    Effect.gen(function* () {
      const page = yield* go(
        "github",
        { identity: { email: "ann@example.com", displayName: "Ann", profileImageUrl: "https://example.com/ann.png" } },
        { after_callback_redirect_url: `${appUrl}/next` }
      )
      const { body, headers, status } = yield* exchange(readCode(page))
      expect(status).toBe(200)
      expect(body).toStrictEqual({
        access_token: expect.any(String),
        refresh_token: expect.stringMatching(/^[0-9a-z]{45}$/),
        token_type: "Bearer",
        expires_in: 3599,
        scope: "legacy",
        is_new_user: true,
        newUser: true,
        after_callback_redirect_url: `${appUrl}/next`,
        afterCallbackRedirectUrl: `${appUrl}/next`
      })
      expect(headers.get("cache-control")).toContain("no-store")
      expect(headers.get("pragma")).toBe("no-cache")
      expect((yield* emulatorCalls.refresh(body.refresh_token)).status).toBe(200)
      expect(yield* me(body.access_token)).toMatchObject({
        display_name: "Ann",
        primary_email: "ann@example.com",
        primary_email_verified: true,
        primary_email_auth_enabled: true,
        profile_image_url: "https://example.com/ann.png",
        has_password: false,
        oauth_providers: [{ id: "github", email: "ann@example.com" }]
      })
      const again = yield* signIn("github", { email: "ann@example.com" })
      expect(again.body).toMatchObject({ is_new_user: false, newUser: false, after_callback_redirect_url: null })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("takes JSON too", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator.Emulator
      const { status } = yield* emulatorCalls.raw("POST", "/api/v1/auth/oauth/token", {
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          grant_type: "authorization_code",
          code: yield* freshCode(),
          redirect_uri: callbackPage,
          code_verifier: codeVerifier,
          client_id: project?.projectId,
          client_secret: project?.publishableClientKey
        })
      })
      expect(status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("succeeds once out of 50 at once", () =>
    Effect.gen(function* () {
      const code = yield* freshCode()
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () => exchange(code)),
        { concurrency: "unbounded" }
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ knownError }) => knownError === "INVALID_AUTHORIZATION_CODE")).toHaveLength(49)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("ends the session of a code that is used again", () =>
    Effect.gen(function* () {
      const code = yield* freshCode()
      const { body } = yield* exchange(code)
      const other = yield* signIn("github", { email: "ann@example.com" })
      expect((yield* exchange(code)).knownError).toBe("INVALID_AUTHORIZATION_CODE")
      expect((yield* emulatorCalls.refresh(body.refresh_token)).knownError).toBe("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      expect((yield* emulatorCalls.refresh(other.body.refresh_token)).status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    ["a short one", "a"],
    ["another one", "w".repeat(43)],
    ["one that is too long", "v".repeat(129)],
    ["one with other characters", `${"v".repeat(42)}!`]
  ])("spends the code on a wrong verifier: %s", ([_, verifier]) =>
    Effect.gen(function* () {
      const code = yield* freshCode()
      const wrong = yield* exchange(code, { code_verifier: verifier })
      expect(wrong).toMatchObject({ status: 400, knownError: "INVALID_AUTHORIZATION_CODE" })
      expect((yield* exchange(code)).knownError).toBe("INVALID_AUTHORIZATION_CODE")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("needs the redirect URI of the start, to the letter", () =>
    Effect.gen(function* () {
      const withFragment = yield* freshCode({ redirect_uri: `${callbackPage}#part` })
      expect((yield* exchange(withFragment)).status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([`${callbackPage}/`, `${callbackPage}?a=1`, callbackPage.replace("3000", "3001")])(
    "needs the redirect URI of the start, not $0",
    (redirectUri) =>
      Effect.gen(function* () {
        const code = yield* freshCode()
        const wrong = yield* exchange(code, { redirect_uri: redirectUri })
        expect(wrong).toMatchObject({ status: 400, knownError: undefined })
        expect((yield* exchange(code)).knownError).toBe("INVALID_AUTHORIZATION_CODE")
      }).pipe(Effect.provide(layer()))
  )

  it.effect("refuses an untrusted redirect URI before it looks at the code, in the service of 2025-06", () =>
    Effect.gen(function* () {
      const code = yield* freshCode()
      const { knownError } = yield* exchange(code, { redirect_uri: "https://evil.com/cb" })
      expect(knownError).toBe("REDIRECT_URL_NOT_WHITELISTED")
      expect((yield* exchange(code)).status).toBe(200)
      const other = yield* exchange(yield* freshCode(), { redirect_uri: `${callbackPage}/` })
      expect(other.knownError).toBe("REDIRECT_URL_NOT_WHITELISTED")
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("is for the project of the code", () =>
    Effect.gen(function* () {
      const { internal } = yield* Emulator.Emulator
      const foreign = { client_id: internal.projectId, client_secret: internal.publishableClientKey }
      expect((yield* exchange(yield* freshCode(), foreign)).knownError).toBe("INVALID_AUTHORIZATION_CODE")
      const unknown = yield* exchange(yield* freshCode(), { client_secret: "pck_wrong" })
      expect(unknown.body).toMatchObject({ code: "INVALID_OAUTH_CLIENT_ID_OR_SECRET", details: { client_id: null } })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("names what is missing, as OAuth does", () =>
    Effect.gen(function* () {
      const { body, knownError, status } = yield* exchange("", { code: undefined })
      expect({ status, knownError, error: body.error }).toStrictEqual({
        status: 400,
        knownError: undefined,
        error: "invalid_request"
      })
      expect((yield* exchange("made-up")).knownError).toBe("INVALID_AUTHORIZATION_CODE")
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect.each([
    ["redirect_uri", "INVALID_AUTHORIZATION_CODE"],
    ["code_verifier", "INVALID_AUTHORIZATION_CODE"],
    ["client_id", "INVALID_OAUTH_CLIENT_ID_OR_SECRET"],
    ["client_secret", "INVALID_OAUTH_CLIENT_ID_OR_SECRET"]
  ] as const)("fails with $1 without $0", ([name, error]) =>
    Effect.gen(function* () {
      expect((yield* exchange("some-code", { [name]: undefined })).knownError).toBe(error)
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("needs no key where the project wants none, of a client that says so", () =>
    Effect.gen(function* () {
      const keyless = { client_secret: "__stack_public_client__" }
      const page = yield* go("github", { identity: { email: "ann@example.com" } }, keyless)
      const { body, status } = yield* exchange(readCode(page), keyless)
      expect(status).toBe(200)
      const refreshToken = { grant_type: "refresh_token", refresh_token: body.refresh_token }
      expect((yield* exchange("", { ...refreshToken, ...keyless })).status).toBe(200)
      const silent = yield* exchange("", { ...refreshToken, client_secret: undefined })
      expect(silent.knownError).toBe("INVALID_OAUTH_CLIENT_ID_OR_SECRET")
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each(["__stack_public_client__", "", undefined])(
    "takes a client that says it has no key for one with a wrong key, in the service of 2025-06: $0",
    (client_secret) =>
      Effect.gen(function* () {
        expect((yield* exchange("some-code", { client_secret })).knownError).toBe("INVALID_OAUTH_CLIENT_ID_OR_SECRET")
      }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("has to happen within five minutes", () =>
    Effect.gen(function* () {
      const inTime = yield* freshCode()
      yield* TestClock.adjust(299_999)
      expect((yield* exchange(inTime)).status).toBe(200)
      const late = yield* freshCode()
      yield* TestClock.adjust(300_000)
      expect((yield* exchange(late)).knownError).toBe("INVALID_AUTHORIZATION_CODE")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("asks for the second factor, with the code spent", () =>
    Effect.gen(function* () {
      const first = yield* signIn("github", { email: "ann@example.com" })
      const { id } = yield* me(first.body.access_token)
      yield* emulatorCalls.call("PATCH", `/users/${id}`, {
        level: "server",
        body: { totp_secret_base64: Buffer.alloc(20, 1).toString("base64") }
      })
      const code = yield* freshCode()
      const { body, knownError, status } = yield* exchange(code)
      expect({ status, knownError }).toStrictEqual({ status: 400, knownError: "MULTI_FACTOR_AUTHENTICATION_REQUIRED" })
      expect(body.details.attempt_code).toMatch(/^[0-9a-z]{45}$/)
      // OAuth libraries recognize an error by this text.
      expect(typeof body.error).toBe("string")
      expect((yield* exchange(code)).knownError).toBe("INVALID_AUTHORIZATION_CODE")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("fails when the user is gone", () =>
    Effect.gen(function* () {
      const first = yield* signIn("github", { email: "ann@example.com" })
      const code = yield* freshCode()
      const { id } = yield* me(first.body.access_token)
      yield* emulatorCalls.call("DELETE", `/users/${id}`, server)
      expect((yield* exchange(code)).knownError).toBe("INVALID_AUTHORIZATION_CODE")
    }).pipe(Effect.provide(layer()))
  )
})
