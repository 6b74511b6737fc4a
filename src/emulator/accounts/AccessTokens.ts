/**
 * Mints and checks the access tokens of the service (docs/protocol/tokens.md#access-tokens). Those of the current
 * service have more claims about the user, as of the time of issue, and are of three kinds.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as jose from "jose"
import * as LruMap from "../../cache/LruMap.ts"
import { AccessTokenExpired, UnparsableAccessToken } from "../../domain/errors/Session.ts"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import type { ProjectId, SessionId, UserId } from "../../domain/Ids.ts"
import { toAudience, toIssuer, parseAudience, type TokenKind } from "../../domain/TokenKind.ts"
import { Generation } from "../settings/Generation.ts"
import { Settings } from "../settings/Settings.ts"
import * as StateParts from "../storage/StateParts.ts"
import { SigningKeys } from "./SigningKeys.ts"
import type { UserRow } from "./UserRow.ts"

export interface Claims {
  readonly userId: UserId
  readonly sessionId: SessionId
  readonly projectId: ProjectId
  readonly branchId: string
  readonly isAnonymous: boolean
  /** Why the user was restricted when the token was issued; not in tokens of 2025-06. */
  readonly restrictedReason: string | undefined
}

export interface Subject {
  readonly user: UserRow
  readonly sessionId: SessionId
  readonly restrictedReason: string | undefined
}

/** A token is malformed, or its signature or claims are not valid. */
export class UnparsableToken extends TaggedError("UnparsableToken") {}

/** A token has expired. Its signature is valid. */
export class ExpiredToken extends TaggedError("ExpiredToken")<{ readonly expiredAt: Date }> {}

export const toKnownError = (invalid: UnparsableToken | ExpiredToken): AccessTokenExpired | UnparsableAccessToken =>
  invalid._tag === "ExpiredToken"
    ? new AccessTokenExpired({ details: { expiredAt: invalid.expiredAt } })
    : new UnparsableAccessToken()

export class AccessTokens extends Context.Service<
  AccessTokens,
  {
    /** Synchronous: the transaction of a sign-in is open meanwhile, and all others wait for it. */
    readonly issue: (subject: Subject) => Effect.Effect<string>
    readonly verify: (token: string) => Effect.Effect<Claims, UnparsableToken | ExpiredToken>
  }
>()("gatefold/emulator/accounts/AccessTokens") {}

const maxTokenLength = 8192

/** How many verified tokens are cached: checking a signature takes longer than most answers. */
const maxVerified = 1_000

/** The claims of a cached token. Keys never change, so only its expiry has to be checked. */
interface Verified {
  readonly claims: Claims
  readonly expiredAtMillis: number
}

/** A token with a 64-byte signature in canonical base64url: jose also accepts white space and spare bits. */
const canonical = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/

const isText = (value: unknown): value is string => typeof value === "string" && value.length > 0

/** The key is chosen by the audience, so that issuer and key belong to one kind of one project. */
const readAudience = (token: string): string | undefined => {
  try {
    const { aud } = jose.decodeJwt(token)
    return typeof aud === "string" ? aud : undefined
  } catch {
    return undefined
  }
}

const readRestrictedReason = ({ restricted_reason: reason }: jose.JWTPayload): string | undefined =>
  typeof reason === "object" && reason !== null && "type" in reason && isText(reason.type) ? reason.type : undefined

/** Data may be from an emulator of the other generation, so both spellings are read. */
const readClaims = (payload: jose.JWTPayload, projectId: ProjectId): Claims | undefined => {
  const { sub, exp, iat } = payload
  const sessionId = payload["refresh_token_id"] ?? payload["refreshTokenId"]
  const branchId = payload["branch_id"] ?? payload["branchId"]
  if (!isText(sub) || !isText(sessionId) || !isText(branchId)) return undefined
  if (!Number.isSafeInteger(exp) || !Number.isSafeInteger(iat)) return undefined
  const isAnonymous = payload["is_anonymous"] === true
  return { userId: sub, sessionId, projectId, branchId, isAnonymous, restrictedReason: readRestrictedReason(payload) }
}

const toTokenKind = (restrictedReason: string | undefined): TokenKind => {
  if (restrictedReason === undefined) return "normal"
  return restrictedReason === "anonymous" ? "anonymous" : "restricted"
}

const toCurrentClaims = ({ restrictedReason, sessionId, user }: Subject) => ({
  project_id: user.project_id,
  branch_id: "main",
  refresh_token_id: sessionId,
  name: user.display_name,
  email: user.email,
  email_verified: user.email_verified === 1,
  selected_team_id: user.selected_team_id,
  signed_up_at: Math.floor(user.signed_up_at / 1000),
  is_anonymous: user.is_anonymous === 1,
  is_restricted: restrictedReason !== undefined,
  restricted_reason: restrictedReason === undefined ? null : { type: restrictedReason },
  requires_totp_mfa: user.requires_totp_mfa === 1
})

const toTokenError = (cause: unknown): UnparsableToken | ExpiredToken =>
  cause instanceof jose.errors.JWTExpired && typeof cause.payload.exp === "number"
    ? new ExpiredToken({ expiredAt: new Date(cause.payload.exp * 1000) })
    : new UnparsableToken()

const make = Effect.gen(function* () {
  const keys = yield* SigningKeys
  const { has } = yield* Generation
  const { accessTokenLifetimeMillis, publicUrl } = yield* Settings
  let verified = LruMap.make<string, Verified>(maxVerified)
  const parts = yield* StateParts.StateParts
  parts.add(StateParts.cache("accessTokens", () => void (verified = LruMap.make(maxVerified))))

  const issue: AccessTokens["Service"]["issue"] = Effect.fnUntraced(function* (subject) {
    const { restrictedReason, sessionId, user } = subject
    const kind = has("current") ? toTokenKind(restrictedReason) : "normal"
    const key = yield* keys.of(user.project_id, kind)
    const issuedAt = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const payload = {
      sub: user.id,
      ...(has("2025-06") && { branchId: "main", refreshTokenId: sessionId }),
      ...(has("current") && toCurrentClaims(subject)),
      role: "authenticated",
      iss: toIssuer(publicUrl, user.project_id, kind),
      aud: toAudience(user.project_id, kind),
      iat: issuedAt,
      exp: issuedAt + Math.max(1, Math.round(accessTokenLifetimeMillis / 1000))
    }
    return key.sign(payload)
  })

  const verifyNew = Effect.fnUntraced(function* (token: string) {
    const audience = token.length > maxTokenLength || !canonical.test(token) ? undefined : readAudience(token)
    if (audience === undefined) return yield* new UnparsableToken()
    const { kind, projectId } = parseAudience(audience)
    if (!keys.kinds.includes(kind)) return yield* new UnparsableToken()
    const key = yield* keys.of(projectId, kind)
    const now = yield* Clock.currentTimeMillis
    const { payload } = yield* Effect.tryPromise({
      try: () =>
        jose.jwtVerify(token, key.publicJwk, {
          algorithms: ["ES256"],
          issuer: toIssuer(publicUrl, projectId, kind),
          audience,
          currentDate: new Date(now),
          requiredClaims: ["sub", "iat", "exp"]
        }),
      catch: toTokenError
    })
    const claims = readClaims(payload, projectId)
    if (claims === undefined) return yield* new UnparsableToken()
    // The emulator never sets `nbf`.
    if (payload.nbf === undefined) verified.set(token, { claims, expiredAtMillis: payload.exp! * 1000 })
    return claims
  })

  const verify: AccessTokens["Service"]["verify"] = (token) => {
    const cached = verified.get(token)
    if (cached === undefined) return verifyNew(token)
    const { claims, expiredAtMillis } = cached
    return Effect.flatMap(Clock.currentTimeMillis, (now) =>
      now < expiredAtMillis
        ? Effect.succeed(claims)
        : Effect.fail(new ExpiredToken({ expiredAt: new Date(expiredAtMillis) }))
    )
  }

  return AccessTokens.of({ issue, verify })
})

/** Signs tokens with the keys of their project, and caches the ones that it has verified. */
export const layer = Layer.effect(AccessTokens, make)
