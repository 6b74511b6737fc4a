/** API keys of users and teams (docs/protocol/resources.md#api-keys). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { ClientAccess, ServerAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { List } from "./Envelope.ts"
import { ApiKeyExpired, ApiKeyNotFound, ApiKeyRevoked, WrongApiKeyType } from "./errors/ApiKeys.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired } from "./errors/Session.ts"
import { Query } from "./Input.ts"
import { NewTeamApiKey, NewUserApiKey, TeamApiKey, UserApiKey } from "./schema/ApiKey.ts"
import { ApiKeyId, TeamId, UserIdOrMe } from "./schema/Ids.ts"
import { ApiKeyValue } from "./schema/Secrets.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

const createFields = {
  description: Schema.String,
  /** `null` for a key that never expires. */
  expiresAt: Schema.NullOr(Schema.DateFromMillis),
  isPublic: Schema.optional(Schema.Boolean)
}

const createNames = { expiresAt: "expires_at_millis" } as const

/** A new key of a user. */
export class CreateUserApiKey extends Schema.Opaque<CreateUserApiKey>()(
  WireStruct({ ...createFields, userId: UserIdOrMe }, createNames)
) {}
/** A new key of a team. */
export class CreateTeamApiKey extends Schema.Opaque<CreateTeamApiKey>()(
  WireStruct({ ...createFields, teamId: TeamId }, createNames)
) {}
/** A change of a key; revoking cannot be undone. */
export class UpdateApiKey extends Schema.Opaque<UpdateApiKey>()(
  WireStruct({
    description: Schema.optional(Schema.String),
    revoked: Schema.optional(Schema.Literal(true))
  })
) {}

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
export const listUserApiKeys = Endpoint.get("listUserApiKeys", "/user-api-keys", {
  query: Query({ userId: UserIdOrMe }),
  success: List(UserApiKey),
  error: userErrors
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "List API keys of a user")

/** Creates a key of a user; the answer is the only one with the whole value. */
export const createUserApiKey = Endpoint.post("createUserApiKey", "/user-api-keys", {
  payload: CreateUserApiKey,
  success: NewUserApiKey,
  error: userErrors
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Create an API key of a user")

/** Reads a key of a user. */
export const getUserApiKey = Endpoint.get("getUserApiKey", "/user-api-keys/:apiKeyId", {
  params,
  query: Query({ userId: Schema.optional(UserIdOrMe) }),
  success: UserApiKey,
  error: userErrors
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Read an API key of a user")

/** Changes or revokes a key of a user. */
export const updateUserApiKey = Endpoint.patch("updateUserApiKey", "/user-api-keys/:apiKeyId", {
  params,
  query: Query({ userId: Schema.optional(UserIdOrMe) }),
  payload: UpdateApiKey,
  success: UserApiKey,
  error: userErrors
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Change or revoke an API key of a user")

/** Finds the key of a user by its value, and fails unless it works. */
export const checkUserApiKey = Endpoint.post("checkUserApiKey", "/user-api-keys/check", {
  payload: WireStruct({ apiKey: ApiKeyValue }),
  success: UserApiKey,
  error: [...checkErrors, TextErrors.userApiKeys]
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Check an API key of a user")

/** Lists the keys of a team, newest first; clients need `$manage_api_keys`. */
export const listTeamApiKeys = Endpoint.get("listTeamApiKeys", "/team-api-keys", {
  query: Query({ teamId: TeamId }),
  success: List(TeamApiKey),
  error: teamErrors
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "List API keys of a team")

/** Creates a key of a team; the answer is the only one with the whole value. */
export const createTeamApiKey = Endpoint.post("createTeamApiKey", "/team-api-keys", {
  payload: CreateTeamApiKey,
  success: NewTeamApiKey,
  error: teamErrors
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Create an API key of a team")

/** Reads a key of a team. */
export const getTeamApiKey = Endpoint.get("getTeamApiKey", "/team-api-keys/:apiKeyId", {
  params,
  query: Query({ teamId: TeamId }),
  success: TeamApiKey,
  error: teamErrors
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Read an API key of a team")

/** Changes or revokes a key of a team. */
export const updateTeamApiKey = Endpoint.patch("updateTeamApiKey", "/team-api-keys/:apiKeyId", {
  params,
  query: Query({ teamId: TeamId }),
  payload: UpdateApiKey,
  success: TeamApiKey,
  error: teamErrors
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Change or revoke an API key of a team")

/** Finds the key of a team by its value, and fails unless it works. */
export const checkTeamApiKey = Endpoint.post("checkTeamApiKey", "/team-api-keys/check", {
  payload: WireStruct({ apiKey: ApiKeyValue }),
  success: TeamApiKey,
  error: [...checkErrors, TextErrors.teamApiKeys]
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Check an API key of a team")

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
