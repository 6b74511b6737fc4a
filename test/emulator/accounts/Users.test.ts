import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { call, interleaved, layer, PASSWORD, refresh, signUp } from "../harness.ts"

const server = { level: "server" } as const

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

  it.effect("changes what is given and keeps the rest", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      const patch = (body: object) => Effect.map(call("PATCH", "/users/me", { token, body }), (answer) => answer.body)
      const image = "data:image/png;base64,iVBORw0KGgo="
      const metadata = { a: [1, { b: null }], __proto__x: true }
      const changed = yield* patch({ display_name: "Ann", profile_image_url: image, client_metadata: metadata })
      expect([changed.display_name, changed.profile_image_url, changed.client_metadata]).toStrictEqual([
        "Ann",
        image,
        metadata
      ])
      expect((yield* patch({})).display_name).toBe("Ann")
      expect((yield* patch({ display_name: "" })).display_name).toBeNull()
      expect((yield* patch({ client_metadata: null })).client_metadata).toBeNull()
      expect((yield* patch({ totp_secret_base64: "c2VjcmV0" })).requires_totp_mfa).toBe(true)
      expect((yield* patch({ totp_secret_base64: null })).requires_totp_mfa).toBe(false)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("refuses what users may not set", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* signUp("ann@example.org")
      const patch = (body: object) => call("PATCH", "/users/me", { token, body })
      expect((yield* patch({ profile_image_url: "https://example.org/a.png" })).status).toBe(400)
      const passkey = yield* patch({ passkey_auth_enabled: true })
      expect([passkey.status, passkey.knownError]).toStrictEqual([400, undefined])
      expect((yield* patch({ totp_secret_base64: "not base64!" })).knownError).toBe("SCHEMA_ERROR")
      expect((yield* patch({ primary_email: "no address" })).knownError).toBe("SCHEMA_ERROR")
      const otp = yield* patch({ otp_auth_enabled: true })
      expect([otp.status, otp.knownError]).toStrictEqual([400, undefined])
      const team_id = "5a7f0f3e-0b7d-4c57-9a0a-6a0b1c2d3e4f"
      const team = yield* patch({ selected_team_id: team_id })
      expect([team.knownError, team.body.details]).toStrictEqual(["TEAM_MEMBERSHIP_NOT_FOUND", { team_id, user_id }])
      expect((yield* call("PATCH", "/users/me", { body: {} })).knownError).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is deleted by clients only where the project lets them", () =>
    Effect.gen(function* () {
      const { access_token: token, refresh_token } = yield* signUp("ann@example.org")
      const remove = () => call("DELETE", "/users/me", { token })
      expect((yield* remove()).status).toBe(400)
      yield* call("PATCH", "/internal/projects/current", {
        level: "admin",
        body: { config: { client_user_deletion_enabled: true } }
      })
      expect((yield* remove()).body).toStrictEqual({ success: true })
      expect((yield* refresh(refresh_token)).status).toBe(401)
      expect((yield* remove()).knownError).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
      yield* signUp("ann@example.org")
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    ["2025-06", "Anonymous user"],
    [undefined, null]
  ] as const)("may be anonymous, where the emulator lets them (service %s)", ([service, name]) =>
    Effect.gen(function* () {
      const { body } = yield* call("POST", "/auth/anonymous/sign-up")
      const me = yield* call("GET", "/users/me", { token: body.access_token })
      expect([me.body.display_name, me.body.is_anonymous, me.body.has_password]).toStrictEqual([name, true, false])
    }).pipe(Effect.provide(layer({ service, anonymousSignUp: true })))
  )

  it.effect("may not be anonymous otherwise", () =>
    Effect.gen(function* () {
      expect((yield* call("POST", "/auth/anonymous/sign-up")).knownError).toBe("ANONYMOUS_ACCOUNTS_NOT_ENABLED")
    }).pipe(Effect.provide(layer({ anonymousSignUp: false })))
  )
})

describe("users, for servers", () => {
  it.effect("are created, read, changed and deleted", () =>
    Effect.gen(function* () {
      const made = yield* call("POST", "/users", {
        ...server,
        body: {
          display_name: "Ann",
          primary_email: "ann@example.org",
          primary_email_auth_enabled: true,
          primary_email_verified: true,
          password: "short",
          server_metadata: { plan: "pro" }
        }
      })
      expect(made.status).toBe(201)
      expect(made.body).toMatchObject({
        primary_email_verified: true,
        has_password: true,
        server_metadata: { plan: "pro" }
      })
      const path = `/users/${made.body.id}`
      expect((yield* call("GET", path, server)).body).toStrictEqual(made.body)
      const signedIn = yield* call("POST", "/auth/password/sign-in", {
        body: { email: "ann@example.org", password: "short" }
      })
      expect(signedIn.status).toBe(200)
      const changed = yield* call("PATCH", path, {
        ...server,
        body: { primary_email: "ann@example.com", password: null }
      })
      expect(changed.body).toMatchObject({
        primary_email: "ann@example.com",
        primary_email_verified: false,
        has_password: false
      })
      expect((yield* refresh(signedIn.body.refresh_token)).status).toBe(401)
      const bare = yield* call("PATCH", path, { ...server, body: { primary_email: null } })
      expect(bare.body).toMatchObject({ primary_email: null, primary_email_verified: false })
      expect((yield* call("DELETE", path, server)).body).toStrictEqual({ success: true })
      expect((yield* call("GET", path, server)).knownError).toBe("USER_NOT_FOUND")
      expect((yield* call("PATCH", path, { ...server, body: {} })).knownError).toBe("USER_NOT_FOUND")
    }).pipe(Effect.provide(layer()))
  )

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

  it.effect("have names of 256 characters at most, in the current service", () =>
    Effect.gen(function* () {
      const names = Effect.gen(function* () {
        const { access_token: token, user_id } = yield* signUp("ann@example.org")
        const short = "a".repeat(256)
        const long = "a".repeat(257)
        const changed = (display_name: string) => [
          call("PATCH", "/users/me", { token, body: { display_name } }),
          call("PATCH", `/users/${user_id}`, { ...server, body: { display_name } }),
          call("POST", "/users", { ...server, body: { display_name } })
        ]
        for (const answer of changed(short)) expect((yield* answer).status).toBeLessThan(300)
        const answers = []
        for (const answer of changed(long)) answers.push((yield* answer).knownError)
        return answers
      })
      const refused = yield* names.pipe(Effect.provide(layer({ service: "current" })))
      expect(refused).toStrictEqual(["SCHEMA_ERROR", "SCHEMA_ERROR", "SCHEMA_ERROR"])
      const taken = yield* names.pipe(Effect.provide(layer({ service: "2025-06" })))
      expect(taken).toStrictEqual([undefined, undefined, undefined])
    })
  )

  it.effect("refuse contradictions", () =>
    Effect.gen(function* () {
      const attempt = (body: object) => call("POST", "/users", { ...server, body })
      expect((yield* attempt({ primary_email_auth_enabled: true })).text).toBe(
        "primary_email_auth_enabled cannot be true without primary_email"
      )
      expect((yield* attempt({ primary_email: "a@example.org", password: "x", password_hash: "y" })).text).toBe(
        "Cannot set both password and password_hash at the same time."
      )
      expect((yield* attempt({ primary_email: "a@example.org", password_hash: "plain" })).text).toContain(
        "Invalid password hash"
      )
      const provider = { oauth_providers: [{ id: "github", account_id: "1", email: null }] }
      expect((yield* attempt(provider)).status).toBe(400)
      yield* create({ primary_email: "a@example.org", primary_email_auth_enabled: true })
      const taken = yield* attempt({ primary_email: "a@example.org", primary_email_auth_enabled: true })
      expect([taken.status, taken.knownError]).toStrictEqual([409, "USER_EMAIL_ALREADY_EXISTS"])
      // the same address is fine as long as nobody signs in with it
      expect((yield* attempt({ primary_email: "a@example.org" })).status).toBe(201)
      const other = yield* create({ primary_email: "b@example.org", primary_email_auth_enabled: true })
      const moved = yield* call("PATCH", `/users/${other.id}`, { ...server, body: { primary_email: "a@example.org" } })
      expect(moved.knownError).toBe("USER_EMAIL_ALREADY_EXISTS")
      expect((yield* call("GET", `/users/${other.id}`, server)).body.primary_email).toBe("b@example.org")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("cannot share an account at a provider, however many try at once", () =>
    Effect.gen(function* () {
      const account = { id: "github", account_id: "4711", email: null }
      const body = { oauth_providers: [account] }
      const once = call("POST", "/users", { ...server, body })
      const statuses = (yield* Effect.all(
        Array.from({ length: 10 }, () => once),
        { concurrency: "unbounded" }
      )).map(({ status }) => status)
      expect(statuses.toSorted()).toStrictEqual([201, ...Array.from({ length: 9 }, () => 400)])
      expect((yield* once).text).toBe("The account at github belongs to another user already.")
      const twice = { oauth_providers: [0, 0].map(() => ({ ...account, account_id: "2" })) }
      const refused = yield* call("POST", "/users", { ...server, body: twice })
      expect([refused.status, refused.text]).toStrictEqual([400, "The provider github is named twice."])
      expect((yield* call("GET", "/users", server)).body.items).toHaveLength(1)
    }).pipe(
      interleaved,
      Effect.provide(layer({ project: { config: { oauthProviders: [{ id: "github", type: "shared" }] } } }))
    )
  )

  it.effect("are listed in pages that stay stable while people sign up", () =>
    Effect.gen(function* () {
      const names = ["a", "b", "c", "d", "e"]
      for (const name of names) {
        yield* create({ display_name: name })
        yield* TestClock.adjust(1)
      }
      const list = (query: string) => Effect.map(call("GET", `/users?${query}`, server), (answer) => answer.body)
      const first = yield* list("limit=2")
      expect(first.is_paginated).toBe(true)
      const second = yield* list(`limit=2&cursor=${first.pagination.next_cursor}`)
      yield* create({ display_name: "f" })
      const rest = yield* list(`cursor=${second.pagination.next_cursor}`)
      const seen = [...first.items, ...second.items, ...rest.items].map((user) => user.display_name)
      expect([seen, rest.pagination.next_cursor]).toStrictEqual([[...names, "f"], null])
      const newest = yield* list("desc=true&limit=1&order_by=signed_up_at")
      expect(newest.items[0].display_name).toBe("f")
      expect((yield* list("limit=0")).code).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are found by id, name or address", () =>
    Effect.gen(function* () {
      const ann = yield* create({ display_name: "Ann 100%", primary_email: "ann@example.org" })
      yield* create({ display_name: "Bob", primary_email: "bob@example.com" })
      const find = Effect.fnUntraced(function* (query: string) {
        const { body } = yield* call("GET", `/users?query=${encodeURIComponent(query)}`, server)
        return body.items.map((user: { readonly id: string }) => user.id)
      })
      for (const query of [ann.id, "ANN", "n 100%", "@EXAMPLE.ORG"]) expect(yield* find(query)).toStrictEqual([ann.id])
      for (const query of [ann.id.slice(0, 8), "%", "_"]) {
        expect(yield* find(query)).toStrictEqual(query === "%" ? [ann.id] : [])
      }
      expect(yield* find("o")).toHaveLength(2)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are found in every script, by texts as they are written and otherwise", () =>
    Effect.gen(function* () {
      const names = ["Юрий", "Éva Ödön", "ΣΟΦΙΑ"]
      const ids = yield* Effect.forEach(names, (display_name) =>
        Effect.map(call("POST", "/users", { ...server, body: { display_name } }), ({ body }) => String(body.id))
      )
      const find = Effect.fnUntraced(function* (query: string) {
        const { body } = yield* call("GET", `/users?query=${encodeURIComponent(query)}`, server)
        return body.items.map(({ id }: { readonly id: string }) => ids.indexOf(id))
      })
      for (const query of ["Юрий", "юр", "ЮРИЙ"]) expect([query, yield* find(query)]).toStrictEqual([query, [0]])
      for (const query of ["éVA", "Ödö"]) expect([query, yield* find(query)]).toStrictEqual([query, [1]])
      for (const query of ["ΣΟΦ", "οφι"]) expect([query, yield* find(query)]).toStrictEqual([query, [2]])
      expect(yield* find("\0")).toStrictEqual([])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("keep what is changed of their address at the same time", () =>
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
        body: { email: "ann@example.org", password: PASSWORD }
      })
      expect(signIn.knownError).toBe("EMAIL_PASSWORD_MISMATCH")
    }).pipe(Effect.provide(layer()))
  )
})
