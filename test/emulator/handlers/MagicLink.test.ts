/** A magic link works once, and signs in nobody but the holder of a verified address. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import {
  call,
  type Call,
  callbackUrl,
  interleaved,
  layer,
  mailsTo,
  server,
  signUp
} from "../../support/emulatorCalls.ts"

const enabled = { project: { displayName: "Demo", config: { magicLinkEnabled: true } } }

const send = (email: string, callback_url = callbackUrl, options: Call = {}) =>
  call("POST", "/auth/otp/send-sign-in-code", { ...options, body: { email, callback_url } })

const signIn = (code: string) => call("POST", "/auth/otp/sign-in", { body: { code } })

/** The code of the newest mail to an address. */
const mailedTo = Effect.fnUntraced(function* (email: string) {
  return (yield* mailsTo(email)).at(-1)?.code ?? ""
})

/** Asks for a link and answers its code. */
const request = Effect.fnUntraced(function* (email: string) {
  const { body } = yield* send(email)
  const mail = yield* (yield* Emulator).mailbox.take({ to: email, subject: "Sign in to Demo" })
  return { nonce: String(body.nonce), code: mail.code ?? "" }
})

/** Verifies the address of somebody who signed up. */
const verify = Effect.fnUntraced(function* (email: string) {
  yield* call("POST", "/contact-channels/verify", { body: { code: yield* mailedTo(email) } })
})

const updateProject = (config: object) =>
  call("PATCH", "/internal/projects/current", { level: "admin", body: { config } })

describe("magic links", () => {
  it.effect("sign up a new user, and then sign them in", () =>
    Effect.gen(function* () {
      const { code, nonce } = yield* request("ann@example.org")
      expect(nonce).toBe(code.slice(6))
      expect(nonce).toMatch(/^[0-9a-hjkmnp-tv-z]{39}$/)
      const first = yield* signIn(code)
      expect(first.status).toBe(200)
      expect(first.body).toStrictEqual({
        access_token: expect.any(String),
        is_new_user: true,
        refresh_token: expect.any(String),
        user_id: expect.any(String)
      })
      const me = yield* call("GET", "/users/me", { level: "server", token: first.body.access_token })
      expect(me.body).toMatchObject({
        primary_email: "ann@example.org",
        primary_email_verified: true,
        primary_email_auth_enabled: true,
        otp_auth_enabled: true,
        auth_with_email: true,
        has_password: false,
        requires_totp_mfa: false
      })
      const second = yield* signIn((yield* request("ann@example.org")).code)
      expect(second.body).toMatchObject({ is_new_user: false, user_id: first.body.user_id })
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("are refused for unverified addresses, which may be someone else's", () =>
    Effect.gen(function* () {
      yield* signUp("ann@example.org")
      const answer = yield* send("ann@example.org")
      expect(answer).toMatchObject({ status: 409, knownError: "USER_EMAIL_ALREADY_EXISTS" })
      expect(answer.body.details).toStrictEqual({ email: "ann@example.org", would_work_if_email_was_verified: true })
      yield* verify("ann@example.org")
      const before = yield* call("GET", "/users?query=ann", server)
      expect(before.body.items[0].otp_auth_enabled).toBe(false)
      const { code } = yield* request("ann@example.org")
      const after = yield* call("GET", "/users?query=ann", server)
      expect(after.body.items[0].otp_auth_enabled).toBe(true)
      expect((yield* signIn(code)).body).toMatchObject({ is_new_user: false, user_id: after.body.items[0].id })
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("use the address that signs in, primary or not", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* signUp("ann@example.org")
      const channel = yield* call("POST", "/contact-channels", {
        level: "server",
        body: { user_id, value: "second@example.org", type: "email", used_for_auth: true, is_verified: true }
      })
      expect(channel.status).toBe(201)
      expect((yield* signIn((yield* request("second@example.org")).code)).body.user_id).toBe(user_id)
      expect((yield* call("GET", "/users/me", { token })).body.primary_email).toBe("ann@example.org")
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("do not take over an address that another user has claimed meanwhile", () =>
    Effect.gen(function* () {
      const { code } = yield* request("ann@example.org")
      yield* signUp("ann@example.org")
      expect((yield* signIn(code)).knownError).toBe("USER_EMAIL_ALREADY_EXISTS")
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect.each([
    ["ann", callbackUrl],
    ["ann@example", callbackUrl],
    ["ann@example.org,bob@example.org", callbackUrl],
    ["ann@example.org", "/relative"]
  ] as const)("refuse %s with %s by shape", ([email, callback]) =>
    Effect.gen(function* () {
      expect((yield* send(email, callback)).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect.each([
    ["a user", "ann@example.org"],
    ["nobody", "nobody@example.org"]
  ] as const)("lead %s to trusted URLs only", ([, email]) =>
    Effect.gen(function* () {
      yield* request("ann@example.org").pipe(Effect.flatMap(({ code }) => signIn(code)))
      const before = yield* mailsTo(email)
      const answer = yield* send(email, "https://evil.example/in")
      expect(answer).toMatchObject({ status: 400, knownError: "REDIRECT_URL_NOT_WHITELISTED" })
      expect(yield* mailsTo(email)).toStrictEqual(before)
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("succeed once in 50 parallel uses", () =>
    Effect.gen(function* () {
      yield* signIn((yield* request("ann@example.org")).code)
      const { code } = yield* request("ann@example.org")
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () => signIn(code)),
        { concurrency: "unbounded" }
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(new Set(answers.map(({ status }) => status))).not.toContain(500)
    }).pipe(Effect.provide(layer(enabled)), interleaved)
  )

  it.effect("make one user from several links to a new address", () =>
    Effect.gen(function* () {
      const codes = []
      for (let i = 0; i < 10; i++) codes.push((yield* request("ann@example.org")).code)
      const answers = yield* Effect.all(codes.map(signIn), { concurrency: "unbounded" })
      expect(answers.filter(({ body }) => body.is_new_user === true)).toHaveLength(1)
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      expect((yield* call("GET", "/users", server)).body.items).toHaveLength(1)
    }).pipe(Effect.provide(layer(enabled)), interleaved)
  )

  it.effect("are spent when they ask for the second factor", () =>
    Effect.gen(function* () {
      const { body } = yield* signIn((yield* request("ann@example.org")).code)
      yield* call("PATCH", "/users/me", { token: body.access_token, body: { totp_secret_base64: "c2VjcmV0" } })
      const { code } = yield* request("ann@example.org")
      const answer = yield* signIn(code)
      expect(answer.knownError).toBe("MULTI_FACTOR_AUTHENTICATION_REQUIRED")
      expect(answer.text).not.toContain("_token")
      expect((yield* signIn(code)).knownError).toBe("VERIFICATION_CODE_ALREADY_USED")
      // The attempt is no sign-in code.
      expect((yield* signIn(answer.body.details.attempt_code)).knownError).toBe("VERIFICATION_CODE_NOT_FOUND")
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("can be turned off by a user, and on only where the project allows them", () =>
    Effect.gen(function* () {
      const { body } = yield* signIn((yield* request("ann@example.org")).code)
      const patch = (otp_auth_enabled: boolean) =>
        call("PATCH", "/users/me", { token: body.access_token, body: { otp_auth_enabled } })
      expect((yield* patch(false)).body).toMatchObject({ otp_auth_enabled: false, auth_with_email: false })
      expect((yield* patch(true)).body.otp_auth_enabled).toBe(true)
      yield* updateProject({ magic_link_enabled: false })
      expect((yield* patch(true)).status).toBe(200)
      expect((yield* patch(false)).status).toBe(200)
      const refused = yield* patch(true)
      expect(refused).toMatchObject({ status: 400, knownError: undefined })
    }).pipe(Effect.provide(layer(enabled)))
  )
})
