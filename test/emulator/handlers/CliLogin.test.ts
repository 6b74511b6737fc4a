/** The login of a terminal expires, is confirmed once, and gives its token to one poll. */
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { Emulator } from "../../../src/emulator/index.ts"
import { database } from "../../support/database.ts"
import { call, interleaved, layer, signUp } from "../../support/emulatorCalls.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"

const start = (body?: object) => call("POST", "/auth/cli", { body })

const poll = (polling_code: string) => call("POST", "/auth/cli/poll", { body: { polling_code } })

const complete = (login_code: string, refresh_token: string) =>
  call("POST", "/auth/cli/complete", { body: { login_code, refresh_token } })

/** A login that waits, and somebody to confirm it. */
const waiting = Effect.gen(function* () {
  const { refresh_token } = yield* signUp("ann@example.org")
  const { body } = yield* start()
  return { refreshToken: refresh_token, pollingCode: String(body.polling_code), loginCode: String(body.login_code) }
})

const answerAs = (mode: string, login_code: string) =>
  call("POST", "/auth/cli/complete", { body: { login_code, mode } })

/** A login of a terminal that works as a guest. */
const withGuest = Effect.gen(function* () {
  const { body: guest } = yield* call("POST", "/auth/anonymous/sign-up")
  const { body } = yield* start({ anon_refresh_token: guest.refresh_token })
  return { guest, pollingCode: String(body.polling_code), loginCode: String(body.login_code) }
})

const hourMillis = 3_600_000

describe("command-line login", () => {
  it.effect("has two codes of 45 characters and two hours by default", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_750_000_000_000)
      const { body, status } = yield* start()
      expect(status).toBe(200)
      expect(body).toStrictEqual({
        polling_code: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/),
        login_code: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/),
        expires_at: new Date(1_750_000_000_000 + 2 * hourMillis).toISOString()
      })
      expect(body.polling_code).not.toBe(body.login_code)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    [{ expires_in_millis: 24 * hourMillis }, 24 * hourMillis],
    [{ expires_in_millis: 1_000.9 }, 1_000],
    [{ expires_in_millis: -1e300 }, 0],
    [{}, 2 * hourMillis]
  ] as const)("lasts as long as the terminal requests: %o", ([body, lifetime]) =>
    Effect.gen(function* () {
      expect((yield* start(body)).body.expires_at).toBe(new Date(lifetime).toISOString())
    }).pipe(Effect.provide(layer()))
  )

  it.effect("lasts for a day at most", () =>
    Effect.gen(function* () {
      expect((yield* start({ expires_in_millis: 24 * hourMillis + 1 })).knownError).toBe("SCHEMA_ERROR")
      expect((yield* start({ expires_in_millis: "soon" })).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("expires, confirmed or not, and reports that before it reports its use", () =>
    Effect.gen(function* () {
      const { loginCode, pollingCode, refreshToken } = yield* waiting
      const used = yield* waiting
      yield* complete(used.loginCode, refreshToken)
      expect((yield* poll(used.pollingCode)).status).toBe(201)
      const confirmed = (yield* start()).body
      yield* complete(confirmed.login_code, refreshToken)
      yield* TestClock.adjust(2 * hourMillis - 1)
      expect((yield* poll(pollingCode)).body).toStrictEqual({ status: "waiting" })
      yield* TestClock.adjust(1)
      const answers = yield* Effect.forEach([pollingCode, used.pollingCode, confirmed.polling_code], poll)
      const expired = { status: 200, body: { status: "expired" } }
      expect(answers).toMatchObject([expired, expired, expired])
      const late = yield* complete(loginCode, refreshToken)
      expect(late).toMatchObject({
        status: 400,
        text: "Invalid login code or the code has expired",
        knownError: undefined
      })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("distinguishes its two codes", () =>
    Effect.gen(function* () {
      const { loginCode, pollingCode, refreshToken } = yield* waiting
      const swapped = yield* poll(loginCode)
      expect(swapped).toMatchObject({ status: 400, knownError: "INVALID_POLLING_CODE" })
      expect((yield* poll("invalid-code")).knownError).toBe("INVALID_POLLING_CODE")
      expect((yield* complete(pollingCode, refreshToken)).status).toBe(400)
      expect((yield* complete("invalid-login-code", refreshToken)).text).toBe(
        "Invalid login code or the code has expired"
      )
      expect((yield* poll(pollingCode)).body).toStrictEqual({ status: "waiting" })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("accepts only the refresh token of a live session of the project", () =>
    Effect.gen(function* () {
      const { loginCode, pollingCode, refreshToken } = yield* waiting
      const { internal } = yield* Emulator
      const stranger = yield* signUp("dev@example.org", { project: internal })
      const ended = yield* signUp("bob@example.org")
      yield* call("DELETE", "/auth/sessions/current", { token: ended.access_token })
      for (const token of ["garbage", "0".repeat(45), stranger.refresh_token, ended.refresh_token]) {
        const answer = yield* complete(loginCode, token)
        expect(answer, token).toMatchObject({ status: 400, knownError: undefined })
      }
      expect((yield* poll(pollingCode)).body).toStrictEqual({ status: "waiting" })
      expect((yield* complete(loginCode, refreshToken)).status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("belongs to its project", () =>
    Effect.gen(function* () {
      const { loginCode, pollingCode } = yield* waiting
      const { internal } = yield* Emulator
      const stranger = yield* signUp("dev@example.org", { project: internal })
      const elsewhere = yield* call("POST", "/auth/cli/complete", {
        project: internal,
        body: { login_code: loginCode, refresh_token: stranger.refresh_token }
      })
      expect(elsewhere.status).toBe(400)
      const asked = yield* call("POST", "/auth/cli/poll", { project: internal, body: { polling_code: pollingCode } })
      expect(asked.knownError).toBe("INVALID_POLLING_CODE")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is confirmed once, before the poll and after it", () =>
    Effect.gen(function* () {
      const { loginCode, pollingCode, refreshToken } = yield* waiting
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () => complete(loginCode, refreshToken)),
        { concurrency: "unbounded" }
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(49)
      expect((yield* poll(pollingCode)).status).toBe(201)
      expect((yield* complete(loginCode, refreshToken)).status).toBe(400)
      expect((yield* poll(pollingCode)).body).toStrictEqual({ status: "used" })
    }).pipe(Effect.provide(layer()), interleaved)
  )

  it.effect("answers one of 20 parallel polls with the token", () =>
    Effect.gen(function* () {
      const { loginCode, pollingCode, refreshToken } = yield* waiting
      yield* complete(loginCode, refreshToken)
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, () => poll(pollingCode)),
        { concurrency: "unbounded" }
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(answers.filter(({ body }) => body.status === "used")).toHaveLength(19)
    }).pipe(Effect.provide(layer()), interleaved)
  )

  it.effect("stores no code, and the token only until it was fetched or has expired", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const data = path.join(folder, "data.sqlite")
      const tokens = yield* Effect.gen(function* () {
        const first = yield* waiting
        yield* complete(first.loginCode, first.refreshToken)
        yield* poll(first.pollingCode)
        const second = (yield* start({ expires_in_millis: 1_000 })).body
        yield* complete(second.login_code, first.refreshToken)
        const [claimed, completed, late] = [yield* withGuest, yield* withGuest, yield* withGuest]
        yield* answerAs("claim-anon-session", claimed.loginCode)
        yield* complete(completed.loginCode, first.refreshToken)
        yield* poll(completed.pollingCode)
        yield* TestClock.adjust(2 * hourMillis)
        yield* start()
        const guests = [claimed, completed, late].map(({ guest }) => String(guest.refresh_token))
        return [
          first.refreshToken,
          first.loginCode,
          first.pollingCode,
          second.login_code,
          second.polling_code,
          ...guests
        ]
      }).pipe(Effect.provide(layer({ data })))
      const rows = yield* Effect.flatMap(SqlClient, (sql) => sql`SELECT * FROM cli_logins`).pipe(
        Effect.provide(database(data))
      )
      expect(rows).toHaveLength(6)
      const stored = JSON.stringify(rows)
      expect(tokens.filter((secret) => stored.includes(secret))).toStrictEqual([])
    })
  )
})

describe("the guest of a command-line login", () => {
  it.effect("is handed out to one of 20 concurrent requests", () =>
    Effect.gen(function* () {
      const { guest, loginCode } = yield* withGuest
      expect((yield* answerAs("check", loginCode)).body).toStrictEqual({ cli_session_state: "anonymous" })
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, () => answerAs("claim-anon-session", loginCode)),
        { concurrency: "unbounded" }
      )
      const [taken, ...others] = answers.filter(({ status }) => status === 200)
      expect(others).toStrictEqual([])
      expect(taken?.body).toStrictEqual({
        access_token: expect.any(String),
        refresh_token: guest.refresh_token
      })
      const refusals = answers.filter(({ status }) => status === 400)
      expect(new Set(refusals.map(({ text }) => text))).toStrictEqual(
        new Set(["No anonymous session associated with this code"])
      )
      expect((yield* answerAs("check", loginCode)).body).toStrictEqual({ cli_session_state: "none" })
    }).pipe(Effect.provide(layer()), interleaved)
  )

  it.effect("is not handed out after their sign-up, or when the login was confirmed or has expired", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signUp("bob@example.org")
      const { guest, loginCode } = yield* withGuest
      yield* signUp("ann@example.org", {
        token: guest.access_token,
        headers: { "x-stack-allow-anonymous-user": "true" }
      })
      expect((yield* answerAs("check", loginCode)).body).toStrictEqual({ cli_session_state: "none" })
      expect((yield* answerAs("claim-anon-session", loginCode)).text).toContain("No anonymous session")
      expect((yield* start({ anon_refresh_token: guest.refresh_token })).text).toBe(
        "The provided refresh token does not belong to an anonymous user"
      )

      const confirmed = yield* withGuest
      expect((yield* complete(confirmed.loginCode, refresh_token)).status).toBe(200)
      const late = yield* withGuest
      yield* TestClock.adjust(2 * hourMillis)
      for (const code of [confirmed.loginCode, late.loginCode, "unknown"]) {
        for (const mode of ["check", "claim-anon-session"]) {
          const answer = yield* answerAs(mode, code)
          expect(answer, mode).toMatchObject({ status: 400, text: "Invalid login code or the code has expired" })
        }
      }
    }).pipe(Effect.provide(layer()))
  )

  it.effect("belongs to the project", () =>
    Effect.gen(function* () {
      const { internal } = yield* Emulator
      const { body: stranger } = yield* call("POST", "/auth/anonymous/sign-up", { project: internal })
      expect((yield* start({ anon_refresh_token: stranger.refresh_token })).text).toBe("Invalid anon refresh token")
      const { loginCode } = yield* withGuest
      const elsewhere = yield* call("POST", "/auth/cli/complete", {
        project: internal,
        body: { login_code: loginCode, mode: "claim-anon-session" }
      })
      expect(elsewhere.text).toBe("Invalid login code or the code has expired")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("does not keep the login from being confirmed with the parameters of either generation", () =>
    Effect.gen(function* () {
      const { loginCode, refreshToken } = yield* waiting
      const forgotten = yield* call("POST", "/auth/cli/complete", { body: { login_code: loginCode } })
      expect(forgotten.text).toBe("refresh_token is required when mode is 'complete'")
      const body = { login_code: loginCode, mode: "complete", refresh_token: refreshToken }
      expect((yield* call("POST", "/auth/cli/complete", { body })).body).toStrictEqual({ success: true })
      expect((yield* answerAs("other", loginCode)).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is unknown to the service of 2025-06", () =>
    Effect.gen(function* () {
      const { loginCode } = yield* waiting
      const { body: guest } = yield* call("POST", "/auth/anonymous/sign-up")
      expect((yield* start({ anon_refresh_token: guest.refresh_token })).text).toContain("anon_refresh_token")
      expect((yield* answerAs("check", loginCode)).text).toContain("unknown properties: mode")
      const forgotten = yield* call("POST", "/auth/cli/complete", { body: { login_code: loginCode } })
      expect(forgotten.knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(layer({ service: "2025-06", anonymousSignUp: true })))
  )
})
