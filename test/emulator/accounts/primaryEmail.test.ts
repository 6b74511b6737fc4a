/** What becomes of the channels of a user whose primary address changes. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { call, layer, password, server, signUp } from "../../support/emulatorCalls.ts"

const make = Effect.fnUntraced(function* (email: string) {
  const fields = { primary_email: email, primary_email_auth_enabled: true, primary_email_verified: true }
  const { body } = yield* call("POST", "/users", { ...server, body: { ...fields, password } })
  return String(body.id)
})

const patch = (id: string, body: object) => call("PATCH", `/users/${id}`, { ...server, body })

const signIn = (email: string) => call("POST", "/auth/password/sign-in", { body: { email, password } })

/** The channels, oldest first: address, primary, verified, used to sign in. */
const channels = Effect.fnUntraced(function* (id: string) {
  const { body } = yield* call("GET", `/contact-channels?user_id=${id}`, server)
  return body.items.map((channel: Record<string, unknown>) => [
    channel["value"],
    channel["is_primary"],
    channel["is_verified"],
    channel["used_for_auth"]
  ])
})

describe.each([["current"], [undefined]] as const)("a changed primary address (service %s)", (service) => {
  it.effect("keeps the former address as a channel that signs in", () =>
    Effect.gen(function* () {
      const id = yield* make("old@example.org")
      const changed = yield* patch(id, { primary_email: "new@example.org" })
      expect(changed.body).toMatchObject({ primary_email: "new@example.org", primary_email_verified: false })
      expect(yield* channels(id)).toStrictEqual([
        ["old@example.org", false, true, true],
        ["new@example.org", true, false, true]
      ])
      for (const email of ["old@example.org", "new@example.org"]) {
        expect((yield* signIn(email)).status, email).toBe(200)
      }
    }).pipe(Effect.provide(layer({ service })))
  )

  it.effect("is verified if the request says so", () =>
    Effect.gen(function* () {
      const id = yield* make("old@example.org")
      const { body } = yield* patch(id, { primary_email: "new@example.org", primary_email_verified: true })
      expect(body.primary_email_verified).toBe(true)
    }).pipe(Effect.provide(layer({ service })))
  )

  it.effect("keeps the verification of an existing channel, and takes over the former one's flag", () =>
    Effect.gen(function* () {
      const id = yield* make("old@example.org")
      const other = { value: "other@example.org", type: "email", used_for_auth: false, is_verified: true }
      yield* call("POST", "/contact-channels", { ...server, body: { ...other, user_id: id } })
      expect((yield* patch(id, { primary_email: "other@example.org" })).status).toBe(200)
      expect(yield* channels(id)).toStrictEqual([
        ["old@example.org", false, true, true],
        ["other@example.org", true, true, true]
      ])
    }).pipe(Effect.provide(layer({ service })))
  )

  it.effect("is refused if anyone signs in with it, even the user", () =>
    Effect.gen(function* () {
      yield* make("bob@example.org")
      const id = yield* make("old@example.org")
      yield* patch(id, { primary_email: "new@example.org" })
      for (const email of ["bob@example.org", "old@example.org"]) {
        const { knownError, status } = yield* patch(id, { primary_email: email })
        expect({ status, knownError }, email).toStrictEqual({ status: 409, knownError: "USER_EMAIL_ALREADY_EXISTS" })
      }
      expect(yield* channels(id)).toHaveLength(2)
      const same = yield* patch(id, { primary_email: "new@example.org", primary_email_auth_enabled: true })
      expect(same.status).toBe(200)
    }).pipe(Effect.provide(layer({ service })))
  )

  it.effect("is null for a user whose channel is no longer primary, and whose password can be changed", () =>
    Effect.gen(function* () {
      const id = yield* make("old@example.org")
      const { body } = yield* patch(id, { primary_email: null })
      expect(body).toMatchObject({ primary_email: null, primary_email_verified: false, has_password: true })
      expect(yield* channels(id)).toStrictEqual([["old@example.org", false, true, true]])
      expect((yield* patch(id, { password })).status).toBe(200)
      expect((yield* signIn("old@example.org")).status).toBe(200)
    }).pipe(Effect.provide(layer({ service })))
  )

  it.effect("may be the user's own change, which never verifies", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* signUp("old@example.org")
      const { body } = yield* call("PATCH", "/users/me", { token, body: { primary_email: "new@example.org" } })
      expect(body).toMatchObject({ primary_email: "new@example.org", primary_email_verified: false })
      expect(yield* channels(user_id)).toStrictEqual([
        ["old@example.org", false, false, true],
        ["new@example.org", true, false, true]
      ])
    }).pipe(Effect.provide(layer({ service })))
  )
})

describe("a changed primary address in 2025-06", () => {
  it.effect("takes the place of the former one, with its flags", () =>
    Effect.gen(function* () {
      const id = yield* make("old@example.org")
      yield* patch(id, { primary_email: "new@example.org" })
      expect(yield* channels(id)).toStrictEqual([["new@example.org", true, true, true]])
      expect((yield* signIn("old@example.org")).knownError).toBe("EMAIL_PASSWORD_MISMATCH")
      yield* patch(id, { primary_email: null })
      expect(yield* channels(id)).toStrictEqual([])
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )
})

describe("the address of a channel that changes", () => {
  it.effect.each([["2025-06"], ["current"]] as const)(
    "ends sign-in with the former address (service %s)",
    ([service]) =>
      Effect.gen(function* () {
        const id = yield* make("old@example.org")
        const { body } = yield* call("GET", `/contact-channels?user_id=${id}`, server)
        const path = `/contact-channels/${id}/${body.items[0].id}`
        yield* call("PATCH", path, { ...server, body: { value: "new@example.org", type: "email" } })
        expect(yield* channels(id)).toStrictEqual([["new@example.org", true, false, true]])
        expect((yield* signIn("old@example.org")).knownError).toBe("EMAIL_PASSWORD_MISMATCH")
        expect((yield* signIn("new@example.org")).status).toBe(200)
      }).pipe(Effect.provide(layer({ service })))
  )
})
