"use client"
/** The hook for an account at a provider, with tokens for the provider's own API. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { useMemo } from "react"
import { cacheKey } from "../app/ClientOperation.ts"
import * as ConnectedAccounts from "../client/ConnectedAccounts.ts"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import { Navigation, noNavigation } from "../platform/page/Navigation.ts"
import { type AuthClient, runIn } from "./AuthClient.ts"
import { useClient } from "./AuthProvider.tsx"
import { isOnServer } from "./internal/OnServer.ts"
import { NotOnServer, useRead, waitFor } from "./UseResource.ts"

/** An account at a provider that the user has connected. */
export interface ConnectedProvider {
  readonly provider: string
  /** A token for the provider's own API; null if it is not connected any more. Do not store it. */
  readonly getAccessToken: () => Promise<Redacted.Redacted | null>
}

/** Navigates to the provider. If redirects are off, it ends at once. */
const connect = Effect.fnUntraced(function* (client: AuthClient, input: ConnectedAccounts.GetAccessTokenOptions) {
  const { leave } = yield* Navigation
  if (leave === undefined) {
    return yield* new InvalidOption({ option: "navigation", problem: noNavigation })
  }
  const token = yield* ConnectedAccounts.getAccessToken({ ...input, or: "redirect" })
  // Connected meanwhile, such as in another tab.
  if (token !== null) client.invalidate(["connectedAccounts"])
})

/**
 * The current user's account at a provider, or null if no account has these scopes, or the provider does not renew its
 * token. With `or: "redirect"` it starts to connect one, and suspends.
 */
export const useConnectedAccount = (
  provider: string,
  { accountId, or, scopes }: Omit<ConnectedAccounts.GetAccessTokenOptions, "provider"> = {}
): ConnectedProvider | null => {
  const client = useClient()
  const input = { provider, accountId, scopes }
  const key = cacheKey("ConnectedAccounts.getAccessToken", input)
  const isConnected = useRead({
    key,
    shows: ["connectedAccounts"],
    // The token itself is not cached.
    effect: ConnectedAccounts.getAccessToken(input).pipe(
      Effect.map((token) => token !== null),
      Effect.catchTag("OAuthAccessTokenNotAvailable", () => Effect.succeed(false))
    )
  })
  const scope = scopes?.join(" ")
  const account = useMemo(
    () => ({
      provider,
      getAccessToken: () =>
        runIn(client, ConnectedAccounts.getAccessToken({ provider, accountId, scopes: scope?.split(" ") }))
    }),
    [client, provider, accountId, scope]
  )
  if (isConnected) return account
  if (or !== "redirect") return null
  if (isOnServer()) throw new NotOnServer()
  return waitFor(client, {
    key: `${key} connect`,
    shows: [],
    effect: connect(client, input),
    isOwnerless: true,
    isAction: true
  })
}
