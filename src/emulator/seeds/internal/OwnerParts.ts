/** Users and teams of a seed, with what belongs to each. */
import * as Schema from "effect/Schema"
import { Email } from "../../../api/schema/Email.ts"
import {
  count,
  type Field,
  flag,
  hash,
  id,
  json,
  later,
  now,
  plain,
  reference,
  required,
  secret,
  text,
  time
} from "./Field.ts"
import { list, one, seedOnly, values } from "./Part.ts"

export const toProject = ["project_id", "project"] as const
const toUser = ["user_id", "user"] as const
const toTeam = ["team_id", "team"] as const

const metadata = {
  clientMetadata: json(Schema.Json, "client_metadata"),
  clientReadOnlyMetadata: json(Schema.Json, "client_read_only_metadata"),
  serverMetadata: json(Schema.Json, "server_metadata")
}

/** True goes without saying where there is a secret. */
const requiresTotpMfa: Field<Schema.optional<Schema.Boolean>> = {
  schema: Schema.optional(Schema.Boolean),
  write: (value) => ({ requires_totp_mfa: Number(value === true) }),
  read: ({ requires_totp_mfa, totp_secret }) =>
    (requires_totp_mfa === 1) === (totp_secret !== null) ? undefined : requires_totp_mfa === 1
}

const apiKeys = (owner: typeof toUser | typeof toTeam) =>
  list({
    table: "api_keys",
    links: [toProject, owner],
    content: {
      id: id(),
      value: required(secret({ hash: "value_hash", lastFour: "last_four" })),
      description: text("description", ""),
      isPublic: flag("is_public"),
      createdAt: time("created_at", now),
      expiresAt: time("expires_at"),
      revokedAt: time("revoked_at")
    }
  })

const contactChannels = list({
  table: "contact_channels",
  links: [toProject, toUser],
  content: {
    id: id(),
    type: plain(Schema.Literals(["email"]), "type", "email"),
    value: required(plain(Email, "value")),
    isPrimary: flag("is_primary"),
    isVerified: flag("is_verified"),
    usedForAuth: flag("used_for_auth"),
    createdAt: time("created_at", now)
  }
})

const grants = list({
  table: "provider_grants",
  links: [["provider_account_id", "providerAccount"]],
  content: {
    id: id(),
    scope: text("scope", ""),
    accessToken: required(text("access_token")),
    expiresAt: time("expires_at"),
    refreshToken: text("refresh_token"),
    createdAt: time("created_at", now)
  }
})

const providerAccounts = list({
  table: "provider_accounts",
  key: ["providerAccount", "id"],
  links: [toProject, toUser],
  content: {
    id: id(),
    /** Such as `github`. */
    provider: required(text("provider_id")),
    /** The id of the account at the provider. */
    accountId: required(text("account_id")),
    email: text("email"),
    allowSignIn: flag("allow_sign_in", true),
    allowConnectedAccounts: flag("allow_connected_accounts", true),
    createdAt: time("created_at", now),
    /** Tokens of the provider. */
    grants
  }
})

const passkey = one({
  table: "passkeys",
  order: "user_id",
  links: [toProject, toUser],
  content: {
    /** Base64url, as WebAuthn has it. */
    credentialId: required(text("credential_id")),
    /** The COSE key in base64url. */
    publicKey: required(text("public_key")),
    counter: count("counter", 0),
    createdAt: time("created_at", now)
  }
})

const sessions = list({
  table: "sessions",
  links: [toProject, toUser],
  content: {
    id: id(),
    refreshToken: required(secret({ hash: "refresh_token_hash" })),
    isImpersonation: flag("is_impersonation"),
    /** The name of the agent whose session it is. */
    agentName: text("agent_name"),
    createdAt: time("created_at", now),
    expiresAt: time("expires_at", later(365)),
    lastUsedAt: time("last_used_at"),
    lastUsedIp: text("last_used_ip")
  }
})

const totpState = one({
  table: "totp_states",
  order: "user_id",
  links: [toUser],
  content: {
    secretSha256: hash("secret_hash"),
    lastStep: plain(Schema.Int, "last_step"),
    tries: required(count("tries")),
    triesSince: required(time("tries_since"))
  }
})

export const users = list({
  table: "users",
  key: ["user", "id"],
  links: [toProject],
  content: {
    id: id(),
    /** The primary address, with which the user signs in. In place of `contactChannels`. */
    email: seedOnly(Email),
    /** Whether `email` is verified. Default: true. */
    emailVerified: seedOnly(Schema.Boolean),
    /** 8 to 70 characters. In place of `passwordHash`. */
    password: seedOnly(Schema.String.check(Schema.isMinLength(8), Schema.isMaxLength(70))),
    displayName: text("display_name"),
    profileImageUrl: text("profile_image_url"),
    ...metadata,
    /** A hash of bcrypt, or one that an emulator has exported. */
    passwordHash: plain(
      Schema.String.check(
        Schema.isPattern(/^(\$2[abxy]?\$|argon2id\$|scrypt(-sha512)?\$)/, {
          expected: "a hash of bcrypt, or of an emulator"
        })
      ),
      "password_hash"
    ),
    /** Whether the user signs in with mailed links. */
    otpAuthEnabled: flag("otp_auth_enabled"),
    totpSecretBase64: plain(Schema.String.check(Schema.isBase64()), "totp_secret"),
    /** Default: whether there is a `totpSecretBase64`. */
    requiresTotpMfa,
    isAnonymous: flag("is_anonymous"),
    /** The id of a team. */
    selectedTeamId: reference("selected_team_id"),
    signedUpAt: time("signed_up_at", now),
    lastActiveAt: time("last_active_at", now),
    restrictedByAdmin: flag("restricted_by_admin"),
    restrictedByAdminReason: text("restricted_by_admin_reason"),
    restrictedByAdminPrivateDetails: text("restricted_by_admin_private_details"),
    countryCode: text("country_code"),
    signUpRiskBot: count("sign_up_risk_bot", 0),
    signUpRiskAbuse: count("sign_up_risk_abuse", 0),
    contactChannels,
    providerAccounts,
    passkey,
    /** Sessions that are there from the start: a test that knows `refreshToken` is signed in. */
    sessions,
    apiKeys: apiKeys(toUser),
    /** Ids of permissions in the project. */
    permissions: values(text("permission_id"), {
      table: "project_permissions",
      order: "permission_id",
      links: [toProject, toUser]
    }),
    /** Categories of mails that were turned on or off. */
    notifications: list({
      table: "notification_preferences",
      order: "category_id",
      links: [toUser],
      content: { categoryId: required(text("category_id")), isEnabled: flag("is_enabled") }
    }),
    unsubscribeCodes: list({
      table: "unsubscribe_codes",
      order: "code_hash",
      links: [toUser],
      content: { code: required(secret({ hash: "code_hash" })), categoryId: required(text("category_id")) }
    }),
    /** Days on which the user was active, counted from 1970. */
    activeDays: values(plain(Schema.Int, "day"), { table: "active_days", order: "day", links: [toProject, toUser] }),
    /** The state of the second factor: the codes that were used, and the number of wrong ones. */
    totpState
  }
})

const members = list({
  table: "team_memberships",
  key: ["user", "user_id"],
  links: [toTeam],
  content: {
    /** The id of a user, or the address with which the user signs in. */
    user: required(text("user_id")),
    displayName: text("display_name"),
    profileImageUrl: text("profile_image_url"),
    createdAt: time("created_at", now),
    /** Ids of permissions in the team. */
    permissions: values(text("permission_id"), {
      table: "team_permissions",
      order: "permission_id",
      links: [toProject, toTeam, toUser]
    })
  }
})

export const teams = list({
  table: "teams",
  key: ["team", "id"],
  links: [toProject],
  content: {
    id: id(),
    displayName: required(text("display_name")),
    profileImageUrl: text("profile_image_url"),
    ...metadata,
    createdAt: time("created_at", now),
    members,
    apiKeys: apiKeys(toTeam)
  }
})
