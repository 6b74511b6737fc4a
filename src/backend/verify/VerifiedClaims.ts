/**
 * Verified claims of an access token: its signature was checked, or the service was asked
 * (docs/protocol/tokens.md#decoded-and-verified).
 *
 * The type differs from the decoded `AccessTokenClaims`, so that only verified claims can be used for authorization.
 */
import * as Brand from "effect/Brand"
import { isNumericDate } from "../../domain/AccessTokenClaims.ts"
import { ProjectId, SessionId, UserId } from "../../domain/Ids.ts"
import type { RestrictedReason } from "../../domain/RestrictedReason.ts"
import type { TokenKind } from "../../domain/TokenKind.ts"
import type { ExpectedClaims } from "./ExpectedClaims.ts"

export type { ExpectedClaims } from "./ExpectedClaims.ts"

/** The claims; times are milliseconds since 1970. One frozen object may serve many requests. */
export interface TokenClaims {
  readonly userId: UserId
  /** The session, which stays when its tokens are refreshed; it is not the refresh token. */
  readonly sessionId: SessionId
  readonly projectId: ProjectId
  readonly branchId: string
  /** `authenticated` for all users. */
  readonly role: string
  /** The kind of the token. In 2025-06 the tokens of guests are also `normal`. */
  readonly kind: TokenKind
  /** Why the user was restricted when it was issued; null for normal tokens, or if the token does not say. */
  readonly restrictedReason: RestrictedReason["type"] | null
  readonly issuedAtMillis: number
  readonly expiresAtMillis: number
}

/** Claims whose signature, issuer, audience and expiry were checked. Only verifiers and `vouch` make them. */
export type VerifiedClaims = Brand.Branded<TokenClaims, "gatefold/backend/verify/VerifiedClaims">

/** Marks claims as verified: for verifiers, and for tests. */
export const vouch = (claims: TokenClaims): VerifiedClaims => brand(Object.freeze({ ...claims }))

const brand = Brand.nominal<VerifiedClaims>()

/** The unchecked JSON object of a token. */
export type Payload = Readonly<Record<string, unknown>>

/**
 * The claims of a payload, field by field into a fresh object; undefined if one of them is invalid. Of duplicate names
 * in the JSON the last one counts. Signature and expiry are not checked here.
 */
export const fromPayload = (
  payload: Payload,
  { audience, issuers, kind, projectId }: ExpectedClaims
): TokenClaims | undefined => {
  // Members of a polluted prototype are not claims.
  const ownClaims: Payload = { __proto__: null, ...payload }
  const { aud, exp, iat, iss, nbf, role, sub } = ownClaims
  // The claims of 2025-06 are in camel case, those of the current service in snake case.
  const sessionId = ownClaims["refresh_token_id"] ?? ownClaims["refreshTokenId"]
  const branchId = ownClaims["branch_id"] ?? ownClaims["branchId"]
  // A list of audiences is refused: the service does not write one.
  if (!issuers.some((issuer) => iss === issuer) || aud !== audience) return undefined
  // A test clock starts in 1970.
  if (!isNumericDate(exp) || (iat !== 0 && !isNumericDate(iat)) || (nbf !== undefined && !isNumericDate(nbf))) {
    return undefined
  }
  if (!UserId.is(sub) || !SessionId.is(sessionId) || !ProjectId.is(projectId)) return undefined
  if (typeof branchId !== "string" || typeof role !== "string") return undefined
  // A token that claims to be more restricted than its audience is contradictory.
  if (ownClaims["is_anonymous"] === true && kind !== "anonymous") return undefined
  if (ownClaims["is_restricted"] === true && kind === "normal") return undefined
  return {
    userId: sub,
    sessionId,
    projectId,
    branchId,
    role,
    kind,
    restrictedReason:
      kind === "anonymous" ? kind : kind === "restricted" ? parseReason(ownClaims["restricted_reason"]) : null,
    issuedAtMillis: iat * 1000,
    expiresAtMillis: exp * 1000
  }
}

const parseReason = (value: unknown): RestrictedReason["type"] | null =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" ? value.type : null
