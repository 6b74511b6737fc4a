/** The second factor takes each code once, also in parallel, and locks after 20 wrong ones. */
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Totp from "../../../src/emulator/accounts/Totp.ts"
import { call, interleaved, layer, mailsTo, password, signUp } from "../../support/emulatorCalls.ts"

const totpSecret = Buffer.from("twenty bytes of key!")

const startMillis = 1_750_000_000_000

/** The code that an authenticator app shows now, or some steps away from now. */
const codeNow = (offset = 0, secret = totpSecret) =>
  Effect.map(Clock.currentTimeMillis, (now) => Totp.computeCode(secret, Totp.computeStep(now) + offset))

const setSecret = (token: string, secret: Buffer | null) =>
  call("PATCH", "/users/me", {
    token,
    body: { totp_secret_base64: secret === null ? null : secret.toString("base64") }
  })

/** Somebody with a second factor. */
const enrolled = Effect.fnUntraced(function* (email = "ann@example.org") {
  yield* TestClock.setTime(startMillis)
  const tokens = yield* signUp(email)
  yield* setSecret(tokens.access_token, totpSecret)
  return tokens
})

/** The first factor, which answers an attempt code. */
const attempt = Effect.fnUntraced(function* (email = "ann@example.org") {
  const answer = yield* call("POST", "/auth/password/sign-in", { body: { email, password } })
  expect(answer.knownError).toBe("MULTI_FACTOR_AUTHENTICATION_REQUIRED")
  return String(answer.body.details.attempt_code)
})

const finish = (code: string, totp: string) => call("POST", "/auth/mfa/sign-in", { body: { code, type: "totp", totp } })

/** A code that is none of the three acceptable ones. */
const wrong = Effect.gen(function* () {
  const right = yield* Effect.all([codeNow(-1), codeNow(0), codeNow(1)])
  return ["000000", "111111", "222222", "333333"].find((code) => !right.includes(code)) ?? ""
})

describe("the second factor", () => {
  it.effect.each([-1, 0, 1])("takes the code of step %i", (offset) =>
    Effect.gen(function* () {
      yield* enrolled()
      expect((yield* finish(yield* attempt(), yield* codeNow(offset))).status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([-2, 2])("does not take the code of step %i", (offset) =>
    Effect.gen(function* () {
      yield* enrolled()
      expect((yield* finish(yield* attempt(), yield* codeNow(offset))).knownError).toBe("INVALID_TOTP_CODE")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("accepts six ASCII digits and nothing similar", () =>
    Effect.gen(function* () {
      yield* enrolled()
      const right = yield* codeNow()
      const fullWidth = String.fromCharCode(...[...right].map((digit) => digit.charCodeAt(0) + 0xfee0))
      const arabic = String.fromCharCode(...[...right].map((digit) => digit.charCodeAt(0) - 48 + 0x660))
      const code = yield* attempt()
      for (const totp of [
        fullWidth,
        arabic,
        ` ${right}`,
        `${right}\n`,
        right.slice(1),
        `${right}0`,
        "",
        "-12345",
        "1e5"
      ]) {
        expect((yield* finish(code, totp)).knownError, totp).toBe("INVALID_TOTP_CODE")
      }
      const list = yield* call("POST", "/auth/mfa/sign-in", { body: { code, type: "totp", totp: [right] } })
      expect(list.knownError).toBe("SCHEMA_ERROR")
      expect((yield* finish(code, right)).status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("accepts a time step once, and no earlier one after it", () =>
    Effect.gen(function* () {
      yield* enrolled()
      const next = yield* codeNow(1)
      expect((yield* finish(yield* attempt(), next)).status).toBe(200)
      const code = yield* attempt()
      expect((yield* finish(code, next)).knownError).toBe("INVALID_TOTP_CODE")
      expect((yield* finish(code, yield* codeNow())).knownError).toBe("INVALID_TOTP_CODE")
      yield* TestClock.adjust(Totp.stepMillis)
      expect((yield* finish(code, next)).knownError).toBe("INVALID_TOTP_CODE")
      expect((yield* finish(code, yield* codeNow(1))).status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("counts time steps separately for each user and each secret", () =>
    Effect.gen(function* () {
      const ann = yield* enrolled()
      yield* enrolled("bob@example.org")
      expect((yield* finish(yield* attempt(), yield* codeNow())).status).toBe(200)
      expect((yield* finish(yield* attempt("bob@example.org"), yield* codeNow())).status).toBe(200)
      const other = Buffer.from("another secret, also long")
      yield* setSecret(ann.access_token, other)
      expect((yield* finish(yield* attempt(), yield* codeNow(0, other))).status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("accepts one of 50 parallel uses, with one attempt or several", () =>
    Effect.gen(function* () {
      yield* enrolled()
      const code = yield* attempt()
      const totp = yield* codeNow()
      const sameAttempt = yield* Effect.all(
        Array.from({ length: 50 }, () => finish(code, totp)),
        { concurrency: "unbounded" }
      )
      expect(sameAttempt.filter(({ status }) => status === 200)).toHaveLength(1)
      yield* TestClock.adjust(2 * Totp.stepMillis)
      const attempts = []
      for (let i = 0; i < 15; i++) attempts.push(yield* attempt())
      const later = yield* codeNow()
      const manyAttempts = yield* Effect.all(
        attempts.map((code) => finish(code, later)),
        { concurrency: "unbounded" }
      )
      expect(manyAttempts.filter(({ status }) => status === 200)).toHaveLength(1)
      expect([...sameAttempt, ...manyAttempts].filter(({ status }) => status >= 500)).toHaveLength(0)
    }).pipe(Effect.provide(layer()), interleaved)
  )

  it.effect("locks after 20 wrong codes over any number of sign-ins, for an hour", () =>
    Effect.gen(function* () {
      yield* enrolled()
      const guess = yield* wrong
      const answers = []
      for (let signIn = 0; signIn < 20; signIn++) {
        const code = yield* attempt()
        for (let i = 0; i < 5; i++) answers.push((yield* finish(code, guess)).knownError)
      }
      expect(answers.slice(0, 20)).toStrictEqual(Array.from({ length: 20 }, () => "INVALID_TOTP_CODE"))
      expect(new Set(answers.slice(20))).toStrictEqual(new Set(["VERIFICATION_CODE_MAX_ATTEMPTS_REACHED"]))
      const right = yield* finish(yield* attempt(), yield* codeNow())
      expect(right).toMatchObject({ status: 400, knownError: "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED" })
      yield* TestClock.adjust("1 hour")
      expect((yield* finish(yield* attempt(), yield* codeNow())).status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("counts parallel guesses", () =>
    Effect.gen(function* () {
      yield* enrolled()
      const guess = yield* wrong
      const attempts = []
      for (let i = 0; i < 10; i++) attempts.push(yield* attempt())
      const answers = yield* Effect.all(
        attempts.flatMap((code) => Array.from({ length: 10 }, () => finish(code, guess))),
        { concurrency: "unbounded" }
      )
      expect(answers.filter(({ knownError }) => knownError === "INVALID_TOTP_CODE")).toHaveLength(20)
    }).pipe(Effect.provide(layer()), interleaved)
  )

  it.effect("resets the count of wrong codes after a right one", () =>
    Effect.gen(function* () {
      yield* enrolled()
      const statuses: Array<number> = []
      for (let round = 0; round < 3; round++) {
        const code = yield* attempt()
        for (let i = 0; i < 15; i++) yield* finish(code, yield* wrong)
        statuses.push((yield* finish(code, yield* codeNow())).status)
        yield* TestClock.adjust(2 * Totp.stepMillis)
      }
      expect(statuses).toStrictEqual([200, 200, 200])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("needs a sign-in attempt of this project, and checks it before the code", () =>
    Effect.gen(function* () {
      yield* enrolled()
      const unknown = yield* finish("invalid-attempt-code-123123123123123123123123", "000000")
      expect(unknown).toMatchObject({ status: 404, knownError: "VERIFICATION_CODE_NOT_FOUND" })
      expect((yield* finish("short", "000000")).knownError).toBe("SCHEMA_ERROR")
      const type = yield* call("POST", "/auth/mfa/sign-in", { body: { code: "0".repeat(45), type: "sms", totp: "1" } })
      expect(type.knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("ends when the user or the secret is deleted", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* enrolled()
      const [first, second] = [yield* attempt(), yield* attempt()]
      expect((yield* setSecret(token, null)).body.requires_totp_mfa).toBe(false)
      expect((yield* finish(first, yield* codeNow())).knownError).toBe("INVALID_TOTP_CODE")
      const signIn = yield* call("POST", "/auth/password/sign-in", {
        body: { email: "ann@example.org", password }
      })
      expect(signIn.status).toBe(200)
      yield* call("DELETE", `/users/${user_id}`, { level: "server" })
      expect((yield* finish(second, yield* codeNow())).knownError).toBe("VERIFICATION_CODE_NOT_FOUND")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is still required after a password reset, which returns no tokens", () =>
    Effect.gen(function* () {
      yield* enrolled()
      yield* call("POST", "/auth/password/send-reset-code", {
        body: { email: "ann@example.org", callback_url: "http://localhost:3000/reset" }
      })
      const code = (yield* mailsTo("ann@example.org")).at(-1)?.code
      const reset = yield* call("POST", "/auth/password/reset", { body: { code, password } })
      expect(reset.body).toStrictEqual({ success: true })
      expect((yield* finish(yield* attempt(), yield* codeNow())).status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is not required for a session that a server creates", () =>
    Effect.gen(function* () {
      const { user_id } = yield* enrolled()
      const answer = yield* call("POST", "/auth/sessions", { level: "server", body: { user_id } })
      expect(Object.keys(answer.body).sort()).toStrictEqual(["access_token", "refresh_token"])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("cannot have an empty secret, and is not required when a server creates a user with a secret", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* enrolled()
      const empty = yield* call("PATCH", "/users/me", { token, body: { totp_secret_base64: "" } })
      expect(empty.knownError).toBe("SCHEMA_ERROR")
      const created = yield* call("POST", "/users", {
        level: "server",
        body: { totp_secret_base64: totpSecret.toString("base64") }
      })
      expect(created.body.requires_totp_mfa).toBe(false)
      const updated = yield* call("PATCH", `/users/${created.body.id}`, {
        level: "server",
        body: { totp_secret_base64: totpSecret.toString("base64") }
      })
      expect(updated.body.requires_totp_mfa).toBe(true)
      expect(updated.text).not.toContain(totpSecret.toString("base64"))
    }).pipe(Effect.provide(layer()))
  )
})
