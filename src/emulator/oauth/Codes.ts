/** Authorization codes of the service: five minutes, one redemption (docs/protocol/oauth.md#exchange). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { seal, sha256, unseal } from "../crypto/Hashing.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"

/** The lifetime of a code, from callback to exchange. */
const lifetimeMillis = 300_000

/** The data of a code. */
export interface Ticket {
  readonly projectId: string
  readonly userId: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly isNewUser: boolean
  readonly afterCallbackRedirectUrl: string | null
  /** The refresh token of the session that is handed on to another domain; null for a sign-in with a provider. */
  readonly handedOn: string | null
}

/** The codes of all projects. */
export class Codes extends Context.Service<
  Codes,
  {
    readonly issue: (ticket: Ticket) => Effect.Effect<string>
    /** Spends a code. A second redemption gets nothing, and ends the session that the first one has begun. */
    readonly redeem: (code: string) => Effect.Effect<Ticket | undefined>
    /** Stores the session that a redeemed code has begun. */
    readonly recordSession: (code: string, sessionId: string) => Effect.Effect<void>
  }
>()("gatefold/emulator/oauth/Codes") {}

/** How long a used code is recognized. */
const rememberedMillis = 86_400_000

interface Row {
  readonly project_id: string
  readonly user_id: string
  readonly redirect_uri: string
  readonly code_challenge: string
  readonly is_new_user: number
  readonly after_callback_redirect_url: string | null
  /** The refresh token, sealed with the code; until the code is used or has expired. */
  readonly handed_on_from: string | null
  readonly expires_at: number
}

/** Codes in the database. */
export const layer: Layer.Layer<Codes, never, SqlClient | Randomness> = Layer.effect(
  Codes,
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const randomness = yield* Randomness

    return {
      issue: Effect.fnUntraced(function* (ticket) {
        const now = yield* Clock.currentTimeMillis
        const code = randomness.token()
        yield* Database.run(sql`DELETE FROM oauth_codes WHERE expires_at < ${now - rememberedMillis}`)
        yield* Database.run(sql`UPDATE oauth_codes SET handed_on_from = NULL
          WHERE expires_at <= ${now} AND handed_on_from IS NOT NULL`)
        yield* Database.run(
          sql`INSERT INTO oauth_codes ${sql.insert({
            code_hash: sha256(code),
            project_id: ticket.projectId,
            user_id: ticket.userId,
            redirect_uri: ticket.redirectUri,
            code_challenge: ticket.codeChallenge,
            is_new_user: ticket.isNewUser,
            after_callback_redirect_url: ticket.afterCallbackRedirectUrl,
            handed_on_from: ticket.handedOn === null ? null : seal(code, ticket.handedOn),
            expires_at: now + lifetimeMillis
          })}`
        )
        return code
      }),

      redeem: Effect.fnUntraced(function* (code) {
        const now = yield* Clock.currentTimeMillis
        const hash = sha256(code)
        const row = yield* Database.first(sql<Row>`UPDATE oauth_codes SET used_at = ${now}
          WHERE code_hash = ${hash} AND used_at IS NULL RETURNING *`)
        if (row === undefined) {
          yield* Database.run(sql`DELETE FROM sessions
            WHERE id = (SELECT session_id FROM oauth_codes WHERE code_hash = ${hash})`)
          return undefined
        }
        yield* Database.run(sql`UPDATE oauth_codes SET handed_on_from = NULL WHERE code_hash = ${hash}`)
        if (row.expires_at <= now) return undefined
        return {
          projectId: row.project_id,
          userId: row.user_id,
          redirectUri: row.redirect_uri,
          codeChallenge: row.code_challenge,
          isNewUser: row.is_new_user === 1,
          afterCallbackRedirectUrl: row.after_callback_redirect_url,
          handedOn: row.handed_on_from === null ? null : unseal(code, row.handed_on_from)
        }
      }),

      recordSession: (code, sessionId) =>
        Database.run(sql`UPDATE oauth_codes SET session_id = ${sessionId} WHERE code_hash = ${sha256(code)}`)
    }
  })
)
