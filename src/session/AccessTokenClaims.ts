/**
 * What an unverified access token says about itself. Good enough to decide when
 * to refresh, never to decide what somebody may do: for that see
 * AccessTokenVerifier.
 */
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** Seconds since 1970. Text, fractions and far-future values are not dates (SECURITY A5.7). */
const NumericDate = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8.64e12 - 1 }))

const Claims = Schema.fromJsonString(
  Schema.Struct({
    exp: NumericDate,
    iat: Schema.optionalKey(NumericDate),
    /** The id of the session, which stays when its refresh token is rotated (wire/headers §8). */
    refreshTokenId: Schema.optionalKey(Schema.String)
  })
)

/** The decoded, unverified claims of an access token. */
export type Claims = typeof Claims.Type

const decodeClaims = Schema.decodeUnknownResult(Claims)

/** Reads the claims; undefined when the token is not a JWT that has them. */
export const decode = (accessToken: string): Claims | undefined => {
  // Longer tokens do not fit into a header; they are not worth the work (SECURITY A5.13).
  if (accessToken.length > 8192) return undefined
  const [, payload, signature, ...rest] = accessToken.split(".", 4)
  if (payload === undefined || signature === undefined || rest.length > 0) return undefined
  const json = Base64Url.decodeString(payload)
  return Result.isSuccess(json) ? Result.getOrUndefined(decodeClaims(json.success)) : undefined
}
