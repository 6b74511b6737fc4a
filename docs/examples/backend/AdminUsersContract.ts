/** Users, and what belongs to them, for admins. */
import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { ApiKeyNotFound, PermissionNotFound, UserNotFound, UserWithEmailAlreadyExists } from "gatefold/api"
import { ApiKeyId, PermissionId, SessionId, TeamId, Unavailable, UserId } from "gatefold/backend/middleware"
import { Limit, NotYourself, Page, Refused } from "./AdminErrors.ts"

/** A user in a list. */
export const User = Schema.Struct({
  id: UserId,
  displayName: Schema.NullOr(Schema.String),
  primaryEmail: Schema.NullOr(Schema.String),
  primaryEmailVerified: Schema.Boolean,
  profileImageUrl: Schema.NullOr(Schema.String),
  signedUpAt: Schema.Date,
  lastActiveAt: Schema.Date,
  hasPassword: Schema.Boolean,
  otpAuthEnabled: Schema.Boolean,
  passkeyAuthEnabled: Schema.Boolean,
  isMultiFactorRequired: Schema.Boolean,
  isAnonymous: Schema.Boolean,
  /** Whether an administrator has restricted the user, and what the user was told. */
  isRestrictedByAdmin: Schema.Boolean,
  restrictedByAdminReason: Schema.NullOr(Schema.String),
  /** The sign-in providers of the user, such as `github`. */
  providers: Schema.Array(Schema.String)
})
/** A user in a list. */
export interface User extends Schema.Schema.Type<typeof User> {}

/** The sort keys of the user list. */
export const UserOrder = Schema.Literals(["signedUpAt", "lastActiveAt"])
/** The sort keys of the user list. */
export type UserOrder = typeof UserOrder.Type

/** One page of the user list. */
export const UserPage = Schema.Struct({
  ...Page(User).fields,
  /** Whether more users match than are sorted by activity: then those who signed up last are sorted. */
  isPartial: Schema.Boolean
})
/** One page of the user list. */
export interface UserPage extends Schema.Schema.Type<typeof UserPage> {}

/** A session of a user. The service tells neither browser nor operating system. */
export const UserSession = Schema.Struct({
  id: SessionId,
  createdAt: Schema.Date,
  lastUsedAt: Schema.NullOr(Schema.Date),
  /** Whether another user is impersonating the user. */
  isImpersonation: Schema.Boolean,
  /** From where it was last used, as far as the service knows. */
  ip: Schema.NullOr(Schema.String),
  place: Schema.NullOr(Schema.String)
})
/** A session of a user. */
export interface UserSession extends Schema.Schema.Type<typeof UserSession> {}

/** The app's data about a user: any JSON, or null. */
export const Metadata = Schema.Struct({
  /** The user reads and writes it. */
  client: Schema.Json,
  /** The user reads it. */
  clientReadOnly: Schema.Json,
  /** Only servers see it. */
  server: Schema.Json
})
/** The app's data about a user. */
export interface Metadata extends Schema.Schema.Type<typeof Metadata> {}

/** A user with what belongs to them. */
export const UserDetails = Schema.Struct({
  user: User,
  metadata: Metadata,
  /** The project permissions that the user was granted, without those that they contain. */
  permissions: Schema.Array(PermissionId),
  teams: Schema.Array(Schema.Struct({ id: TeamId, displayName: Schema.String })),
  /** The administrators' note about the restriction. The user never sees it. */
  privateDetails: Schema.NullOr(Schema.String),
  /** Newest first. */
  sessions: Schema.Array(UserSession)
})
/** A user with what belongs to them. */
export interface UserDetails extends Schema.Schema.Type<typeof UserDetails> {}

/** An API key of a user, without its value. */
export const UserApiKey = Schema.Struct({
  id: ApiKeyId,
  description: Schema.String,
  lastFour: Schema.String,
  createdAt: Schema.Date,
  /** Null when it never expires. */
  expiresAt: Schema.NullOr(Schema.Date),
  whyInvalid: Schema.NullOr(Schema.Literals(["manually-revoked", "expired"]))
})
/** An API key of a user. */
export interface UserApiKey extends Schema.Schema.Type<typeof UserApiKey> {}

/** A new password; it is in no log. */
const Password = Schema.RedactedFromValue(Schema.String.check(Schema.isMinLength(8), Schema.isMaxLength(70)))

const ofUser = Schema.Union([UserNotFound, Unavailable])
const ofChange = Schema.Union([UserNotFound, Refused, Unavailable])
const ofPermission = Schema.Union([UserNotFound, PermissionNotFound, Refused, Unavailable])

const query = {
  /** An id, or part of a name or address. */
  query: Schema.optionalKey(Schema.String)
}

/** The procedures about users. */
export const users = RpcGroup.make(
  /** The service sorts by sign-up; by activity this server sorts the newest thousand. */
  Rpc.make("ListUsers", {
    payload: {
      ...query,
      cursor: Schema.optionalKey(Schema.String),
      limit: Limit,
      orderBy: UserOrder,
      desc: Schema.Boolean
    },
    success: UserPage,
    error: Unavailable
  }),
  /** How many match, guests and restricted users among them; with a `query` this server counts up to a thousand. */
  Rpc.make("CountUsers", {
    payload: query,
    success: Schema.Struct({ count: Schema.Int, isAtLeast: Schema.Boolean }),
    error: Unavailable
  }),
  Rpc.make("GetUser", { payload: { userId: UserId }, success: UserDetails, error: ofUser }),
  /** Mails nobody, and needs no sign-up to be on. The user signs in by mail, where the project lets users do so. */
  Rpc.make("CreateUser", {
    payload: {
      primaryEmail: Schema.String,
      primaryEmailVerified: Schema.Boolean,
      displayName: Schema.optionalKey(Schema.String),
      password: Schema.optionalKey(Password)
    },
    success: User,
    error: Schema.Union([UserWithEmailAlreadyExists, Refused, Unavailable])
  }),
  /** Changes what is named; null clears. */
  Rpc.make("UpdateUser", {
    payload: {
      userId: UserId,
      displayName: Schema.optionalKey(Schema.NullOr(Schema.String)),
      primaryEmail: Schema.optionalKey(Schema.NullOr(Schema.String)),
      primaryEmailVerified: Schema.optionalKey(Schema.Boolean),
      profileImageUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
      metadata: Schema.optionalKey(Metadata)
    },
    success: UserDetails,
    error: Schema.Union([UserNotFound, UserWithEmailAlreadyExists, Refused, Unavailable])
  }),
  /** For users who have lost their authenticator app. */
  Rpc.make("TurnOffSecondFactor", { payload: { userId: UserId }, success: UserDetails, error: ofUser }),
  /** Keeps the user out of everything that is not for restricted users, and tells them why; the details are private. */
  Rpc.make("RestrictUser", {
    payload: { userId: UserId, reason: Schema.String, privateDetails: Schema.String },
    success: UserDetails,
    error: Schema.Union([UserNotFound, NotYourself, Refused, Unavailable])
  }),
  /** Lets a restricted user go on. */
  Rpc.make("ReleaseUser", { payload: { userId: UserId }, success: UserDetails, error: ofUser }),
  Rpc.make("DeleteUser", { payload: { userId: UserId }, error: Schema.Union([UserNotFound, NotYourself, Unavailable]) })
)

/** The procedures about what users may do, and how they are signed in. */
export const userAccess = RpcGroup.make(
  Rpc.make("GrantPermission", {
    payload: { userId: UserId, permissionId: Schema.String },
    success: UserDetails,
    error: ofPermission
  }),
  Rpc.make("RevokePermission", {
    payload: { userId: UserId, permissionId: Schema.String },
    success: UserDetails,
    error: ofPermission
  }),
  /** Ends a session. Its access token counts until it expires, ten minutes at most. */
  Rpc.make("EndSession", { payload: { userId: UserId, sessionId: SessionId }, success: UserDetails, error: ofChange }),
  /** Ends all sessions of the user. */
  Rpc.make("SignOutUser", { payload: { userId: UserId }, success: UserDetails, error: ofUser }),
  /** Newest first. `Refused` when users of the project have no API keys. */
  Rpc.make("ListUserApiKeys", {
    payload: { userId: UserId },
    success: Schema.Array(UserApiKey),
    error: ofChange
  }),
  /** For good. */
  Rpc.make("RevokeUserApiKey", {
    payload: { id: ApiKeyId },
    error: Schema.Union([ApiKeyNotFound, Refused, Unavailable])
  })
)
