/** The current user and all users (docs/protocol/resources.md#users). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { maxUsersPerPage } from "../domain/Page.ts"
import { isDomainList, maxDomains } from "../domain/text/EmailAddress.ts"
import * as Endpoint from "./Endpoint.ts"
import { withCreatedStatus, Page, Success } from "./Envelope.ts"
import { CannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import { TeamMembershipNotFound } from "./errors/Teams.ts"
import { UserNotFound, UserWithEmailAlreadyExists } from "./errors/Users.ts"
import { Query, QueryBoolean, QueryLimit } from "./Input.ts"
import { ImageUrl } from "./schema/AbsoluteUrl.ts"
import { Email } from "./schema/Email.ts"
import { ProviderId, TeamId, UserId } from "./schema/Ids.ts"
import { Metadata } from "./schema/Metadata.ts"
import * as Rule from "./schema/Rule.ts"
import { Password, PasswordHash, TotpSecret } from "./schema/Secrets.ts"
import { CurrentUser, RiskScores, ServerUser } from "./schema/User.ts"
import { WireClass, WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

const ownFields = {
  displayName: Schema.optional(Schema.NullOr(Schema.String)),
  profileImageUrl: Schema.optional(Schema.NullOr(ImageUrl)),
  clientMetadata: Schema.optional(Metadata),
  totpSecretBase64: Schema.optional(Schema.NullOr(TotpSecret)),
  otpAuthEnabled: Schema.optional(Schema.Boolean),
  /** Only `false`: removes the passkey. */
  passkeyAuthEnabled: Schema.optional(Schema.Literal(false))
}

const selectedTeamFields = { selectedTeamId: Schema.optional(Schema.NullOr(TeamId)) }

const emailFields = { primaryEmail: Schema.optional(Schema.NullOr(Email)) }

/** Fields that the service of 2025-06 refuses with `SCHEMA_ERROR`. */
const restrictionFields = {
  /**
   * Whether an administrator restricts the user. Calls of restricted users are refused unless they allow such users.
   */
  restrictedByAdmin: Schema.optional(Schema.Boolean),
  /** The reason for the user; null unless restricted. */
  restrictedByAdminReason: Schema.optional(Schema.NullOr(Schema.String)),
  /** Details for administrators; null unless restricted. */
  restrictedByAdminPrivateDetails: Schema.optional(Schema.NullOr(Schema.String)),
  countryCode: Schema.optional(Schema.NullOr(Schema.String)),
  riskScores: Schema.optional(RiskScores)
}

const serverFields = {
  ...ownFields,
  ...emailFields,
  ...restrictionFields,
  clientReadOnlyMetadata: Schema.optional(Metadata),
  serverMetadata: Schema.optional(Metadata),
  primaryEmailVerified: Schema.optional(Schema.Boolean),
  primaryEmailAuthEnabled: Schema.optional(Schema.Boolean),
  password: Schema.optional(Schema.NullOr(Password)),
  passwordHash: Schema.optional(PasswordHash)
}

/** The wire name of the TOTP secret, which is not its snake case. */
export const totpName = { totpSecretBase64: "totp_secret_base64" } as const

/** The fields of {@link UpdateMe}. */
export const updateMeFields = { ...ownFields, ...emailFields, ...selectedTeamFields }

/**
 * The fields that users may change of themselves. An absent field stays, `null` clears it. The service of 2025-06
 * accepts no `primaryEmail`.
 */
export class UpdateMe extends WireClass<UpdateMe>()(updateMeFields, totpName) {}

/** The fields that servers may change of a user; any given password ends every session of the user. */
export class UpdateUser extends WireClass<UpdateUser>()(
  {
    ...serverFields,
    ...selectedTeamFields,
    /** Only `false`: an anonymous user becomes an ordinary one. */
    isAnonymous: Schema.optional(Schema.Literal(false))
  },
  totpName
) {}

const NewOAuthProvider = WireStruct({
  id: ProviderId,
  accountId: Schema.String,
  email: Schema.NullOr(Email)
})

/** A new user; everything is optional. */
export class CreateUser extends WireClass<CreateUser>()(
  {
    ...serverFields,
    oauthProviders: Schema.optional(Schema.Array(NewOAuthProvider)),
    isAnonymous: Schema.optional(Schema.Boolean)
  },
  totpName
) {}

/**
 * The filters and the page of a list of users. Without `limit` all come in one page; the current service then refuses
 * to list more than {@link maxUsersPerPage}. The service of 2025-06 lists all users, and refuses the last four and
 * `last_active_at`.
 */
export const listUsersFields = {
  teamId: Schema.optional(TeamId),
  limit: Schema.optional(QueryLimit(maxUsersPerPage)),
  cursor: Schema.optional(Schema.String),
  orderBy: Schema.optional(Schema.Literals(["signed_up_at", "last_active_at"])),
  desc: Schema.optional(QueryBoolean),
  /** An exact id, or part of a display name or of a contact channel. */
  query: Schema.optional(Schema.String),
  includeRestricted: Schema.optional(QueryBoolean),
  /** Includes restricted ones. */
  includeAnonymous: Schema.optional(QueryBoolean),
  /** Needs `includeAnonymous`. */
  onlyAnonymous: Schema.optional(QueryBoolean),
  /** Domains, separated by commas: leaves out users whose primary address is at one of them. */
  excludedEmailDomains: Schema.optional(
    Schema.String.check(
      Rule.check(isDomainList, `1 to ${maxDomains} domains, separated by commas`, /^[a-z]{1,8}(,[a-z]{1,8}){0,2}$/)
    )
  )
}

/** The query of a list of users. */
export const ListUsers = Query(listUsersFields)

const authErrors = [UserWithEmailAlreadyExists, TextErrors.otpAuth, TextErrors.passwordAuth] as const

/** Reads the user of the access token. */
export const getMe = Endpoint.client.get("getMe", "/users/me", {
  summary: "Read the current user",
  success: CurrentUser,
  error: CannotGetOwnUserWithoutUser
})

/** Changes the user of the access token. */
export const updateMe = Endpoint.client.patch("updateMe", "/users/me", {
  summary: "Change the current user",
  payload: UpdateMe,
  success: CurrentUser,
  error: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, UserWithEmailAlreadyExists, TextErrors.otpAuth]
})

/** Deletes the user of the access token, if the project lets clients do so. */
export const deleteMe = Endpoint.client.delete("deleteMe", "/users/me", {
  summary: "Delete the current user",
  success: Success,
  error: [CannotGetOwnUserWithoutUser, TextErrors.clientUserDeletion]
})

/** Reads the user of the access token in the server's shape. */
export const serverGetMe = Endpoint.server.get("serverGetMe", "/users/me", {
  summary: "Read the current user as a server",
  success: ServerUser,
  error: CannotGetOwnUserWithoutUser
})

/** Changes the user of the access token as servers may. */
export const serverUpdateMe = Endpoint.server.patch("serverUpdateMe", "/users/me", {
  summary: "Change the current user as a server",
  payload: UpdateUser,
  success: ServerUser,
  error: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, ...authErrors]
})

/** Creates a user; no mail is sent, and sign-up need not be enabled. */
export const createUser = Endpoint.server.post("createUser", "/users", {
  summary: "Create a user",
  payload: CreateUser,
  success: withCreatedStatus(ServerUser),
  error: authErrors
})

/** Lists users by sign-up or by activity, oldest first unless `desc`. */
export const listUsers = Endpoint.server.get("listUsers", "/users", {
  summary: "List users",
  query: ListUsers,
  success: Page(ServerUser)
})

/** Reads a user. */
export const getUser = Endpoint.server.get("getUser", "/users/:userId", {
  summary: "Read a user",
  params: { userId: UserId },
  success: ServerUser,
  error: UserNotFound
})

/** Changes a user. */
export const updateUser = Endpoint.server.patch("updateUser", "/users/:userId", {
  summary: "Change a user",
  params: { userId: UserId },
  payload: UpdateUser,
  success: ServerUser,
  error: [UserNotFound, TeamMembershipNotFound, ...authErrors]
})

/** Deletes a user with their memberships, sessions and contact channels. */
export const deleteUser = Endpoint.server.delete("deleteUser", "/users/:userId", {
  summary: "Delete a user",
  params: { userId: UserId },
  success: Success,
  error: UserNotFound
})

/** The current user, at every level. */
export class UsersGroup extends HttpApiGroup.make("users").add(deleteMe).prefix(Endpoint.root) {}

/** The current user, for clients. */
export class ClientUsersGroup extends HttpApiGroup.make("clientUsers").add(getMe, updateMe).prefix(Endpoint.root) {}

/** All users, for servers. */
export class ServerUsersGroup extends HttpApiGroup.make("serverUsers")
  .add(serverGetMe, serverUpdateMe, createUser, listUsers, getUser, updateUser, deleteUser)
  .prefix(Endpoint.root) {}
