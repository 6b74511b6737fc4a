/** Codes and tokens of the built-in identity provider. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import * as CodeChallenge from "../crypto/CodeChallenge.ts"
import { sha256 } from "../crypto/Hashing.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Columns from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"

const Claims = Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Boolean]))
/** The claims that the userinfo endpoint returns. */
export type Claims = typeof Claims.Type

const parseClaims = Columns.parser(Claims)

/** A granted authorization. */
export interface Consent {
  readonly providerId: string
  readonly clientId: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly claims: Claims
  readonly scope: string
  readonly tokenLifetimeMillis: number
  readonly isRefreshable: boolean
}

/** The result of a redeemed code. */
export interface Redeemed {
  readonly answer: TokenAnswer
  readonly claims: Claims
}

/** The response of the token endpoint. */
export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: "Bearer"
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

/** The codes and tokens of all providers. */
export class Tokens extends Context.Service<
  Tokens,
  {
    readonly issueCode: (consent: Consent) => Effect.Effect<string>
    /** Redeems a code; `undefined` if it was used, or does not match client, redirect URI or verifier. */
    readonly redeemCode: (options: {
      readonly providerId: string
      readonly clientId: string
      readonly redirectUri: string
      readonly code: string
      readonly codeVerifier: string
    }) => Effect.Effect<Redeemed | undefined>
    readonly refresh: (options: {
      readonly providerId: string
      readonly clientId: string
      readonly refreshToken: string
    }) => Effect.Effect<TokenAnswer | undefined>
    /** The grant of an access token. */
    readonly claims: (providerId: string, accessToken: string) => Effect.Effect<Claims | undefined>
  }
>()("gatefold/emulator/idp/Tokens") {}

const codeLifetimeMillis = 60_000

interface Row {
  readonly id: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly code_challenge: string
  readonly code_expires_at: number
  readonly claims: string
  readonly scope: string
  readonly token_lifetime: number
}

/** Codes and tokens in the database, as hashes. */
export const layer: Layer.Layer<Tokens, never, SqlClient | Randomness> = Layer.effect(
  Tokens,
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const randomness = yield* Randomness

    const issueAccessToken = Effect.fnUntraced(function* (row: Row, refreshToken: string) {
      const now = yield* Clock.currentTimeMillis
      const accessToken = `idp_at_${randomness.token()}`
      yield* Database.run(sql`DELETE FROM idp_access_tokens WHERE expires_at <= ${now}`)
      yield* Database.run(
        sql`INSERT INTO idp_access_tokens ${sql.insert({
          token_hash: sha256(accessToken),
          grant_id: row.id,
          expires_at: now + row.token_lifetime
        })}`
      )
      return {
        access_token: accessToken,
        token_type: "Bearer",
        expires_in: row.token_lifetime / 1000,
        refresh_token: refreshToken,
        scope: row.scope
      } satisfies TokenAnswer
    })

    return {
      issueCode: Effect.fnUntraced(function* (consent) {
        const code = randomness.token()
        yield* Database.run(
          sql`INSERT INTO idp_grants ${sql.insert({
            id: randomness.uuid(),
            provider_id: consent.providerId,
            client_id: consent.clientId,
            redirect_uri: consent.redirectUri,
            code_hash: sha256(code),
            code_challenge: consent.codeChallenge,
            code_expires_at: (yield* Clock.currentTimeMillis) + codeLifetimeMillis,
            claims: JSON.stringify(consent.claims),
            scope: consent.scope,
            token_lifetime: consent.tokenLifetimeMillis,
            is_refreshable: consent.isRefreshable
          })}`
        )
        return code
      }),

      redeemCode: Effect.fnUntraced(function* (options) {
        const now = yield* Clock.currentTimeMillis
        const refreshToken = `idp_rt_${randomness.token()}`
        const row = yield* Database.first(sql<Row>`UPDATE idp_grants
          SET code_used_at = ${now}, refresh_hash = ${sha256(refreshToken)}
          WHERE code_hash = ${sha256(options.code)} AND provider_id = ${options.providerId} AND code_used_at IS NULL
          RETURNING *`)
        if (row === undefined || row.code_expires_at <= now) return undefined
        const isBound =
          row.client_id === options.clientId &&
          row.redirect_uri === options.redirectUri &&
          CodeChallenge.matches(options.codeVerifier, row.code_challenge)
        if (!isBound) return undefined
        return {
          answer: yield* issueAccessToken(row, refreshToken),
          claims: parseClaims(row.claims)
        } satisfies Redeemed
      }),

      refresh: Effect.fnUntraced(function* ({ clientId, providerId, refreshToken }) {
        const row = yield* Database.first(sql<Row>`SELECT * FROM idp_grants
          WHERE refresh_hash = ${sha256(refreshToken)} AND provider_id = ${providerId} AND client_id = ${clientId}
          AND is_refreshable = 1`)
        // Only the first access token may be short-lived; refreshed ones have the full lifetime.
        return row && (yield* issueAccessToken({ ...row, token_lifetime: 3_600_000 }, refreshToken))
      }),

      claims: Effect.fnUntraced(function* (providerId, accessToken) {
        const row = yield* Database.first(sql<{ claims: string }>`SELECT g.claims FROM idp_access_tokens t
          JOIN idp_grants g ON g.id = t.grant_id
          WHERE t.token_hash = ${sha256(accessToken)} AND g.provider_id = ${providerId}
          AND t.expires_at > ${yield* Clock.currentTimeMillis}`)
        return row && parseClaims(row.claims)
      })
    }
  })
)
