/**
 * Sign-in providers and connected accounts: the schemas of the errors of `domain/errors/OAuth.ts`.
 */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/OAuth.ts"
import { WireStruct } from "../schema/WireStruct.ts"
import { KnownErrorSchema } from "../schema/KnownErrorSchema.ts"

/** Schema of {@link Errors.OAuthConnectionNotConnectedToUser}. */
export const OAuthConnectionNotConnectedToUser = KnownErrorSchema(Errors.OAuthConnectionNotConnectedToUser)

/** Schema of {@link Errors.OAuthConnectionAlreadyConnectedToAnotherUser}. */
export const OAuthConnectionAlreadyConnectedToAnotherUser = KnownErrorSchema(
  Errors.OAuthConnectionAlreadyConnectedToAnotherUser
)

/** Schema of {@link Errors.OAuthConnectionDoesNotHaveRequiredScope}. */
export const OAuthConnectionDoesNotHaveRequiredScope = KnownErrorSchema(Errors.OAuthConnectionDoesNotHaveRequiredScope)

/** Schema of {@link Errors.OAuthExtraScopeNotAvailableWithSharedOAuthKeys}. */
export const OAuthExtraScopeNotAvailableWithSharedOAuthKeys = KnownErrorSchema(
  Errors.OAuthExtraScopeNotAvailableWithSharedOAuthKeys
)

/** Schema of {@link Errors.OAuthAccessTokenNotAvailableWithSharedOAuthKeys}. */
export const OAuthAccessTokenNotAvailableWithSharedOAuthKeys = KnownErrorSchema(
  Errors.OAuthAccessTokenNotAvailableWithSharedOAuthKeys
)

/** Schema of {@link Errors.OAuthAccessTokenNotAvailable}. */
export const OAuthAccessTokenNotAvailable = KnownErrorSchema(
  Errors.OAuthAccessTokenNotAvailable,
  WireStruct({ provider: Schema.String, details: Schema.String })
)

/** Schema of {@link Errors.InvalidOAuthClientIdOrSecret}. */
export const InvalidOAuthClientIdOrSecret = KnownErrorSchema(
  Errors.InvalidOAuthClientIdOrSecret,
  WireStruct({ clientId: Schema.NullOr(Schema.String) })
)

/** Schema of {@link Errors.InvalidScope}. */
export const InvalidScope = KnownErrorSchema(Errors.InvalidScope)

/** Schema of {@link Errors.UserAlreadyConnectedToAnotherOAuthConnection}. */
export const UserAlreadyConnectedToAnotherOAuthConnection = KnownErrorSchema(
  Errors.UserAlreadyConnectedToAnotherOAuthConnection
)

/** Schema of {@link Errors.OuterOAuthTimeout}. */
export const OuterOAuthTimeout = KnownErrorSchema(Errors.OuterOAuthTimeout)

/** Schema of {@link Errors.OAuthProviderNotFoundOrNotEnabled}. */
export const OAuthProviderNotFoundOrNotEnabled = KnownErrorSchema(Errors.OAuthProviderNotFoundOrNotEnabled)

/** Schema of {@link Errors.InvalidSharedOAuthProviderId}. */
export const InvalidSharedOAuthProviderId = KnownErrorSchema(
  Errors.InvalidSharedOAuthProviderId,
  WireStruct({ providerId: Schema.String })
)

/** Schema of {@link Errors.InvalidStandardOAuthProviderId}. */
export const InvalidStandardOAuthProviderId = KnownErrorSchema(
  Errors.InvalidStandardOAuthProviderId,
  WireStruct({ providerId: Schema.String })
)

/** Schema of {@link Errors.InvalidAuthorizationCode}. */
export const InvalidAuthorizationCode = KnownErrorSchema(Errors.InvalidAuthorizationCode)

/** Schema of {@link Errors.OAuthProviderAccessDenied}. */
export const OAuthProviderAccessDenied = KnownErrorSchema(Errors.OAuthProviderAccessDenied)

/** Schema of {@link Errors.OAuthProviderAccountIdAlreadyUsedForSignIn}. */
export const OAuthProviderAccountIdAlreadyUsedForSignIn = KnownErrorSchema(
  Errors.OAuthProviderAccountIdAlreadyUsedForSignIn
)
/** Schema of {@link Errors.OAuthProviderTemporarilyUnavailable}. */
export const OAuthProviderTemporarilyUnavailable = KnownErrorSchema(Errors.OAuthProviderTemporarilyUnavailable)

/** Schema of {@link Errors.AppleBundleIdNotConfigured}. */
export const AppleBundleIdNotConfigured = KnownErrorSchema(Errors.AppleBundleIdNotConfigured)

/** Schema of {@link Errors.InvalidAppleCredentials}. */
export const InvalidAppleCredentials = KnownErrorSchema(Errors.InvalidAppleCredentials)
