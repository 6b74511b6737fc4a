/** Sign-in providers and connected accounts: errors of the service. */
import { KnownError, ProtocolError } from "./KnownError.ts"
import { TextError } from "./TextError.ts"

/** `OAUTH_CONNECTION_NOT_CONNECTED_TO_USER`: The user has no connection to that provider. */
export class OAuthConnectionNotConnectedToUser extends KnownError("OAuthConnectionNotConnectedToUser", {
  status: 400,
  message: "The user is not connected to this provider."
}) {}

/** `OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER`: The provider account is linked to a different user. */
export class OAuthConnectionAlreadyConnectedToAnotherUser extends KnownError(
  "OAuthConnectionAlreadyConnectedToAnotherUser",
  {
    status: 409,
    message: "This provider account is connected to another user."
  }
) {}

/** `OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE`: No usable provider token covers the requested scopes. */
export class OAuthConnectionDoesNotHaveRequiredScope extends KnownError("OAuthConnectionDoesNotHaveRequiredScope", {
  status: 400,
  message: "The connection does not cover the scopes asked for."
}) {}

/**
 * `OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS`: Additional scopes need the project's own OAuth keys; the
 * provider uses shared ones.
 */
export class OAuthExtraScopeNotAvailableWithSharedOAuthKeys extends KnownError(
  "OAuthExtraScopeNotAvailableWithSharedOAuthKeys",
  {
    status: 400,
    message: "More scopes need your own OAuth keys."
  }
) {}

/**
 * `OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS`: Provider access tokens need the project's own OAuth keys;
 * the provider uses shared ones.
 */
export class OAuthAccessTokenNotAvailableWithSharedOAuthKeys extends KnownError(
  "OAuthAccessTokenNotAvailableWithSharedOAuthKeys",
  {
    status: 400,
    message: "Access tokens of the provider need your own OAuth keys."
  }
) {}

/**
 * `OAUTH_ACCESS_TOKEN_NOT_AVAILABLE`: The provider does not renew the token: it has withdrawn its consent, or cannot
 * be reached. The user may link the account again. Current service only.
 */
export class OAuthAccessTokenNotAvailable extends KnownError("OAuthAccessTokenNotAvailable", {
  status: 400,
  message: "The provider does not renew the token; link the account again."
})<{ readonly provider: string; readonly details: string }> {}

/**
 * `INVALID_OAUTH_CLIENT_ID_OR_SECRET`: client_id must be the project id (optionally #branch) and client_secret a
 * publishable client key. `details.clientId` is null from the token endpoint and filled from authorize.
 */
export class InvalidOAuthClientIdOrSecret extends ProtocolError("InvalidOAuthClientIdOrSecret", {
  status: 400,
  message: "The OAuth client id or secret is wrong."
})<{ readonly clientId: string | null }> {}

/** `INVALID_SCOPE`: The OAuth scope is not one the service knows. */
export class InvalidScope extends KnownError("InvalidScope", {
  status: 400,
  message: "The OAuth scope is not known."
}) {}

/**
 * `USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION`: While linking: the user is linked to a different account of
 * that provider.
 */
export class UserAlreadyConnectedToAnotherOAuthConnection extends KnownError(
  "UserAlreadyConnectedToAnotherOAuthConnection",
  {
    status: 409,
    message: "The user is connected to another account of this provider."
  }
) {}

/** `OUTER_OAUTH_TIMEOUT`: More than ten minutes passed between start and callback. */
export class OuterOAuthTimeout extends KnownError("OuterOAuthTimeout", {
  status: 408,
  message: "The sign-in with the provider took too long; start again."
}) {}

/** `OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED`: The provider id is unknown or not enabled for the project. */
export class OAuthProviderNotFoundOrNotEnabled extends KnownError("OAuthProviderNotFoundOrNotEnabled", {
  status: 400,
  message: "The sign-in provider is unknown or not enabled."
}) {}

/** `INVALID_SHARED_OAUTH_PROVIDER_ID`: The provider id cannot be used with shared keys. Never sent by the service. */
export class InvalidSharedOAuthProviderId extends KnownError("InvalidSharedOAuthProviderId", {
  status: 400,
  message: "This provider cannot be used with shared keys."
})<{ readonly providerId: string }> {}

/**
 * `INVALID_STANDARD_OAUTH_PROVIDER_ID`: The provider id cannot be used with the project's own keys. Never sent by the
 * service.
 */
export class InvalidStandardOAuthProviderId extends KnownError("InvalidStandardOAuthProviderId", {
  status: 400,
  message: "This provider cannot be used with the project's own keys."
})<{ readonly providerId: string }> {}

/**
 * `INVALID_AUTHORIZATION_CODE`: The authorization code is wrong, expired, used, or its verifier or client does not
 * match.
 */
export class InvalidAuthorizationCode extends KnownError("InvalidAuthorizationCode", {
  status: 400,
  message: "The authorization code is wrong, used or expired."
}) {}

/** `OAUTH_PROVIDER_ACCESS_DENIED`: The user or the provider refused access. */
export class OAuthProviderAccessDenied extends KnownError("OAuthProviderAccessDenied", {
  status: 400,
  message: "The provider or the user refused access."
}) {}

/**
 * `OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN`: Another user signs in with this provider account. Current
 * service only.
 */
export class OAuthProviderAccountIdAlreadyUsedForSignIn extends KnownError(
  "OAuthProviderAccountIdAlreadyUsedForSignIn",
  {
    status: 400,
    message: "Another user signs in with this account of the provider."
  }
) {}

/** The user signs in with another account of this provider: turn that off first. The service says so in plain text. */
export class UserSignsInWithAnotherAccount extends TextError("UserSignsInWithAnotherAccount") {}

/** The user has this provider account already: update it instead. The service says so in plain text. */
export class ProviderAccountAlreadyExists extends TextError("ProviderAccountAlreadyExists") {}

/** The user has no provider account of this id; the service says so in plain text. */
export class ProviderAccountNotFound extends TextError("ProviderAccountNotFound") {}

/** Clients may see and change their own user's accounts only; the service says so in plain text. */
export class ProviderAccountOfAnotherUser extends TextError("ProviderAccountOfAnotherUser") {}
/**
 * `OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE`: The provider does not answer at the moment; try again later. Current
 * service only.
 */
export class OAuthProviderTemporarilyUnavailable extends KnownError("OAuthProviderTemporarilyUnavailable", {
  status: 503,
  message: "The sign-in provider does not answer at the moment; try again later."
}) {}

/**
 * `APPLE_BUNDLE_ID_NOT_CONFIGURED`: Apple is enabled, but the project names no bundle id of an app (`appleBundleIds`).
 * Current service only.
 */
export class AppleBundleIdNotConfigured extends KnownError("AppleBundleIdNotConfigured", {
  status: 400,
  message: "The project has no bundle id of an app; add it to the provider Apple."
}) {}

/**
 * `INVALID_APPLE_CREDENTIALS`: The identity token is not Apple's for one of the project's apps, or has expired. Current
 * service only.
 */
export class InvalidAppleCredentials extends KnownError("InvalidAppleCredentials", {
  status: 400,
  message: "The identity token of Apple is not valid for this app; sign in with Apple again."
}) {}
