/** A mailed code works once, for its purpose and project, within 20 tries and its lifetime. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import * as Randomness from "../../../src/emulator/crypto/Randomness.ts"
import * as VerificationCodes from "../../../src/emulator/crypto/VerificationCodes.ts"
import * as Projects from "../../../src/emulator/projects/Projects.ts"
import * as StateParts from "../../../src/emulator/storage/StateParts.ts"
import { database } from "../../support/database.ts"
import { interleaved } from "../../support/emulatorCalls.ts"

const layer = Layer.mergeAll(database(), Randomness.layer("codes")).pipe(Layer.provide(StateParts.layer))

const create = Effect.fnUntraced(function* (purpose: VerificationCodes.Purpose = "password_reset") {
  if ((yield* Projects.find("p")) === undefined) yield* Projects.create({ id: "p", displayName: "P" })
  return yield* VerificationCodes.create({ projectId: "p", purpose, data: { userId: "u" } })
})

describe("VerificationCodes", () => {
  it.effect("have 45 characters and work in any case", () =>
    Effect.gen(function* () {
      const { code } = yield* create()
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/)
      expect(yield* VerificationCodes.check("p", "password_reset", code.toUpperCase())).toStrictEqual({ userId: "u" })
      expect(yield* VerificationCodes.use("p", "password_reset", code.toUpperCase())).toStrictEqual({ userId: "u" })
    }).pipe(Effect.provide(layer))
  )

  it.effect("are not readable from the data", () =>
    Effect.gen(function* () {
      const { code } = yield* create()
      const rows = yield* (yield* SqlClient)`SELECT * FROM verification_codes`
      expect(JSON.stringify(rows)).not.toContain(code)
      expect(JSON.stringify(rows)).not.toContain(code.slice(6))
    }).pipe(Effect.provide(layer))
  )

  it.effect("succeed once out of 50 parallel uses", () =>
    Effect.gen(function* () {
      const { code } = yield* create()
      const results = yield* Effect.all(
        Array.from({ length: 50 }, () => Effect.result(VerificationCodes.use("p", "password_reset", code))),
        { concurrency: "unbounded" }
      ).pipe(interleaved)
      expect(results.filter((result) => result._tag === "Success")).toHaveLength(1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("are tied to purpose and project", () =>
    Effect.gen(function* () {
      const { code } = yield* create()
      expect((yield* Effect.flip(VerificationCodes.use("p", "team_invitation", code))).code).toBe(
        "VERIFICATION_CODE_NOT_FOUND"
      )
      expect((yield* Effect.flip(VerificationCodes.use("q", "password_reset", code))).code).toBe(
        "VERIFICATION_CODE_NOT_FOUND"
      )
      yield* VerificationCodes.use("p", "password_reset", code)
    }).pipe(Effect.provide(layer))
  )

  it.effect("allow 20 tries, checks and wrong first characters included", () =>
    Effect.gen(function* () {
      const { code } = yield* create()
      const guess = "zzzzzz" + code.slice(6)
      for (let i = 0; i < 10; i++) {
        yield* VerificationCodes.check("p", "password_reset", code)
        yield* Effect.flip(VerificationCodes.check("p", "password_reset", guess))
      }
      const error = yield* Effect.flip(VerificationCodes.use("p", "password_reset", code))
      expect(error.code).toBe("VERIFICATION_CODE_MAX_ATTEMPTS_REACHED")
    }).pipe(Effect.provide(layer))
  )

  it.effect("work at the 20th try", () =>
    Effect.gen(function* () {
      const { code } = yield* create()
      for (let i = 0; i < 19; i++) yield* VerificationCodes.check("p", "password_reset", code)
      expect(yield* VerificationCodes.use("p", "password_reset", code)).toStrictEqual({ userId: "u" })
    }).pipe(Effect.provide(layer))
  )

  it.effect("expire, and report that before their use or too many tries", () =>
    Effect.gen(function* () {
      const { code } = yield* create("mfa_attempt")
      yield* VerificationCodes.use("p", "mfa_attempt", code)
      expect((yield* Effect.flip(VerificationCodes.use("p", "mfa_attempt", code))).code).toBe(
        "VERIFICATION_CODE_ALREADY_USED"
      )
      for (let i = 0; i < 30; i++) yield* Effect.flip(VerificationCodes.check("p", "mfa_attempt", code))
      expect((yield* Effect.flip(VerificationCodes.use("p", "mfa_attempt", code))).code).toBe(
        "VERIFICATION_CODE_ALREADY_USED"
      )
      yield* TestClock.adjust("5 minutes")
      expect((yield* Effect.flip(VerificationCodes.use("p", "mfa_attempt", code))).code).toBe(
        "VERIFICATION_CODE_EXPIRED"
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect.each([
    ["password_reset", 604_800_000],
    ["contact_channel_verification", 604_800_000],
    ["one_time_password", 604_800_000],
    ["team_invitation", 604_800_000],
    ["passkey_registration", 65_000],
    ["passkey_authentication", 65_000],
    ["mfa_attempt", 300_000]
  ] as const)("live for their purpose %s for %i ms", ([purpose, lifetime]) =>
    Effect.gen(function* () {
      const { code } = yield* create(purpose)
      yield* TestClock.adjust(lifetime - 1)
      yield* VerificationCodes.check("p", purpose, code)
      yield* TestClock.adjust(1)
      expect((yield* Effect.flip(VerificationCodes.check("p", purpose, code))).code).toBe("VERIFICATION_CODE_EXPIRED")
    }).pipe(Effect.provide(layer))
  )
})
