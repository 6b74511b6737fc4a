/** ID tokens that apps bring along (OpenID Connect Core 1.0, section 3.1.3.7). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as jose from "jose"
import { parseProfile, ProviderFailure } from "../Provider.ts"

const maxLength = 8192

const invalid = new ProviderFailure({ reason: "InvalidGrant", problem: "The ID token is not valid." })

const isKeySet = (keys: unknown): keys is jose.JSONWebKeySet =>
  typeof keys === "object" && keys !== null && "keys" in keys && Array.isArray(keys.keys)

/** The person of a token that the issuer has signed, for one of these audiences, and that has not expired. */
export const verify = Effect.fnUntraced(function* (
  idToken: string,
  expected: { readonly issuer: string; readonly audiences: ReadonlyArray<string>; readonly keys: unknown }
) {
  const { audiences, issuer, keys } = expected
  if (idToken.length > maxLength || !isKeySet(keys)) return yield* invalid
  const now = yield* Clock.currentTimeMillis
  const { payload } = yield* Effect.tryPromise({
    try: () =>
      jose.jwtVerify(idToken, jose.createLocalJWKSet(keys), {
        algorithms: ["RS256", "ES256"],
        issuer,
        audience: [...audiences],
        currentDate: new Date(now),
        requiredClaims: ["sub", "iat", "exp"]
      }),
    catch: () => invalid
  })
  return parseProfile(payload) ?? (yield* invalid)
})
