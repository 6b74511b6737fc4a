/** Clients and servers read and change users each in their own shape, and nobody sets what they may not. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { call, interleaved, layer, password, server, signUp } from "../../support/emulatorCalls.ts"

const create = Effect.fnUntraced(function* (fields: object) {
  return (yield* call("POST", "/users", { ...server, body: fields })).body
})

describe("the current user", () => {
  it.effect("has the client's shape for clients and the server's for servers", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* signUp("ann@example.org")
      const { body } = yield* call("GET", "/users/me", { token })
      const common = {
        id: user_id,
        primary_email: "ann@example.org",
        primary_email_verified: false,
        display_name: null,
        client_metadata: null,
        client_read_only_metadata: null,
        profile_image_url: null,
        signed_up_at_millis: 0,
        has_password: true,
        auth_with_email: true,
        oauth_providers: [],
        selected_team_id: null,
        selected_team: null,
        requires_totp_mfa: false,
        otp_auth_enabled: false,
        passkey_auth_enabled: false,
        is_anonymous: false
      }
      expect(body).toStrictEqual(common)
      expect((yield* call("GET", "/users/me", { ...server, token })).body).toStrictEqual({
        ...common,
        primary_email_auth_enabled: true,
        server_metadata: null,
        last_active_at_millis: 0
      })
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("refuses fields that users may not set", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* signUp("ann@example.org")
      const patch = (body: object) => call("PATCH", "/users/me", { token, body })
      expect((yield* patch({ profile_image_url: "https://example.org/a.png" })).status).toBe(400)
      const passkey = yield* patch({ passkey_auth_enabled: true })
      expect(passkey).toMatchObject({ status: 400, knownError: undefined })
      expect((yield* patch({ totp_secret_base64: "not base64!" })).knownError).toBe("SCHEMA_ERROR")
      expect((yield* patch({ primary_email: "no address" })).knownError).toBe("SCHEMA_ERROR")
      const otp = yield* patch({ otp_auth_enabled: true })
      expect(otp).toMatchObject({ status: 400, knownError: undefined })
      const team_id = "5a7f0f3e-0b7d-4c57-9a0a-6a0b1c2d3e4f"
      const team = yield* patch({ selected_team_id: team_id })
      expect({ knownError: team.knownError, details: team.body.details }).toStrictEqual({
        knownError: "TEAM_MEMBERSHIP_NOT_FOUND",
        details: { team_id, user_id }
      })
      expect((yield* call("PATCH", "/users/me", { body: {} })).knownError).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    ["2025-06", "Anonymous user"],
    [undefined, null]
  ] as const)("may be anonymous, where the emulator allows it (service %s)", ([service, name]) =>
    Effect.gen(function* () {
      const { body } = yield* call("POST", "/auth/anonymous/sign-up")
      const me = yield* call("GET", "/users/me", { token: body.access_token })
      expect({
        display_name: me.body.display_name,
        is_anonymous: me.body.is_anonymous,
        has_password: me.body.has_password
      }).toStrictEqual({ display_name: name, is_anonymous: true, has_password: false })
    }).pipe(Effect.provide(layer({ service, anonymousSignUp: true })))
  )
})

describe("users, for servers", () => {
  const find = Effect.fnUntraced(function* (query: string) {
    const { body } = yield* call("GET", `/users?query=${encodeURIComponent(query)}`, server)
    return body.items.map(({ display_name }: { readonly display_name: string }) => display_name)
  })

  it.effect("sign in with the passwords that were imported with them", () =>
    Effect.gen(function* () {
      yield* create({
        primary_email: "moved@example.org",
        primary_email_auth_enabled: true,
        password_hash: "$2a$06$.rCVZVOThsIa97pEDOxvGuRRgzG64bvtJ0938xuqzv18d3ZpQhstC"
      })
      const signIn = (password: string) =>
        call("POST", "/auth/password/sign-in", { body: { email: "moved@example.org", password } })
      expect((yield* signIn("abcdefghijklmnopqrstuvwxyz")).status).toBe(200)
      expect((yield* signIn("abcdefghijklmnopqrstuvwxy")).knownError).toBe("EMAIL_PASSWORD_MISMATCH")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("refuse contradictions", () =>
    Effect.gen(function* () {
      const attempt = (body: object) => call("POST", "/users", { ...server, body })
      const texts = yield* Effect.forEach(
        [
          { primary_email_auth_enabled: true },
          { primary_email: "a@example.org", password: "x", password_hash: "y" },
          { primary_email: "a@example.org", password_hash: "plain" }
        ],
        (body) => Effect.map(attempt(body), ({ text }) => text)
      )
      expect(texts).toStrictEqual([
        "primary_email_auth_enabled cannot be true without primary_email",
        "Cannot set both password and password_hash at the same time.",
        expect.stringContaining("Invalid password hash")
      ])
      const provider = { oauth_providers: [{ id: "github", account_id: "1", email: null }] }
      expect((yield* attempt(provider)).status).toBe(400)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("refuse an address with which someone else signs in", () =>
    Effect.gen(function* () {
      const attempt = (body: object) => call("POST", "/users", { ...server, body })
      yield* create({ primary_email: "a@example.org", primary_email_auth_enabled: true })
      const taken = yield* attempt({ primary_email: "a@example.org", primary_email_auth_enabled: true })
      expect(taken).toMatchObject({ status: 409, knownError: "USER_EMAIL_ALREADY_EXISTS" })
      // The same address is fine as long as nobody signs in with it.
      expect((yield* attempt({ primary_email: "a@example.org" })).status).toBe(201)
      const other = yield* create({ primary_email: "b@example.org", primary_email_auth_enabled: true })
      const moved = yield* call("PATCH", `/users/${other.id}`, { ...server, body: { primary_email: "a@example.org" } })
      expect(moved.knownError).toBe("USER_EMAIL_ALREADY_EXISTS")
      expect((yield* call("GET", `/users/${other.id}`, server)).body.primary_email).toBe("b@example.org")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are found by id, name or address", () =>
    Effect.gen(function* () {
      const { id } = yield* create({ display_name: "Ann 100%", primary_email: "ann@example.org" })
      yield* create({ display_name: "Bob", primary_email: "bob@example.com" })
      for (const query of [id, "ANN", "n 100%", "@EXAMPLE.ORG"]) {
        expect(yield* find(query), query).toStrictEqual(["Ann 100%"])
      }
      expect(yield* find("o")).toHaveLength(2)
      expect(yield* find(id.slice(0, 8))).toStrictEqual([])
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    ["%", ["Ann 100%"]],
    ["_", []],
    ["\0", []]
  ] as const)("are found by a character that means something to SQL as by any other: %j", ([query, names]) =>
    Effect.gen(function* () {
      yield* create({ display_name: "Ann 100%" })
      yield* create({ display_name: "Bob" })
      expect(yield* find(query)).toStrictEqual(names)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    ["Юрий", "Юрий"],
    ["юр", "Юрий"],
    ["ЮРИЙ", "Юрий"],
    ["éVA", "Éva Ödön"],
    ["Ödö", "Éva Ödön"],
    ["ΣΟΦ", "ΣΟΦΙΑ"],
    ["οφι", "ΣΟΦΙΑ"]
  ] as const)("are found by letters in either case: %s finds %s", ([query, name]) =>
    Effect.gen(function* () {
      for (const display_name of ["Юрий", "Éva Ödön", "ΣΟΦΙΑ"]) yield* create({ display_name })
      expect(yield* find(query)).toStrictEqual([name])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("keep concurrent changes of their address", () =>
    Effect.gen(function* () {
      const { body } = yield* call("POST", "/users", { ...server, body: { primary_email: "ann@example.org" } })
      const update = (fields: object) => call("PATCH", `/users/${body.id}`, { ...server, body: fields })
      yield* Effect.all(
        [
          update({ primary_email_verified: true }),
          update({ primary_email_auth_enabled: true }),
          update({ primary_email: "bob@example.org" })
        ],
        { concurrency: "unbounded" }
      )
      expect((yield* call("GET", `/users/${body.id}`, server)).body).toMatchObject({
        primary_email: "bob@example.org",
        primary_email_verified: true,
        primary_email_auth_enabled: true
      })
    }).pipe(Effect.provide(layer({ service: "2025-06" })), interleaved)
  )

  it.effect("stay within their project", () =>
    Effect.gen(function* () {
      const { user_id } = yield* signUp("ann@example.org")
      const { Emulator } = yield* Effect.promise(() => import("../../../src/emulator/index.ts"))
      const { internal } = yield* Emulator
      const foreign = { level: "server", project: internal } as const
      expect((yield* call("GET", `/users/${user_id}`, foreign)).knownError).toBe("USER_NOT_FOUND")
      expect((yield* call("GET", "/users", foreign)).body.items).toStrictEqual([])
      const signIn = yield* call("POST", "/auth/password/sign-in", {
        project: internal,
        body: { email: "ann@example.org", password }
      })
      expect(signIn.knownError).toBe("EMAIL_PASSWORD_MISMATCH")
    }).pipe(Effect.provide(layer()))
  )
})
