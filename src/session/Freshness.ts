/** How fresh an access token must be to be used (docs/protocol/session.md#fresh-tokens). */
import type * as Redacted from "effect/Redacted"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"

/**
 * An access token with less than this left is refreshed before it is used, or with less than half of its lifetime, if
 * that is shorter. In milliseconds.
 */
export const freshnessMillis = 20_000

/** How much an access token must have left to be used without a refresh, in milliseconds. */
export const computeLeastRemainingMillis = (accessToken: Redacted.Redacted): number => {
  const claims = AccessTokenClaims.decodeOnce(accessToken)
  return claims?.iat === undefined
    ? freshnessMillis
    : Math.max(1, Math.min(freshnessMillis, (claims.exp - claims.iat) * 500))
}
