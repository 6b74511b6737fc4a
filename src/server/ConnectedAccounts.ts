/**
 * The provider accounts of any user, and access to the providers' own APIs (docs/protocol/oauth.md#connected-accounts).
 */
import * as Effect from "effect/Effect"
import * as AccountsOfUser from "../app/AccountsOfUser.ts"
import * as ProviderInput from "../app/ProviderInput.ts"
import type { UserId } from "../domain/Ids.ts"
import * as Wire from "../wire/generated/ConnectedAccounts.ts"
import * as UsersWire from "../wire/generated/Users.ts"
import { asServer } from "./AsServer.ts"

export type { ConnectedAccount } from "../api/schema/ProviderAccount.ts"

/** The service of 2025-06 tells the accounts with their user. */
const listOfUser = (userId: UserId) =>
  Effect.map(asServer.call(UsersWire.getUser, { params: { userId } }), AccountsOfUser.listAccounts)

/**
 * The accounts that a user has connected, oldest first; several at one provider in the current service. Fails with
 * `UserNotFound`.
 */
export const list = asServer.read("server/ConnectedAccounts.list", [Wire.listConnectedAccounts, UsersWire.getUser], {
  shows: ["users", "connectedAccounts"]
})((userId: UserId) =>
  Effect.catchTag(asServer.call(Wire.listConnectedAccounts, { params: { userId } }), "NotSupportedByService", () =>
    listOfUser(userId)
  )
)

const request = Effect.fnUntraced(function* (input: {
  readonly userId: UserId
  /** The provider's id, such as `github`. */
  readonly provider: string
  /** One of the user's accounts at the provider. Default: any that has the scopes. */
  readonly accountId?: string | undefined
  /** The scopes that the token must have. */
  readonly scopes?: ReadonlyArray<string> | undefined
}) {
  const { accountId, userId } = input
  const provider = yield* ProviderInput.check(input.provider)
  const payload = ProviderInput.joinScopes(input.scopes)
  const ofProvider = asServer.call(Wire.createProviderAccessToken, { params: { userId, provider }, payload })
  if (accountId === undefined) return (yield* ofProvider).accessToken
  const ofAccount = asServer.call(Wire.createConnectedAccountAccessToken, {
    params: { userId, provider, accountId },
    payload
  })
  const token = Effect.catchTag(ofAccount, "NotSupportedByService", () =>
    Effect.andThen(
      AccountsOfUser.requireConnected(
        Effect.catchTag(listOfUser(userId), "UserNotFound", () => Effect.succeed([])),
        { provider, accountId }
      ),
      ofProvider
    )
  )
  return (yield* token).accessToken
})

/**
 * A token for the provider's own API that is good for at least five minutes, or null if the user has not connected the
 * provider, or not with these scopes. Only the user can connect it, in a browser. Fails with
 * `OAuthAccessTokenNotAvailable` if the provider does not renew the token: the user may link the account again.
 */
export const getAccessToken = asServer.read(
  "server/ConnectedAccounts.getAccessToken",
  [Wire.createProviderAccessToken, Wire.createConnectedAccountAccessToken, UsersWire.getUser],
  { shows: ["connectedAccounts"] }
)(({ userId, ...options }: Parameters<typeof request>[0]) =>
  Effect.catchTag(
    request({ userId, ...options }),
    ["OAuthConnectionNotConnectedToUser", "OAuthConnectionDoesNotHaveRequiredScope"],
    () => Effect.succeed(null)
  )
)
