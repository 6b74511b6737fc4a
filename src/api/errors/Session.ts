/** The user's session and its tokens: the schemas of the errors of `domain/errors/Session.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/Session.ts"
import { makeSchemas } from "../schema/KnownErrorSchema.ts"
import { RestrictedReason } from "../schema/RestrictedReason.ts"
import { WireStruct } from "../schema/WireStruct.ts"

export const {
  CannotDeleteCurrentSession,
  CannotGetOwnUserWithoutUser,
  UnparsableAccessToken,
  AnonymousAuthenticationNotAllowed,
  ProviderRejected,
  RefreshTokenNotFoundOrExpired,
  UserAuthenticationRequired,
  AccessTokenExpired,
  InvalidProjectForAccessToken,
  RestrictedUserNotAllowed
} = makeSchemas(Errors, {
  AccessTokenExpired: WireStruct(
    {
      expiredAt: Schema.NullOr(Schema.DateFromMillis),
      projectId: Schema.optionalKey(Schema.NullOr(Schema.String)),
      userId: Schema.optionalKey(Schema.NullOr(Schema.String)),
      refreshTokenId: Schema.optionalKey(Schema.NullOr(Schema.String))
    },
    { expiredAt: "expired_at_millis" }
  ),
  InvalidProjectForAccessToken: { expectedProjectId: Schema.String, actualProjectId: Schema.String },
  RestrictedUserNotAllowed: { restrictedReason: RestrictedReason }
})

/** The schemas of {@link Errors.InvalidAccessToken}. */
export const InvalidAccessToken = [UnparsableAccessToken, AccessTokenExpired, InvalidProjectForAccessToken] as const
