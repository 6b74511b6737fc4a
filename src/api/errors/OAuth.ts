/** Sign-in providers and connected accounts: the schemas of the errors of `domain/errors/OAuth.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/OAuth.ts"
import { KnownErrorSchema, makePlainSchemas } from "../schema/KnownErrorSchema.ts"

export const {
  OAuthConnectionNotConnectedToUser,
  OAuthConnectionDoesNotHaveRequiredScope,
  InvalidScope,
  OuterOAuthTimeout,
  OAuthProviderNotFoundOrNotEnabled,
  InvalidAuthorizationCode,
  OAuthProviderAccessDenied,
  OAuthProviderTemporarilyUnavailable,
  AppleBundleIdNotConfigured,
  InvalidAppleCredentials,
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  UserAlreadyConnectedToAnotherOAuthConnection,
  OAuthProviderAccountIdAlreadyUsedForSignIn
} = makePlainSchemas(Errors)

/** Schema of {@link Errors.OAuthAccessTokenNotAvailable}. */
export const OAuthAccessTokenNotAvailable = KnownErrorSchema(Errors.OAuthAccessTokenNotAvailable, {
  provider: Schema.String,
  details: Schema.String
})

/** Schema of {@link Errors.InvalidOAuthClientIdOrSecret}. */
export const InvalidOAuthClientIdOrSecret = KnownErrorSchema(Errors.InvalidOAuthClientIdOrSecret, {
  clientId: Schema.NullOr(Schema.String)
})

/** Schema of {@link Errors.InvalidSharedOAuthProviderId}. */
export const InvalidSharedOAuthProviderId = KnownErrorSchema(Errors.InvalidSharedOAuthProviderId, {
  providerId: Schema.String
})

/** Schema of {@link Errors.InvalidStandardOAuthProviderId}. */
export const InvalidStandardOAuthProviderId = KnownErrorSchema(Errors.InvalidStandardOAuthProviderId, {
  providerId: Schema.String
})
