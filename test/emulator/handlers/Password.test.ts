/** Passwords sign up and in, reveal no address, and are checked again after the time that hashing takes. */
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Emulator } from "../../../src/emulator/index.ts"
import { platform } from "../../../src/emulator/platform/NodePlatform.ts"
import { call, callbackUrl, layer, mailsTo, password, refresh, server, signUp } from "../../support/emulatorCalls.ts"

const signIn = (email: string, password: string) =>
  call("POST", "/auth/password/sign-in", { body: { email, password } })

const config = (config: object) => call("PATCH", "/internal/projects/current", { level: "admin", body: { config } })

describe("passwords", () => {
  it.effect("mail a verification link that keeps the rest of the query", () =>
    Effect.gen(function* () {
      yield* call("POST", "/auth/password/sign-up", {
        body: { email: "ann@example.org", password, verification_callback_url: "http://localhost:3000/v?a=1" }
      })
      const mail = yield* (yield* Emulator).mailbox.take({ to: "ann@example.org" })
      const link = `http://localhost:3000/v?a=1&code=${mail.code}`
      expect(mail).toMatchObject({
        subject: "Verify your email at Development",
        link,
        text: expect.stringContaining(link),
        html: expect.stringContaining("&amp;code=")
      })
      const verify = () => call("POST", "/contact-channels/verify", { body: { code: mail.code?.toUpperCase() } })
      expect((yield* verify()).body).toStrictEqual({ success: true })
      expect((yield* verify()).knownError).toBe("VERIFICATION_CODE_ALREADY_USED")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("refuse sign-ups in the documented order", () =>
    Effect.gen(function* () {
      yield* signUp("ann@example.org")
      const attempt = (password: string) =>
        call("POST", "/auth/password/sign-up", {
          body: { email: "ann@example.org", password, verification_callback_url: callbackUrl }
        })
      const taken = yield* attempt(password)
      expect(taken).toMatchObject({ status: 409, knownError: "USER_EMAIL_ALREADY_EXISTS" })
      expect(taken.body.details).toStrictEqual({ email: "ann@example.org", would_work_if_email_was_verified: false })
      yield* config({ sign_up_enabled: false })
      expect((yield* attempt(password)).knownError).toBe("SIGN_UP_NOT_ENABLED")
      for (const password of ["seven77", "🎉".repeat(7)]) {
        const short = yield* attempt(password)
        expect({ knownError: short.knownError, details: short.body.details }, password).toStrictEqual({
          knownError: "PASSWORD_TOO_SHORT",
          details: { min_length: 8 }
        })
      }
      expect((yield* attempt("🎉".repeat(71))).knownError).toBe("SCHEMA_ERROR")
      yield* config({ credential_enabled: false })
      expect((yield* attempt("seven77")).knownError).toBe("PASSWORD_AUTHENTICATION_NOT_ENABLED")
      expect((yield* attempt("x".repeat(71))).knownError).toBe("SCHEMA_ERROR")
      expect((yield* signIn("ann@example.org", password)).knownError).toBe("PASSWORD_AUTHENTICATION_NOT_ENABLED")
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each(["\ud83c", "\udf89"])("refuse passwords with an unpaired surrogate: %j", (half) =>
    Effect.gen(function* () {
      const { body, knownError } = yield* call("POST", "/auth/password/sign-up", {
        body: {
          email: "ann@example.org",
          password: `correct ${half} horse`,
          verification_callback_url: callbackUrl
        }
      })
      expect({ knownError, error: body.error }).toStrictEqual({
        knownError: "SCHEMA_ERROR",
        error: expect.stringContaining("body.password must be a password without unpaired surrogates")
      })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("create one account out of 20 parallel sign-ups", () =>
    Effect.gen(function* () {
      const attempts = yield* Effect.all(
        Array.from({ length: 20 }, () =>
          call("POST", "/auth/password/sign-up", {
            body: { email: "ann@example.org", password, verification_callback_url: callbackUrl }
          })
        ),
        { concurrency: "unbounded" }
      )
      expect(attempts.map((attempt) => attempt.status).sort()).toStrictEqual([200, ...Array(19).fill(409)])
      expect((yield* call("GET", "/users", server)).body.items).toHaveLength(1)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    ["70 times two bytes", "é".repeat(70)],
    ["70 emoji", "🎉".repeat(70)],
    ["8 emoji", "🎉".repeat(8)],
    ["a NUL inside", "abcd\u0000efgh"]
  ] as const)("may consist of %s", ([, password]) =>
    Effect.gen(function* () {
      yield* signUp("ann@example.org", { password })
      expect((yield* signIn("ann@example.org", password)).status).toBe(200)
      const other = password.replace(/.$/u, "x")
      expect((yield* signIn("ann@example.org", other)).knownError).toBe("EMAIL_PASSWORD_MISMATCH")
      expect((yield* signIn("ann@example.org", password.slice(0, 4))).knownError).toBe("EMAIL_PASSWORD_MISMATCH")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("do not reveal whether an address is known", () =>
    Effect.gen(function* () {
      yield* signUp("ann@example.org")
      yield* mailsTo("ann@example.org")
      const known = yield* signIn("ann@example.org", "wrong password")
      const unknown = yield* signIn("bob@example.org", "wrong password")
      expect(unknown).toMatchObject({ status: known.status, text: known.text })
      expect([...unknown.headers.keys()]).toStrictEqual([...known.headers.keys()])
      const reset = (email: string, callback_url: string) =>
        call("POST", "/auth/password/send-reset-code", { body: { email, callback_url } })
      expect((yield* reset("ann@example.org", callbackUrl)).body).toStrictEqual({
        success: "maybe, only if user with e-mail exists"
      })
      expect(yield* mailsTo("bob@example.org")).toHaveLength(0)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([callbackUrl, "https://evil.example"])(
    "do not reveal whether an address is known, with a link to $0",
    (url) =>
      Effect.gen(function* () {
        const reset = (email: string, callback_url: string) =>
          call("POST", "/auth/password/send-reset-code", { body: { email, callback_url } })
        const a = yield* reset("ann@example.org", url)
        const b = yield* reset("bob@example.org", url)
        expect(b).toMatchObject({ status: a.status, text: a.text })
      }).pipe(Effect.provide(layer()))
  )

  it.effect("end all other sessions when they change", () =>
    Effect.gen(function* () {
      const { access_token: token, refresh_token: mine } = yield* signUp("ann@example.org")
      const { body: other } = yield* signIn("ann@example.org", password)
      const update = (old_password: string, new_password: string, headers = {}) =>
        call("POST", "/auth/password/update", { token, headers, body: { old_password, new_password } })
      expect((yield* update("wrong", "new password")).knownError).toBe("PASSWORD_CONFIRMATION_MISMATCH")
      expect((yield* update("wrong", "new")).knownError).toBe("PASSWORD_TOO_SHORT")
      expect((yield* update(password, "new password", { "x-stack-refresh-token": mine })).status).toBe(200)
      expect((yield* refresh(mine)).status).toBe(200)
      expect((yield* refresh(other.refresh_token)).knownError).toBe("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      expect((yield* update("new password", password)).status).toBe(200)
      expect((yield* refresh(mine)).knownError).toBe("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      const nobody = yield* call("POST", "/auth/password/update", { body: { old_password: "a", new_password: "b" } })
      expect(nobody.body.error).toContain("  - auth.user must be defined")
    }).pipe(Effect.provide(layer()))
  )

  /**
   * Runs `meanwhile` when so many requests wait for a hash, which is to say that they have read what they check. Cheap
   * hashes wait for nothing, so these are of the standard cost.
   */
  const whileHashing = <A, E, R>(
    hashes: number,
    requests: Effect.Effect<A, E, R>,
    meanwhile: Effect.Effect<unknown, E, R>
  ) =>
    Effect.gen(function* () {
      const reached = yield* Deferred.make<void>()
      const released = yield* Deferred.make<void>()
      let waiting = 0
      const held =
        <Args extends ReadonlyArray<unknown>, A>(hash: (...args: Args) => Promise<A>) =>
        async (...args: Args): Promise<A> => {
          if (++waiting === hashes) Deferred.doneUnsafe(reached, Effect.void)
          await Effect.runPromise(Deferred.await(released))
          return hash(...args)
        }
      const { argon2id, scrypt } = platform
      Object.assign(platform, { argon2id: argon2id && held(argon2id), scrypt: held(scrypt) })
      const fiber = yield* Effect.forkChild(requests)
      yield* Deferred.await(reached).pipe(
        Effect.andThen(meanwhile),
        Effect.ensuring(Effect.sync(() => Object.assign(platform, { argon2id, scrypt })))
      )
      yield* Deferred.succeed(released, undefined)
      return yield* Fiber.join(fiber)
    })
  const withoutPassword = (id: string) => call("PATCH", `/users/${id}`, { level: "server", body: { password: null } })

  it.effect("ask for the second factor and give no tokens before it", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      yield* call("PATCH", "/users/me", { token, body: { totp_secret_base64: "c2VjcmV0c2VjcmV0" } })
      const answer = yield* signIn("ann@example.org", password)
      expect(answer.knownError).toBe("MULTI_FACTOR_AUTHENTICATION_REQUIRED")
      expect(answer.body.details.attempt_code).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/)
      expect(answer.text).not.toContain("access_token")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are checked again after a sign-in's password was hashed", () =>
    Effect.gen(function* () {
      const [ann, bob] = yield* Effect.all([signUp("ann@example.org"), signUp("bob@example.org")])
      const late = yield* whileHashing(1, signIn("ann@example.org", password), withoutPassword(ann.user_id))
      expect(late).toMatchObject({ status: 400, knownError: "EMAIL_PASSWORD_MISMATCH" })
      const sessions = yield* call("GET", `/auth/sessions?user_id=${ann.user_id}`, server)
      expect(sessions.body.items).toHaveLength(0)

      const deletion = call("DELETE", `/users/${bob.user_id}`, server)
      const gone = yield* whileHashing(1, signIn("bob@example.org", password), deletion)
      expect(gone).toMatchObject({ status: 400, knownError: "EMAIL_PASSWORD_MISMATCH" })
    }).pipe(Effect.provide(layer({ passwordCost: "standard" })))
  )

  it.effect("are checked again after a change's password was hashed", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id: id } = yield* signUp("ann@example.org")
      const change = call("POST", "/auth/password/update", {
        token,
        body: { old_password: password, new_password: "another battery" }
      })
      const refused = yield* whileHashing(1, change, withoutPassword(id))
      expect(refused).toMatchObject({ status: 400, knownError: "PASSWORD_CONFIRMATION_MISMATCH" })
      expect((yield* call("GET", "/users/me", { token })).body.has_password).toBe(false)

      const set = (password: string) => call("POST", "/auth/password/set", { token, body: { password } })
      const sets = Effect.all([set("first password"), set("second password")], { concurrency: "unbounded" })
      const both = yield* whileHashing(2, sets, Effect.void)
      expect(both.map(({ status }) => status).sort()).toStrictEqual([200, 400])
    }).pipe(Effect.provide(layer({ passwordCost: "standard" })))
  )

  it.effect("are not reset for a user who was removed while the new one was hashed", () =>
    Effect.gen(function* () {
      const { user_id: id } = yield* signUp("ann@example.org")
      yield* call("POST", "/auth/password/send-reset-code", {
        body: { email: "ann@example.org", callback_url: callbackUrl }
      })
      const code = (yield* mailsTo("ann@example.org")).at(-1)?.code
      const reset = call("POST", "/auth/password/reset", { body: { code, password: "another battery" } })
      const deletion = call("DELETE", `/users/${id}`, server)
      const late = yield* whileHashing(1, reset, deletion)
      expect(late).toMatchObject({ status: 404, knownError: "VERIFICATION_CODE_NOT_FOUND" })
    }).pipe(Effect.provide(layer({ passwordCost: "standard" })))
  )
})
