/**
 * The provider accounts that the current user has connected, and access to the providers' own APIs
 * (docs/protocol/oauth.md#connected-accounts).
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as AccountsOfUser from "../app/AccountsOfUser.ts"
import { asUser } from "../app/AsClient.ts"
import * as ProviderInput from "../app/ProviderInput.ts"
import type {
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser
} from "../domain/errors/OAuth.ts"
import { Navigation } from "../platform/page/Navigation.ts"
import type { Session } from "../session/Session.ts"
import * as Wire from "../wire/generated/ConnectedAccounts.ts"
import * as OAuthWire from "../wire/generated/OAuth.ts"
import * as UsersWire from "../wire/generated/Users.ts"
import * as OAuth from "./OAuth.ts"

export type { ConnectedAccount } from "../api/schema/ProviderAccount.ts"

/** The service of 2025-06 tells the accounts with their user. */
const listOfUser = Effect.map(asUser.call(UsersWire.getMe, {}), AccountsOfUser.listAccounts)

/** The accounts that the current user has connected, oldest first; several at one provider in the current service. */
export const list = asUser.read("ConnectedAccounts.list", [Wire.listConnectedAccounts, UsersWire.getMe], {
  shows: ["users", "connectedAccounts"]
})(
  Effect.catchTag(
    asUser.call(Wire.listConnectedAccounts, { params: { userId: "me" } }),
    "NotSupportedByService",
    () => listOfUser
  )
)

/** A provider, and the scopes of the token. */
export interface GetAccessTokenOptions {
  /** The provider's id, such as `github`. */
  readonly provider: string
  /** One of the user's accounts at the provider. Default: any that has the scopes. */
  readonly accountId?: string | undefined
  /** The scopes that the token must have. */
  readonly scopes?: ReadonlyArray<string> | undefined
  /**
   * When the user has not connected the provider, or not for these scopes:
   * - `return-null` (default): null.
   * - `redirect`: starts to link it, also if the provider does not renew the token. Returns null if redirects are off.
   */
  readonly or?: "return-null" | "redirect" | undefined
}

const request = Effect.fnUntraced(function* ({ accountId, scopes, ...options }: GetAccessTokenOptions) {
  const provider = yield* ProviderInput.check(options.provider)
  const payload = ProviderInput.joinScopes(scopes)
  const ofProvider = asUser.call(Wire.createProviderAccessToken, { params: { userId: "me", provider }, payload })
  if (accountId === undefined) return (yield* ofProvider).accessToken
  const ofAccount = asUser.call(Wire.createConnectedAccountAccessToken, {
    params: { userId: "me", provider, accountId },
    payload
  })
  const token = Effect.catchTag(ofAccount, "NotSupportedByService", () =>
    Effect.andThen(AccountsOfUser.requireConnected(listOfUser, { provider, accountId }), ofProvider)
  )
  return (yield* token).accessToken
})

const tokenEndpoints = [
  Wire.createProviderAccessToken,
  Wire.createConnectedAccountAccessToken,
  UsersWire.getMe,
  OAuthWire.authorize,
  OAuthWire.locateProvider
]

/** Errors without a token, which linking the account (again) solves. */
const withoutToken = [
  "OAuthConnectionNotConnectedToUser",
  "OAuthConnectionDoesNotHaveRequiredScope",
  "OAuthAccessTokenNotAvailable"
] as const

const connect = Effect.fnUntraced(function* (options: OAuth.OAuthOptions) {
  const { leave } = yield* Navigation
  if (leave === undefined) return false
  yield* OAuth.link(options)
  return true
})

type RequestError = Exclude<
  Effect.Error<ReturnType<typeof request>>,
  OAuthConnectionDoesNotHaveRequiredScope | OAuthConnectionNotConnectedToUser
>

type ConnectError = Effect.Error<ReturnType<typeof connect>>

interface GetAccessToken {
  (
    options: GetAccessTokenOptions & { readonly or?: "return-null" | undefined }
  ): Effect.Effect<Redacted.Redacted | null, RequestError, Session>
  (options: GetAccessTokenOptions): Effect.Effect<Redacted.Redacted | null, RequestError | ConnectError, Session>
}

/**
 * A token for the provider's own API that is valid for at least five minutes. Do not store it: ask for it before each
 * use, the service refreshes it at the provider if necessary. Fails with `OAuthAccessTokenNotAvailable` if the provider
 * does not do that: the user may link the account again.
 */
export const getAccessToken = asUser.read("ConnectedAccounts.getAccessToken", tokenEndpoints, {
  shows: ["connectedAccounts"]
})(({ or, ...options }: GetAccessTokenOptions) =>
  Effect.catchTag(request(options), withoutToken, (error) =>
    Effect.flatMap(or === "redirect" ? connect(options) : Effect.succeed(false), (isConnecting) =>
      isConnecting || error._tag !== "OAuthAccessTokenNotAvailable" ? Effect.succeed(null) : Effect.fail(error)
    )
  )
) as GetAccessToken

/**
 * The first account of the current user at a provider that has the scopes. Without one it starts to link one, like
 * `OAuth.link`: the user leaves the page and comes back to it, or to `afterCallbackRedirectUrl`, where the same call
 * finds the account. Null if redirects are off.
 */
export const getOrLink = asUser.write("ConnectedAccounts.getOrLink", [Wire.listConnectedAccounts, ...tokenEndpoints], {
  changes: []
})(function* (options: OAuth.OAuthOptions) {
  const provider = yield* ProviderInput.check(options.provider)
  for (const account of yield* list) {
    if (account.provider !== provider) continue
    const token = yield* Effect.catchTag(request({ ...account, scopes: options.scopes }), withoutToken, () =>
      Effect.succeed(null)
    )
    if (token !== null) return account
  }
  yield* connect(options)
  return null
})
