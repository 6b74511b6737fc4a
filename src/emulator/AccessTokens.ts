/** Mints and checks the access tokens of the service (wire/headers §8). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as jose from "jose"
import { Settings } from "./Settings.ts"
import { SigningKeys } from "./SigningKeys.ts"

/** What an access token says, once its signature has been checked. */
export interface Claims {
  readonly userId: string
  readonly sessionId: string
  readonly projectId: string
  readonly branchId: string
}

/** Why a token is refused. An expired one is otherwise sound: its signature was checked. */
export type Refusal = { readonly _tag: "Unparsable" } | { readonly _tag: "Expired"; readonly expiredAtMillis: number }

/** The access tokens of all projects. */
export class AccessTokens extends Context.Service<
  AccessTokens,
  {
    readonly issue: (claims: Omit<Claims, "branchId">) => Effect.Effect<string>
    readonly verify: (token: string) => Effect.Effect<Claims, Refusal>
    readonly issuerOf: (projectId: string) => string
  }
>()("gatefold/emulator/AccessTokens") {}

const MAX_TOKEN_LENGTH = 8192

/** With a signature of 64 bytes in the one way to write them: jose takes white space and spare bits as well. */
const canonical = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/

const unparsable: Refusal = { _tag: "Unparsable" }

const isText = (value: unknown): value is string => typeof value === "string" && value.length > 0

/** The key is chosen by the audience, so that the issuer and the key both belong to one project. */
const projectOf = (token: string): string | undefined => {
  try {
    const { aud } = jose.decodeJwt(token)
    return typeof aud === "string" ? aud : undefined
  } catch {
    return undefined
  }
}

const claimsOf = (payload: jose.JWTPayload, projectId: string): Claims | undefined => {
  const { sub, refreshTokenId, branchId, exp, iat } = payload
  if (!isText(sub) || !isText(refreshTokenId) || !isText(branchId)) return undefined
  if (!Number.isSafeInteger(exp) || !Number.isSafeInteger(iat)) return undefined
  return { userId: sub, sessionId: refreshTokenId, projectId, branchId }
}

const refusalOf = (cause: unknown): Refusal =>
  cause instanceof jose.errors.JWTExpired && typeof cause.payload.exp === "number"
    ? { _tag: "Expired", expiredAtMillis: cause.payload.exp * 1000 }
    : unparsable

/** Tokens signed with the project's key, valid for the configured lifetime. */
export const layer: Layer.Layer<AccessTokens, never, SigningKeys | Settings> = Layer.effect(
  AccessTokens,
  Effect.gen(function* () {
    const keys = yield* SigningKeys
    const { accessTokenLifetimeMillis, publicUrl } = yield* Settings
    const issuerOf = (projectId: string) => `${publicUrl}/api/v1/projects/${projectId}`

    const issue: AccessTokens["Service"]["issue"] = Effect.fnUntraced(function* (claims) {
      const key = yield* keys.of(claims.projectId)
      const issuedAt = Math.floor((yield* Clock.currentTimeMillis) / 1000)
      const payload = {
        sub: claims.userId,
        branchId: "main",
        refreshTokenId: claims.sessionId,
        role: "authenticated",
        iss: issuerOf(claims.projectId),
        aud: claims.projectId,
        iat: issuedAt,
        exp: issuedAt + Math.max(1, Math.round(accessTokenLifetimeMillis / 1000))
      }
      return yield* Effect.promise(() =>
        new jose.SignJWT(payload).setProtectedHeader({ alg: "ES256", kid: key.kid }).sign(key.privateKey)
      )
    })

    const verify: AccessTokens["Service"]["verify"] = Effect.fnUntraced(function* (token) {
      const projectId = token.length > MAX_TOKEN_LENGTH || !canonical.test(token) ? undefined : projectOf(token)
      if (projectId === undefined) return yield* Effect.fail(unparsable)
      const key = yield* keys.of(projectId)
      const now = yield* Clock.currentTimeMillis
      const { payload } = yield* Effect.tryPromise({
        try: () =>
          jose.jwtVerify(token, key.publicKey, {
            algorithms: ["ES256"],
            issuer: issuerOf(projectId),
            audience: projectId,
            currentDate: new Date(now),
            requiredClaims: ["sub", "iat", "exp"]
          }),
        catch: refusalOf
      })
      const claims = claimsOf(payload, projectId)
      return claims === undefined ? yield* Effect.fail(unparsable) : claims
    })

    return { issue, verify, issuerOf }
  })
)
