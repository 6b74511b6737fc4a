/** Access to a user's accounts at sign-in providers (docs/protocol/oauth.md#connected-accounts). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { withCreatedStatus, List } from "./Envelope.ts"
import {
  OAuthAccessTokenNotAvailable,
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthProviderNotFoundOrNotEnabled
} from "./errors/OAuth.ts"
import { CannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import { UserNotFound } from "./errors/Users.ts"
import { PathSegment, ProviderId, UserIdOrMe } from "./schema/Ids.ts"
import { ConnectedAccount } from "./schema/ProviderAccount.ts"
import { ForeignSecret } from "./schema/Secrets.ts"
import { WireClass } from "./schema/WireStruct.ts"

/** A token for the provider's own API. */
export class ProviderAccessToken extends WireClass<ProviderAccessToken>()({ accessToken: ForeignSecret }) {}

/** The scopes that the token must have, separated by spaces. */
export class CreateProviderAccessToken extends WireClass<CreateProviderAccessToken>()({
  scope: Schema.optional(Schema.String)
}) {}

const success = withCreatedStatus(ProviderAccessToken)

const errors = [
  OAuthProviderNotFoundOrNotEnabled,
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionNotConnectedToUser,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthAccessTokenNotAvailable,
  CannotGetOwnUserWithoutUser
] as const

/** Lists the accounts that a user has connected, oldest first; clients only their own. */
export const listConnectedAccounts = Endpoint.client.get("listConnectedAccounts", "/connected-accounts/:userId", {
  summary: "List connected accounts",
  only: "current",
  params: { userId: UserIdOrMe },
  success: List(ConnectedAccount),
  error: [CannotGetOwnUserWithoutUser, UserNotFound]
})

/**
 * Returns a token of the provider that is valid for at least five minutes, for any connected account at it that has the
 * scopes; clients only for themselves.
 */
export const createProviderAccessToken = Endpoint.client.post(
  "createProviderAccessToken",
  "/connected-accounts/:userId/:provider/access-token",
  {
    summary: "Get an access token of a provider",
    params: { userId: UserIdOrMe, provider: ProviderId },
    payload: CreateProviderAccessToken,
    success,
    error: errors
  }
)

/** An access token of one of several accounts that the user has at a provider. */
export const createConnectedAccountAccessToken = Endpoint.client.post(
  "createConnectedAccountAccessToken",
  "/connected-accounts/:userId/:provider/:accountId/access-token",
  {
    summary: "Get an access token of a provider for one account",
    only: "current",
    params: {
      userId: UserIdOrMe,
      provider: ProviderId,
      /** The id of the account at the provider. */
      accountId: PathSegment
    },
    payload: CreateProviderAccessToken,
    success,
    error: [...errors]
  }
)

/** The older form of {@link createProviderAccessToken}, for the signed-in user only. */
export const createOwnProviderAccessToken = Endpoint.client
  .post("createOwnProviderAccessToken", "/auth/oauth/connected-accounts/:provider/access-token", {
    summary: "Get an access token of a provider (older form)",
    params: { provider: ProviderId },
    payload: CreateProviderAccessToken,
    success,
    error: errors
  })
  .annotate(OpenApi.Deprecated, true)

/** Accounts at sign-in providers. */
export class ConnectedAccountsGroup extends HttpApiGroup.make("connectedAccounts")
  .add(
    listConnectedAccounts,
    createProviderAccessToken,
    createConnectedAccountAccessToken,
    createOwnProviderAccessToken
  )
  .prefix(Endpoint.root) {}
