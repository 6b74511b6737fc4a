/**
 * Mailed codes and codes of challenges (docs/protocol/sign-in.md#mailed-codes): 45 characters, case-insensitive, stored
 * as hashes, for one use.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import {
  VerificationCodeAlreadyUsed,
  type VerificationCodeError,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "../../domain/errors/VerificationCode.ts"
import { dayMillis } from "../../domain/Time.ts"
import * as Columns from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"
import { sha256 } from "./Hashing.ts"
import { Randomness } from "./Randomness.ts"

/** The purpose of a code, which works for no other. */
export type Purpose =
  | "password_reset"
  | "contact_channel_verification"
  | "one_time_password"
  | "mfa_attempt"
  | "passkey_registration"
  | "passkey_authentication"
  | "team_invitation"

/** The lifetimes of codes (docs/protocol/sign-in.md#mailed-codes). */
const lifetimeMillis: Record<Purpose, number> = {
  password_reset: 7 * dayMillis,
  contact_channel_verification: 7 * dayMillis,
  one_time_password: 7 * dayMillis,
  mfa_attempt: 300_000,
  passkey_registration: 65_000,
  passkey_authentication: 65_000,
  team_invitation: 7 * dayMillis
}

/** Attempts per code, by use or check, counted for all codes with the same last 39 characters. */
const maxAttempts = 20

/** The number of characters of a sign-in code that users may type; the app has the others. */
export const otpLength = 6

const Data = Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Boolean, Schema.Null]))
export type Data = typeof Data.Type

const parseData = Columns.makeParser(Data)

export class VerificationCodes extends Context.Service<
  VerificationCodes,
  {
    readonly create: (options: {
      readonly projectId: string
      readonly purpose: Purpose
      readonly data: Data
    }) => Effect.Effect<{ readonly id: string; readonly code: string; readonly expiresAt: number }>
    /** Reads a code without spending it; counts as an attempt. */
    readonly check: (projectId: string, purpose: Purpose, code: string) => Effect.Effect<Data, VerificationCodeError>
    /** Spends a code; one of concurrent callers gets the data. */
    readonly use: (projectId: string, purpose: Purpose, code: string) => Effect.Effect<Data, VerificationCodeError>
    /** Like `use`, if a check of the data succeeds; a failed check is an attempt, but does not spend the code. */
    readonly useIf: <A, E, R>(
      projectId: string,
      purpose: Purpose,
      code: string,
      check: (data: Data) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, VerificationCodeError | E, R>
  }
>()("gatefold/emulator/crypto/VerificationCodes") {}

interface Row {
  readonly id: string
  readonly purpose: string
  readonly code_hash: string
  readonly data: string
  readonly attempts: number
  readonly expires_at: number
  readonly used_at: number | null
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const randomness = yield* Randomness

  const create: VerificationCodes["Service"]["create"] = Effect.fnUntraced(function* ({ data, projectId, purpose }) {
    const now = yield* Clock.currentTimeMillis
    const id = randomness.uuid()
    const code = randomness.token()
    const expiresAt = now + lifetimeMillis[purpose]
    yield* Database.insert(sql, "verification_codes", {
      id,
      project_id: projectId,
      purpose,
      code_hash: sha256(code),
      tail_hash: sha256(code.slice(otpLength)),
      data: JSON.stringify(data),
      created_at: now,
      expires_at: expiresAt
    })
    return { id, code, expiresAt }
  })

  const find = Effect.fnUntraced(function* (projectId: string, purpose: Purpose, input: string) {
    const code = input.toLowerCase()
    // Counted first, in the same statement, so that concurrent attempts have different numbers.
    const rows = yield* Database.all(sql<Row>`UPDATE verification_codes SET attempts = attempts + 1
      WHERE project_id = ${projectId} AND tail_hash = ${sha256(code.slice(otpLength))}
      RETURNING id, purpose, code_hash, data, attempts, expires_at, used_at`)
    const row = rows.find((candidate) => candidate.code_hash === sha256(code) && candidate.purpose === purpose)
    if (row === undefined) return yield* new VerificationCodeNotFound()
    if (row.expires_at <= (yield* Clock.currentTimeMillis)) return yield* new VerificationCodeExpired()
    if (row.used_at !== null) return yield* new VerificationCodeAlreadyUsed()
    if (row.attempts > maxAttempts) return yield* new VerificationCodeMaxAttemptsReached()
    return row
  })

  const readData = ({ data }: Row) => parseData(data)

  const useIf: VerificationCodes["Service"]["useIf"] = Effect.fnUntraced(function* (projectId, purpose, code, check) {
    const row = yield* find(projectId, purpose, code)
    const result = yield* check(readData(row))
    const used = yield* Database.first(sql<{ id: string }>`UPDATE verification_codes
        SET used_at = ${yield* Clock.currentTimeMillis} WHERE id = ${row.id} AND used_at IS NULL RETURNING id`)
    return used === undefined ? yield* new VerificationCodeAlreadyUsed() : result
  })

  return VerificationCodes.of({
    create,
    check: (projectId, purpose, code) => Effect.map(find(projectId, purpose, code), readData),
    use: (projectId, purpose, code) => useIf(projectId, purpose, code, Effect.succeed),
    useIf
  })
})

/** Keeps codes in the database, as hashes. */
export const layer = Layer.effect(VerificationCodes, make)
