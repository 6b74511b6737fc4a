/** Authorization codes of the service: five minutes, one redemption (docs/protocol/oauth.md#exchange). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { WireStruct } from "../../api/schema/WireStruct.ts"
import type { SessionId } from "../../domain/Ids.ts"
import { dayMillis } from "../../domain/Time.ts"
import * as Hashing from "../crypto/Hashing.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"

const lifetimeMillis = 300_000

const Ticket = WireStruct(
  {
    projectId: Schema.String,
    userId: Schema.String,
    redirectUri: Schema.String,
    codeChallenge: Schema.String,
    isNewUser: Schema.BooleanFromBit,
    afterCallbackRedirectUrl: Schema.NullOr(Schema.String),
    /**
     * The refresh token of the session that is handed on to another domain; null for a sign-in with a provider. In the
     * database it is sealed with the code, until the code is used or has expired.
     */
    sharedRefreshToken: Schema.NullOr(Schema.String)
  },
  { sharedRefreshToken: "handed_on_from" }
)
export type Ticket = typeof Ticket.Type

const toTicket = Schema.decodeUnknownSync(Ticket)
const toRow = Schema.encodeSync(Ticket)

/** How long a used code is recognized. */
const rememberedMillis = dayMillis

export const issue = Effect.fnUntraced(function* (ticket: Ticket) {
  const now = yield* Clock.currentTimeMillis
  const { sharedRefreshToken: token } = ticket
  const code = (yield* Randomness).token()
  yield* Database.run(sql`DELETE FROM oauth_codes WHERE expires_at < ${now - rememberedMillis}`)
  yield* Database.run(sql`UPDATE oauth_codes SET handed_on_from = NULL
    WHERE expires_at <= ${now} AND handed_on_from IS NOT NULL`)
  yield* Database.insert("oauth_codes", {
    ...toRow({ ...ticket, sharedRefreshToken: token && Hashing.seal(code, token) }),
    code_hash: Hashing.sha256(code),
    expires_at: now + lifetimeMillis
  })
  return code
})

/** Spends a code. A second redemption gets nothing, and ends the session that the first one has begun. */
export const redeem = Effect.fnUntraced(function* (code: string) {
  const now = yield* Clock.currentTimeMillis
  const hash = Hashing.sha256(code)
  const row = yield* Database.first(sql<{ readonly expires_at: number }>`UPDATE oauth_codes SET used_at = ${now}
    WHERE code_hash = ${hash} AND used_at IS NULL RETURNING *`)
  if (row === undefined) {
    yield* Database.run(sql`DELETE FROM sessions
      WHERE id = (SELECT session_id FROM oauth_codes WHERE code_hash = ${hash})`)
    return undefined
  }
  yield* Database.run(sql`UPDATE oauth_codes SET handed_on_from = NULL WHERE code_hash = ${hash}`)
  if (row.expires_at <= now) return undefined
  const ticket = toTicket(row)
  const { sharedRefreshToken: sealed } = ticket
  return { ...ticket, sharedRefreshToken: sealed && Hashing.unseal(code, sealed) }
})

/** Stores the session that a redeemed code has begun. */
export const recordSession = (code: string, sessionId: SessionId) =>
  Database.run(sql`UPDATE oauth_codes SET session_id = ${sessionId} WHERE code_hash = ${Hashing.sha256(code)}`)
