/**
 * TOTP codes (RFC 6238: SHA-1, steps of 30 seconds), protected against guessing and reuse
 * (docs/protocol/threats.md#guessed-second-factors).
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import { platform } from "#emulator/platform"
import { InvalidTotpCode } from "../../domain/errors/Mfa.ts"
import { VerificationCodeMaxAttemptsReached } from "../../domain/errors/VerificationCode.ts"
import type { UserId } from "../../domain/Ids.ts"
import { isEqual, sha256 } from "../crypto/Hashing.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import type { UserRow } from "./UserRow.ts"

export const stepMillis = 30_000

/** The accepted steps: clocks may differ by one step. */
const window = [-1, 0, 1]

/** Failed attempts of a user, over all attempt codes: with the password one can get any number of attempt codes. */
const maxTries = 20

/** The period of the count, from the first failed attempt on. */
const triesPeriodMillis = 3_600_000

export const computeStep = (millis: number): number => Math.floor(millis / stepMillis)

/** The code of a step (RFC 4226 §5.3). */
export const computeCode = (secret: Uint8Array, step: number): string => {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const mac = platform.hmac("sha1", secret, new Uint8Array(counter.buffer))
  const offset = mac[mac.length - 1]! & 0x0f
  const number = new DataView(mac.buffer, mac.byteOffset + offset).getUint32(0)
  return String((number & 0x7fff_ffff) % 1_000_000).padStart(6, "0")
}

const sixDigits = /^[0-9]{6}$/

/** The latest accepted step with this code, in constant time. */
const findMatchingStep = (secret: Uint8Array, code: string, now: number): number | undefined => {
  if (!sixDigits.test(code)) return undefined
  let matchingStep: number | undefined
  for (const offset of window) {
    const step = Math.max(0, computeStep(now) + offset)
    if (isEqual(computeCode(secret, step), code)) matchingStep = step
  }
  return matchingStep
}

/** Counts an attempt before the code is checked, so that concurrent guesses also count. */
const countTry = Effect.fnUntraced(function* (userId: UserId, now: number) {
  const isOver = sql`tries_since <= ${now - triesPeriodMillis}`
  const row = yield* Database.first(sql<{ tries: number }>`INSERT INTO totp_states (user_id, tries, tries_since)
    VALUES (${userId}, 1, ${now}) ON CONFLICT (user_id) DO UPDATE SET
      tries = CASE WHEN ${isOver} THEN 1 ELSE tries + 1 END,
      tries_since = CASE WHEN tries = 0 OR ${isOver} THEN ${now} ELSE tries_since END
    RETURNING tries`)
  return row?.tries ?? 0
})

/** A step is accepted once, and no earlier step after it; a new secret resets this. */
const takeStep = (userId: UserId, secret: string, step: number) =>
  Database.exists(sql`UPDATE totp_states
    SET secret_hash = ${sha256(secret)}, last_step = ${step}, tries = 0
    WHERE user_id = ${userId} AND (secret_hash IS NOT ${sha256(secret)} OR last_step < ${step})
    RETURNING user_id`)

/**
 * Accepts a code of a user once. After too many wrong codes, correct ones are also refused until the period is over.
 * The database counts attempts, so that a restart does not reset them.
 */
export const accept = Effect.fnUntraced(function* (user: UserRow, code: string) {
  const now = yield* Clock.currentTimeMillis
  if ((yield* countTry(user.id, now)) > maxTries) {
    return yield* new VerificationCodeMaxAttemptsReached({ error: "Too many wrong codes. Try again in an hour." })
  }
  const secret = user.totp_secret
  if (secret === null) return yield* new InvalidTotpCode()
  const step = findMatchingStep(Result.getOrThrow(Base64.decode(secret)), code, now)
  if (step === undefined || !(yield* takeStep(user.id, secret, step))) return yield* new InvalidTotpCode()
})
