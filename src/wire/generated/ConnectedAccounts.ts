/** Compiled from the schemas of `src/api` by `npm run wire`: change those, not this. */
import type { CreateProviderAccessToken, ProviderAccessToken } from "../../api/ConnectedAccounts.ts"
import type { ProviderId, UserId, UserIdOrMe } from "../../api/schema/Ids.ts"
import type {
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthProviderNotFoundOrNotEnabled
} from "../../domain/errors/OAuth.ts"
import type { CannotGetOwnUserWithoutUser } from "../../domain/errors/Session.ts"
import type { Endpoint } from "../Endpoint.ts"
import { clientErrors } from "./Access.ts"
import {
  oAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  oAuthConnectionDoesNotHaveRequiredScope,
  oAuthConnectionNotConnectedToUser,
  oAuthProviderNotFoundOrNotEnabled
} from "./errors/OAuth.ts"
import { cannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import { pathSegment } from "./schema/Ids.ts"
import { decodePollingCode } from "./schema/Secrets.ts"
import * as R from "../runtime.ts"

export const decodeProviderAccessToken = R.struct((o): ProviderAccessToken => ({
  accessToken: decodePollingCode(o.access_token, "access_token")
}))

const userIdProviderParams = R.struct((o) => ({
  userId: pathSegment<UserId>(o.userId, "userId"),
  provider: pathSegment<ProviderId>(o.provider, "provider")
}))

export const encodeCreateProviderAccessToken = R.struct((o) => ({
  scope: o.scope === undefined ? undefined : R.string(o.scope, "scope")
}))

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
    cannotGetOwnUserWithoutUser
  ]
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
    cannotGetOwnUserWithoutUser
  ]
}
