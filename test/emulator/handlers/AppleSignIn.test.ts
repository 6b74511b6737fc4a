/** Sign-in of apps on devices, with identity tokens of Apple. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as jose from "jose"
import * as Emulator from "../../../src/emulator/index.ts"
import { call, interleaved, layer as harness, raw } from "../../support/emulatorCalls.ts"
import { me, script } from "../oauth/appSignIn.ts"
import * as Issuer from "../oauth/Issuer.ts"

const appId = "com.example.notes"

type Config = NonNullable<NonNullable<Emulator.Options["project"]>["config"]>

const withApple = (
  apple: object = { appleBundleIds: [appId, "com.example.other"] },
  options: Emulator.Options = {},
  config: Config = {}
) =>
  harness({
    service: "current",
    ...options,
    project: { config: { ...config, oauthProviders: [{ id: "apple", type: "shared", ...apple }] } }
  })

const signIn = (idToken: string, options: object = {}) =>
  call("POST", "/auth/oauth/callback/apple/native", { ...options, body: { id_token: idToken } })

const makeToken = Effect.fnUntraced(function* (email: string, more: Partial<Emulator.IdTokenRequest> = {}) {
  const { identityProvider } = yield* Emulator.Emulator
  return yield* identityProvider.idToken({ audience: appId, identity: { email }, ...more })
})

describe("an identity token of Apple", () => {
  it.effect("signs up, and in again, whichever app of the project it is for", () =>
    Effect.gen(function* () {
      const first = yield* signIn(yield* makeToken("ann@example.com"))
      expect(first.status).toBe(200)
      expect(first.body).toStrictEqual({
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        user_id: expect.any(String),
        is_new_user: true
      })
      expect(yield* me(first.body.access_token)).toMatchObject({
        id: first.body.user_id,
        primary_email: "ann@example.com",
        primary_email_verified: true,
        oauth_providers: [{ id: "apple" }]
      })
      const again = yield* signIn(yield* makeToken("ann@example.com", { audience: "com.example.other" }))
      expect({ user_id: again.body.user_id, is_new_user: again.body.is_new_user }).toStrictEqual({
        user_id: first.body.user_id,
        is_new_user: false
      })
    }).pipe(Effect.provide(withApple()))
  )

  it.effect("makes one user, however often it comes at the same time", () =>
    Effect.gen(function* () {
      const token = yield* makeToken("ann@example.com")
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, () => signIn(token)),
        { concurrency: "unbounded" }
      )
      expect(new Set(answers.map(({ body }) => body.user_id)).size).toBe(1)
      expect(answers.filter(({ body }) => body.is_new_user === true)).toHaveLength(1)
    }).pipe(Effect.provide(withApple()), interleaved)
  )

  it.effect("makes a guest an ordinary user, and asks for the second factor", () =>
    Effect.gen(function* () {
      const { body: guest } = yield* call("POST", "/auth/anonymous/sign-up")
      const headers = { "x-stack-allow-anonymous-user": "true" }
      const token = yield* makeToken("ann@example.com")
      const upgraded = yield* signIn(token, { token: guest.access_token, headers })
      expect({ user_id: upgraded.body.user_id, is_new_user: upgraded.body.is_new_user }).toStrictEqual({
        user_id: guest.user_id,
        is_new_user: true
      })
      yield* call("PATCH", `/users/${guest.user_id}`, {
        level: "server",
        body: { totp_secret_base64: Buffer.from("twenty bytes of key!").toString("base64") }
      })
      const asked = yield* signIn(token)
      expect(asked.knownError).toBe("MULTI_FACTOR_AUTHENTICATION_REQUIRED")
      expect(asked.body.details.attempt_code).toMatch(/^\w{45}$/)
    }).pipe(Effect.provide(withApple()))
  )

  it.effect("is worth nothing unless it is for an app of the project, by Apple, and fresh", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_800_000_000_000)
      const good = yield* makeToken("ann@example.com")
      const [header = "", payload = "", signature = ""] = good.split(".")
      const claims = jose.decodeJwt(good)
      const { keys } = (yield* raw("GET", "/__idp/apple/keys")).body
      const forged = yield* Effect.promise(async () => {
        const { privateKey } = await jose.generateKeyPair("ES256")
        const { kid } = jose.decodeProtectedHeader(good)
        const publicKey = new TextEncoder().encode(JSON.stringify(keys[0]))
        return [
          await new jose.SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: kid! }).sign(privateKey),
          await new jose.SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: kid! }).sign(publicKey),
          new jose.UnsecuredJWT(claims).encode()
        ]
      })
      const changed = Buffer.from(JSON.stringify({ ...claims, sub: "somebody else" })).toString("base64url")
      const wrong = [
        "fake-token",
        "",
        "a".repeat(10_000),
        yield* makeToken("ann@example.com", { audience: "com.example.stranger" }),
        yield* makeToken("ann@example.com", { provider: "google" }),
        yield* makeToken("ann@example.com", { lifetimeMillis: -1000 }),
        `${header}.${changed}.${signature}`,
        `${header}.${payload}.`,
        ...forged
      ]
      for (const token of wrong) {
        const { body, knownError, status } = yield* signIn(token)
        expect({ status, knownError }, token.slice(0, 40)).toStrictEqual({
          status: 400,
          knownError: "INVALID_APPLE_CREDENTIALS"
        })
        expect(JSON.stringify(body), token.slice(0, 40)).not.toContain("ann@example.com")
      }
      expect((yield* signIn(good)).status).toBe(200)
      yield* TestClock.adjust("10 minutes")
      expect((yield* signIn(good)).knownError).toBe("INVALID_APPLE_CREDENTIALS")
    }).pipe(Effect.provide(withApple()))
  )

  it.effect("needs the provider, and an app of the project", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator.Emulator
      const token = yield* makeToken("ann@example.com")
      expect((yield* signIn(token)).knownError).toBe("APPLE_BUNDLE_ID_NOT_CONFIGURED")
      const change = (oauth_providers: ReadonlyArray<object>) =>
        call("PATCH", "/internal/projects/current", { level: "admin", project, body: { config: { oauth_providers } } })
      const changed = yield* change([{ id: "apple", type: "shared", apple_bundle_ids: [appId] }])
      expect(changed.body.config.oauth_providers[0].apple_bundle_ids).toStrictEqual([appId])
      expect((yield* signIn(token)).status).toBe(200)
      yield* change([])
      expect((yield* signIn(token)).knownError).toBe("OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED")
    }).pipe(Effect.provide(withApple({})))
  )

  it.effect("cannot take the address of a user who has not verified it", () =>
    Effect.gen(function* () {
      yield* call("POST", "/users", {
        level: "server",
        body: { primary_email: "ann@example.com", primary_email_auth_enabled: true }
      })
      const taken = yield* signIn(yield* makeToken("ann@example.com"))
      expect(taken.knownError).toBe("CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE")
    }).pipe(Effect.provide(withApple()))
  )

  it.effect("signs nobody up in a project without sign-up", () =>
    Effect.gen(function* () {
      expect((yield* signIn(yield* makeToken("bob@example.com"))).knownError).toBe("SIGN_UP_NOT_ENABLED")
    }).pipe(Effect.provide(withApple(undefined, {}, { signUpEnabled: false })))
  )

  it.effect("has to wait while Apple cannot be reached", () =>
    Effect.gen(function* () {
      const token = yield* makeToken("ann@example.com")
      yield* script({ provider: "apple", outcome: "unavailable" })
      const down = yield* signIn(token)
      expect(down).toMatchObject({ status: 503, knownError: "OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE" })
      expect((yield* signIn(token)).status).toBe(200)
      // A script for the next sign-in on a page is not used up.
      yield* script({ provider: "apple", outcome: "deny" })
      expect((yield* signIn(token)).status).toBe(200)
    }).pipe(Effect.provide(withApple()))
  )

  it.effect("is unknown to the service of 2025-06, and so are the apps", () =>
    Effect.gen(function* () {
      expect((yield* signIn(yield* makeToken("ann@example.com"))).status).toBe(404)
      const refused = yield* call("PATCH", "/internal/projects/current", {
        level: "admin",
        body: { config: { oauth_providers: [{ id: "apple", type: "shared", apple_bundle_ids: [appId] }] } }
      })
      expect(refused.text).toContain("unknown properties: apple_bundle_ids")
    }).pipe(Effect.provide(withApple({}, { service: "2025-06" })))
  )

  const askForToken = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    raw("POST", "/__idp/apple/id-token", { body: new URLSearchParams(fields), headers })

  it.effect("is given to tests in other programs over HTTP, and to no page of another site", () =>
    Effect.gen(function* () {
      const { body } = yield* askForToken({ audience: appId, email: "ann@example.com" })
      const answer = yield* signIn(body.id_token)
      expect(yield* me(answer.body.access_token)).toMatchObject({ primary_email: "ann@example.com" })
      expect((yield* askForToken({ audience: appId }, { origin: "https://evil.example" })).status).toBe(403)
    }).pipe(Effect.provide(withApple()))
  )

  it.effect.each([{}, { audience: "" }, { audience: appId, email: "none" }])("gives no ID token for $0", (wrong) =>
    Effect.gen(function* () {
      expect((yield* askForToken(wrong)).status).toBe(400)
    }).pipe(Effect.provide(withApple()))
  )
})

describe("with a real issuer in the place of Apple", () => {
  const standard = { type: "standard", clientId: "id", clientSecret: "secret", appleBundleIds: [appId] }

  it.live("its tokens are believed by its own keys, and it may be away", () =>
    Effect.gen(function* () {
      let keys!: Issuer.Keys
      const issuer = yield* Issuer.start({ sign: Issuer.honest, onKeys: (made) => void (keys = made) })
      const now = Math.floor(Date.now() / 1000)
      const claims = { iss: issuer, aud: appId, sub: "ann", iat: now, exp: now + 60, email: "ann@example.com" }
      const sign = (changes: jose.JWTPayload = {}, pair = keys.published) =>
        Effect.promise(() => Issuer.honest({ ...claims, ...changes }, { ...keys, published: pair }))
      yield* Effect.gen(function* () {
        const { body } = yield* signIn(yield* sign())
        expect(yield* me(body.access_token)).toMatchObject({
          primary_email: "ann@example.com",
          primary_email_verified: false
        })
        const wrong = [yield* sign({}, keys.other), yield* sign({ iss: "https://appleid.apple.com" })]
        const refusals = yield* Effect.forEach(wrong, (token) => signIn(token))
        expect(refusals.map(({ knownError }) => knownError)).toStrictEqual(Array(2).fill("INVALID_APPLE_CREDENTIALS"))
      }).pipe(Effect.provide(withApple(standard, { identityProviders: { apple: { issuer } } })))

      const away = { identityProviders: { apple: { issuer: "http://127.0.0.1:1" } } }
      const answer = yield* signIn(yield* sign()).pipe(Effect.provide(withApple(standard, away)))
      expect(answer).toMatchObject({ status: 503, knownError: "OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE" })
    })
  )
})
