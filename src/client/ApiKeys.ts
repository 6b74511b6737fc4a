/**
 * API keys of the current user, and of teams whose keys the user may manage.
 *
 * Whose key is meant says `teamId`: a team's, or the user's own when absent. A
 * request names never both (docs/protocol/resources.md#api-keys). Whether and why a key no longer works
 * tell `ApiKey.isValid` and `ApiKey.whyInvalid`.
 */
import * as Effect from "effect/Effect"
import * as Api from "../api/ApiKeys.ts"
import type { ApiKeyId, TeamId } from "../domain/Ids.ts"
import { operation, span } from "../operation/Operation.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"

/** The current user's keys, newest first; their values show only the last four characters. */
export const list = AuthorizedTransport.call(Api.listUserApiKeys, { query: { userId: "me" } }).pipe(
  span("ApiKeys.list", { shows: ["apiKeys"] })
)

/** A team's keys, newest first; needs `$manage_api_keys`, else fails with `ApiKeyNotFound`. */
export const listOfTeam = operation("ApiKeys.listOfTeam", { shows: ["apiKeys"] })((teamId: TeamId) =>
  AuthorizedTransport.call(Api.listTeamApiKeys, { query: { teamId } })
)

/** What a new key is told. */
export interface NewApiKey {
  readonly description: string
  /** When the key stops working, or null for never. */
  readonly expiresAt: Date | null
  /** Whether the key may be published, so that secret scanners leave it alone. */
  readonly isPublic?: boolean | undefined
}

/** Creates a key of the current user. Its `value` is shown only now. */
export const create = operation("ApiKeys.create", { changes: ["apiKeys"] })((input: NewApiKey) =>
  AuthorizedTransport.call(Api.createUserApiKey, { payload: { ...input, userId: "me" } })
)

/** Creates a key of a team; needs `$manage_api_keys`. Its `value` is shown only now. */
export const createForTeam = operation("ApiKeys.createForTeam", { changes: ["apiKeys"] })(
  (input: NewApiKey & { readonly teamId: TeamId }) => AuthorizedTransport.call(Api.createTeamApiKey, { payload: input })
)

/** Names a key, of a team when `teamId` is given. */
export interface ApiKeyRef {
  readonly id: ApiKeyId
  readonly teamId?: TeamId | undefined
}

/** A key by its id. */
export const get = operation("ApiKeys.get", { shows: ["apiKeys"] })(function* ({ id, teamId }: ApiKeyRef) {
  const params = { apiKeyId: id }
  return teamId === undefined
    ? yield* AuthorizedTransport.call(Api.getUserApiKey, { params, query: {} })
    : yield* AuthorizedTransport.call(Api.getTeamApiKey, { params, query: { teamId } })
})

const patch = Effect.fnUntraced(function* ({ id, teamId }: ApiKeyRef, payload: typeof Api.UpdateApiKey.Type) {
  const params = { apiKeyId: id }
  return teamId === undefined
    ? yield* AuthorizedTransport.call(Api.updateUserApiKey, { params, query: {}, payload })
    : yield* AuthorizedTransport.call(Api.updateTeamApiKey, { params, query: { teamId }, payload })
})

/** Changes the description of a key; its expiry cannot be changed (docs/protocol/resources.md#api-keys). */
export const update = operation("ApiKeys.update", { changes: ["apiKeys"] })(
  (input: ApiKeyRef & { readonly description: string }) => patch(input, { description: input.description })
)

/** Revokes a key for good. */
export const revoke = operation("ApiKeys.revoke", { changes: ["apiKeys"] })((input: ApiKeyRef) =>
  patch(input, { revoked: true })
)
