/** Compiled from the schemas of `src/api` by `npm run wire`: change those, not this. */
import {
  InvalidAuthorizationCode,
  InvalidOAuthClientIdOrSecret,
  InvalidScope,
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  OAuthProviderAccessDenied,
  OAuthProviderNotFoundOrNotEnabled,
  OuterOAuthTimeout,
  UserAlreadyConnectedToAnotherOAuthConnection
} from "../../../domain/errors/OAuth.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"
import * as R from "../../runtime.ts"

export const oAuthProviderNotFoundOrNotEnabled: KnownErrorEntry = { Class: OAuthProviderNotFoundOrNotEnabled }

export const oAuthAccessTokenNotAvailableWithSharedOAuthKeys: KnownErrorEntry = {
  Class: OAuthAccessTokenNotAvailableWithSharedOAuthKeys
}

export const oAuthConnectionNotConnectedToUser: KnownErrorEntry = { Class: OAuthConnectionNotConnectedToUser }

export const oAuthConnectionDoesNotHaveRequiredScope: KnownErrorEntry = {
  Class: OAuthConnectionDoesNotHaveRequiredScope
}

const invalidOAuthClientIdOrSecretDetails = R.struct((o) => ({
  clientId: o.client_id === null ? null : R.string(o.client_id, "client_id")
}))

export const invalidOAuthClientIdOrSecret: KnownErrorEntry = {
  Class: InvalidOAuthClientIdOrSecret,
  details: invalidOAuthClientIdOrSecretDetails
}

export const invalidAuthorizationCode: KnownErrorEntry = { Class: InvalidAuthorizationCode }

export const oAuthExtraScopeNotAvailableWithSharedOAuthKeys: KnownErrorEntry = {
  Class: OAuthExtraScopeNotAvailableWithSharedOAuthKeys
}

export const invalidScope: KnownErrorEntry = { Class: InvalidScope }

export const outerOAuthTimeout: KnownErrorEntry = { Class: OuterOAuthTimeout }

export const oAuthProviderAccessDenied: KnownErrorEntry = { Class: OAuthProviderAccessDenied }

export const userAlreadyConnectedToAnotherOAuthConnection: KnownErrorEntry = {
  Class: UserAlreadyConnectedToAnotherOAuthConnection
}

export const oAuthConnectionAlreadyConnectedToAnotherUser: KnownErrorEntry = {
  Class: OAuthConnectionAlreadyConnectedToAnotherUser
}
