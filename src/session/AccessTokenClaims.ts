/**
 * What an unverified access token says about itself. Good enough to decide when
 * to refresh, never to decide what somebody may do: for that see
 * AccessTokenVerifier.
 */

/** The decoded, unverified claims of an access token; times are seconds since 1970. */
export interface Claims {
  readonly exp: number
  readonly iat?: number
  /** The id of the session, which stays when its refresh token is rotated (wire/headers §8). */
  readonly refreshTokenId?: string
}

/** Text, fractions and far-future values are not dates (SECURITY A5.7). */
const isNumericDate = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 8.64e12

/** By hand and not by `Schema`: base64url and these checks would be a twentieth of a small client's bundle. */
const isClaims = (value: unknown): value is Claims => {
  if (typeof value !== "object" || value === null || !("exp" in value) || !isNumericDate(value.exp)) return false
  return (
    // A test clock starts in 1970.
    (!("iat" in value) || value.iat === 0 || isNumericDate(value.iat)) &&
    (!("refreshTokenId" in value) || typeof value.refreshTokenId === "string")
  )
}

/** Reads the claims; undefined when the token is not a JWT that has them. */
export const decode = (accessToken: string): Claims | undefined => {
  // Longer tokens do not fit into a header; they are not worth the work (SECURITY A5.13).
  if (accessToken.length > 8192) return undefined
  const [, payload, signature, ...rest] = accessToken.split(".", 4)
  if (payload === undefined || signature === undefined || rest.length > 0) return undefined
  try {
    const claims: unknown = JSON.parse(globalThis.atob(payload.replaceAll("-", "+").replaceAll("_", "/")))
    return isClaims(claims) ? claims : undefined
  } catch {
    return undefined
  }
}
