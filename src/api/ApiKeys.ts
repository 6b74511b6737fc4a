/** API keys of users and teams (docs/protocol/resources.md#api-keys). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { List } from "./Envelope.ts"
import { ApiKeyExpired, ApiKeyNotFound, ApiKeyRevoked, WrongApiKeyType } from "./errors/ApiKeys.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired } from "./errors/Session.ts"
import { Query } from "./Input.ts"
import { NewTeamApiKey, NewUserApiKey, TeamApiKey, UserApiKey } from "./schema/ApiKey.ts"
import { ApiKeyId, TeamId, UserIdOrMe } from "./schema/Ids.ts"
import { ApiKeyValue } from "./schema/Secrets.ts"
import { WireClass, WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

const createFields = {
  description: Schema.String,
  /** `null` for a key that never expires. */
  expiresAt: Schema.NullOr(Schema.DateFromMillis),
  isPublic: Schema.optional(Schema.Boolean)
}

const createNames = { expiresAt: "expires_at_millis" } as const

/** A new key of a user. */
export class CreateUserApiKey extends WireClass<CreateUserApiKey>()(
  { ...createFields, userId: UserIdOrMe },
  createNames
) {}
/** A new key of a team. */
export class CreateTeamApiKey extends WireClass<CreateTeamApiKey>()({ ...createFields, teamId: TeamId }, createNames) {}
/** A change of a key; revoking cannot be undone. */
export class UpdateApiKey extends WireClass<UpdateApiKey>()({
  description: Schema.optional(Schema.String),
  revoked: Schema.optional(Schema.Literal(true))
}) {}

const params = { apiKeyId: ApiKeyId }
const userErrors = [
  ApiKeyNotFound,
  UserAuthenticationRequired,
  CannotGetOwnUserWithoutUser,
  TextErrors.userApiKeys
] as const
const teamErrors = [ApiKeyNotFound, UserAuthenticationRequired, TextErrors.teamApiKeys] as const
const checkErrors = [ApiKeyNotFound, WrongApiKeyType, ApiKeyRevoked, ApiKeyExpired] as const

/** Lists the keys of a user, newest first; clients only their own. */
export const listUserApiKeys = Endpoint.client.get("listUserApiKeys", "/user-api-keys", {
  summary: "List API keys of a user",
  query: Query({ userId: UserIdOrMe }),
  success: List(UserApiKey),
  error: userErrors
})

/** Creates a key of a user; the answer is the only one with the whole value. */
export const createUserApiKey = Endpoint.client.post("createUserApiKey", "/user-api-keys", {
  summary: "Create an API key of a user",
  payload: CreateUserApiKey,
  success: NewUserApiKey,
  error: userErrors
})

/** Reads a key of a user. */
export const getUserApiKey = Endpoint.client.get("getUserApiKey", "/user-api-keys/:apiKeyId", {
  summary: "Read an API key of a user",
  params,
  query: Query({ userId: Schema.optional(UserIdOrMe) }),
  success: UserApiKey,
  error: userErrors
})

/** Changes or revokes a key of a user. */
export const updateUserApiKey = Endpoint.client.patch("updateUserApiKey", "/user-api-keys/:apiKeyId", {
  summary: "Change or revoke an API key of a user",
  params,
  query: Query({ userId: Schema.optional(UserIdOrMe) }),
  payload: UpdateApiKey,
  success: UserApiKey,
  error: userErrors
})

/** Finds the key of a user by its value, and fails unless it works. */
export const checkUserApiKey = Endpoint.server.post("checkUserApiKey", "/user-api-keys/check", {
  summary: "Check an API key of a user",
  payload: WireStruct({ apiKey: ApiKeyValue }),
  success: UserApiKey,
  error: [...checkErrors, TextErrors.userApiKeys]
})

/** Lists the keys of a team, newest first; clients need `$manage_api_keys`. */
export const listTeamApiKeys = Endpoint.client.get("listTeamApiKeys", "/team-api-keys", {
  summary: "List API keys of a team",
  query: Query({ teamId: TeamId }),
  success: List(TeamApiKey),
  error: teamErrors
})

/** Creates a key of a team; the answer is the only one with the whole value. */
export const createTeamApiKey = Endpoint.client.post("createTeamApiKey", "/team-api-keys", {
  summary: "Create an API key of a team",
  payload: CreateTeamApiKey,
  success: NewTeamApiKey,
  error: teamErrors
})

/** Reads a key of a team. */
export const getTeamApiKey = Endpoint.client.get("getTeamApiKey", "/team-api-keys/:apiKeyId", {
  summary: "Read an API key of a team",
  params,
  query: Query({ teamId: TeamId }),
  success: TeamApiKey,
  error: teamErrors
})

/** Changes or revokes a key of a team. */
export const updateTeamApiKey = Endpoint.client.patch("updateTeamApiKey", "/team-api-keys/:apiKeyId", {
  summary: "Change or revoke an API key of a team",
  params,
  query: Query({ teamId: TeamId }),
  payload: UpdateApiKey,
  success: TeamApiKey,
  error: teamErrors
})

/** Finds the key of a team by its value, and fails unless it works. */
export const checkTeamApiKey = Endpoint.server.post("checkTeamApiKey", "/team-api-keys/check", {
  summary: "Check an API key of a team",
  payload: WireStruct({ apiKey: ApiKeyValue }),
  success: TeamApiKey,
  error: [...checkErrors, TextErrors.teamApiKeys]
})

/** API keys, at every level. */
export class ApiKeysGroup extends HttpApiGroup.make("apiKeys")
  .add(
    listUserApiKeys,
    createUserApiKey,
    getUserApiKey,
    updateUserApiKey,
    listTeamApiKeys,
    createTeamApiKey,
    getTeamApiKey,
    updateTeamApiKey
  )
  .prefix(Endpoint.root) {}

/** API keys, for servers. */
export class ServerApiKeysGroup extends HttpApiGroup.make("serverApiKeys")
  .add(checkUserApiKey, checkTeamApiKey)
  .prefix(Endpoint.root) {}
