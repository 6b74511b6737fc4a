/**
 * API keys of any user and of any team (docs/protocol/resources.md#api-keys).
 *
 * Whether and why a key that was listed no longer works tell `ApiKey.isValid`
 * and `ApiKey.whyInvalid`; for the value of a key somebody showed, `checkOfUser`
 * and `checkOfTeam` answer null, and `verifyOfUser` and `verifyOfTeam` fail with
 * the reason.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../api/ApiKeys.ts"
import { catchApiKeyNotValid } from "../domain/errors/ApiKeys.ts"
import type { ApiKeyId, TeamId, UserId } from "../domain/Ids.ts"
import { fromInput, type SecretInput } from "../domain/SecretInput.ts"
import { operation } from "../operation/Operation.ts"
import { call } from "./Call.ts"

/** The keys of a user, newest first; their values show only the last four characters. */
export const listOfUser = operation("server/ApiKeys.listOfUser", { shows: ["apiKeys"] })((userId: UserId) =>
  call(Api.listUserApiKeys, { query: { userId } })
)

/** The keys of a team, newest first; their values show only the last four characters. */
export const listOfTeam = operation("server/ApiKeys.listOfTeam", { shows: ["apiKeys"] })((teamId: TeamId) =>
  call(Api.listTeamApiKeys, { query: { teamId } })
)

/** What a new key is told. */
export interface NewApiKey {
  readonly description: string
  /** When the key stops working, or null for never. It cannot be changed later. */
  readonly expiresAt: Date | null
  /** Whether the key may be published, so that secret scanners leave it alone. */
  readonly isPublic?: boolean | undefined
}

/** Creates a key of a user. Its `value` is shown only now. */
export const createForUser = operation("server/ApiKeys.createForUser", { changes: ["apiKeys"] })(
  (input: NewApiKey & { readonly userId: UserId }) => call(Api.createUserApiKey, { payload: input })
)

/** Creates a key of a team. Its `value` is shown only now. */
export const createForTeam = operation("server/ApiKeys.createForTeam", { changes: ["apiKeys"] })(
  (input: NewApiKey & { readonly teamId: TeamId }) => call(Api.createTeamApiKey, { payload: input })
)

/** Names a key of a team when it has a `teamId`, else one of a user; any key, new or listed, does. */
export interface ApiKeyRef {
  readonly id: ApiKeyId
  readonly teamId?: TeamId | undefined
}

/** A key by its id. Fails with `ApiKeyNotFound`. */
export const get = operation("server/ApiKeys.get", { shows: ["apiKeys"] })(function* ({ id, teamId }: ApiKeyRef) {
  const params = { apiKeyId: id }
  return teamId === undefined
    ? yield* call(Api.getUserApiKey, { params, query: {} })
    : yield* call(Api.getTeamApiKey, { params, query: { teamId } })
})

const patch = Effect.fnUntraced(function* ({ id, teamId }: ApiKeyRef, payload: typeof Api.UpdateApiKey.Type) {
  const params = { apiKeyId: id }
  return teamId === undefined
    ? yield* call(Api.updateUserApiKey, { params, query: {}, payload })
    : yield* call(Api.updateTeamApiKey, { params, query: { teamId }, payload })
})

/** Changes the description of a key. */
export const update = operation("server/ApiKeys.update", { changes: ["apiKeys"] })(
  (input: ApiKeyRef & { readonly description: string }) => patch(input, { description: input.description })
)

/** Revokes a key for good. */
export const revoke = operation("server/ApiKeys.revoke", { changes: ["apiKeys"] })((input: ApiKeyRef) =>
  patch(input, { revoked: true })
)

/** The key of a user by its value. Fails with why it does not work: one of the family `ApiKeyNotValid`. */
export const verifyOfUser = operation("server/ApiKeys.verifyOfUser", { shows: ["apiKeys"] })((apiKey: SecretInput) =>
  call(Api.checkUserApiKey, { payload: { apiKey: fromInput(apiKey) } })
)

/** The key of a team by its value. Fails with why it does not work: one of the family `ApiKeyNotValid`. */
export const verifyOfTeam = operation("server/ApiKeys.verifyOfTeam", { shows: ["apiKeys"] })((apiKey: SecretInput) =>
  call(Api.checkTeamApiKey, { payload: { apiKey: fromInput(apiKey) } })
)

/** The key of a user by its value, or null when it does not work, whatever the reason; an empty one is never asked for. */
export const checkOfUser = operation("server/ApiKeys.checkOfUser", { shows: ["apiKeys"] })((apiKey: SecretInput) =>
  isEmpty(apiKey) ? Effect.succeed(null) : verifyOfUser(apiKey).pipe(catchApiKeyNotValid(() => Effect.succeed(null)))
)

/** The key of a team by its value, or null when it does not work, whatever the reason; an empty one is never asked for. */
export const checkOfTeam = operation("server/ApiKeys.checkOfTeam", { shows: ["apiKeys"] })((apiKey: SecretInput) =>
  isEmpty(apiKey) ? Effect.succeed(null) : verifyOfTeam(apiKey).pipe(catchApiKeyNotValid(() => Effect.succeed(null)))
)

/** What is left of a header that somebody sent without a value. */
const isEmpty = (apiKey: SecretInput) => Redacted.value(fromInput(apiKey)) === ""
