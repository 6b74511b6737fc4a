/** Connected accounts, and tokens for the APIs of providers (docs/protocol/oauth.md#connected-accounts). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Api from "../../api/ConnectedAccounts.ts"
import {
  OAuthAccessTokenNotAvailable,
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser
} from "../../domain/errors/OAuth.ts"
import type { UserId } from "../../domain/Ids.ts"
import { Caller, currentUser, resolveMe } from "../access/Caller.ts"
import { findUser } from "../access/UserAccess.ts"
import * as ProviderAccounts from "../accounts/ProviderAccounts.ts"
import { forbidden } from "../errors/TextAnswer.ts"
import * as Answer from "../http/Answer.ts"
import * as Grants from "../oauth/Grants.ts"
import type { ProviderFailure } from "../oauth/Provider.ts"
import { Generation } from "../settings/Generation.ts"
import { requireProvider } from "./internal/FlowProvider.ts"
import { handle } from "./Route.ts"

/** The id of a user, with `me` resolved. Clients may name only themselves, also those without a session. */
const resolveOwner = Effect.fnUntraced(function* (id: string, purpose: string) {
  const { level, user } = yield* Caller
  const userId = yield* resolveMe(id)
  if (level !== "client" || userId === user?.id) return userId
  return yield* forbidden(`Client can only ${purpose}.`)
})

/** The connected accounts of a user, oldest first. */
const findConnected = Effect.fnUntraced(function* (userId: UserId) {
  const { project } = yield* Caller
  const rows = yield* ProviderAccounts.list(project.id, userId)
  return rows.filter((row) => row.allow_connected_accounts === 1)
})

interface TokenRequest {
  readonly userId: UserId
  readonly provider: string
  /** Default: any account at the provider. */
  readonly accountId?: string
  readonly scope?: string | undefined
}

const issueAccessToken = Effect.fnUntraced(function* ({
  accountId,
  provider: providerId,
  scope = "",
  userId
}: TokenRequest) {
  const { project } = yield* Caller
  const enabled = yield* requireProvider(project, providerId)
  if (enabled.isShared) return yield* new OAuthAccessTokenNotAvailableWithSharedOAuthKeys()
  // An unknown user has no connection; the service answers 500.
  const accounts = (yield* findConnected(userId)).filter(
    (row) => row.provider_id === providerId && (accountId === undefined || row.account_id === accountId)
  )
  if (accounts.length === 0) return yield* new OAuthConnectionNotConnectedToUser()
  let failure: ProviderFailure | undefined
  for (const { id } of accounts) {
    const request = { providerAccountId: id, scope, provider: enabled.provider }
    const token = yield* Effect.result(Grants.findAccessToken(request))
    if (Result.isFailure(token)) failure = token.failure
    else if (token.success !== undefined) return { accessToken: Redacted.make(token.success) }
  }
  if (failure === undefined || (yield* Generation).isOnly("2025-06")) {
    return yield* new OAuthConnectionDoesNotHaveRequiredScope()
  }
  return yield* new OAuthAccessTokenNotAvailable({ details: { provider: providerId, details: failure.problem } })
})

const ownTokens = "create access tokens for their own connected accounts"

export const routes = [
  handle(Api.listConnectedAccounts, function* ({ params }) {
    const userId = yield* resolveOwner(params.userId, "list connected accounts for their own user")
    yield* findUser(userId)
    const rows = yield* findConnected(userId)
    return rows.map((row) => ({
      userId: row.user_id,
      provider: row.provider_id,
      accountId: row.account_id
    }))
  }),

  handle(Api.createProviderAccessToken, function* ({ params, payload }) {
    return yield* issueAccessToken({ ...params, ...payload, userId: yield* resolveOwner(params.userId, ownTokens) })
  }),

  handle(Api.createConnectedAccountAccessToken, function* ({ params, payload }) {
    return yield* issueAccessToken({ ...params, ...payload, userId: yield* resolveOwner(params.userId, ownTokens) })
  }),

  handle(
    Api.createOwnProviderAccessToken,
    function* ({ params, payload }) {
      const { id: userId } = yield* currentUser
      return yield* issueAccessToken({ ...params, ...payload, userId })
    },
    // The service relays the answer of its other endpoint, without the header of known errors.
    { ignoresQuery: true, finish: Answer.withoutKnownError }
  )
]
