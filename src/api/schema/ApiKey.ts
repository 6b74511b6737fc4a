/** API keys of users and teams (docs/protocol/resources.md#api-keys). */
import * as Schema from "effect/Schema"
import { ApiKeyId, TeamId, UserId } from "./Ids.ts"
import { ApiKeyValue } from "./Secrets.ts"
import { WireClass } from "./WireStruct.ts"

/** The visible part of a key after its creation. */
export class LastFour extends WireClass<LastFour>()({ lastFour: Schema.String }) {}

const fields = {
  id: ApiKeyId,
  description: Schema.String,
  createdAt: Schema.DateFromMillis,
  /** Absent when the key never expires. */
  expiresAt: Schema.optionalKey(Schema.DateFromMillis),
  /** Absent until the key is revoked. */
  manuallyRevokedAt: Schema.optionalKey(Schema.DateFromMillis),
  isPublic: Schema.Boolean
}

const names = {
  createdAt: "created_at_millis",
  expiresAt: "expires_at_millis",
  manuallyRevokedAt: "manually_revoked_at_millis"
} as const

const userFields = { ...fields, type: Schema.Literal("user"), userId: UserId }
const teamFields = { ...fields, type: Schema.Literal("team"), teamId: TeamId }

/** An API key of a user. */
export class UserApiKey extends WireClass<UserApiKey>()({ ...userFields, value: LastFour }, names) {}

/** An API key of a team. */
export class TeamApiKey extends WireClass<TeamApiKey>()({ ...teamFields, value: LastFour }, names) {}

/** A new API key of a user: the only time that the whole value is shown. */
export class NewUserApiKey extends WireClass<NewUserApiKey>()({ ...userFields, value: ApiKeyValue }, names) {}

/** A new API key of a team: the only time that the whole value is shown. */
export class NewTeamApiKey extends WireClass<NewTeamApiKey>()({ ...teamFields, value: ApiKeyValue }, names) {}

/** An API key of a user or a team. */
export type ApiKey = UserApiKey | TeamApiKey
