/** Codes and tokens of the built-in identity provider. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { WireStruct } from "../../../api/schema/WireStruct.ts"
import type { ProviderId } from "../../../domain/Ids.ts"
import * as CodeChallenge from "../../crypto/CodeChallenge.ts"
import { sha256 } from "../../crypto/Hashing.ts"
import { Randomness } from "../../crypto/Randomness.ts"
import * as Columns from "../../storage/Columns.ts"
import * as Database from "../../storage/Database.ts"
import { sql } from "../../storage/Database.ts"

const Claims = Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Boolean]))
/** The claims that the userinfo endpoint returns. */
export type Claims = typeof Claims.Type

const Consent = WireStruct(
  {
    providerId: Schema.String,
    clientId: Schema.String,
    redirectUri: Schema.String,
    codeChallenge: Schema.String,
    claims: Columns.json(Claims),
    scope: Schema.String,
    tokenLifetimeMillis: Schema.Finite,
    isRefreshable: Schema.BooleanFromBit
  },
  { tokenLifetimeMillis: "token_lifetime" }
)
export type Consent = typeof Consent.Type

const toConsent = Schema.decodeUnknownSync(Consent)
const toRow = Schema.encodeSync(Consent)

export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: "Bearer"
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

const codeLifetimeMillis = 60_000

interface Row {
  readonly id: string
  readonly code_expires_at: number
}

const issueAccessToken = Effect.fnUntraced(function* (
  grantId: string,
  { scope, tokenLifetimeMillis }: Pick<Consent, "scope" | "tokenLifetimeMillis">,
  refreshToken: string
) {
  const now = yield* Clock.currentTimeMillis
  const accessToken = `idp_at_${(yield* Randomness).token()}`
  yield* Database.run(sql`DELETE FROM idp_access_tokens WHERE expires_at <= ${now}`)
  yield* Database.insert("idp_access_tokens", {
    token_hash: sha256(accessToken),
    grant_id: grantId,
    expires_at: now + tokenLifetimeMillis
  })
  const answer: TokenAnswer = {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: tokenLifetimeMillis / 1000,
    refresh_token: refreshToken,
    scope
  }
  return answer
})

export const issueCode = Effect.fnUntraced(function* (consent: Consent) {
  const { token, uuid } = yield* Randomness
  const code = token()
  const now = yield* Clock.currentTimeMillis
  yield* Database.run(sql`DELETE FROM idp_grants WHERE code_used_at IS NULL AND code_expires_at <= ${now}`)
  yield* Database.insert("idp_grants", {
    ...toRow(consent),
    id: uuid(),
    code_hash: sha256(code),
    code_expires_at: now + codeLifetimeMillis
  })
  return code
})

/** Redeems a code; `undefined` if it was used, or does not match client, redirect URI or verifier. */
export const redeemCode = Effect.fnUntraced(function* (options: {
  readonly providerId: ProviderId
  readonly clientId: string
  readonly redirectUri: string
  readonly code: string
  readonly codeVerifier: string
}) {
  const now = yield* Clock.currentTimeMillis
  const refreshToken = `idp_rt_${(yield* Randomness).token()}`
  const row = yield* Database.first(sql<Row>`UPDATE idp_grants
    SET code_used_at = ${now}, refresh_hash = ${sha256(refreshToken)}
    WHERE code_hash = ${sha256(options.code)} AND provider_id = ${options.providerId} AND code_used_at IS NULL
    RETURNING *`)
  if (row === undefined || row.code_expires_at <= now) return undefined
  const consent = toConsent(row)
  const isBound =
    consent.clientId === options.clientId &&
    consent.redirectUri === options.redirectUri &&
    CodeChallenge.matches(options.codeVerifier, consent.codeChallenge)
  if (!isBound) return undefined
  return { answer: yield* issueAccessToken(row.id, consent, refreshToken), claims: consent.claims }
})

export const refresh = Effect.fnUntraced(function* ({
  clientId,
  providerId,
  refreshToken
}: {
  readonly providerId: ProviderId
  readonly clientId: string
  readonly refreshToken: string
}) {
  const row = yield* Database.first(sql<Row>`SELECT * FROM idp_grants
    WHERE refresh_hash = ${sha256(refreshToken)} AND provider_id = ${providerId} AND client_id = ${clientId}
    AND is_refreshable = 1`)
  // Only the first access token may be short-lived; refreshed ones have the full lifetime.
  return row && (yield* issueAccessToken(row.id, { ...toConsent(row), tokenLifetimeMillis: 3_600_000 }, refreshToken))
})

export const readClaims = Effect.fnUntraced(function* (providerId: ProviderId, accessToken: string) {
  const row = yield* Database.first(sql`SELECT g.* FROM idp_access_tokens t
    JOIN idp_grants g ON g.id = t.grant_id
    WHERE t.token_hash = ${sha256(accessToken)} AND g.provider_id = ${providerId}
    AND t.expires_at > ${yield* Clock.currentTimeMillis}`)
  return row && toConsent(row).claims
})
