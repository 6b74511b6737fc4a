/**
 * The provider accounts that the current user has connected, and access to the
 * providers' own APIs (docs/protocol/oauth.md#connected-accounts).
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Wire from "../wire/generated/ConnectedAccounts.ts"
import * as OAuthWire from "../wire/generated/OAuth.ts"
import * as UsersWire from "../wire/generated/Users.ts"
import type {
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser
} from "../domain/errors/OAuth.ts"
import { UserAuthenticationRequired } from "../domain/errors/Session.ts"
import { Navigation } from "../platform/Navigation.ts"
import type { Session } from "../session/Session.ts"
import * as CurrentUser from "./CurrentUser.ts"
import * as OAuth from "./OAuth.ts"
import * as ProviderName from "./internal/ProviderName.ts"
import { asUser } from "./internal/AsClient.ts"

export type { UserOAuthProvider } from "../api/schema/User.ts"

/** The provider accounts that the current user signs in with or has linked. */
export const list = asUser.read(
  "ConnectedAccounts.list",
  [UsersWire.getMe],
  { shows: ["users", "connectedAccounts"] },
  CurrentUser.get({ or: "anonymous-if-exists" }).pipe(
    Effect.flatMap((user) =>
      user === null ? Effect.fail(new UserAuthenticationRequired()) : Effect.succeed(user.oauthProviders)
    )
  )
)

/** A provider, and the scopes of the token. */
export interface GetAccessTokenOptions {
  /** The provider's id, such as `github`. */
  readonly provider: string
  /** The scopes that the token must have. */
  readonly scopes?: ReadonlyArray<string> | undefined
  /**
   * When the user has not connected the provider, or not for these scopes:
   * - `return-null` (default): null.
   * - `redirect`: starts to link it; null where nothing redirects.
   */
  readonly or?: "return-null" | "redirect" | undefined
}

const request = Effect.fnUntraced(function* (options: GetAccessTokenOptions) {
  const provider = yield* ProviderName.check(options.provider)
  const { accessToken } = yield* asUser.call(Wire.createProviderAccessToken, {
    params: { userId: "me", provider },
    payload: ProviderName.scopesOf(options.scopes)
  })
  return accessToken
})

const connect = Effect.fnUntraced(function* (options: GetAccessTokenOptions) {
  const { leave } = yield* Navigation
  if (options.or === "redirect" && leave !== undefined) yield* OAuth.link(options)
  return null
})

type RequestError = Exclude<
  Effect.Error<ReturnType<typeof request>>,
  OAuthConnectionDoesNotHaveRequiredScope | OAuthConnectionNotConnectedToUser
>

type ConnectError = Effect.Error<ReturnType<typeof connect>>

/**
 * A token for the provider's own API that is valid for at least five minutes. Do not store it: ask for it before each
 * use, the service refreshes it at the provider if necessary.
 */
export const getAccessToken: {
  (
    options: GetAccessTokenOptions & { readonly or?: "return-null" | undefined }
  ): Effect.Effect<Redacted.Redacted | null, RequestError, Session>
  (options: GetAccessTokenOptions): Effect.Effect<Redacted.Redacted | null, RequestError | ConnectError, Session>
} = asUser.read(
  "ConnectedAccounts.getAccessToken",
  [Wire.createProviderAccessToken, OAuthWire.authorize],
  { shows: ["connectedAccounts"] },
  (options: GetAccessTokenOptions) =>
    Effect.catchTag(
      request(options),
      ["OAuthConnectionNotConnectedToUser", "OAuthConnectionDoesNotHaveRequiredScope"],
      () => connect(options)
    )
) as never
