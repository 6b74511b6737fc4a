/** Tokens for the APIs of providers (docs/protocol/oauth.md#connected-accounts). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/ConnectedAccounts.ts"
import {
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthProviderNotFoundOrNotEnabled
} from "../../domain/errors/OAuth.ts"
import * as Answer from "../http/Answer.ts"
import { Caller, currentUser, resolveUserId } from "../http/Caller.ts"
import { Grants } from "../oauth/Grants.ts"
import { ProviderAccounts } from "../oauth/ProviderAccounts.ts"
import { Providers } from "../oauth/Providers.ts"
import { handle } from "../http/Route.ts"
import { TextError } from "../TextError.ts"

const accessToken = Effect.fnUntraced(function* (userId: string, providerId: string, scope: string) {
  const { project } = yield* Caller
  const enabled = (yield* Providers).find(project, providerId)
  if (enabled === undefined) return yield* new OAuthProviderNotFoundOrNotEnabled()
  if (enabled.isShared) return yield* new OAuthAccessTokenNotAvailableWithSharedOAuthKeys()
  // an unknown user has no connection; the service answers 500
  if (!(yield* (yield* ProviderAccounts).has(project.id, providerId, userId))) {
    return yield* new OAuthConnectionNotConnectedToUser()
  }
  const token = yield* (yield* Grants).accessToken({ userId, providerId, scope, provider: enabled.provider })
  if (token === undefined) return yield* new OAuthConnectionDoesNotHaveRequiredScope()
  return { accessToken: Redacted.make(token) }
})

const createProviderAccessToken = handle(
  Api.createProviderAccessToken,
  Effect.fnUntraced(function* ({ params, payload }) {
    const { level, user } = yield* Caller
    const userId = yield* resolveUserId(params.userId)
    if (level === "client" && userId !== user?.id) {
      return yield* new TextError({
        status: 403,
        text: "Client can only create access tokens for their own connected accounts."
      })
    }
    return yield* accessToken(userId, params.provider, payload.scope ?? "")
  })
)

const createOwnProviderAccessToken = handle(
  Api.createOwnProviderAccessToken,
  Effect.fnUntraced(function* ({ params, payload }) {
    const user = yield* currentUser
    // the service relays the answer of its other endpoint, without the header of known errors
    return yield* Effect.catch(accessToken(user.id, params.provider, payload.scope ?? ""), (error) =>
      Effect.succeed(Answer.json(error.status, Answer.knownErrorBody(error)))
    )
  })
)

/** The routes of `api/ConnectedAccounts`. */
export const routes = [createProviderAccessToken, createOwnProviderAccessToken]
