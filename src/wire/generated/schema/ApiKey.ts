/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { LastFour, NewTeamApiKey, NewUserApiKey, TeamApiKey, UserApiKey } from "../../../api/schema/ApiKey.ts"
import type { ApiKeyId, TeamId, UserId } from "../../../api/schema/Ids.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"
import { decodeApiKeyValue } from "./Secrets.ts"

export const decodeLastFour = R.struct((o): LastFour => ({ lastFour: R.string(o.last_four, "last_four") }))

const idToIsPublic = (o: R.Properties) => ({
  id: pathSegment<ApiKeyId>(o.id, "id"),
  description: R.string(o.description, "description"),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  isPublic: R.boolean(o.is_public, "is_public")
})

export const decodeUserApiKey = R.struct((o): UserApiKey => {
  const a: R.Mutable<UserApiKey> = {
    ...idToIsPublic(o),
    type: R.literal(o.type, "type", "user"),
    userId: pathSegment<UserId>(o.user_id, "user_id"),
    value: decodeLastFour(o.value, "value")
  }
  if (o.expires_at_millis !== undefined) a.expiresAt = R.dateOfMillis(o.expires_at_millis, "expires_at_millis")
  if (o.manually_revoked_at_millis !== undefined)
    a.manuallyRevokedAt = R.dateOfMillis(o.manually_revoked_at_millis, "manually_revoked_at_millis")
  return a
})

export const decodeNewUserApiKey = R.struct((o): NewUserApiKey => {
  const a: R.Mutable<NewUserApiKey> = {
    ...idToIsPublic(o),
    type: R.literal(o.type, "type", "user"),
    userId: pathSegment<UserId>(o.user_id, "user_id"),
    value: decodeApiKeyValue(o.value, "value")
  }
  if (o.expires_at_millis !== undefined) a.expiresAt = R.dateOfMillis(o.expires_at_millis, "expires_at_millis")
  if (o.manually_revoked_at_millis !== undefined)
    a.manuallyRevokedAt = R.dateOfMillis(o.manually_revoked_at_millis, "manually_revoked_at_millis")
  return a
})

export const decodeTeamApiKey = R.struct((o): TeamApiKey => {
  const a: R.Mutable<TeamApiKey> = {
    ...idToIsPublic(o),
    type: R.literal(o.type, "type", "team"),
    teamId: pathSegment<TeamId>(o.team_id, "team_id"),
    value: decodeLastFour(o.value, "value")
  }
  if (o.expires_at_millis !== undefined) a.expiresAt = R.dateOfMillis(o.expires_at_millis, "expires_at_millis")
  if (o.manually_revoked_at_millis !== undefined)
    a.manuallyRevokedAt = R.dateOfMillis(o.manually_revoked_at_millis, "manually_revoked_at_millis")
  return a
})

export const decodeNewTeamApiKey = R.struct((o): NewTeamApiKey => {
  const a: R.Mutable<NewTeamApiKey> = {
    ...idToIsPublic(o),
    type: R.literal(o.type, "type", "team"),
    teamId: pathSegment<TeamId>(o.team_id, "team_id"),
    value: decodeApiKeyValue(o.value, "value")
  }
  if (o.expires_at_millis !== undefined) a.expiresAt = R.dateOfMillis(o.expires_at_millis, "expires_at_millis")
  if (o.manually_revoked_at_millis !== undefined)
    a.manuallyRevokedAt = R.dateOfMillis(o.manually_revoked_at_millis, "manually_revoked_at_millis")
  return a
})
