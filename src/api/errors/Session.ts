/** The user's session and its tokens: the schemas of the errors of `domain/errors/Session.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/Session.ts"
import { KnownErrorSchema, makePlainSchemas } from "../schema/KnownErrorSchema.ts"
import { RestrictedReason } from "../schema/RestrictedReason.ts"

export const {
  CannotDeleteCurrentSession,
  CannotGetOwnUserWithoutUser,
  UnparsableAccessToken,
  AnonymousAuthenticationNotAllowed,
  ProviderRejected,
  RefreshTokenNotFoundOrExpired,
  UserAuthenticationRequired
} = makePlainSchemas(Errors)

/** Schema of {@link Errors.AccessTokenExpired}. */
export const AccessTokenExpired = KnownErrorSchema(
  Errors.AccessTokenExpired,
  {
    expiredAt: Schema.NullOr(Schema.DateFromMillis),
    projectId: Schema.optionalKey(Schema.NullOr(Schema.String)),
    userId: Schema.optionalKey(Schema.NullOr(Schema.String)),
    refreshTokenId: Schema.optionalKey(Schema.NullOr(Schema.String))
  },
  { expiredAt: "expired_at_millis" }
)

/** Schema of {@link Errors.InvalidProjectForAccessToken}. */
export const InvalidProjectForAccessToken = KnownErrorSchema(Errors.InvalidProjectForAccessToken, {
  expectedProjectId: Schema.String,
  actualProjectId: Schema.String
})

/** Schema of {@link Errors.RestrictedUserNotAllowed}. */
export const RestrictedUserNotAllowed = KnownErrorSchema(Errors.RestrictedUserNotAllowed, {
  restrictedReason: RestrictedReason
})

/** The schemas of {@link Errors.InvalidAccessToken}. */
export const InvalidAccessToken = [UnparsableAccessToken, AccessTokenExpired, InvalidProjectForAccessToken] as const
