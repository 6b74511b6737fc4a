/** Contact channels survive changes at the same time, and an address signs in one user only. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import { call, interleaved, layer, mailsTo, signUp } from "../../support/emulatorCalls.ts"

const listChannels = Effect.fnUntraced(function* (token: string) {
  return (yield* call("GET", "/contact-channels?user_id=me", { token })).body.items
})

describe("contact channels", () => {
  it.effect("keep all concurrent changes", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      const [channel] = yield* listChannels(token)
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
      expect((yield* listChannels(token))[0]).toMatchObject({
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
      expect({ status: taken.status, knownError: taken.knownError, details: taken.body.details }).toStrictEqual({
        status: 409,
        knownError: "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
        details: { type: "email", contact_channel_value: "ann@example.org", would_work_if_email_was_verified: false }
      })
      const { body } = yield* add(false)
      const promoted = yield* call("PATCH", `/contact-channels/me/${body.id}`, {
        token: bob.access_token,
        body: { used_for_auth: true, is_primary: true }
      })
      expect(promoted.body.details.contact_channel_value).toBeNull()
      // The whole change was refused, the new primary address included.
      expect((yield* call("GET", "/users/me", { token: bob.access_token })).body.primary_email).toBe("bob@example.org")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are not verified by a code for an earlier address", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      yield* mailsTo("ann@example.org")
      const { code } = yield* (yield* Emulator).mailbox.take({ to: "ann@example.org" })
      const [{ id }] = yield* listChannels(token)
      yield* call("PATCH", `/contact-channels/me/${id}`, { token, body: { value: "new@example.org" } })
      const answer = yield* call("POST", "/contact-channels/verify", { body: { code } })
      expect(answer.knownError).toBe("VERIFICATION_CODE_NOT_FOUND")
      expect((yield* call("GET", "/users/me", { token })).body.primary_email_verified).toBe(false)
    }).pipe(Effect.provide(layer()))
  )
})
