/**
 * The provider accounts of any user, and access to the providers' own APIs
 * (docs/protocol/oauth.md#connected-accounts).
 */
import * as Effect from "effect/Effect"
import * as Wire from "../wire/generated/ConnectedAccounts.ts"
import * as UsersWire from "../wire/generated/Users.ts"
import * as ProviderName from "../client/internal/ProviderName.ts"
import type { UserId } from "../domain/Ids.ts"
import { asServer } from "./internal/AsServer.ts"

/** The provider accounts that a user signs in with or has linked. Fails with `UserNotFound`. */
export const list = asServer.read(
  "server/ConnectedAccounts.list",
  [UsersWire.getUser],
  { shows: ["users", "connectedAccounts"] },
  function* (userId: UserId) {
    return (yield* asServer.call(UsersWire.getUser, { params: { userId } })).oauthProviders
  }
)

const request = Effect.fnUntraced(function* (input: {
  readonly userId: UserId
  /** The provider's id, such as `github`. */
  readonly provider: string
  /** The scopes that the token must have. */
  readonly scopes?: ReadonlyArray<string> | undefined
}) {
  const provider = yield* ProviderName.check(input.provider)
  const { accessToken } = yield* asServer.call(Wire.createProviderAccessToken, {
    params: { userId: input.userId, provider },
    payload: ProviderName.scopesOf(input.scopes)
  })
  return accessToken
})

/**
 * A token for the provider's own API that is good for at least five minutes, or null if the user has not connected the
 * provider, or not with these scopes. Only the user can connect it, in a browser.
 */
export const getAccessToken = asServer.read(
  "server/ConnectedAccounts.getAccessToken",
  [Wire.createProviderAccessToken],
  { shows: ["connectedAccounts"] },
  (input: Parameters<typeof request>[0]) =>
    Effect.catchTag(
      request(input),
      ["OAuthConnectionNotConnectedToUser", "OAuthConnectionDoesNotHaveRequiredScope"],
      () => Effect.succeed(null)
    )
)
