/** Access tokens of connected accounts, and their renewal. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import type { SignInAnswer } from "../../../src/emulator/index.ts"
import * as emulatorCalls from "../../support/emulatorCalls.ts"
import { readCode, exchange, go, layer, me, type Query } from "../oauth/appSignIn.ts"

/** Signs in and answers the access token. */
const connect = Effect.fnUntraced(function* (provider: string, answer: SignInAnswer = {}, changes: Query = {}) {
  const { body } = yield* exchange(readCode(yield* go(provider, answer, changes)))
  return String(body.access_token)
})

const providerToken = (token: string | undefined, provider: string, scope?: string, user = "me") =>
  emulatorCalls.call("POST", `/connected-accounts/${user}/${provider}/access-token`, {
    token,
    body: scope === undefined ? {} : { scope }
  })

const userinfo = (token: string) =>
  emulatorCalls.raw("GET", "/__idp/google/userinfo", { headers: { authorization: `Bearer ${token}` } })

describe("tokens of connected accounts", () => {
  it.effect("are those that the provider gave", () =>
    Effect.gen(function* () {
      const token = yield* connect("google", { identity: { email: "ann@example.com", displayName: "Ann" } })
      const answer = yield* providerToken(token, "google", "openid email")
      expect(answer.status).toBe(201)
      expect(Object.keys(answer.body)).toStrictEqual(["access_token"])
      expect((yield* userinfo(answer.body.access_token)).body).toMatchObject({ email: "ann@example.com", name: "Ann" })
      const again = yield* providerToken(token, "google")
      expect(again.body).toStrictEqual(answer.body)
      const legacy = yield* emulatorCalls.call("POST", "/auth/oauth/connected-accounts/google/access-token", {
        token,
        body: {}
      })
      expect(legacy).toMatchObject({ status: 201, body: answer.body })
      const { id } = yield* me(token)
      const byServer = yield* emulatorCalls.call("POST", `/connected-accounts/${id}/google/access-token`, {
        level: "server",
        body: {}
      })
      expect(byServer).toMatchObject({ status: 201, body: answer.body })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are refreshed five minutes before they expire", () =>
    Effect.gen(function* () {
      const token = () => Effect.map(emulatorCalls.refresh(refreshToken), ({ body }) => String(body.access_token))
      const signedIn = yield* exchange(readCode(yield* go("google")))
      const refreshToken = signedIn.body.refresh_token
      const first = yield* providerToken(yield* token(), "google")
      yield* TestClock.adjust("54 minutes")
      expect((yield* providerToken(yield* token(), "google")).body).toStrictEqual(first.body)
      yield* TestClock.adjust("1 minute")
      const second = yield* providerToken(yield* token(), "google")
      expect(second.status).toBe(201)
      expect(second.body).not.toStrictEqual(first.body)
      expect((yield* userinfo(second.body.access_token)).status).toBe(200)
      yield* TestClock.adjust("1 hour")
      expect((yield* userinfo(second.body.access_token)).status).toBe(401)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are refreshed once for calls at the same time", () =>
    Effect.gen(function* () {
      const token = yield* connect("google", { outcome: "expired-token" })
      const answers = yield* Effect.all(
        Array.from({ length: 10 }, () => providerToken(token, "google")),
        { concurrency: "unbounded" }
      )
      expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(1)
      expect(answers[0]!.status).toBe(201)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are those of one account, or of the oldest one that has the scopes", () =>
    Effect.gen(function* () {
      const ann = { accountId: "1", email: "ann@example.com" }
      const token = yield* connect("google", { identity: ann })
      const work = { accountId: "2", email: "ann@work.example" }
      yield* connect(
        "google",
        { identity: work, outcome: "expired-token" },
        { type: "link", token, provider_scope: "drive" }
      )
      const of = (accountId: string, scope?: string) => providerToken(token, `google/${accountId}`, scope)
      const tokens = [(yield* of("1")).body.access_token, (yield* of("2")).body.access_token]
      const people = yield* Effect.forEach(tokens, userinfo)
      expect(people.map(({ body }) => body.email)).toStrictEqual([ann.email, work.email])
      expect((yield* of("1", "drive")).knownError).toBe("OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE")
      expect((yield* of("3")).knownError).toBe("OAUTH_CONNECTION_NOT_CONNECTED_TO_USER")
      expect((yield* providerToken(token, "google")).body.access_token).toBe(tokens[0])
      expect((yield* providerToken(token, "google", "drive")).body.access_token).toBe(tokens[1])

      const { body } = yield* emulatorCalls.call("GET", "/oauth-providers?user_id=me", { token })
      const disconnect = { token, body: { allow_connected_accounts: false } }
      yield* emulatorCalls.call("PATCH", `/oauth-providers/me/${body.items[1].id}`, disconnect)
      expect((yield* of("2")).knownError).toBe("OAUTH_CONNECTION_NOT_CONNECTED_TO_USER")
      expect((yield* providerToken(token, "google", "drive")).knownError).toBe(
        "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE"
      )
      const connected = yield* emulatorCalls.call("GET", "/connected-accounts/me", { token })
      expect(connected.body.items).toMatchObject([{ provider: "google", provider_account_id: "1" }])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("go on for one account when the provider does not renew those of another", () =>
    Effect.gen(function* () {
      const token = yield* connect("google", { identity: { accountId: "1" }, outcome: "revoked-token" })
      yield* connect("google", { identity: { accountId: "2" } }, { type: "link", token })
      expect((yield* providerToken(token, "google")).status).toBe(201)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("need all of the scopes", () =>
    Effect.gen(function* () {
      const token = yield* connect("google", {}, { provider_scope: "calendar drive" })
      expect((yield* providerToken(token, "google", "drive openid")).status).toBe(201)
      const missing = yield* providerToken(token, "google", "drive mail")
      expect(missing).toMatchObject({ status: 400, knownError: "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE" })

      const linked = yield* connect("google", {}, { type: "link", token, provider_scope: "drive mail" })
      expect((yield* providerToken(linked, "google", "drive mail")).status).toBe(201)
      expect((yield* providerToken(linked, "google", "calendar")).status).toBe(201)
      expect((yield* providerToken(linked, "google", "calendar mail")).knownError).toBe(
        "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE"
      )
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are missing when the provider gave less, or gives nothing any more", () =>
    Effect.gen(function* () {
      const less = yield* connect("google", { outcome: "missing-scope" }, { provider_scope: "calendar" })
      expect((yield* providerToken(less, "google", "email")).status).toBe(201)
      expect((yield* providerToken(less, "google", "calendar")).knownError).toBe(
        "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE"
      )
      const revoked = yield* connect("google", { outcome: "revoked-token", identity: { email: "bob@example.com" } })
      const answer = yield* providerToken(revoked, "google")
      expect({ knownError: answer.knownError, details: answer.body.details }).toStrictEqual({
        knownError: "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE",
        details: { provider: "google", details: "The provider answered invalid_grant." }
      })
      // It was renewed no more, so there is none for any scope.
      expect((yield* providerToken(revoked, "google")).knownError).toBe("OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are missing in 2025-06 when the provider gives nothing any more", () =>
    Effect.gen(function* () {
      const revoked = yield* connect("google", { outcome: "revoked-token" })
      const answers = [yield* providerToken(revoked, "google"), yield* providerToken(revoked, "google")]
      expect(answers.map(({ knownError }) => knownError)).toStrictEqual(
        Array(2).fill("OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE")
      )
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("are for oneself, and servers", () =>
    Effect.gen(function* () {
      const ann = yield* connect("google", { identity: { email: "ann@example.com" } })
      const { id } = yield* me(ann)
      const eve = yield* emulatorCalls.signUp("eve@example.com")
      expect(yield* providerToken(eve.access_token, "google", undefined, id)).toMatchObject({
        status: 403,
        knownError: undefined
      })
      expect(yield* providerToken(undefined, "google", undefined, id)).toMatchObject({
        status: 403,
        knownError: undefined
      })
      expect((yield* providerToken(undefined, "google")).knownError).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
      const legacy = yield* emulatorCalls.call("POST", "/auth/oauth/connected-accounts/google/access-token", {
        body: {}
      })
      expect({ status: legacy.status, knownError: legacy.knownError, code: legacy.body.code }).toStrictEqual({
        status: 400,
        knownError: undefined,
        code: "CANNOT_GET_OWN_USER_WITHOUT_USER"
      })
      const unknownQuery = yield* emulatorCalls.call("POST", "/auth/oauth/connected-accounts/google/access-token?x=1", {
        token: ann,
        body: {}
      })
      expect(unknownQuery.status).toBe(201)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are refused under the older path as if it were nothing that clients know", () =>
    Effect.gen(function* () {
      const token = yield* connect("github")
      const path = "/auth/oauth/connected-accounts/github/access-token"
      const answer = yield* emulatorCalls.call("POST", path, { token, body: {} })
      expect({ status: answer.status, knownError: answer.knownError, body: answer.body }).toStrictEqual({
        status: 400,
        knownError: undefined,
        body: { code: "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS", error: expect.any(String) }
      })
      const headers = { "x-stack-override-error-status": "true" }
      expect((yield* emulatorCalls.call("POST", path, { token, body: {}, headers })).status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("need a provider with keys of the project's own, and a connection", () =>
    Effect.gen(function* () {
      const token = yield* connect("github")
      expect((yield* providerToken(token, "spotify")).knownError).toBe("OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED")
      expect((yield* providerToken(token, "github")).knownError).toBe(
        "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS"
      )
      expect((yield* providerToken(token, "google")).knownError).toBe("OAUTH_CONNECTION_NOT_CONNECTED_TO_USER")
      const unknown = yield* emulatorCalls.call(
        "POST",
        "/connected-accounts/6d4b1cbb-3f62-4a6e-8f0e-2b7f0f7c1a11/google/access-token",
        { level: "server", body: {} }
      )
      expect(unknown.knownError).toBe("OAUTH_CONNECTION_NOT_CONNECTED_TO_USER")
    }).pipe(Effect.provide(layer()))
  )
})
