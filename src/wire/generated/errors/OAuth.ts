/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import {
  AppleBundleIdNotConfigured,
  InvalidAppleCredentials,
  InvalidAuthorizationCode,
  InvalidOAuthClientIdOrSecret,
  InvalidScope,
  OAuthAccessTokenNotAvailable,
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  OAuthProviderAccessDenied,
  OAuthProviderAccountIdAlreadyUsedForSignIn,
  OAuthProviderNotFoundOrNotEnabled,
  OAuthProviderTemporarilyUnavailable,
  OuterOAuthTimeout,
  UserAlreadyConnectedToAnotherOAuthConnection
} from "../../../domain/errors/OAuth.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"
import * as R from "../../Runtime.ts"

export const oAuthProviderNotFoundOrNotEnabled: KnownErrorEntry<OAuthProviderNotFoundOrNotEnabled> = {
  Class: OAuthProviderNotFoundOrNotEnabled
}

export const oAuthAccessTokenNotAvailableWithSharedOAuthKeys: KnownErrorEntry<OAuthAccessTokenNotAvailableWithSharedOAuthKeys> =
  { Class: OAuthAccessTokenNotAvailableWithSharedOAuthKeys }

export const oAuthConnectionNotConnectedToUser: KnownErrorEntry<OAuthConnectionNotConnectedToUser> = {
  Class: OAuthConnectionNotConnectedToUser
}

export const oAuthConnectionDoesNotHaveRequiredScope: KnownErrorEntry<OAuthConnectionDoesNotHaveRequiredScope> = {
  Class: OAuthConnectionDoesNotHaveRequiredScope
}

const oAuthAccessTokenNotAvailableDetails = R.struct((o) => ({
  provider: R.string(o.provider, "provider"),
  details: R.string(o.details, "details")
}))

export const oAuthAccessTokenNotAvailable: KnownErrorEntry<OAuthAccessTokenNotAvailable> = {
  Class: OAuthAccessTokenNotAvailable,
  details: oAuthAccessTokenNotAvailableDetails
}

export const invalidAuthorizationCode: KnownErrorEntry<InvalidAuthorizationCode> = { Class: InvalidAuthorizationCode }

const invalidOAuthClientIdOrSecretDetails = R.struct((o) => ({
  clientId: R.nullable(o.client_id, "client_id", R.string)
}))

export const invalidOAuthClientIdOrSecret: KnownErrorEntry<InvalidOAuthClientIdOrSecret> = {
  Class: InvalidOAuthClientIdOrSecret,
  details: invalidOAuthClientIdOrSecretDetails
}

export const oAuthExtraScopeNotAvailableWithSharedOAuthKeys: KnownErrorEntry<OAuthExtraScopeNotAvailableWithSharedOAuthKeys> =
  { Class: OAuthExtraScopeNotAvailableWithSharedOAuthKeys }

export const invalidScope: KnownErrorEntry<InvalidScope> = { Class: InvalidScope }

export const outerOAuthTimeout: KnownErrorEntry<OuterOAuthTimeout> = { Class: OuterOAuthTimeout }

export const oAuthProviderAccessDenied: KnownErrorEntry<OAuthProviderAccessDenied> = {
  Class: OAuthProviderAccessDenied
}

export const oAuthProviderTemporarilyUnavailable: KnownErrorEntry<OAuthProviderTemporarilyUnavailable> = {
  Class: OAuthProviderTemporarilyUnavailable
}

export const userAlreadyConnectedToAnotherOAuthConnection: KnownErrorEntry<UserAlreadyConnectedToAnotherOAuthConnection> =
  { Class: UserAlreadyConnectedToAnotherOAuthConnection }

export const oAuthConnectionAlreadyConnectedToAnotherUser: KnownErrorEntry<OAuthConnectionAlreadyConnectedToAnotherUser> =
  { Class: OAuthConnectionAlreadyConnectedToAnotherUser }

export const appleBundleIdNotConfigured: KnownErrorEntry<AppleBundleIdNotConfigured> = {
  Class: AppleBundleIdNotConfigured
}

export const invalidAppleCredentials: KnownErrorEntry<InvalidAppleCredentials> = { Class: InvalidAppleCredentials }

export const oAuthProviderAccountIdAlreadyUsedForSignIn: KnownErrorEntry<OAuthProviderAccountIdAlreadyUsedForSignIn> = {
  Class: OAuthProviderAccountIdAlreadyUsedForSignIn
}
