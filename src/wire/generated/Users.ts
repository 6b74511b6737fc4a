/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { ProviderId, TeamId, UserId } from "../../api/schema/Ids.ts"
import type { CurrentUser, ServerUser } from "../../api/schema/User.ts"
import type { CreateUser, ListUsers, UpdateMe, UpdateUser } from "../../api/Users.ts"
import type { CannotGetOwnUserWithoutUser } from "../../domain/errors/Session.ts"
import type { TeamMembershipNotFound } from "../../domain/errors/Teams.ts"
import type {
  ClientUserDeletionNotEnabled,
  MagicLinkNotEnabled,
  PasswordAuthenticationNotEnabled,
  UserNotFound,
  UserWithEmailAlreadyExists
} from "../../domain/errors/Users.ts"
import { toPage } from "../../domain/Page.ts"
import { isDomainList } from "../../domain/text/EmailAddress.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors, commonErrors } from "./Access.ts"
import { decodeSuccess } from "./Envelope.ts"
import { cannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import { teamMembershipNotFound } from "./errors/Teams.ts"
import { userNotFound, userWithEmailAlreadyExists } from "./errors/Users.ts"
import { encodeQueryBoolean } from "./Input.ts"
import { imageUrl } from "./schema/AbsoluteUrl.ts"
import { email } from "./schema/Email.ts"
import { pathSegment } from "./schema/Ids.ts"
import { encodeApiKeyValue, encodePassword } from "./schema/Secrets.ts"
import { decodeCurrentUser, decodeServerUser, encodeRiskScores } from "./schema/User.ts"
import { clientUserDeletion, otpAuth, passwordAuth } from "./TextErrors.ts"

/** Read the current user. */
export const getMe: Endpoint<{}, CurrentUser, CannotGetOwnUserWithoutUser, "client"> = {
  name: "getMe",
  method: "GET",
  path: "/users/me",
  level: "client",
  levelErrors: clientErrors,
  success: decodeCurrentUser,
  errors: [cannotGetOwnUserWithoutUser]
}

export const encodeUpdateMe = R.struct((o) => ({
  display_name: R.nullish(o.displayName, "displayName", R.string),
  profile_image_url: R.nullish(o.profileImageUrl, "profileImageUrl", imageUrl),
  client_metadata: R.optional(o.clientMetadata, "clientMetadata", R.json),
  totp_secret_base64: R.nullish(o.totpSecretBase64, "totpSecretBase64", R.reveal),
  otp_auth_enabled: R.optional(o.otpAuthEnabled, "otpAuthEnabled", R.boolean),
  passkey_auth_enabled:
    o.passkeyAuthEnabled === undefined ? undefined : R.literal(o.passkeyAuthEnabled, "passkeyAuthEnabled", false),
  primary_email: R.nullish(o.primaryEmail, "primaryEmail", email),
  selected_team_id: R.nullish(o.selectedTeamId, "selectedTeamId", pathSegment<TeamId>)
}))

/** Change the current user. */
export const updateMe: Endpoint<
  { readonly payload: UpdateMe },
  CurrentUser,
  CannotGetOwnUserWithoutUser | TeamMembershipNotFound | UserWithEmailAlreadyExists | MagicLinkNotEnabled,
  "client"
> = {
  name: "updateMe",
  method: "PATCH",
  path: "/users/me",
  level: "client",
  levelErrors: clientErrors,
  payload: encodeUpdateMe,
  success: decodeCurrentUser,
  errors: [cannotGetOwnUserWithoutUser, teamMembershipNotFound, userWithEmailAlreadyExists],
  textErrors: [otpAuth]
}

/** Delete the current user. */
export const deleteMe: Endpoint<{}, void, CannotGetOwnUserWithoutUser | ClientUserDeletionNotEnabled, "client"> = {
  name: "deleteMe",
  method: "DELETE",
  path: "/users/me",
  level: "client",
  levelErrors: clientErrors,
  success: decodeSuccess,
  errors: [cannotGetOwnUserWithoutUser],
  textErrors: [clientUserDeletion]
}

/** Read the current user as a server. */
export const serverGetMe: Endpoint<{}, ServerUser, CannotGetOwnUserWithoutUser, "server"> = {
  name: "serverGetMe",
  method: "GET",
  path: "/users/me",
  level: "server",
  levelErrors: commonErrors,
  success: decodeServerUser,
  errors: [cannotGetOwnUserWithoutUser]
}

const displayNameToPasswordHash = (o: R.Properties) => ({
  display_name: R.nullish(o.displayName, "displayName", R.string),
  profile_image_url: R.nullish(o.profileImageUrl, "profileImageUrl", imageUrl),
  client_metadata: R.optional(o.clientMetadata, "clientMetadata", R.json),
  totp_secret_base64: R.nullish(o.totpSecretBase64, "totpSecretBase64", R.reveal),
  otp_auth_enabled: R.optional(o.otpAuthEnabled, "otpAuthEnabled", R.boolean),
  passkey_auth_enabled:
    o.passkeyAuthEnabled === undefined ? undefined : R.literal(o.passkeyAuthEnabled, "passkeyAuthEnabled", false),
  primary_email: R.nullish(o.primaryEmail, "primaryEmail", email),
  restricted_by_admin: R.optional(o.restrictedByAdmin, "restrictedByAdmin", R.boolean),
  restricted_by_admin_reason: R.nullish(o.restrictedByAdminReason, "restrictedByAdminReason", R.string),
  restricted_by_admin_private_details: R.nullish(
    o.restrictedByAdminPrivateDetails,
    "restrictedByAdminPrivateDetails",
    R.string
  ),
  country_code: R.nullish(o.countryCode, "countryCode", R.string),
  risk_scores: R.optional(o.riskScores, "riskScores", encodeRiskScores),
  client_read_only_metadata: R.optional(o.clientReadOnlyMetadata, "clientReadOnlyMetadata", R.json),
  server_metadata: R.optional(o.serverMetadata, "serverMetadata", R.json),
  primary_email_verified: R.optional(o.primaryEmailVerified, "primaryEmailVerified", R.boolean),
  primary_email_auth_enabled: R.optional(o.primaryEmailAuthEnabled, "primaryEmailAuthEnabled", R.boolean),
  password: R.nullish(o.password, "password", encodePassword),
  password_hash: R.optional(o.passwordHash, "passwordHash", encodeApiKeyValue)
})

export const encodeUpdateUser = R.struct((o) => ({
  ...displayNameToPasswordHash(o),
  selected_team_id: R.nullish(o.selectedTeamId, "selectedTeamId", pathSegment<TeamId>),
  is_anonymous: o.isAnonymous === undefined ? undefined : R.literal(o.isAnonymous, "isAnonymous", false)
}))

/** Change the current user as a server. */
export const serverUpdateMe: Endpoint<
  { readonly payload: UpdateUser },
  ServerUser,
  | CannotGetOwnUserWithoutUser
  | TeamMembershipNotFound
  | UserWithEmailAlreadyExists
  | MagicLinkNotEnabled
  | PasswordAuthenticationNotEnabled,
  "server"
> = {
  name: "serverUpdateMe",
  method: "PATCH",
  path: "/users/me",
  level: "server",
  levelErrors: commonErrors,
  payload: encodeUpdateUser,
  success: decodeServerUser,
  errors: [cannotGetOwnUserWithoutUser, teamMembershipNotFound, userWithEmailAlreadyExists],
  textErrors: [otpAuth, passwordAuth]
}

const encodeCreateUserOauthProvidersItem = R.struct((o) => ({
  id: pathSegment<ProviderId>(o.id, "id"),
  account_id: R.string(o.accountId, "accountId"),
  email: R.nullable(o.email, "email", email)
}))

const encodeCreateUserOauthProviders = R.list(encodeCreateUserOauthProvidersItem)

export const encodeCreateUser = R.struct((o) => ({
  ...displayNameToPasswordHash(o),
  oauth_providers: R.optional(o.oauthProviders, "oauthProviders", encodeCreateUserOauthProviders),
  is_anonymous: R.optional(o.isAnonymous, "isAnonymous", R.boolean)
}))

/** Create a user. */
export const createUser: Endpoint<
  { readonly payload: CreateUser },
  ServerUser,
  UserWithEmailAlreadyExists | MagicLinkNotEnabled | PasswordAuthenticationNotEnabled,
  "server"
> = {
  name: "createUser",
  method: "POST",
  path: "/users",
  level: "server",
  levelErrors: commonErrors,
  payload: encodeCreateUser,
  success: decodeServerUser,
  errors: [userWithEmailAlreadyExists],
  textErrors: [otpAuth, passwordAuth]
}

const listUsersSuccessWireItems = R.list(decodeServerUser)

const listUsersSuccessWirePagination = R.struct((o) => ({
  next_cursor: R.nullable(o.next_cursor, "next_cursor", R.string)
}))

const listUsersSuccessWire = R.struct((o) => {
  const a: R.Mutable<{
    readonly items: ReadonlyArray<ServerUser>
    readonly is_paginated: boolean
    readonly pagination?: { readonly next_cursor: string | null } | undefined
  }> = { items: listUsersSuccessWireItems(o.items, "items"), is_paginated: R.boolean(o.is_paginated, "is_paginated") }
  if (o.pagination !== undefined) a.pagination = listUsersSuccessWirePagination(o.pagination, "pagination")
  return a
})

const listUsersSuccess = (value: unknown, key?: R.Key) => toPage(listUsersSuccessWire(value, key))

export const encodeListUsers = R.struct((o) => ({
  team_id: R.optional(o.teamId, "teamId", pathSegment<TeamId>),
  limit: o.limit === undefined ? undefined : String(R.between(R.int(o.limit, "limit"), "limit", 1, 1000)),
  cursor: R.optional(o.cursor, "cursor", R.string),
  order_by: o.orderBy === undefined ? undefined : R.oneOf(o.orderBy, "orderBy", ["signed_up_at", "last_active_at"]),
  desc: R.optional(o.desc, "desc", encodeQueryBoolean),
  query: R.optional(o.query, "query", R.string),
  include_restricted: R.optional(o.includeRestricted, "includeRestricted", encodeQueryBoolean),
  include_anonymous: R.optional(o.includeAnonymous, "includeAnonymous", encodeQueryBoolean),
  only_anonymous: R.optional(o.onlyAnonymous, "onlyAnonymous", encodeQueryBoolean),
  excluded_email_domains:
    o.excludedEmailDomains === undefined
      ? undefined
      : R.check(
          R.string(o.excludedEmailDomains, "excludedEmailDomains"),
          "excludedEmailDomains",
          isDomainList,
          "1 to 100 domains, separated by commas"
        )
}))

/** List users. */
export const listUsers: Endpoint<
  { readonly query: typeof ListUsers.Type },
  { readonly items: ReadonlyArray<ServerUser>; readonly nextCursor: string | null },
  never,
  "server"
> = {
  name: "listUsers",
  method: "GET",
  path: "/users",
  level: "server",
  levelErrors: commonErrors,
  query: encodeListUsers,
  success: listUsersSuccess
}

const userIdParams = R.struct((o) => ({ userId: pathSegment<UserId>(o.userId, "userId") }))

/** Read a user. */
export const getUser: Endpoint<{ readonly params: { readonly userId: UserId } }, ServerUser, UserNotFound, "server"> = {
  name: "getUser",
  method: "GET",
  path: "/users/:userId",
  level: "server",
  levelErrors: commonErrors,
  params: userIdParams,
  success: decodeServerUser,
  errors: [userNotFound]
}

/** Change a user. */
export const updateUser: Endpoint<
  { readonly params: { readonly userId: UserId }; readonly payload: UpdateUser },
  ServerUser,
  | UserNotFound
  | TeamMembershipNotFound
  | UserWithEmailAlreadyExists
  | MagicLinkNotEnabled
  | PasswordAuthenticationNotEnabled,
  "server"
> = {
  name: "updateUser",
  method: "PATCH",
  path: "/users/:userId",
  level: "server",
  levelErrors: commonErrors,
  params: userIdParams,
  payload: encodeUpdateUser,
  success: decodeServerUser,
  errors: [userNotFound, teamMembershipNotFound, userWithEmailAlreadyExists],
  textErrors: [otpAuth, passwordAuth]
}

/** Delete a user. */
export const deleteUser: Endpoint<{ readonly params: { readonly userId: UserId } }, void, UserNotFound, "server"> = {
  name: "deleteUser",
  method: "DELETE",
  path: "/users/:userId",
  level: "server",
  levelErrors: commonErrors,
  params: userIdParams,
  success: decodeSuccess,
  errors: [userNotFound]
}
