/**
 * The claims of an access token, decoded and not verified. They show when to refresh; for authorization see
 * AccessTokenVerifier.
 */
import * as Redacted from "effect/Redacted"

/** The decoded, unverified claims of an access token; times are seconds since 1970. */
export interface Claims {
  readonly exp: number
  readonly iat?: number | undefined
  readonly userId?: string | undefined
  /** The id of the session, which stays when its refresh token is rotated (docs/protocol/tokens.md#access-tokens). */
  readonly sessionId?: string | undefined
  /** Whether the user is a guest; every guest is also restricted. The service of 2025-06 does not say who is one. */
  readonly isAnonymous: boolean
  /** Whether the service refuses the token unless the request has `x-stack-allow-anonymous-user`. */
  readonly isRestricted: boolean
  /** Why: `anonymous`, `email_not_verified`, `restricted_by_administrator` or another reason. */
  readonly restrictedReason?: string | undefined
}

/** The claims as they are spelled: those of 2025-06 in camel case, the current ones in snake case. */
interface Payload {
  readonly exp: number
  readonly iat?: number
  readonly sub?: unknown
  readonly refreshTokenId?: string
  readonly refresh_token_id?: string
  readonly is_anonymous?: unknown
  readonly is_restricted?: unknown
  readonly restricted_reason?: { readonly type?: unknown } | null
}

/** Text, fractions and far-future values are not dates (docs/protocol/tokens.md#dates-in-tokens). */
export const isNumericDate = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 8.64e12

/** Checks a payload without `Schema`, which, with base64url, would be a twentieth of a small client's bundle. */
const isPayload = (value: unknown): value is Payload => {
  if (typeof value !== "object" || value === null || !("exp" in value) || !isNumericDate(value.exp)) return false
  return (
    // A test clock starts in 1970.
    (!("iat" in value) || value.iat === 0 || isNumericDate(value.iat)) &&
    (!("refreshTokenId" in value) || typeof value.refreshTokenId === "string") &&
    (!("refresh_token_id" in value) || typeof value.refresh_token_id === "string")
  )
}

const read = (payload: Payload): Claims => {
  const reason = payload.restricted_reason?.type
  const isAnonymous = payload.is_anonymous === true
  return {
    exp: payload.exp,
    iat: payload.iat,
    userId: typeof payload.sub === "string" ? payload.sub : undefined,
    sessionId: payload.refresh_token_id ?? payload.refreshTokenId,
    isAnonymous,
    isRestricted: isAnonymous || payload.is_restricted === true,
    restrictedReason: typeof reason === "string" ? reason : undefined
  }
}

/**
 * Longer tokens do not fit into a header, and are refused before anything is parsed
 * (docs/protocol/threats.md#oversized-tokens).
 */
export const maxTokenLength = 8192

/** The token that was decoded last: cookies have the same text each time that they are read. */
let last: { readonly token: string; readonly claims: Claims | undefined } | undefined

/** Reads the claims; undefined when the token is not a JWT that has them. */
export const decode = (accessToken: string): Claims | undefined => {
  if (last?.token !== accessToken) last = { token: accessToken, claims: decodeNew(accessToken) }
  return last.claims
}

const decodeNew = (accessToken: string): Claims | undefined => {
  if (accessToken.length > maxTokenLength) return undefined
  const [, payload, signature, ...rest] = accessToken.split(".", 4)
  if (payload === undefined || signature === undefined || rest.length > 0) return undefined
  try {
    const claims: unknown = JSON.parse(globalThis.atob(payload.replaceAll("-", "+").replaceAll("_", "/")))
    return isPayload(claims) ? read(claims) : undefined
  } catch {
    return undefined
  }
}

/** Claims by the token that has them; each entry is dropped with its token. */
const decoded = new WeakMap<Redacted.Redacted, Claims>()

/** The claims of a token as sessions keep it, decoded once: every authorized request asks for them. */
export const decodeOnce = (accessToken: Redacted.Redacted | undefined): Claims | undefined => {
  if (accessToken === undefined) return undefined
  const known = decoded.get(accessToken)
  if (known !== undefined) return known
  const claims = decode(Redacted.value(accessToken))
  if (claims !== undefined) decoded.set(accessToken, claims)
  return claims
}
