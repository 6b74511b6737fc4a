/**
 * Variants of endpoints that accept what the service accepts, where that is more than clients of the contract send. For
 * servers such as the emulator; clients and documents use the original endpoints.
 */
import * as HttpApi from "effect/http-api/HttpApi"
import * as Schema from "effect/Schema"
import { WireStruct } from "./schema/WireStruct.ts"
import * as Endpoint from "./Endpoint.ts"
import { SchemaError } from "./errors/ProjectAccess.ts"
import { CannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import { Query, QueryBoolean, QueryCount } from "./Input.ts"
import * as OAuth from "./OAuth.ts"
import * as Password from "./Password.ts"
import { TeamId, UserIdOrMe } from "./schema/Ids.ts"
import * as Service from "./Service.ts"
import * as TeamMembers from "./TeamMembers.ts"
import * as Teams from "./Teams.ts"
import * as Users from "./Users.ts"

/** Optional, because the service answers its absence in its own words. */
export const listTeams = Endpoint.variant(Teams.listTeams, {
  query: Query({ userId: Schema.optional(UserIdOrMe), ...Teams.teamPageFields })
})

/** The service of 2025-06 answers pages of any size. */
export const listUsers = Endpoint.variant(Users.listUsers, {
  query: Query({ ...Users.listUsersFields, limit: Schema.optional(QueryCount) })
})

/** An older way to name the creator, which no client uses any more. */
const legacyCreator = { query: Query({ addCurrentUser: Schema.optional(QueryBoolean) }) }

/** Accepts the creator in either form. */
export const createTeam = Endpoint.variant(Teams.createTeam, legacyCreator)

/** Accepts the creator in either form. */
export const serverCreateTeam = Endpoint.variant(Teams.serverCreateTeam, legacyCreator)

/** Optional, because the service answers its absence in its own words. */
export const listTeamMemberProfiles = Endpoint.variant(TeamMembers.listTeamMemberProfiles, {
  query: Query({ teamId: Schema.optional(TeamId), userId: Schema.optional(UserIdOrMe) }),
  error: CannotGetOwnUserWithoutUser
})

const { verificationCallbackUrl, ...signUpFields } = Password.signUpFields

/** Optional: without it the current service sends no mail. */
export const signUp = Endpoint.variant(Password.signUp, {
  payload: WireStruct({
    ...signUpFields,
    verificationCallbackUrl: Schema.optional(verificationCallbackUrl)
  })
})

const ResponseMode = Schema.Literals(["redirect", "json"])

/** The current service reads neither the scope nor the type of the response. */
export const Authorize = Query({
  ...OAuth.authorizeFields,
  responseType: Schema.String,
  stackResponseMode: Schema.optional(ResponseMode),
  hexclaveResponseMode: Schema.optional(ResponseMode)
})

/** The start of a sign-in, as either generation of the service accepts it. */
export const authorize = Endpoint.variant(OAuth.authorize, { query: Authorize })

/** The service of 2025-06 ignores the flags and unknown parameters. */
export const getJsonWebKeys = Endpoint.variant(Service.getJsonWebKeys, {
  query: Query({
    includeRestricted: Schema.optional(Schema.String),
    includeAnonymous: Schema.optional(Schema.String)
  }),
  error: SchemaError
}).annotate(HttpApi.QueryParseOptions, {})
