/** Sign-in providers and connected accounts: the schemas of the errors of `domain/errors/OAuth.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/OAuth.ts"
import { makeSchemas } from "../schema/KnownErrorSchema.ts"

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
  OAuthProviderAccountIdAlreadyUsedForSignIn,
  OAuthAccessTokenNotAvailable,
  InvalidOAuthClientIdOrSecret,
  InvalidSharedOAuthProviderId,
  InvalidStandardOAuthProviderId
} = makeSchemas(Errors, {
  OAuthAccessTokenNotAvailable: { provider: Schema.String, details: Schema.String },
  InvalidOAuthClientIdOrSecret: { clientId: Schema.NullOr(Schema.String) },
  InvalidSharedOAuthProviderId: { providerId: Schema.String },
  InvalidStandardOAuthProviderId: { providerId: Schema.String }
})
