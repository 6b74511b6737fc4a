/** Users and teams of a seed, with what belongs to each. */
import * as Schema from "effect/Schema"
import { Email } from "../../../api/schema/Email.ts"
import * as PasswordHash from "../../crypto/PasswordHash.ts"
import * as Field from "./Field.ts"
import * as Part from "./Part.ts"

/** The column of parts that belong to a project. */
export const toProject = ["project_id", "project"] as const
const toUser = ["user_id", "user"] as const
const toTeam = ["team_id", "team"] as const

const metadata = {
  clientMetadata: Field.json(Schema.Json, "client_metadata"),
  clientReadOnlyMetadata: Field.json(Schema.Json, "client_read_only_metadata"),
  serverMetadata: Field.json(Schema.Json, "server_metadata")
}

/** True goes without saying where there is a secret. */
const requiresTotpMfa: Field.Field<Schema.optional<Schema.Boolean>> = {
  schema: Schema.optional(Schema.Boolean),
  write: (value) => ({ requires_totp_mfa: Number(value === true) }),
  read: ({ requires_totp_mfa, totp_secret }) =>
    (requires_totp_mfa === 1) === (totp_secret !== null) ? undefined : requires_totp_mfa === 1
}

const PasswordHashText = Schema.String.check(
  Schema.makeFilter(
    (text: string) =>
      PasswordHash.isBcrypt(text) ||
      PasswordHash.read(text) !== undefined ||
      "Expected a complete bcrypt hash, or one that an emulator has exported. Copy it unchanged, or use password instead"
  )
)

const makeApiKeys = (owner: typeof toUser | typeof toTeam) =>
  Part.makeList({
    table: "api_keys",
    links: [toProject, owner],
    content: {
      id: Field.id(),
      value: Field.required(Field.secret({ hash: "value_hash", lastFour: "last_four" })),
      description: Field.text("description", ""),
      isPublic: Field.flag("is_public"),
      createdAt: Field.time("created_at", Field.now),
      expiresAt: Field.time("expires_at"),
      revokedAt: Field.time("revoked_at")
    }
  })

const contactChannels = Part.makeList({
  table: "contact_channels",
  links: [toProject, toUser],
  content: {
    id: Field.id(),
    type: Field.plain(Schema.Literals(["email"]), "type", "email"),
    value: Field.required(Field.plain(Email, "value")),
    isPrimary: Field.flag("is_primary"),
    isVerified: Field.flag("is_verified"),
    usedForAuth: Field.flag("used_for_auth"),
    createdAt: Field.time("created_at", Field.now)
  }
})

const grants = Part.makeList({
  table: "provider_grants",
  links: [["provider_account_id", "providerAccount"]],
  content: {
    id: Field.id(),
    scope: Field.text("scope", ""),
    accessToken: Field.required(Field.text("access_token")),
    expiresAt: Field.time("expires_at"),
    refreshToken: Field.text("refresh_token"),
    createdAt: Field.time("created_at", Field.now)
  }
})

const providerAccounts = Part.makeList({
  table: "provider_accounts",
  key: ["providerAccount", "id"],
  links: [toProject, toUser],
  content: {
    id: Field.id(),
    /** Such as `github`. */
    provider: Field.required(Field.text("provider_id")),
    /** The id of the account at the provider. */
    accountId: Field.required(Field.text("account_id")),
    email: Field.text("email"),
    allowSignIn: Field.flag("allow_sign_in", true),
    allowConnectedAccounts: Field.flag("allow_connected_accounts", true),
    createdAt: Field.time("created_at", Field.now),
    /** Tokens of the provider. */
    grants
  }
})

const passkey = Part.makeOne({
  table: "passkeys",
  order: "user_id",
  links: [toProject, toUser],
  content: {
    /** Base64url, as WebAuthn has it. */
    credentialId: Field.required(Field.text("credential_id")),
    /** The COSE key in base64url. */
    publicKey: Field.required(Field.text("public_key")),
    counter: Field.count("counter", 0),
    createdAt: Field.time("created_at", Field.now)
  }
})

const sessions = Part.makeList({
  table: "sessions",
  links: [toProject, toUser],
  content: {
    id: Field.id(),
    refreshToken: Field.required(Field.secret({ hash: "refresh_token_hash" })),
    isImpersonation: Field.flag("is_impersonation"),
    /** The name of the agent whose session it is. */
    agentName: Field.text("agent_name"),
    createdAt: Field.time("created_at", Field.now),
    expiresAt: Field.time("expires_at", Field.later(365)),
    lastUsedAt: Field.time("last_used_at"),
    lastUsedIp: Field.text("last_used_ip")
  }
})

const totpState = Part.makeOne({
  table: "totp_states",
  order: "user_id",
  links: [toUser],
  content: {
    secretSha256: Field.hash("secret_hash"),
    lastStep: Field.plain(Schema.Int, "last_step"),
    tries: Field.required(Field.count("tries")),
    triesSince: Field.required(Field.time("tries_since"))
  }
})

export const users = Part.makeList({
  table: "users",
  key: ["user", "id"],
  links: [toProject],
  content: {
    id: Field.id(),
    /** The primary address, with which the user signs in. In place of `contactChannels`. */
    email: Part.makeSeedOnly(Email),
    /** Whether `email` is verified. Default: true. */
    emailVerified: Part.makeSeedOnly(Schema.Boolean),
    /** 8 to 70 characters. In place of `passwordHash`. */
    password: Part.makeSeedOnly(Schema.String.check(Schema.isMinLength(8), Schema.isMaxLength(70))),
    displayName: Field.text("display_name"),
    profileImageUrl: Field.text("profile_image_url"),
    ...metadata,
    /** A hash of bcrypt, or one that an emulator has exported. */
    passwordHash: Field.plain(PasswordHashText, "password_hash"),
    /** Whether the user signs in with mailed links. */
    otpAuthEnabled: Field.flag("otp_auth_enabled"),
    totpSecretBase64: Field.plain(Schema.String.check(Schema.isBase64()), "totp_secret"),
    /** Default: whether there is a `totpSecretBase64`. */
    requiresTotpMfa,
    isAnonymous: Field.flag("is_anonymous"),
    selectedTeamId: Field.reference("selected_team_id"),
    signedUpAt: Field.time("signed_up_at", Field.now),
    lastActiveAt: Field.time("last_active_at", Field.now),
    restrictedByAdmin: Field.flag("restricted_by_admin"),
    restrictedByAdminReason: Field.text("restricted_by_admin_reason"),
    restrictedByAdminPrivateDetails: Field.text("restricted_by_admin_private_details"),
    countryCode: Field.text("country_code"),
    signUpRiskBot: Field.count("sign_up_risk_bot", 0),
    signUpRiskAbuse: Field.count("sign_up_risk_abuse", 0),
    contactChannels,
    providerAccounts,
    passkey,
    /** Sessions that are there from the start: a test that knows `refreshToken` is signed in. */
    sessions,
    apiKeys: makeApiKeys(toUser),
    permissions: Part.makeValues(Field.text("permission_id"), {
      table: "project_permissions",
      order: "permission_id",
      links: [toProject, toUser]
    }),
    /** Categories of mails that were turned on or off. */
    notifications: Part.makeList({
      table: "notification_preferences",
      order: "category_id",
      links: [toUser],
      content: { categoryId: Field.required(Field.text("category_id")), isEnabled: Field.flag("is_enabled") }
    }),
    unsubscribeCodes: Part.makeList({
      table: "unsubscribe_codes",
      order: "code_hash",
      links: [toUser],
      content: {
        code: Field.required(Field.secret({ hash: "code_hash" })),
        categoryId: Field.required(Field.text("category_id"))
      }
    }),
    /** Days on which the user was active, counted from 1970. */
    activeDays: Part.makeValues(Field.plain(Schema.Int, "day"), {
      table: "active_days",
      order: "day",
      links: [toProject, toUser]
    }),
    /** The state of the second factor: the codes that were used, and the number of wrong ones. */
    totpState
  }
})

const members = Part.makeList({
  table: "team_memberships",
  key: ["user", "user_id"],
  links: [toTeam],
  content: {
    /** The id of a user, or the address with which the user signs in. */
    user: Field.required(Field.text("user_id")),
    displayName: Field.text("display_name"),
    profileImageUrl: Field.text("profile_image_url"),
    createdAt: Field.time("created_at", Field.now),
    permissions: Part.makeValues(Field.text("permission_id"), {
      table: "team_permissions",
      order: "permission_id",
      links: [toProject, toTeam, toUser]
    })
  }
})

export const teams = Part.makeList({
  table: "teams",
  key: ["team", "id"],
  links: [toProject],
  content: {
    id: Field.id(),
    displayName: Field.required(Field.text("display_name")),
    profileImageUrl: Field.text("profile_image_url"),
    ...metadata,
    createdAt: Field.time("created_at", Field.now),
    members,
    apiKeys: makeApiKeys(toTeam)
  }
})
