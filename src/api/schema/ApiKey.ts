/**
 * API keys of users and teams (docs/protocol/resources.md#api-keys).
 */
import * as Schema from "effect/Schema"
import { ApiKeyId, TeamId, UserId } from "./Ids.ts"
import { ApiKeyValue } from "./Secrets.ts"
import { WireStruct } from "./WireStruct.ts"

/** The visible part of a key after its creation. */
export const LastFour = WireStruct({ lastFour: Schema.String })
/** The visible part of a key after its creation. */
export interface LastFour extends Schema.Schema.Type<typeof LastFour> {}

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
export const UserApiKey = WireStruct({ ...userFields, value: LastFour }, names)
/** An API key of a user. */
export interface UserApiKey extends Schema.Schema.Type<typeof UserApiKey> {}

/** An API key of a team. */
export const TeamApiKey = WireStruct({ ...teamFields, value: LastFour }, names)
/** An API key of a team. */
export interface TeamApiKey extends Schema.Schema.Type<typeof TeamApiKey> {}

/** A new API key of a user: the only time that the whole value is shown. */
export const NewUserApiKey = WireStruct({ ...userFields, value: ApiKeyValue }, names)
/** A new API key of a user: the only time that the whole value is shown. */
export interface NewUserApiKey extends Schema.Schema.Type<typeof NewUserApiKey> {}

/** A new API key of a team: the only time that the whole value is shown. */
export const NewTeamApiKey = WireStruct({ ...teamFields, value: ApiKeyValue }, names)
/** A new API key of a team: the only time that the whole value is shown. */
export interface NewTeamApiKey extends Schema.Schema.Type<typeof NewTeamApiKey> {}

/** An API key of a user or a team. */
export type ApiKey = UserApiKey | TeamApiKey
