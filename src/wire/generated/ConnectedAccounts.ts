/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { CreateProviderAccessToken, ProviderAccessToken } from "../../api/ConnectedAccounts.ts"
import type { ProviderId, UserId, UserIdOrMe } from "../../api/schema/Ids.ts"
import type { ConnectedAccount } from "../../api/schema/ProviderAccount.ts"
import type {
  OAuthAccessTokenNotAvailable,
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthProviderNotFoundOrNotEnabled
} from "../../domain/errors/OAuth.ts"
import type { NotSupportedByService } from "../../domain/errors/ProjectAccess.ts"
import type { CannotGetOwnUserWithoutUser } from "../../domain/errors/Session.ts"
import type { UserNotFound } from "../../domain/errors/Users.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors } from "./Access.ts"
import { decodeToItems } from "./Envelope.ts"
import {
  oAuthAccessTokenNotAvailable,
  oAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  oAuthConnectionDoesNotHaveRequiredScope,
  oAuthConnectionNotConnectedToUser,
  oAuthProviderNotFoundOrNotEnabled
} from "./errors/OAuth.ts"
import { cannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import { userNotFound } from "./errors/Users.ts"
import { pathSegment } from "./schema/Ids.ts"
import { decodeConnectedAccount } from "./schema/ProviderAccount.ts"
import { decodePollingCode } from "./schema/Secrets.ts"
import { otherGeneration } from "./TextErrors.ts"

const listConnectedAccountsSuccess = decodeToItems(R.list(decodeConnectedAccount))

const userIdParams = R.struct((o) => ({ userId: pathSegment<UserId>(o.userId, "userId") }))

/** List connected accounts. */
export const listConnectedAccounts: Endpoint<
  { readonly params: { readonly userId: UserIdOrMe } },
  ReadonlyArray<ConnectedAccount>,
  CannotGetOwnUserWithoutUser | UserNotFound | NotSupportedByService,
  "client"
> = {
  name: "listConnectedAccounts",
  method: "GET",
  path: "/connected-accounts/:userId",
  level: "client",
  levelErrors: clientErrors,
  params: userIdParams,
  success: listConnectedAccountsSuccess,
  errors: [cannotGetOwnUserWithoutUser, userNotFound],
  textErrors: [otherGeneration]
}

export const decodeProviderAccessToken = R.struct((o): ProviderAccessToken => ({
  accessToken: decodePollingCode(o.access_token, "access_token")
}))

const userIdProviderParams = R.struct((o) => ({
  userId: pathSegment<UserId>(o.userId, "userId"),
  provider: pathSegment<ProviderId>(o.provider, "provider")
}))

export const encodeCreateProviderAccessToken = R.struct((o) => ({ scope: R.optional(o.scope, "scope", R.string) }))

/** Get an access token of a provider. */
export const createProviderAccessToken: Endpoint<
  {
    readonly params: { readonly userId: UserIdOrMe; readonly provider: ProviderId }
    readonly payload: CreateProviderAccessToken
  },
  ProviderAccessToken,
  | OAuthProviderNotFoundOrNotEnabled
  | OAuthAccessTokenNotAvailableWithSharedOAuthKeys
  | OAuthConnectionNotConnectedToUser
  | OAuthConnectionDoesNotHaveRequiredScope
  | OAuthAccessTokenNotAvailable
  | CannotGetOwnUserWithoutUser,
  "client"
> = {
  name: "createProviderAccessToken",
  method: "POST",
  path: "/connected-accounts/:userId/:provider/access-token",
  level: "client",
  levelErrors: clientErrors,
  params: userIdProviderParams,
  payload: encodeCreateProviderAccessToken,
  success: decodeProviderAccessToken,
  errors: [
    oAuthProviderNotFoundOrNotEnabled,
    oAuthAccessTokenNotAvailableWithSharedOAuthKeys,
    oAuthConnectionNotConnectedToUser,
    oAuthConnectionDoesNotHaveRequiredScope,
    oAuthAccessTokenNotAvailable,
    cannotGetOwnUserWithoutUser
  ]
}

const userIdProviderAccountIdParams = R.struct((o) => ({
  userId: pathSegment<UserId>(o.userId, "userId"),
  provider: pathSegment<ProviderId>(o.provider, "provider"),
  accountId: pathSegment(o.accountId, "accountId")
}))

/** Get an access token of a provider for one account. */
export const createConnectedAccountAccessToken: Endpoint<
  {
    readonly params: { readonly userId: UserIdOrMe; readonly provider: ProviderId; readonly accountId: string }
    readonly payload: CreateProviderAccessToken
  },
  ProviderAccessToken,
  | OAuthProviderNotFoundOrNotEnabled
  | OAuthAccessTokenNotAvailableWithSharedOAuthKeys
  | OAuthConnectionNotConnectedToUser
  | OAuthConnectionDoesNotHaveRequiredScope
  | OAuthAccessTokenNotAvailable
  | CannotGetOwnUserWithoutUser
  | NotSupportedByService,
  "client"
> = {
  name: "createConnectedAccountAccessToken",
  method: "POST",
  path: "/connected-accounts/:userId/:provider/:accountId/access-token",
  level: "client",
  levelErrors: clientErrors,
  params: userIdProviderAccountIdParams,
  payload: encodeCreateProviderAccessToken,
  success: decodeProviderAccessToken,
  errors: [
    oAuthProviderNotFoundOrNotEnabled,
    oAuthAccessTokenNotAvailableWithSharedOAuthKeys,
    oAuthConnectionNotConnectedToUser,
    oAuthConnectionDoesNotHaveRequiredScope,
    oAuthAccessTokenNotAvailable,
    cannotGetOwnUserWithoutUser
  ],
  textErrors: [otherGeneration]
}

const providerParams = R.struct((o) => ({ provider: pathSegment<ProviderId>(o.provider, "provider") }))

/** Get an access token of a provider (older form). */
export const createOwnProviderAccessToken: Endpoint<
  { readonly params: { readonly provider: ProviderId }; readonly payload: CreateProviderAccessToken },
  ProviderAccessToken,
  | OAuthProviderNotFoundOrNotEnabled
  | OAuthAccessTokenNotAvailableWithSharedOAuthKeys
  | OAuthConnectionNotConnectedToUser
  | OAuthConnectionDoesNotHaveRequiredScope
  | OAuthAccessTokenNotAvailable
  | CannotGetOwnUserWithoutUser,
  "client"
> = {
  name: "createOwnProviderAccessToken",
  method: "POST",
  path: "/auth/oauth/connected-accounts/:provider/access-token",
  level: "client",
  levelErrors: clientErrors,
  params: providerParams,
  payload: encodeCreateProviderAccessToken,
  success: decodeProviderAccessToken,
  errors: [
    oAuthProviderNotFoundOrNotEnabled,
    oAuthAccessTokenNotAvailableWithSharedOAuthKeys,
    oAuthConnectionNotConnectedToUser,
    oAuthConnectionDoesNotHaveRequiredScope,
    oAuthAccessTokenNotAvailable,
    cannotGetOwnUserWithoutUser
  ]
}
