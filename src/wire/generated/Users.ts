/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */
import type { CreateUser, ListUsers, UpdateMe, UpdateUser } from "../../api/Users.ts"
import type { ProviderId, TeamId, UserId } from "../../api/schema/Ids.ts"
import type { CurrentUser, ServerUser } from "../../api/schema/User.ts"
import { pageOf } from "../../domain/Envelope.ts"
import type { ClientUserDeletionNotEnabled, MagicLinkNotEnabled } from "../../domain/errors/ProjectFlags.ts"
import type { CannotGetOwnUserWithoutUser } from "../../domain/errors/Session.ts"
import type { TeamMembershipNotFound } from "../../domain/errors/Teams.ts"
import type {
  PasswordAuthenticationNotEnabled,
  UserNotFound,
  UserWithEmailAlreadyExists
} from "../../domain/errors/Users.ts"
import type { Endpoint } from "../Endpoint.ts"
import { clientErrors, commonErrors } from "./Access.ts"
import { decodeSuccess } from "./Envelope.ts"
import { encodeQueryBoolean } from "./Input.ts"
import { clientUserDeletion, otpAuth, passwordAuth } from "./Refusals.ts"
import { cannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import { teamMembershipNotFound } from "./errors/Teams.ts"
import { userNotFound, userWithEmailAlreadyExists } from "./errors/Users.ts"
import { imageUrl } from "./schema/AbsoluteUrl.ts"
import { email } from "./schema/Email.ts"
import { pathSegment } from "./schema/Ids.ts"
import { encodeApiKeyValue, encodePassword } from "./schema/Secrets.ts"
import { decodeCurrentUser, decodeServerUser, encodeRiskScores } from "./schema/User.ts"
import * as R from "../runtime.ts"

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
  display_name:
    o.displayName === undefined ? undefined : o.displayName === null ? null : R.string(o.displayName, "displayName"),
  profile_image_url:
    o.profileImageUrl === undefined
      ? undefined
      : o.profileImageUrl === null
        ? null
        : imageUrl(o.profileImageUrl, "profileImageUrl"),
  client_metadata: o.clientMetadata === undefined ? undefined : R.json(o.clientMetadata, "clientMetadata"),
  totp_secret_base64:
    o.totpSecretBase64 === undefined
      ? undefined
      : o.totpSecretBase64 === null
        ? null
        : R.reveal(o.totpSecretBase64, "totpSecretBase64"),
  otp_auth_enabled: o.otpAuthEnabled === undefined ? undefined : R.boolean(o.otpAuthEnabled, "otpAuthEnabled"),
  passkey_auth_enabled:
    o.passkeyAuthEnabled === undefined ? undefined : R.literal(o.passkeyAuthEnabled, "passkeyAuthEnabled", false),
  primary_email:
    o.primaryEmail === undefined ? undefined : o.primaryEmail === null ? null : email(o.primaryEmail, "primaryEmail"),
  selected_team_id:
    o.selectedTeamId === undefined
      ? undefined
      : o.selectedTeamId === null
        ? null
        : pathSegment<TeamId>(o.selectedTeamId, "selectedTeamId")
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
  refusals: [otpAuth]
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
  refusals: [clientUserDeletion]
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

export const encodeUpdateUser = R.struct((o) => ({
  display_name:
    o.displayName === undefined ? undefined : o.displayName === null ? null : R.string(o.displayName, "displayName"),
  profile_image_url:
    o.profileImageUrl === undefined
      ? undefined
      : o.profileImageUrl === null
        ? null
        : imageUrl(o.profileImageUrl, "profileImageUrl"),
  client_metadata: o.clientMetadata === undefined ? undefined : R.json(o.clientMetadata, "clientMetadata"),
  totp_secret_base64:
    o.totpSecretBase64 === undefined
      ? undefined
      : o.totpSecretBase64 === null
        ? null
        : R.reveal(o.totpSecretBase64, "totpSecretBase64"),
  otp_auth_enabled: o.otpAuthEnabled === undefined ? undefined : R.boolean(o.otpAuthEnabled, "otpAuthEnabled"),
  passkey_auth_enabled:
    o.passkeyAuthEnabled === undefined ? undefined : R.literal(o.passkeyAuthEnabled, "passkeyAuthEnabled", false),
  primary_email:
    o.primaryEmail === undefined ? undefined : o.primaryEmail === null ? null : email(o.primaryEmail, "primaryEmail"),
  restricted_by_admin:
    o.restrictedByAdmin === undefined ? undefined : R.boolean(o.restrictedByAdmin, "restrictedByAdmin"),
  restricted_by_admin_reason:
    o.restrictedByAdminReason === undefined
      ? undefined
      : o.restrictedByAdminReason === null
        ? null
        : R.string(o.restrictedByAdminReason, "restrictedByAdminReason"),
  restricted_by_admin_private_details:
    o.restrictedByAdminPrivateDetails === undefined
      ? undefined
      : o.restrictedByAdminPrivateDetails === null
        ? null
        : R.string(o.restrictedByAdminPrivateDetails, "restrictedByAdminPrivateDetails"),
  country_code:
    o.countryCode === undefined ? undefined : o.countryCode === null ? null : R.string(o.countryCode, "countryCode"),
  risk_scores: o.riskScores === undefined ? undefined : encodeRiskScores(o.riskScores, "riskScores"),
  client_read_only_metadata:
    o.clientReadOnlyMetadata === undefined ? undefined : R.json(o.clientReadOnlyMetadata, "clientReadOnlyMetadata"),
  server_metadata: o.serverMetadata === undefined ? undefined : R.json(o.serverMetadata, "serverMetadata"),
  primary_email_verified:
    o.primaryEmailVerified === undefined ? undefined : R.boolean(o.primaryEmailVerified, "primaryEmailVerified"),
  primary_email_auth_enabled:
    o.primaryEmailAuthEnabled === undefined
      ? undefined
      : R.boolean(o.primaryEmailAuthEnabled, "primaryEmailAuthEnabled"),
  password: o.password === undefined ? undefined : o.password === null ? null : encodePassword(o.password, "password"),
  password_hash: o.passwordHash === undefined ? undefined : encodeApiKeyValue(o.passwordHash, "passwordHash"),
  selected_team_id:
    o.selectedTeamId === undefined
      ? undefined
      : o.selectedTeamId === null
        ? null
        : pathSegment<TeamId>(o.selectedTeamId, "selectedTeamId"),
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
  refusals: [otpAuth, passwordAuth]
}

const encodeCreateUserOauthProvidersItem = R.struct((o) => ({
  id: pathSegment<ProviderId>(o.id, "id"),
  account_id: R.string(o.accountId, "accountId"),
  email: o.email === null ? null : email(o.email, "email")
}))

const encodeCreateUserOauthProviders = R.list(encodeCreateUserOauthProvidersItem)

export const encodeCreateUser = R.struct((o) => ({
  display_name:
    o.displayName === undefined ? undefined : o.displayName === null ? null : R.string(o.displayName, "displayName"),
  profile_image_url:
    o.profileImageUrl === undefined
      ? undefined
      : o.profileImageUrl === null
        ? null
        : imageUrl(o.profileImageUrl, "profileImageUrl"),
  client_metadata: o.clientMetadata === undefined ? undefined : R.json(o.clientMetadata, "clientMetadata"),
  totp_secret_base64:
    o.totpSecretBase64 === undefined
      ? undefined
      : o.totpSecretBase64 === null
        ? null
        : R.reveal(o.totpSecretBase64, "totpSecretBase64"),
  otp_auth_enabled: o.otpAuthEnabled === undefined ? undefined : R.boolean(o.otpAuthEnabled, "otpAuthEnabled"),
  passkey_auth_enabled:
    o.passkeyAuthEnabled === undefined ? undefined : R.literal(o.passkeyAuthEnabled, "passkeyAuthEnabled", false),
  primary_email:
    o.primaryEmail === undefined ? undefined : o.primaryEmail === null ? null : email(o.primaryEmail, "primaryEmail"),
  restricted_by_admin:
    o.restrictedByAdmin === undefined ? undefined : R.boolean(o.restrictedByAdmin, "restrictedByAdmin"),
  restricted_by_admin_reason:
    o.restrictedByAdminReason === undefined
      ? undefined
      : o.restrictedByAdminReason === null
        ? null
        : R.string(o.restrictedByAdminReason, "restrictedByAdminReason"),
  restricted_by_admin_private_details:
    o.restrictedByAdminPrivateDetails === undefined
      ? undefined
      : o.restrictedByAdminPrivateDetails === null
        ? null
        : R.string(o.restrictedByAdminPrivateDetails, "restrictedByAdminPrivateDetails"),
  country_code:
    o.countryCode === undefined ? undefined : o.countryCode === null ? null : R.string(o.countryCode, "countryCode"),
  risk_scores: o.riskScores === undefined ? undefined : encodeRiskScores(o.riskScores, "riskScores"),
  client_read_only_metadata:
    o.clientReadOnlyMetadata === undefined ? undefined : R.json(o.clientReadOnlyMetadata, "clientReadOnlyMetadata"),
  server_metadata: o.serverMetadata === undefined ? undefined : R.json(o.serverMetadata, "serverMetadata"),
  primary_email_verified:
    o.primaryEmailVerified === undefined ? undefined : R.boolean(o.primaryEmailVerified, "primaryEmailVerified"),
  primary_email_auth_enabled:
    o.primaryEmailAuthEnabled === undefined
      ? undefined
      : R.boolean(o.primaryEmailAuthEnabled, "primaryEmailAuthEnabled"),
  password: o.password === undefined ? undefined : o.password === null ? null : encodePassword(o.password, "password"),
  password_hash: o.passwordHash === undefined ? undefined : encodeApiKeyValue(o.passwordHash, "passwordHash"),
  oauth_providers:
    o.oauthProviders === undefined ? undefined : encodeCreateUserOauthProviders(o.oauthProviders, "oauthProviders"),
  is_anonymous: o.isAnonymous === undefined ? undefined : R.boolean(o.isAnonymous, "isAnonymous")
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
  refusals: [otpAuth, passwordAuth]
}

const listUsersSuccessWireItems = R.list(decodeServerUser)

const listUsersSuccessWirePagination = R.struct((o) => ({
  next_cursor: o.next_cursor === null ? null : R.string(o.next_cursor, "next_cursor")
}))

const listUsersSuccessWire = R.struct((o) => ({
  items: listUsersSuccessWireItems(o.items, "items"),
  is_paginated: R.literal(o.is_paginated, "is_paginated", true),
  pagination: listUsersSuccessWirePagination(o.pagination, "pagination")
}))

const listUsersSuccess = (value: unknown, key?: R.Key) => pageOf(listUsersSuccessWire(value, key))

export const encodeListUsers = R.struct((o) => ({
  team_id: o.teamId === undefined ? undefined : pathSegment<TeamId>(o.teamId, "teamId"),
  limit: o.limit === undefined ? undefined : String(R.between(R.int(o.limit, "limit"), "limit", 1, 1000)),
  cursor: o.cursor === undefined ? undefined : R.string(o.cursor, "cursor"),
  order_by: o.orderBy === undefined ? undefined : R.literal(o.orderBy, "orderBy", "signed_up_at"),
  desc: o.desc === undefined ? undefined : encodeQueryBoolean(o.desc, "desc"),
  query: o.query === undefined ? undefined : R.string(o.query, "query"),
  include_restricted:
    o.includeRestricted === undefined ? undefined : encodeQueryBoolean(o.includeRestricted, "includeRestricted"),
  include_anonymous:
    o.includeAnonymous === undefined ? undefined : encodeQueryBoolean(o.includeAnonymous, "includeAnonymous"),
  only_anonymous: o.onlyAnonymous === undefined ? undefined : encodeQueryBoolean(o.onlyAnonymous, "onlyAnonymous")
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
  refusals: [otpAuth, passwordAuth]
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
