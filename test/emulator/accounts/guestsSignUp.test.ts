/** Guests who sign up: in the current service they stay who they are. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import { call, interleaved, password, refresh, server, signUp } from "../../support/emulatorCalls.ts"
import { readCode, readError, exchange, go, layer as emulator, me } from "../oauth/appSignIn.ts"

/** The settings that know guests who sign up. */
const settings = ["current", undefined] as const

const layer = (service: "2025-06" | "current" | undefined, config: { readonly createTeamOnSignUp?: boolean } = {}) =>
  emulator({ service, anonymousSignUp: true, project: { config: { magicLinkEnabled: true, ...config } } })

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly user_id: string
}

const guest = Effect.map(call("POST", "/auth/anonymous/sign-up"), ({ body }) => body as Tokens)

/** What a guest's calls carry. */
const as = ({ access_token }: Tokens) => ({
  token: access_token,
  headers: { "x-stack-allow-anonymous-user": "true" }
})

/** The whole answer of a sign-up with a password. */
const withPassword = (email: string, who: object = {}) =>
  call("POST", "/auth/password/sign-up", {
    ...who,
    body: { email, password, verification_callback_url: "http://localhost:3000/verify" }
  })

const withMail = Effect.fnUntraced(function* (email: string, who: object = {}) {
  yield* call("POST", "/auth/otp/send-sign-in-code", { body: { email, callback_url: "http://localhost:3000/sign-in" } })
  const { code } = yield* (yield* Emulator).mailbox.take({ to: email })
  return yield* call("POST", "/auth/otp/sign-in", { ...who, body: { code } })
})

const withProvider = Effect.fnUntraced(function* (email: string, who?: Tokens) {
  return yield* exchange(readCode(yield* go("github", { identity: { email } }, { token: who?.access_token })))
})

const count = Effect.map(
  call("GET", "/users?include_anonymous=true", server),
  ({ body }) => body.items.length as number
)

describe.each(settings)("a guest who signs up (service %s)", (service) => {
  it.effect("stays the same user with a password, in another session", () =>
    Effect.gen(function* () {
      const visitor = yield* guest
      yield* call("PATCH", "/users/me", { ...as(visitor), body: { client_metadata: { cart: [1] } } })
      const { body, status } = yield* withPassword("ann@example.org", as(visitor))
      expect({ status, user_id: body.user_id }).toStrictEqual({ status: 200, user_id: visitor.user_id })
      expect(body.refresh_token).not.toBe(visitor.refresh_token)
      expect(yield* me(body.access_token)).toMatchObject({
        is_anonymous: false,
        is_restricted: false,
        primary_email: "ann@example.org",
        primary_email_verified: false,
        has_password: true,
        client_metadata: { cart: [1] }
      })
      expect(yield* count).toBe(1)
      const again = yield* call("POST", "/auth/password/sign-in", {
        body: { email: "ann@example.org", password }
      })
      expect(again.body.user_id).toBe(visitor.user_id)
      // The session of before is this user's, too.
      expect((yield* refresh(visitor.refresh_token)).status).toBe(200)
    }).pipe(Effect.provide(layer(service)))
  )

  it.effect("gives the personal team the new name, unless someone has renamed it", () =>
    Effect.gen(function* () {
      const readTeam = (who: Tokens) => Effect.map(call("GET", "/users/me", as(who)), ({ body }) => body.selected_team)
      const ann = yield* guest
      const personal = yield* readTeam(ann)
      expect(personal.display_name).toBe("Personal Team")
      const { body } = yield* withPassword("ann@example.org", as(ann))
      expect(yield* readTeam(body)).toMatchObject({
        id: personal.id,
        display_name: "ann@example.org's Team"
      })

      const bob = yield* guest
      yield* call("PATCH", "/users/me", { ...as(bob), body: { display_name: "Bob" } })
      const mailed = yield* withMail("bob@example.org", as(bob))
      expect((yield* readTeam(mailed.body)).display_name).toBe("Bob's Team")

      const eve = yield* guest
      const { id } = yield* readTeam(eve)
      yield* call("PATCH", `/teams/${id}`, { level: "server", body: { display_name: "Evil" } })
      const signedUp = yield* withPassword("eve@example.org", as(eve))
      expect((yield* readTeam(signedUp.body)).display_name).toBe("Evil")
    }).pipe(Effect.provide(layer(service, { createTeamOnSignUp: true })))
  )

  it.effect("stays the same user with a mailed code, and is new", () =>
    Effect.gen(function* () {
      const visitor = yield* guest
      const { body } = yield* withMail("ann@example.org", as(visitor))
      expect(body).toMatchObject({ user_id: visitor.user_id, is_new_user: true })
      expect(yield* me(body.access_token)).toMatchObject({
        is_anonymous: false,
        primary_email_verified: true,
        otp_auth_enabled: true
      })
    }).pipe(Effect.provide(layer(service)))
  )

  it.effect("stays the same user with a provider, and is new", () =>
    Effect.gen(function* () {
      const visitor = yield* guest
      const { body } = yield* withProvider("ann@example.org", visitor)
      expect(body.is_new_user).toBe(true)
      expect(yield* me(body.access_token)).toMatchObject({
        id: visitor.user_id,
        is_anonymous: false,
        primary_email: "ann@example.org",
        oauth_providers: [{ id: "github", email: "ann@example.org" }]
      })
      expect((yield* withProvider("bob@example.org")).body.is_new_user).toBe(true)
      expect(yield* count).toBe(2)
    }).pipe(Effect.provide(layer(service)))
  )

  it.effect("stays a guest when the address is taken", () =>
    Effect.gen(function* () {
      yield* signUp("ann@example.org")
      const visitor = yield* guest
      expect((yield* withPassword("ann@example.org", as(visitor))).knownError).toBe("USER_EMAIL_ALREADY_EXISTS")
      expect(yield* call("GET", "/users/me", as(visitor))).toMatchObject({
        body: { is_anonymous: true, primary_email: null }
      })
    }).pipe(Effect.provide(layer(service)))
  )

  it.effect("stays a guest when someone signs in to an existing account", () =>
    Effect.gen(function* () {
      const known = yield* withMail("ann@example.org")
      const visitor = yield* guest
      const { body } = yield* withMail("ann@example.org", as(visitor))
      expect(body).toMatchObject({ user_id: known.body.user_id, is_new_user: false })
      expect((yield* call("GET", "/users/me", as(visitor))).body.is_anonymous).toBe(true)

      yield* withProvider("bob@example.org")
      const other = yield* go("github", { identity: { email: "bob@example.org" } }, { token: visitor.access_token })
      expect((yield* exchange(readCode(other))).body.is_new_user).toBe(false)
      expect((yield* call("GET", "/users/me", as(visitor))).body.is_anonymous).toBe(true)
    }).pipe(Effect.provide(layer(service)))
  )

  it.effect("becomes one user when they sign up twice at once, and the other sign-up another user", () =>
    Effect.gen(function* () {
      const visitor = yield* guest
      const answers = yield* Effect.all(
        ["ann@example.org", "bob@example.org"].map((email) => withPassword(email, as(visitor))),
        { concurrency: "unbounded" }
      )
      const ids = answers.map(({ body }) => body.user_id)
      expect(new Set(ids).size).toBe(2)
      expect(ids).toContain(visitor.user_id)
    }).pipe(interleaved, Effect.provide(layer(service)))
  )

  it.effect("a user who signed up before the provider answered becomes another one", () =>
    Effect.gen(function* () {
      const visitor = yield* guest
      yield* withPassword("ann@example.org", as(visitor))
      // The token still says that they are one.
      const { body } = yield* withProvider("bob@example.org", visitor)
      expect((yield* me(body.access_token)).id).not.toBe(visitor.user_id)
    }).pipe(Effect.provide(layer(service)))
  )

  it.effect("is not identified by an invalid token", () =>
    Effect.gen(function* () {
      const page = yield* go("github", {}, { token: "not-a-token" })
      expect(readError(page)).toBeUndefined()
      expect(page.text).toContain("UNPARSABLE_ACCESS_TOKEN")
    }).pipe(Effect.provide(layer(service)))
  )
})

describe("a sign-up while a guest is signed in", () => {
  it.effect("makes another user in the service of 2025-06", () =>
    Effect.gen(function* () {
      const visitor = yield* guest
      const ids = [
        (yield* withPassword("ann@example.org", as(visitor))).body.user_id,
        (yield* withMail("bob@example.org", as(visitor))).body.user_id,
        (yield* me((yield* withProvider("cat@example.org", visitor)).body.access_token)).id
      ]
      expect(new Set([visitor.user_id, ...ids]).size).toBe(4)
      expect((yield* call("GET", "/users/me", as(visitor))).body.is_anonymous).toBe(true)
    }).pipe(Effect.provide(layer("2025-06")))
  )

  it.effect("makes another user without the guest's token", () =>
    Effect.gen(function* () {
      const visitor = yield* guest
      expect((yield* withPassword("ann@example.org")).body.user_id).not.toBe(visitor.user_id)
      const other = yield* signUp("bob@example.org")
      expect((yield* withPassword("cat@example.org", as(other))).body.user_id).not.toBe(other.user_id)
    }).pipe(Effect.provide(layer("current")))
  )

  it.effect.each([
    ["current", "REDIRECT_URL_NOT_WHITELISTED"],
    ["2025-06", "PASSWORD_TOO_SHORT"],
    [undefined, "PASSWORD_TOO_SHORT"]
  ] as const)("checks the URL before anything else only in the current service (%s)", ([service, code]) =>
    Effect.gen(function* () {
      const body = {
        email: "ann@example.org",
        password: "short",
        verification_callback_url: "https://elsewhere.example.com"
      }
      expect((yield* call("POST", "/auth/password/sign-up", { body })).knownError).toBe(code)
      const long = yield* call("POST", "/auth/password/sign-up", { body: { ...body, password } })
      expect(long.knownError).toBe(service === "current" ? code : undefined)
    }).pipe(Effect.provide(layer(service)))
  )
})
