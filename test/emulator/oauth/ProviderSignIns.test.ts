/** The account that a sign-in with a provider opens or creates. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Options } from "../../../src/emulator/index.ts"
import * as emulatorCalls from "../../support/emulatorCalls.ts"
import { server } from "../../support/emulatorCalls.ts"
import { readCode, readError, exchange, go, layer, me, signIn } from "./appSignIn.ts"

type Config = NonNullable<NonNullable<Options["project"]>["config"]>

const withStrategy = (oauthAccountMergeStrategy: NonNullable<Config["oauthAccountMergeStrategy"]>) =>
  layer({ project: { config: { oauthAccountMergeStrategy } } })

/** A user with a password, whose address is verified or not. */
const existing = Effect.fnUntraced(function* (email: string, isVerified: boolean) {
  const { body } = yield* emulatorCalls.call("POST", "/users", {
    level: "server",
    body: {
      primary_email: email,
      primary_email_verified: isVerified,
      primary_email_auth_enabled: true,
      password: emulatorCalls.password
    }
  })
  return String(body.id)
})

const annsEmail = "ann@example.com"

describe("whose account it is", () => {
  it.effect("is a new user's, verified or not, with or without an address", () =>
    Effect.gen(function* () {
      const verified = yield* signIn("github", { email: annsEmail, displayName: "Ann" })
      expect(yield* me(verified.body.access_token)).toMatchObject({ primary_email_verified: true })
      const unverified = yield* signIn("github", { email: "bob@example.com", emailVerified: false })
      expect(yield* me(unverified.body.access_token)).toMatchObject({
        primary_email: "bob@example.com",
        primary_email_verified: false
      })
      const without = yield* signIn("github", { email: null })
      expect(yield* me(without.body.access_token)).toMatchObject({
        primary_email: null,
        oauth_providers: [{ id: "github", email: null }]
      })
      // Each is recognized by the account, not by the address.
      const again = yield* signIn("github", {
        accountId: (yield* me(without.body.access_token)).oauth_providers[0].account_id
      })
      expect(again.body.is_new_user).toBe(false)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is nobody's while sign-up is off", () =>
    Effect.gen(function* () {
      expect(readError(yield* go("github", {}))).toBe("SIGN_UP_NOT_ENABLED")
    }).pipe(Effect.provide(layer({ project: { config: { signUpEnabled: false } } })))
  )

  const withoutSignUp = { config: { signUpEnabled: false, oauthAccountMergeStrategy: "link_method" } } as const

  it.effect("is that of who has the verified address while sign-up is off", () =>
    Effect.gen(function* () {
      yield* existing(annsEmail, true)
      expect((yield* signIn("github", { email: annsEmail })).body.is_new_user).toBe(false)
    }).pipe(Effect.provide(layer({ service: "current", project: withoutSignUp })))
  )

  it.effect("is nobody's while sign-up is off in the service of 2025-06, even with a verified address", () =>
    Effect.gen(function* () {
      yield* existing(annsEmail, true)
      expect(readError(yield* go("github", { identity: { email: annsEmail } }))).toBe("SIGN_UP_NOT_ENABLED")
    }).pipe(Effect.provide(layer({ service: "2025-06", project: withoutSignUp })))
  )

  it.effect("is nobody's whom a rule of the project rejects", () =>
    Effect.gen(function* () {
      expect(readError(yield* go("github", { identity: { email: annsEmail } }))).toBe("SIGN_UP_REJECTED")
      expect((yield* signIn("github", { email: "ann@example.org" })).body.is_new_user).toBe(true)
      expect((yield* signIn("github", { email: null })).body.is_new_user).toBe(true)
    }).pipe(Effect.provide(layer({ rejectsSignUp: (email) => email === annsEmail })))
  )

  it.effect("is made once by sign-ins at the same time", () =>
    Effect.gen(function* () {
      const answers = yield* Effect.all(
        Array.from({ length: 10 }, () => signIn("github", { email: annsEmail })),
        { concurrency: "unbounded" }
      )
      expect(answers.map(({ status }) => status)).toStrictEqual(Array.from({ length: 10 }, () => 200))
      expect(answers.filter(({ body }) => body.is_new_user)).toHaveLength(1)
    }).pipe(Effect.provide(layer()))
  )

  describe("link_method", () => {
    it.effect("merges when both sides have verified the address", () =>
      Effect.gen(function* () {
        const userId = yield* existing(annsEmail, true)
        const { body } = yield* signIn("github", { email: annsEmail })
        expect(body.is_new_user).toBe(false)
        expect(yield* me(body.access_token)).toMatchObject({
          id: userId,
          has_password: true,
          oauth_providers: [{ id: "github" }]
        })
      }).pipe(Effect.provide(withStrategy("link_method")))
    )

    it.effect.each([
      ["the user has not", false, true],
      ["the provider has not", true, false],
      ["nobody has", false, false]
    ] as const)("refuses when %s verified it", ([_, byUser, byProvider]) =>
      Effect.gen(function* () {
        const userId = yield* existing(annsEmail, byUser)
        const page = yield* go("github", { identity: { email: annsEmail, emailVerified: byProvider } })
        expect(readError(page)).toBe("CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE")
        expect(JSON.parse(page.url.searchParams.get("details") ?? "")).toStrictEqual({
          type: "email",
          contact_channel_value: annsEmail,
          would_work_if_email_was_verified: true
        })
        const { body } = yield* emulatorCalls.call("GET", `/users/${userId}`, server)
        expect(body.oauth_providers).toStrictEqual([])
      }).pipe(Effect.provide(withStrategy("link_method")))
    )

    it.effect("does not let an account sign in again that does not", () =>
      Effect.gen(function* () {
        const { body } = yield* signIn("github", { accountId: "1", email: annsEmail })
        const { body: own } = yield* emulatorCalls.call("GET", "/oauth-providers?user_id=me", {
          token: body.access_token
        })
        const path = `/oauth-providers/me/${own.items[0].id}`
        yield* emulatorCalls.call("PATCH", path, { token: body.access_token, body: { allow_sign_in: false } })
        const page = yield* go("github", { identity: { accountId: "1", email: annsEmail } })
        expect(readError(page)).toBe("CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE")
        // Another one may take its place.
        const other = yield* signIn("github", { accountId: "2", email: annsEmail })
        expect((yield* me(other.body.access_token)).id).toBe((yield* me(body.access_token)).id)
        const refused = yield* emulatorCalls.call("PATCH", path, {
          token: body.access_token,
          body: { allow_sign_in: true }
        })
        expect(refused).toMatchObject({
          status: 400,
          text: "The same provider type with sign-in enabled already exists for this user."
        })
      }).pipe(Effect.provide(withStrategy("link_method")))
    )

    it.effect("does not add a second account of the same provider", () =>
      Effect.gen(function* () {
        yield* signIn("github", { accountId: "1", email: annsEmail })
        const page = yield* go("github", { identity: { accountId: "2", email: annsEmail } })
        expect(readError(page)).toBe("CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE")
        expect((yield* signIn("google", { email: annsEmail })).body.is_new_user).toBe(false)
      }).pipe(Effect.provide(withStrategy("link_method")))
    )
  })

  it.effect("raise_error never merges", () =>
    Effect.gen(function* () {
      yield* existing(annsEmail, true)
      const page = yield* go("github", { identity: { email: annsEmail } })
      expect(readError(page)).toBe("CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE")
    }).pipe(Effect.provide(withStrategy("raise_error")))
  )

  it.effect("allow_duplicates makes a user who does not sign in with the address", () =>
    Effect.gen(function* () {
      const userId = yield* existing(annsEmail, true)
      const { body } = yield* signIn("github", { email: annsEmail })
      expect(body.is_new_user).toBe(true)
      const user = yield* me(body.access_token)
      expect(user.id).not.toBe(userId)
      expect(user).toMatchObject({
        primary_email: annsEmail,
        primary_email_auth_enabled: false,
        primary_email_verified: true
      })
    }).pipe(Effect.provide(withStrategy("allow_duplicates")))
  )
})

describe("linking", () => {
  const link = Effect.fnUntraced(function* (token: string, accountId: string, provider = "google") {
    const answer = { identity: { accountId, email: `${accountId}@example.org` } }
    return yield* go(provider, answer, { type: "link", token })
  })

  it.effect("adds the account to the user, and begins a session", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* emulatorCalls.signUp(annsEmail)
      const { body } = yield* exchange(readCode(yield* link(token, "g-1")))
      expect(body).toMatchObject({ is_new_user: false, refresh_token: expect.any(String) })
      expect(yield* me(body.access_token)).toMatchObject({
        id: user_id,
        primary_email: annsEmail,
        oauth_providers: [{ id: "google", account_id: "g-1", email: "g-1@example.org" }]
      })
      // Again, as for more scopes.
      expect((yield* exchange(readCode(yield* link(token, "g-1")))).status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is accepted while sign-up is off", () =>
    Effect.gen(function* () {
      const userId = yield* existing(annsEmail, true)
      const { body } = yield* emulatorCalls.call("POST", "/auth/sessions", {
        level: "server",
        body: { user_id: userId }
      })
      expect((yield* exchange(readCode(yield* link(body.access_token, "g-1")))).status).toBe(200)
    }).pipe(Effect.provide(layer({ project: { config: { signUpEnabled: false } } })))
  )

  it.effect("refuses an account that another user signs in with", () =>
    Effect.gen(function* () {
      const ann = yield* emulatorCalls.signUp(annsEmail)
      const bob = yield* emulatorCalls.signUp("bob@example.com")
      yield* link(ann.access_token, "g-1")
      expect(readError(yield* link(bob.access_token, "g-1"))).toBe("OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("adds further accounts of a provider, which do not sign in", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* emulatorCalls.signUp(annsEmail)
      yield* link(token, "g-1")
      expect((yield* exchange(readCode(yield* link(token, "g-2")))).status).toBe(200)
      const { body } = yield* emulatorCalls.call("GET", "/oauth-providers?user_id=me", { token })
      expect(
        body.items.map((item: any) => [item.email, item.allow_sign_in, item.allow_connected_accounts])
      ).toStrictEqual([
        ["g-1@example.org", true, true],
        ["g-2@example.org", false, true]
      ])
      const second = yield* signIn("google", { accountId: "g-2", email: "g-2@example.org" })
      expect(second.body.is_new_user).toBe(true)
      const first = yield* signIn("google", { accountId: "g-1", email: "g-1@example.org" })
      expect((yield* me(first.body.access_token)).id).toBe(user_id)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("refuses another account of the same provider in 2025-06", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* emulatorCalls.signUp(annsEmail)
      yield* link(token, "g-1")
      expect(readError(yield* link(token, "g-2"))).toBe("USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION")
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("connects an account again, and leaves alone whether it signs in", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* emulatorCalls.signUp(annsEmail)
      yield* link(token, "g-1")
      const { body } = yield* emulatorCalls.call("GET", "/oauth-providers?user_id=me", { token })
      const path = `/oauth-providers/me/${body.items[0].id}`
      yield* emulatorCalls.call("PATCH", path, {
        token,
        body: { allow_sign_in: false, allow_connected_accounts: false }
      })
      yield* link(token, "g-1")
      const again = yield* emulatorCalls.call("GET", path, { token })
      expect(again.body).toMatchObject({ allow_sign_in: false, allow_connected_accounts: true })
    }).pipe(Effect.provide(layer()))
  )
})
