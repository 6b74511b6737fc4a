/**
 * Variants of endpoints that accept what the service accepts, where that is more than clients of the contract send.
 * Clients and documents use the original endpoints.
 */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as Configuration from "../../api/Configuration.ts"
import * as ContactChannels from "../../api/ContactChannels.ts"
import * as Endpoint from "../../api/Endpoint.ts"
import { SchemaError } from "../../api/errors/ProjectAccess.ts"
import { CannotGetOwnUserWithoutUser } from "../../api/errors/Session.ts"
import { Code, Query, QueryBoolean, QueryCount } from "../../api/Input.ts"
import * as OAuth from "../../api/OAuth.ts"
import * as Outbox from "../../api/Outbox.ts"
import * as Passkey from "../../api/Passkey.ts"
import * as Password from "../../api/Password.ts"
import * as Payments from "../../api/Payments.ts"
import { TeamId, UserIdOrMe } from "../../api/schema/Ids.ts"
import { ForeignSecret } from "../../api/schema/Secrets.ts"
import { WireStruct } from "../../api/schema/WireStruct.ts"
import * as Service from "../../api/Service.ts"
import * as TeamInvitations from "../../api/TeamInvitations.ts"
import * as TeamMembers from "../../api/TeamMembers.ts"
import * as Teams from "../../api/Teams.ts"
import * as Users from "../../api/Users.ts"

/** The service of 2025-06 answers pages of any size; the current one refuses malformed domains in its own words. */
const allUsers = {
  query: Query({
    ...Users.listUsersFields,
    limit: Schema.optional(QueryCount),
    excludedEmailDomains: Schema.optional(Schema.String)
  })
}

/** Accepts any `limit`, and any text as `excluded_email_domains`. */
export const listUsers = Endpoint.makeVariant(Users.listUsers, allUsers)

/** An older way to name the creator, which no client uses any more. */
const legacyFields = { addCurrentUser: Schema.optional(QueryBoolean) }

const legacyCreator = { query: Query(legacyFields) }

const teamFields = { userId: Schema.optional(UserIdOrMe), ...legacyFields }

/** Accepts a missing `user_id`, which the service answers in its own words. */
export const listTeams = Endpoint.makeVariant(Teams.listTeams, {
  query: Query({ ...teamFields, ...Teams.teamPageFields })
})

/** Accepts the creator in either form. */
export const createTeam = Endpoint.makeVariant(Teams.createTeam, legacyCreator)

/** Accepts the creator in either form. */
export const serverCreateTeam = Endpoint.makeVariant(Teams.serverCreateTeam, legacyCreator)

// The service also checks the query of a list at each of its items, and then ignores it. The same goes for users,
// contact channels and profiles below.

const teamQuery = { query: Query(teamFields) }

export const getTeam = Endpoint.makeVariant(Teams.getTeam, teamQuery)
export const serverGetTeam = Endpoint.makeVariant(Teams.serverGetTeam, teamQuery)
export const updateTeam = Endpoint.makeVariant(Teams.updateTeam, teamQuery)
export const serverUpdateTeam = Endpoint.makeVariant(Teams.serverUpdateTeam, teamQuery)
export const deleteTeam = Endpoint.makeVariant(Teams.deleteTeam, teamQuery)

/** The id may also be the service's own one for `me`. */
const userQuery = { ...allUsers, error: CannotGetOwnUserWithoutUser }

export const getUser = Endpoint.makeVariant(Users.getUser, userQuery)
export const updateUser = Endpoint.makeVariant(Users.updateUser, userQuery)
export const deleteUser = Endpoint.makeVariant(Users.deleteUser, userQuery)

/** Accepts `passkey_auth_enabled`: the service answers `true` in its own words. */
export const updateMe = Endpoint.makeVariant(Users.updateMe, {
  payload: WireStruct({ ...Users.updateMeFields, passkeyAuthEnabled: Schema.optional(Schema.Boolean) }, Users.totpName)
})

const channelQuery = { query: ContactChannels.ServerListContactChannels }

/** Accepts a missing `user_id`, which the service answers in its own words. */
export const listContactChannels = Endpoint.makeVariant(ContactChannels.listContactChannels, channelQuery)
export const getContactChannel = Endpoint.makeVariant(ContactChannels.getContactChannel, channelQuery)
export const updateContactChannel = Endpoint.makeVariant(ContactChannels.updateContactChannel, channelQuery)
export const serverUpdateContactChannel = Endpoint.makeVariant(ContactChannels.serverUpdateContactChannel, channelQuery)
export const deleteContactChannel = Endpoint.makeVariant(ContactChannels.deleteContactChannel, channelQuery)

const profileQuery = { query: Query({ teamId: Schema.optional(TeamId), userId: Schema.optional(UserIdOrMe) }) }

/** Accepts a missing `team_id` or `user_id`, which the service answers in its own words. */
export const listTeamMemberProfiles = Endpoint.makeVariant(TeamMembers.listTeamMemberProfiles, profileQuery)
export const getTeamMemberProfile = Endpoint.makeVariant(TeamMembers.getTeamMemberProfile, profileQuery)
export const serverGetTeamMemberProfile = Endpoint.makeVariant(TeamMembers.serverGetTeamMemberProfile, profileQuery)
export const updateTeamMemberProfile = Endpoint.makeVariant(TeamMembers.updateTeamMemberProfile, profileQuery)
export const serverUpdateTeamMemberProfile = Endpoint.makeVariant(
  TeamMembers.serverUpdateTeamMemberProfile,
  profileQuery
)

/** Accepts any `credential`: the service checks the code before it. */
export const register = Endpoint.makeVariant(Passkey.register, {
  payload: WireStruct({ credential: Schema.Unknown, code: Code }),
  error: SchemaError
})
/** Accepts any `authentication_response`: the service checks the code before it. */
export const signInWithPasskey = Endpoint.makeVariant(Passkey.signInWithPasskey, {
  payload: WireStruct({ authenticationResponse: Schema.Unknown, code: Code }),
  error: SchemaError
})

const { state, ...callbackFields } = OAuth.callbackFields

/** The parameters of a callback. Without a state there is nothing to finish. */
const CallbackFields = Query({ state: Schema.optional(state), ...callbackFields })

/** Accepts a missing `state`, which the service answers in its own words. */
export const callback = Endpoint.makeVariant(OAuth.callback, { query: CallbackFields })
/** Accepts a missing `state`, which the service answers in its own words, and JSON like a form. */
export const callbackForm = Endpoint.makeVariant(OAuth.callbackForm, {
  payload: [CallbackFields.pipe(HttpApiSchema.asFormUrlEncoded()), CallbackFields]
})

const { verificationCallbackUrl, ...signUpFields } = Password.signUpFields

/** Accepts a missing `verification_callback_url`: without it the current service sends no mail. */
export const signUp = Endpoint.makeVariant(Password.signUp, {
  payload: WireStruct({
    ...signUpFields,
    verificationCallbackUrl: Schema.optional(verificationCallbackUrl)
  })
})

const ResponseMode = Schema.Literals(["redirect", "json"])

/** Accepts any `response_type` and unknown parameters, which the current service ignores. */
export const Authorize = Query({
  ...OAuth.authorizeFields,
  responseType: Schema.String,
  stackResponseMode: Schema.optional(ResponseMode),
  hexclaveResponseMode: Schema.optional(ResponseMode)
})

/** The start of a sign-in, as either generation of the service accepts it. */
export const authorize = Endpoint.makeVariant(OAuth.authorize, { query: Authorize }).annotate(
  HttpApi.QueryParseOptions,
  {}
)

/**
 * Accepts any `include_restricted`, any `include_anonymous` and unknown parameters, which the service of 2025-06
 * ignores.
 */
export const getJsonWebKeys = Endpoint.makeVariant(Service.getJsonWebKeys, {
  query: Query({
    includeRestricted: Schema.optional(Schema.String),
    includeAnonymous: Schema.optional(Schema.String)
  }),
  error: SchemaError
}).annotate(HttpApi.QueryParseOptions, {})

/** Accepts any `limit`, because the service refuses one in its own words. */
export const listOutboxEmails = Endpoint.makeVariant(Outbox.listOutboxEmails, {
  query: Query({ ...Outbox.listOutboxFields, limit: Schema.optional(Schema.String) })
})

const { productId, productInline } = Payments.createPurchaseUrlFields

/** Accepts `offer_id` and `offer_inline`, too: the names that products had before. */
export const createPurchaseUrl = Endpoint.makeVariant(Payments.createPurchaseUrl, {
  payload: WireStruct({ ...Payments.createPurchaseUrlFields, offerId: productId, offerInline: productInline })
})

const { cursor, ...transactionFilters } = Payments.listTransactionsFields

/**
 * Accepts any `limit`: the service takes the nearest one that it allows. Unlike other cursors, `cursor` is not an id.
 */
export const listTransactions = Endpoint.makeVariant(Payments.listTransactions, {
  query: Query({ ...transactionFilters, limit: Schema.optional(Schema.String), after: cursor }, { after: "cursor" })
})

/** Accepts a missing `team_id`, which the current service answers in its own words. */
export const deleteTeamInvitation = Endpoint.makeVariant(TeamInvitations.deleteTeamInvitation, {
  query: Query({ teamId: Schema.optional(TeamId) }),
  error: SchemaError
})

/** Accepts any text as `config_override_string`: the service refuses an invalid configuration in its own words. */
export const updateConfiguration = Endpoint.makeVariant(Configuration.updateConfiguration, {
  payload: WireStruct({ configOverrideString: ForeignSecret })
})

/** Accepts any text as `config_string`: the service refuses an invalid configuration in its own words. */
export const replaceOverrides = Endpoint.makeVariant(Configuration.replaceOverrides, {
  payload: WireStruct({ configString: ForeignSecret, source: Schema.optional(Configuration.ConfigurationSource) })
})
