/**
 * What admins of the example app can do, as procedures. Each needs the project
 * permission `admin`, which the server itself grants and checks.
 */
import { Schema, Struct } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import {
  ContainedPermissionNotFound,
  EmailNotEditable,
  PermissionIdAlreadyExists,
  PermissionNotFound,
  RequiresCustomEmailServer,
  UserNotFound
} from "gatefold/api"
import {
  Permission,
  PermissionId,
  RequirePermissionRpc,
  SignedInRpc,
  TeamId,
  Unavailable,
  UserId
} from "gatefold/backend/middleware"

/** The project permission that all of this needs. */
export const adminPermission = "admin"

/** The service refuses what it was told; the message says why. */
export class Refused extends Schema.TaggedError<Refused>()("Refused", { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

/** Admins do not do this to themselves. */
export class NotYourself extends Schema.TaggedError<NotYourself>()("NotYourself", {}) {
  override get message() {
    return "Ask another admin to do this to your own account."
  }
}

/** How many come at once. */
const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))

/* -------------------------------------------------------------------- users */

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

/** A page of users. */
export const UserPage = Schema.Struct({
  items: Schema.Array(User),
  /** Where the next page starts; null at the end. */
  nextCursor: Schema.NullOr(Schema.String)
})
/** A page of users. */
export interface UserPage extends Schema.Schema.Type<typeof UserPage> {}

/** A user with what belongs to them. */
export const UserDetails = Schema.Struct({
  user: User,
  /** The project permissions that the user was granted, without those that they contain. */
  permissions: Schema.Array(PermissionId),
  teams: Schema.Array(Schema.Struct({ id: TeamId, displayName: Schema.String })),
  /** What administrators have noted about the restriction; the user never sees it. */
  privateDetails: Schema.NullOr(Schema.String),
  sessionCount: Schema.Int
})
/** A user with what belongs to them. */
export interface UserDetails extends Schema.Schema.Type<typeof UserDetails> {}

const ofUser = Schema.Union([UserNotFound, Unavailable])
const ofPermission = Schema.Union([UserNotFound, PermissionNotFound, Refused, Unavailable])

const users = RpcGroup.make(
  Rpc.make("ListUsers", {
    payload: {
      /** An id, or part of a name or address. */
      query: Schema.optionalKey(Schema.String),
      cursor: Schema.optionalKey(Schema.String),
      limit: Limit,
      newestFirst: Schema.Boolean
    },
    success: UserPage,
    error: Unavailable
  }),
  Rpc.make("GetUser", { payload: { userId: UserId }, success: UserDetails, error: ofUser }),
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
  /** Ends all sessions of the user. */
  Rpc.make("SignOutUser", { payload: { userId: UserId }, success: UserDetails, error: ofUser }),
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

/* -------------------------------------------------------------- permissions */

/** Where a permission is held. */
export const PermissionScope = Schema.Literals(["team", "project"])

/** A permission that exists. */
export const PermissionDefinition = Schema.Struct({
  id: PermissionId,
  description: Schema.NullOr(Schema.String),
  /** Whoever holds the permission holds these too. */
  containedPermissionIds: Schema.Array(PermissionId),
  /** Permissions of the system start with `$` and stay as they are. */
  isSystem: Schema.Boolean
})
/** A permission that exists. */
export interface PermissionDefinition extends Schema.Schema.Type<typeof PermissionDefinition> {}

const definition = {
  scope: PermissionScope,
  id: Schema.String,
  description: Schema.optionalKey(Schema.String),
  containedPermissionIds: Schema.optionalKey(Schema.Array(Schema.String))
}

const permissions = RpcGroup.make(
  Rpc.make("ListPermissionDefinitions", {
    payload: { scope: PermissionScope },
    success: Schema.Array(PermissionDefinition),
    error: Unavailable
  }),
  Rpc.make("CreatePermissionDefinition", {
    payload: definition,
    success: PermissionDefinition,
    error: Schema.Union([PermissionIdAlreadyExists, ContainedPermissionNotFound, Refused, Unavailable])
  }),
  /** Changes what is named; `newId` renames. */
  Rpc.make("UpdatePermissionDefinition", {
    payload: { ...definition, newId: Schema.optionalKey(Schema.String) },
    success: PermissionDefinition,
    error: Schema.Union([
      PermissionNotFound,
      PermissionIdAlreadyExists,
      ContainedPermissionNotFound,
      Refused,
      Unavailable
    ])
  }),
  Rpc.make("DeletePermissionDefinition", {
    payload: { scope: PermissionScope, id: Schema.String },
    error: Schema.Union([PermissionNotFound, Refused, Unavailable])
  })
)

/* ------------------------------------------------------------------ project */

/** What can be turned on and off. */
export const ProjectFlags = Schema.Struct({
  signUpEnabled: Schema.Boolean,
  credentialEnabled: Schema.Boolean,
  magicLinkEnabled: Schema.Boolean,
  passkeyEnabled: Schema.Boolean,
  clientTeamCreationEnabled: Schema.Boolean,
  clientUserDeletionEnabled: Schema.Boolean,
  createTeamOnSignUp: Schema.Boolean,
  allowUserApiKeys: Schema.Boolean,
  allowTeamApiKeys: Schema.Boolean,
  allowLocalhost: Schema.Boolean
})
/** What can be turned on and off. */
export interface ProjectFlags extends Schema.Schema.Type<typeof ProjectFlags> {}

/** Something to fix before production mode. */
export const Finding = Schema.Struct({
  problem: Schema.Literals(["localhost-allowed", "invalid-url", "localhost-domain", "ip-address", "not-https"]),
  message: Schema.String,
  /** The domain that is meant, or null for the whole configuration. */
  domain: Schema.NullOr(Schema.String)
})
/** Something to fix before production mode. */
export interface Finding extends Schema.Schema.Type<typeof Finding> {}

/** The project and its configuration, without its secrets. */
export const ProjectSettings = Schema.Struct({
  id: Schema.String,
  displayName: Schema.String,
  description: Schema.String,
  isProductionMode: Schema.Boolean,
  flags: ProjectFlags,
  domains: Schema.Array(Schema.Struct({ domain: Schema.String, handlerPath: Schema.String })),
  providers: Schema.Array(Schema.Struct({ id: Schema.String, type: Schema.String })),
  findings: Schema.Array(Finding)
})
/** The project and its configuration, without its secrets. */
export interface ProjectSettings extends Schema.Schema.Type<typeof ProjectSettings> {}

/** What has to be fixed first. */
export class NotReadyForProduction extends Schema.TaggedError<NotReadyForProduction>()("NotReadyForProduction", {
  findings: Schema.Array(Finding)
}) {
  override get message() {
    return "The project is not ready for production mode."
  }
}

const settings = { success: ProjectSettings, error: Schema.Union([Refused, Unavailable]) }

const project = RpcGroup.make(
  Rpc.make("GetProject", { success: ProjectSettings, error: Unavailable }),
  /** Changes what is named. */
  Rpc.make("UpdateProject", {
    ...settings,
    payload: {
      displayName: Schema.optionalKey(Schema.String),
      description: Schema.optionalKey(Schema.String),
      flags: Schema.optionalKey(ProjectFlags.mapFields(Struct.map(Schema.optionalKey)))
    }
  }),
  Rpc.make("AddDomain", { ...settings, payload: { domain: Schema.String } }),
  Rpc.make("RemoveDomain", { ...settings, payload: { domain: Schema.String } }),
  /** Enables a provider with the shared keys of the service. */
  Rpc.make("EnableProvider", { ...settings, payload: { provider: Schema.String } }),
  Rpc.make("DisableProvider", { ...settings, payload: { provider: Schema.String } }),
  Rpc.make("SetProductionMode", {
    payload: { on: Schema.Boolean },
    success: ProjectSettings,
    error: Schema.Union([NotReadyForProduction, Unavailable])
  })
)

/* -------------------------------------------------------- mails and figures */

/** A mail that the service sent for the project. */
export const SentMail = Schema.Struct({
  id: Schema.String,
  subject: Schema.String,
  to: Schema.Array(Schema.String),
  sentAt: Schema.Date,
  /** Why it did not go out; null when it did. */
  error: Schema.NullOr(Schema.String)
})
/** A mail that the service sent for the project. */
export interface SentMail extends Schema.Schema.Type<typeof SentMail> {}

/** A page of mails. */
export const SentMailPage = Schema.Struct({
  items: Schema.Array(SentMail),
  nextCursor: Schema.NullOr(Schema.String)
})
/** A page of mails. */
export interface SentMailPage extends Schema.Schema.Type<typeof SentMailPage> {}

/** A mail to a user on its way, or what has become of it. */
export const OutboxMail = Schema.Struct({
  id: Schema.String,
  userId: Schema.NullOr(UserId),
  /** Null before it is rendered, and while it is held back. */
  subject: Schema.NullOr(Schema.String),
  status: Schema.String,
  /** Why it is where it is, if there is more to say. */
  reason: Schema.NullOr(Schema.String),
  isWaiting: Schema.Boolean,
  isFailed: Schema.Boolean,
  scheduledAt: Schema.Date
})
/** A mail to a user on its way, or what has become of it. */
export interface OutboxMail extends Schema.Schema.Type<typeof OutboxMail> {}

const mails = RpcGroup.make(
  /** Mails all users, and answers how many. Whoever has turned such mails off gets none. */
  Rpc.make("SendNews", {
    payload: {
      subject: Schema.NonEmptyString,
      text: Schema.NonEmptyString,
      /** In an hour, and not now. */
      isLater: Schema.Boolean
    },
    success: Schema.Int,
    error: Schema.Union([Refused, RequiresCustomEmailServer, Unavailable])
  }),
  /** Newest first. */
  Rpc.make("ListOutbox", {
    payload: { cursor: Schema.optionalKey(Schema.String), limit: Limit },
    success: Schema.Struct({ items: Schema.Array(OutboxMail), nextCursor: Schema.NullOr(Schema.String) }),
    error: Unavailable
  }),
  Rpc.make("CancelMail", {
    payload: { id: Schema.String.check(Schema.isUUID()) },
    success: OutboxMail,
    error: Schema.Union([EmailNotEditable, Refused, Unavailable])
  })
)

const Day = Schema.Struct({ date: Schema.String, count: Schema.Int })

/** Figures; the daily ones are of today and the 30 days before, oldest first. */
export const Metrics = Schema.Struct({
  totalUsers: Schema.Int,
  signUps: Schema.Array(Day),
  activeUsers: Schema.Array(Day),
  signInMethods: Schema.Array(Schema.Struct({ method: Schema.String, count: Schema.Int }))
})
/** Figures about the project. */
export interface Metrics extends Schema.Schema.Type<typeof Metrics> {}

const reports = RpcGroup.make(
  /** The newest 100 mails, newest first. */
  Rpc.make("ListSentMails", {
    payload: { cursor: Schema.optionalKey(Schema.String), limit: Limit },
    success: SentMailPage,
    error: Unavailable
  }),
  Rpc.make("GetMetrics", { success: Metrics, error: Unavailable })
)

/** All of it, for admins only. */
export class Admin extends users
  .merge(permissions, project, mails, reports)
  .annotateRpcs(Permission, adminPermission)
  .middleware(RequirePermissionRpc)
  .middleware(SignedInRpc) {}

/** Where the procedures are served. */
export const adminPath = "/rpc/admin"
