/**
 * API keys of the current user, and of teams whose keys the user may manage.
 *
 * With `teamId` a key belongs to that team, without it to the user (docs/protocol/resources.md#api-keys).
 * `ApiKey.isValid` and `ApiKey.whyInvalid` tell whether and why a key no longer works.
 */
import { type ApiKeyRef, type NewApiKey, toGet, toUpdate } from "../app/ApiKeys.ts"
import { asUser } from "../app/AsClient.ts"
import type { TeamId } from "../domain/Ids.ts"
import * as Wire from "../wire/generated/ApiKeys.ts"

export type { ApiKeyRef, NewApiKey } from "../app/ApiKeys.ts"

/** The current user's keys, newest first; their values show only the last four characters. */
export const list = asUser.read("ApiKeys.list", Wire.listUserApiKeys, {
  input: { query: { userId: "me" } },
  shows: ["apiKeys"]
})

/** A team's keys, newest first; needs `$manage_api_keys`, else fails with `ApiKeyNotFound`. */
export const listOfTeam = asUser.read("ApiKeys.listOfTeam", Wire.listTeamApiKeys, {
  input: (teamId: TeamId) => ({ query: { teamId } }),
  shows: ["apiKeys"]
})

/** Creates a key of the current user. Its `value` is shown only now. */
export const create = asUser.write("ApiKeys.create", Wire.createUserApiKey, {
  input: (input: NewApiKey) => ({ payload: { ...input, userId: "me" } }),
  changes: ["apiKeys"]
})

/** Creates a key of a team; needs `$manage_api_keys`. Its `value` is shown only now. */
export const createForTeam = asUser.write("ApiKeys.createForTeam", Wire.createTeamApiKey, {
  input: (input: NewApiKey & { readonly teamId: TeamId }) => ({ payload: input }),
  changes: ["apiKeys"]
})

/** Returns a key by its ID, with the last four characters of its value. */
export const get = asUser.read("ApiKeys.get", [Wire.getUserApiKey, Wire.getTeamApiKey], { shows: ["apiKeys"] })(
  (key: ApiKeyRef) => asUser.call(...toGet(key))
)

/** Changes the description of a key; its expiry cannot be changed (docs/protocol/resources.md#api-keys). */
export const update = asUser.write("ApiKeys.update", [Wire.updateUserApiKey, Wire.updateTeamApiKey], {
  changes: ["apiKeys"]
})((input: ApiKeyRef & { readonly description: string }) =>
  asUser.call(...toUpdate(input, { description: input.description }))
)

/** Revokes a key for good. */
export const revoke = asUser.write("ApiKeys.revoke", [Wire.updateUserApiKey, Wire.updateTeamApiKey], {
  changes: ["apiKeys"]
})((input: ApiKeyRef) => asUser.call(...toUpdate(input, { revoked: true })))
