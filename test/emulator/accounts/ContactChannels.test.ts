import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import { call, CALLBACK, interleaved, layer, mailsTo, signUp } from "../harness.ts"

const channelsOf = Effect.fnUntraced(function* (token: string) {
  return (yield* call("GET", "/contact-channels?user_id=me", { token })).body.items
})

describe("contact channels", () => {
  it.effect("are added, changed and removed by their user", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* signUp("ann@example.org")
      const [first] = yield* channelsOf(token)
      expect(first).toStrictEqual({
        user_id,
        id: expect.any(String),
        type: "email",
        value: "ann@example.org",
        is_primary: true,
        is_verified: false,
        used_for_auth: true
      })
      const add = (body: object) =>
        call("POST", "/contact-channels", {
          token,
          body: { user_id: "me", type: "email", used_for_auth: false, ...body }
        })
      const added = yield* add({ value: "a2@example.org", is_primary: true })
      expect([added.status, added.body.is_primary]).toStrictEqual([201, true])
      expect((yield* channelsOf(token)).map((channel: any) => channel.is_primary)).toStrictEqual([false, true])
      const again = yield* add({ value: "a2@example.org" })
      expect([again.status, again.text]).toStrictEqual([400, "Contact channel already exists"])
      expect((yield* add({ value: "x@example.org", is_verified: true })).knownError).toBe("SCHEMA_ERROR")
      const path = `/contact-channels/me/${added.body.id}`
      const changed = yield* call("PATCH", path, { token, body: { value: "a3@example.org" } })
      expect(changed.body).toMatchObject({ value: "a3@example.org", is_verified: false })
      expect((yield* call("DELETE", path, { token })).body).toStrictEqual({ success: true })
      expect((yield* call("GET", path, { token })).status).toBe(404)
      expect((yield* call("DELETE", path, { token })).status).toBe(400)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("keep what is changed at the same time", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      const [channel] = yield* channelsOf(token)
      const { code } = yield* (yield* Emulator).mailbox.take({ to: "ann@example.org" })
      const change = (body: object) => call("PATCH", `/contact-channels/me/${channel.id}`, { token, body })
      yield* Effect.all(
        [
          change({ used_for_auth: false }),
          change({ is_primary: false }),
          call("POST", "/contact-channels/verify", { body: { code } })
        ],
        { concurrency: "unbounded" }
      )
      expect((yield* channelsOf(token))[0]).toMatchObject({
        used_for_auth: false,
        is_primary: false,
        is_verified: true
      })
    }).pipe(Effect.provide(layer()), interleaved)
  )

  it.effect("belong to one user each, and sign in one user only", () =>
    Effect.gen(function* () {
      const ann = yield* signUp("ann@example.org")
      const bob = yield* signUp("bob@example.org")
      const foreign = yield* call("GET", `/contact-channels?user_id=${ann.user_id}`, { token: bob.access_token })
      expect(foreign.status).toBe(403)
      const add = (used_for_auth: boolean) =>
        call("POST", "/contact-channels", {
          token: bob.access_token,
          body: { user_id: "me", type: "email", value: "ann@example.org", used_for_auth }
        })
      const taken = yield* add(true)
      expect([taken.status, taken.knownError, taken.body.details]).toStrictEqual([
        409,
        "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
        { type: "email", contact_channel_value: "ann@example.org", would_work_if_email_was_verified: false }
      ])
      const { body } = yield* add(false)
      const promoted = yield* call("PATCH", `/contact-channels/me/${body.id}`, {
        token: bob.access_token,
        body: { used_for_auth: true, is_primary: true }
      })
      expect(promoted.body.details.contact_channel_value).toBeNull()
      // the whole change was refused, the new primary address included
      expect((yield* call("GET", "/users/me", { token: bob.access_token })).body.primary_email).toBe("bob@example.org")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are verified by mail", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      const { mailbox } = yield* Emulator
      yield* mailbox.take({ to: "ann@example.org" })
      const send = (email: string) =>
        call("POST", "/contact-channels/send-verification-code", { token, body: { email, callback_url: CALLBACK } })
      const wrong = yield* send("other@example.org")
      expect([wrong.knownError, wrong.body.details]).toStrictEqual([
        "EMAIL_IS_NOT_PRIMARY_EMAIL",
        { email: "other@example.org", primary_email: "ann@example.org" }
      ])
      expect((yield* send("ann@example.org")).body).toStrictEqual({ success: true })
      const { code } = yield* mailbox.take({ to: "ann@example.org" })
      const check = yield* call("POST", "/contact-channels/verify/check-code", { body: { code } })
      expect(check.body).toStrictEqual({ is_code_valid: true })
      yield* call("POST", "/contact-channels/verify", { body: { code } })
      expect((yield* call("GET", "/users/me", { token })).body.primary_email_verified).toBe(true)
      const verified = yield* send("ann@example.org")
      expect([verified.status, verified.knownError]).toStrictEqual([409, "EMAIL_ALREADY_VERIFIED"])
      const [{ id }] = yield* channelsOf(token)
      const byId = yield* call("POST", `/contact-channels/me/${id}/send-verification-code`, {
        token,
        body: { callback_url: CALLBACK }
      })
      expect(byId.knownError).toBe("EMAIL_ALREADY_VERIFIED")
      const nobody = yield* call("POST", "/contact-channels/send-verification-code", {
        body: { email: "ann@example.org", callback_url: CALLBACK }
      })
      expect(nobody.body.error).toContain("  - auth.user must be defined")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are not verified by a code for an address that they no longer hold", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      yield* mailsTo("ann@example.org")
      const { code } = yield* (yield* Emulator).mailbox.take({ to: "ann@example.org" })
      const [{ id }] = yield* channelsOf(token)
      yield* call("PATCH", `/contact-channels/me/${id}`, { token, body: { value: "new@example.org" } })
      const answer = yield* call("POST", "/contact-channels/verify", { body: { code } })
      expect(answer.knownError).toBe("VERIFICATION_CODE_NOT_FOUND")
      expect((yield* call("GET", "/users/me", { token })).body.primary_email_verified).toBe(false)
    }).pipe(Effect.provide(layer()))
  )
})
