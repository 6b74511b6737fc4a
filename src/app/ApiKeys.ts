/** API keys as operations of clients and of servers take them. */
import type * as Api from "../api/ApiKeys.ts"
import type { ApiKeyId, TeamId } from "../domain/Ids.ts"
import type { Any, Input } from "../wire/Endpoint.ts"
import * as Wire from "../wire/generated/ApiKeys.ts"

/** A key to create. Its value is returned once, at creation. */
export interface NewApiKey {
  readonly description: string
  /** When the key stops working, or null for never. It cannot be changed later. */
  readonly expiresAt: Date | null
  /** Whether the key may be published, so that secret scanners leave it alone. */
  readonly isPublic?: boolean | undefined
}

/** Identifies a key: of a team if it has a `teamId`, else of a user. Any new or listed key can be passed. */
export interface ApiKeyRef {
  readonly id: ApiKeyId
  readonly teamId?: TeamId | undefined
}

/** The arguments of a call. */
type Request<E extends Any> = readonly [endpoint: E, input: Input<E>]

export const toGet = ({ id, teamId }: ApiKeyRef): Request<typeof Wire.getUserApiKey | typeof Wire.getTeamApiKey> => {
  const params = { apiKeyId: id }
  return teamId === undefined
    ? [Wire.getUserApiKey, { params, query: {} }]
    : [Wire.getTeamApiKey, { params, query: { teamId } }]
}

/** The request that changes a key. */
export const toUpdate = (
  { id, teamId }: ApiKeyRef,
  payload: Api.UpdateApiKey
): Request<typeof Wire.updateUserApiKey | typeof Wire.updateTeamApiKey> => {
  const params = { apiKeyId: id }
  return teamId === undefined
    ? [Wire.updateUserApiKey, { params, query: {}, payload }]
    : [Wire.updateTeamApiKey, { params, query: { teamId }, payload }]
}
