/**
 * Connected accounts as the service of 2025-06 has them: one at each provider, sent with the user
 * (docs/protocol/oauth.md#connected-accounts).
 */
import * as Effect from "effect/Effect"
import type { ConnectedAccount } from "../api/schema/ProviderAccount.ts"
import type { CurrentUser, ServerUser } from "../api/schema/User.ts"
import { OAuthConnectionNotConnectedToUser } from "../domain/errors/OAuth.ts"

export const listAccounts = ({
  id: userId,
  oauthProviders
}: CurrentUser | ServerUser): ReadonlyArray<ConnectedAccount> =>
  oauthProviders.map(({ accountId, id: provider }) => ({ userId, provider, accountId }))

/** Fails with `OAuthConnectionNotConnectedToUser` unless an account is among those of a user. */
export const requireConnected = <E, R>(
  accounts: Effect.Effect<ReadonlyArray<ConnectedAccount>, E, R>,
  account: Pick<ConnectedAccount, "provider" | "accountId">
): Effect.Effect<void, E | OAuthConnectionNotConnectedToUser, R> =>
  Effect.flatMap(accounts, (connected) =>
    connected.some(({ accountId, provider }) => provider === account.provider && accountId === account.accountId)
      ? Effect.void
      : Effect.fail(new OAuthConnectionNotConnectedToUser())
  )
