/**
 * Access to a user's account at a sign-in provider (docs/protocol/oauth.md#connected-accounts).
 */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import {
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthProviderNotFoundOrNotEnabled
} from "./errors/OAuth.ts"
import { CannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import { ProviderId, UserIdOrMe } from "./schema/Ids.ts"
import { ForeignSecret } from "./schema/Secrets.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import { ClientAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { created } from "./Envelope.ts"

/** A token for the provider's own API. */
export class ProviderAccessToken extends Schema.Opaque<ProviderAccessToken>()(
  WireStruct({ accessToken: ForeignSecret })
) {}

/** The scopes that the token must have, separated by spaces. */
export class CreateProviderAccessToken extends Schema.Opaque<CreateProviderAccessToken>()(
  WireStruct({ scope: Schema.optional(Schema.String) })
) {}

const success = created(ProviderAccessToken)

const errors = [
  OAuthProviderNotFoundOrNotEnabled,
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionNotConnectedToUser,
  OAuthConnectionDoesNotHaveRequiredScope,
  CannotGetOwnUserWithoutUser
] as const

/** Answers a token of the provider that is valid for at least five minutes; clients only for themselves. */
export const createProviderAccessToken = Endpoint.post(
  "createProviderAccessToken",
  "/connected-accounts/:userId/:provider/access-token",
  {
    params: { userId: UserIdOrMe, provider: ProviderId },
    payload: CreateProviderAccessToken,
    success,
    error: errors
  }
)
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Get an access token of a provider")

/** The older form of {@link createProviderAccessToken}, for the signed-in user only. */
export const createOwnProviderAccessToken = Endpoint.post(
  "createOwnProviderAccessToken",
  "/auth/oauth/connected-accounts/:provider/access-token",
  {
    params: { provider: ProviderId },
    payload: CreateProviderAccessToken,
    success,
    error: errors
  }
)
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Get an access token of a provider (older form)")
  .annotate(OpenApi.Deprecated, true)

/** Accounts at sign-in providers. */
export class ConnectedAccountsGroup extends HttpApiGroup.make("connectedAccounts")
  .add(createProviderAccessToken, createOwnProviderAccessToken)
  .prefix(Endpoint.root) {}
