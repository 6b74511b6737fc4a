/**
 * What an unverified access token says about its own lifetime. Good enough to
 * decide when to refresh, never to decide what somebody may do: for that see
 * AccessTokenVerifier.
 */
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** Seconds since 1970. Text, fractions and far-future values are not dates (SECURITY A5.7). */
const NumericDate = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8.64e12 - 1 }))

const Claims = Schema.fromJsonString(Schema.Struct({
  exp: NumericDate,
  iat: Schema.optionalKey(NumericDate)
}))

/** The decoded, unverified lifetime of an access token. */
export type Claims = typeof Claims.Type

const decodeClaims = Schema.decodeUnknownResult(Claims)

/** Reads the lifetime claims; undefined when the token is not a JWT that has them. */
export const decode = (accessToken: string): Claims | undefined => {
  const [, payload, , ...rest] = accessToken.split(".", 4)
  if (payload === undefined || rest.length > 0 || accessToken.length > 8192) return undefined
  const json = Base64Url.decodeString(payload)
  return Result.isSuccess(json) ? Result.getOrUndefined(decodeClaims(json.success)) : undefined
}
