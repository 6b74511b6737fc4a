/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type * as Redacted from "effect/Redacted"
import type { CreateTeamApiKey, CreateUserApiKey, UpdateApiKey } from "../../api/ApiKeys.ts"
import type { NewTeamApiKey, NewUserApiKey, TeamApiKey, UserApiKey } from "../../api/schema/ApiKey.ts"
import type { ApiKeyId, TeamId, UserId, UserIdOrMe } from "../../api/schema/Ids.ts"
import type {
  ApiKeyExpired,
  ApiKeyNotFound,
  ApiKeyRevoked,
  TeamApiKeysNotEnabled,
  UserApiKeysNotEnabled,
  WrongApiKeyType
} from "../../domain/errors/ApiKeys.ts"
import type { CannotGetOwnUserWithoutUser, UserAuthenticationRequired } from "../../domain/errors/Session.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors, commonErrors } from "./Access.ts"
import { decodeToItems } from "./Envelope.ts"
import { apiKeyExpired, apiKeyNotFound, apiKeyRevoked, wrongApiKeyType } from "./errors/ApiKeys.ts"
import { cannotGetOwnUserWithoutUser, userAuthenticationRequired } from "./errors/Session.ts"
import { decodeNewTeamApiKey, decodeNewUserApiKey, decodeTeamApiKey, decodeUserApiKey } from "./schema/ApiKey.ts"
import { pathSegment } from "./schema/Ids.ts"
import { encodeApiKeyValue } from "./schema/Secrets.ts"
import { teamApiKeys, userApiKeys } from "./TextErrors.ts"

const listUserApiKeysSuccess = decodeToItems(R.list(decodeUserApiKey))

const listUserApiKeysQuery = R.struct((o) => ({ user_id: pathSegment<UserId>(o.userId, "userId") }))

/** List API keys of a user. */
export const listUserApiKeys: Endpoint<
  { readonly query: { readonly userId: UserIdOrMe } },
  ReadonlyArray<UserApiKey>,
  ApiKeyNotFound | UserAuthenticationRequired | CannotGetOwnUserWithoutUser | UserApiKeysNotEnabled,
  "client"
> = {
  name: "listUserApiKeys",
  method: "GET",
  path: "/user-api-keys",
  level: "client",
  levelErrors: clientErrors,
  query: listUserApiKeysQuery,
  success: listUserApiKeysSuccess,
  errors: [apiKeyNotFound, userAuthenticationRequired, cannotGetOwnUserWithoutUser],
  textErrors: [userApiKeys]
}

export const encodeCreateUserApiKey = R.struct((o) => ({
  description: R.string(o.description, "description"),
  expires_at_millis: R.nullable(o.expiresAt, "expiresAt", R.toMillis),
  is_public: R.optional(o.isPublic, "isPublic", R.boolean),
  user_id: pathSegment<UserId>(o.userId, "userId")
}))

/** Create an API key of a user. */
export const createUserApiKey: Endpoint<
  { readonly payload: CreateUserApiKey },
  NewUserApiKey,
  ApiKeyNotFound | UserAuthenticationRequired | CannotGetOwnUserWithoutUser | UserApiKeysNotEnabled,
  "client"
> = {
  name: "createUserApiKey",
  method: "POST",
  path: "/user-api-keys",
  level: "client",
  levelErrors: clientErrors,
  payload: encodeCreateUserApiKey,
  success: decodeNewUserApiKey,
  errors: [apiKeyNotFound, userAuthenticationRequired, cannotGetOwnUserWithoutUser],
  textErrors: [userApiKeys]
}

const apiKeyIdParams = R.struct((o) => ({ apiKeyId: pathSegment<ApiKeyId>(o.apiKeyId, "apiKeyId") }))

const getUserApiKeyQuery = R.struct((o) => ({ user_id: R.optional(o.userId, "userId", pathSegment<UserId>) }))

/** Read an API key of a user. */
export const getUserApiKey: Endpoint<
  { readonly params: { readonly apiKeyId: ApiKeyId }; readonly query: { readonly userId?: UserIdOrMe | undefined } },
  UserApiKey,
  ApiKeyNotFound | UserAuthenticationRequired | CannotGetOwnUserWithoutUser | UserApiKeysNotEnabled,
  "client"
> = {
  name: "getUserApiKey",
  method: "GET",
  path: "/user-api-keys/:apiKeyId",
  level: "client",
  levelErrors: clientErrors,
  params: apiKeyIdParams,
  query: getUserApiKeyQuery,
  success: decodeUserApiKey,
  errors: [apiKeyNotFound, userAuthenticationRequired, cannotGetOwnUserWithoutUser],
  textErrors: [userApiKeys]
}

export const encodeUpdateApiKey = R.struct((o) => ({
  description: R.optional(o.description, "description", R.string),
  revoked: o.revoked === undefined ? undefined : R.literal(o.revoked, "revoked", true)
}))

/** Change or revoke an API key of a user. */
export const updateUserApiKey: Endpoint<
  {
    readonly params: { readonly apiKeyId: ApiKeyId }
    readonly query: { readonly userId?: UserIdOrMe | undefined }
    readonly payload: UpdateApiKey
  },
  UserApiKey,
  ApiKeyNotFound | UserAuthenticationRequired | CannotGetOwnUserWithoutUser | UserApiKeysNotEnabled,
  "client"
> = {
  name: "updateUserApiKey",
  method: "PATCH",
  path: "/user-api-keys/:apiKeyId",
  level: "client",
  levelErrors: clientErrors,
  params: apiKeyIdParams,
  query: getUserApiKeyQuery,
  payload: encodeUpdateApiKey,
  success: decodeUserApiKey,
  errors: [apiKeyNotFound, userAuthenticationRequired, cannotGetOwnUserWithoutUser],
  textErrors: [userApiKeys]
}

const checkUserApiKeyPayload = R.struct((o) => ({ api_key: encodeApiKeyValue(o.apiKey, "apiKey") }))

/** Check an API key of a user. */
export const checkUserApiKey: Endpoint<
  { readonly payload: { readonly apiKey: Redacted.Redacted } },
  UserApiKey,
  ApiKeyNotFound | WrongApiKeyType | ApiKeyRevoked | ApiKeyExpired | UserApiKeysNotEnabled,
  "server"
> = {
  name: "checkUserApiKey",
  method: "POST",
  path: "/user-api-keys/check",
  level: "server",
  levelErrors: commonErrors,
  payload: checkUserApiKeyPayload,
  success: decodeUserApiKey,
  errors: [apiKeyNotFound, wrongApiKeyType, apiKeyRevoked, apiKeyExpired],
  textErrors: [userApiKeys]
}

const listTeamApiKeysSuccess = decodeToItems(R.list(decodeTeamApiKey))

const listTeamApiKeysQuery = R.struct((o) => ({ team_id: pathSegment<TeamId>(o.teamId, "teamId") }))

/** List API keys of a team. */
export const listTeamApiKeys: Endpoint<
  { readonly query: { readonly teamId: TeamId } },
  ReadonlyArray<TeamApiKey>,
  ApiKeyNotFound | UserAuthenticationRequired | TeamApiKeysNotEnabled,
  "client"
> = {
  name: "listTeamApiKeys",
  method: "GET",
  path: "/team-api-keys",
  level: "client",
  levelErrors: clientErrors,
  query: listTeamApiKeysQuery,
  success: listTeamApiKeysSuccess,
  errors: [apiKeyNotFound, userAuthenticationRequired],
  textErrors: [teamApiKeys]
}

export const encodeCreateTeamApiKey = R.struct((o) => ({
  description: R.string(o.description, "description"),
  expires_at_millis: R.nullable(o.expiresAt, "expiresAt", R.toMillis),
  is_public: R.optional(o.isPublic, "isPublic", R.boolean),
  team_id: pathSegment<TeamId>(o.teamId, "teamId")
}))

/** Create an API key of a team. */
export const createTeamApiKey: Endpoint<
  { readonly payload: CreateTeamApiKey },
  NewTeamApiKey,
  ApiKeyNotFound | UserAuthenticationRequired | TeamApiKeysNotEnabled,
  "client"
> = {
  name: "createTeamApiKey",
  method: "POST",
  path: "/team-api-keys",
  level: "client",
  levelErrors: clientErrors,
  payload: encodeCreateTeamApiKey,
  success: decodeNewTeamApiKey,
  errors: [apiKeyNotFound, userAuthenticationRequired],
  textErrors: [teamApiKeys]
}

/** Read an API key of a team. */
export const getTeamApiKey: Endpoint<
  { readonly params: { readonly apiKeyId: ApiKeyId }; readonly query: { readonly teamId: TeamId } },
  TeamApiKey,
  ApiKeyNotFound | UserAuthenticationRequired | TeamApiKeysNotEnabled,
  "client"
> = {
  name: "getTeamApiKey",
  method: "GET",
  path: "/team-api-keys/:apiKeyId",
  level: "client",
  levelErrors: clientErrors,
  params: apiKeyIdParams,
  query: listTeamApiKeysQuery,
  success: decodeTeamApiKey,
  errors: [apiKeyNotFound, userAuthenticationRequired],
  textErrors: [teamApiKeys]
}

/** Change or revoke an API key of a team. */
export const updateTeamApiKey: Endpoint<
  {
    readonly params: { readonly apiKeyId: ApiKeyId }
    readonly query: { readonly teamId: TeamId }
    readonly payload: UpdateApiKey
  },
  TeamApiKey,
  ApiKeyNotFound | UserAuthenticationRequired | TeamApiKeysNotEnabled,
  "client"
> = {
  name: "updateTeamApiKey",
  method: "PATCH",
  path: "/team-api-keys/:apiKeyId",
  level: "client",
  levelErrors: clientErrors,
  params: apiKeyIdParams,
  query: listTeamApiKeysQuery,
  payload: encodeUpdateApiKey,
  success: decodeTeamApiKey,
  errors: [apiKeyNotFound, userAuthenticationRequired],
  textErrors: [teamApiKeys]
}

/** Check an API key of a team. */
export const checkTeamApiKey: Endpoint<
  { readonly payload: { readonly apiKey: Redacted.Redacted } },
  TeamApiKey,
  ApiKeyNotFound | WrongApiKeyType | ApiKeyRevoked | ApiKeyExpired | TeamApiKeysNotEnabled,
  "server"
> = {
  name: "checkTeamApiKey",
  method: "POST",
  path: "/team-api-keys/check",
  level: "server",
  levelErrors: commonErrors,
  payload: checkUserApiKeyPayload,
  success: decodeTeamApiKey,
  errors: [apiKeyNotFound, wrongApiKeyType, apiKeyRevoked, apiKeyExpired],
  textErrors: [teamApiKeys]
}
