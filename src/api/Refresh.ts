/**
 * The token endpoint with a refresh token (docs/protocol/oauth.md). It is apart from the others, because every app with
 * a session needs it, and few pages need them.
 */
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { InvalidOAuthClientIdOrSecret } from "./errors/OAuth.ts"
import { BodyParsingError, PublishableClientKeyRequiredForProject, SchemaError } from "./errors/ProjectAccess.ts"
import { RefreshTokenNotFoundOrExpired } from "./errors/Session.ts"
import { AccessToken, PublishableClientKey, RefreshToken } from "./schema/Secrets.ts"
import { WireClass } from "./schema/WireStruct.ts"

/** A refresh token in exchange for an access token. */
export class RefreshGrant extends WireClass<RefreshGrant>()({
  grantType: Schema.Literal("refresh_token"),
  refreshToken: RefreshToken,
  clientId: Schema.String,
  clientSecret: PublishableClientKey
}) {}

/** Only bearer tokens are accepted (RFC 6749 §7.1). */
export const TokenType = Schema.String.check(Schema.isPattern(/^[Bb][Ee][Aa][Rr][Ee][Rr]$/))

/** A new access token; `expiresIn` is not its lifetime, the token's own `exp` is. */
export class RefreshAnswer extends WireClass<RefreshAnswer>()({
  accessToken: AccessToken,
  /** Only from a service that rotates refresh tokens; this version does not. */
  refreshToken: Schema.optionalKey(RefreshToken),
  tokenType: TokenType,
  expiresIn: Schema.Finite,
  scope: Schema.String
}) {}

/** The token endpoint with a refresh token: renews the access token. */
export const refreshToken = Endpoint.open.post("refreshToken", "/auth/oauth/token", {
  summary: "Renew the access token",
  payload: RefreshGrant.pipe(HttpApiSchema.asFormUrlEncoded()),
  success: RefreshAnswer,
  error: [
    RefreshTokenNotFoundOrExpired,
    InvalidOAuthClientIdOrSecret,
    PublishableClientKeyRequiredForProject,
    SchemaError,
    BodyParsingError
  ]
})
