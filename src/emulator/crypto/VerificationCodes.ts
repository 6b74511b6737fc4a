/**
 * Mailed codes and codes of challenges (docs/protocol/sign-in.md#mailed-codes): 45 characters, case-insensitive, stored
 * as hashes, for one use.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "../../domain/errors/VerificationCode.ts"
import { dayMillis } from "../../domain/Time.ts"
import * as Columns from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
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

interface Row {
  readonly id: string
  readonly purpose: string
  readonly code_hash: string
  readonly data: string
  readonly attempts: number
  readonly expires_at: number
  readonly used_at: number | null
}

export const create = Effect.fnUntraced(function* (options: {
  readonly projectId: string
  readonly purpose: Purpose
  readonly data: Data
}) {
  const { data, projectId, purpose } = options
  const now = yield* Clock.currentTimeMillis
  const { token, uuid } = yield* Randomness
  const id = uuid()
  const code = token()
  const expiresAt = now + lifetimeMillis[purpose]
  yield* Database.insert("verification_codes", {
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
  return { id: row.id, data: parseData(row.data) }
})

/** Reads a code without spending it; counts as an attempt. */
export const check = (projectId: string, purpose: Purpose, code: string) =>
  Effect.map(find(projectId, purpose, code), ({ data }) => data)

/** Spends a code if a check of its data succeeds. A failed check is an attempt, but does not spend the code. */
export const useIf = Effect.fnUntraced(function* <A, E, R>(
  projectId: string,
  purpose: Purpose,
  code: string,
  checkData: (data: Data) => Effect.Effect<A, E, R>
) {
  const { data, id } = yield* find(projectId, purpose, code)
  const result = yield* checkData(data)
  const isFirst = yield* Database.exists(sql`UPDATE verification_codes
    SET used_at = ${yield* Clock.currentTimeMillis} WHERE id = ${id} AND used_at IS NULL RETURNING id`)
  return isFirst ? result : yield* new VerificationCodeAlreadyUsed()
})

/** Spends a code; one of concurrent callers gets the data. */
export const use = (projectId: string, purpose: Purpose, code: string) =>
  useIf(projectId, purpose, code, Effect.succeed)
