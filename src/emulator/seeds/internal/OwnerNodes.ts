/** Users and teams of a seed, with what belongs to each. */
import { type Child, type Field, flag, id, json, now, plain, secret, time } from "./Node.ts"

const dayMillis = 86_400_000

export const later =
  (days: number) =>
  ({ now }: { readonly now: number }) =>
    now + days * dayMillis

export const toProject = ["project_id", "project"] as const
const toUser = ["user_id", "user"] as const
const toTeam = ["team_id", "team"] as const

const profile = {
  id: id(),
  displayName: plain("display_name"),
  profileImageUrl: plain("profile_image_url"),
  clientMetadata: json("client_metadata"),
  clientReadOnlyMetadata: json("client_read_only_metadata"),
  serverMetadata: json("server_metadata")
}

/** True goes without saying where there is a secret. */
const requiresTotpMfa: Field = {
  write: (value) => ({ requires_totp_mfa: Number(value === true) }),
  read: ({ requires_totp_mfa, totp_secret }) =>
    (requires_totp_mfa === 1) === (totp_secret !== null) ? undefined : requires_totp_mfa === 1
}

const apiKeys = (owner: typeof toUser | typeof toTeam): Child => ({
  table: "api_keys",
  links: [toProject, owner],
  fields: {
    id: id(),
    value: secret({ hash: "value_hash", lastFour: "last_four" }),
    description: plain("description", ""),
    isPublic: flag("is_public"),
    createdAt: time("created_at", now),
    expiresAt: time("expires_at"),
    revokedAt: time("revoked_at")
  }
})

export const users: Child = {
  table: "users",
  key: ["user", "id"],
  links: [toProject],
  fields: {
    ...profile,
    passwordHash: plain("password_hash"),
    otpAuthEnabled: flag("otp_auth_enabled"),
    totpSecretBase64: plain("totp_secret"),
    requiresTotpMfa,
    isAnonymous: flag("is_anonymous"),
    selectedTeamId: plain("selected_team_id"),
    signedUpAt: time("signed_up_at", now),
    lastActiveAt: time("last_active_at", now),
    restrictedByAdmin: flag("restricted_by_admin"),
    restrictedByAdminReason: plain("restricted_by_admin_reason"),
    restrictedByAdminPrivateDetails: plain("restricted_by_admin_private_details"),
    countryCode: plain("country_code"),
    signUpRiskBot: plain("sign_up_risk_bot", 0),
    signUpRiskAbuse: plain("sign_up_risk_abuse", 0)
  },
  children: {
    contactChannels: {
      table: "contact_channels",
      links: [toProject, toUser],
      fields: {
        id: id(),
        type: plain("type", "email"),
        value: plain("value"),
        isPrimary: flag("is_primary"),
        isVerified: flag("is_verified"),
        usedForAuth: flag("used_for_auth"),
        createdAt: time("created_at", now)
      }
    },
    providerAccounts: {
      table: "provider_accounts",
      key: ["providerAccount", "id"],
      links: [toProject, toUser],
      fields: {
        id: id(),
        provider: plain("provider_id"),
        accountId: plain("account_id"),
        email: plain("email"),
        allowSignIn: flag("allow_sign_in", true),
        allowConnectedAccounts: flag("allow_connected_accounts", true),
        createdAt: time("created_at", now)
      },
      children: {
        grants: {
          table: "provider_grants",
          links: [["provider_account_id", "providerAccount"]],
          fields: {
            id: id(),
            scope: plain("scope", ""),
            accessToken: plain("access_token"),
            expiresAt: time("expires_at"),
            refreshToken: plain("refresh_token"),
            createdAt: time("created_at", now)
          }
        }
      }
    },
    passkey: {
      table: "passkeys",
      order: "user_id",
      isOne: true,
      links: [toProject, toUser],
      fields: {
        credentialId: plain("credential_id"),
        publicKey: plain("public_key"),
        counter: plain("counter", 0),
        createdAt: time("created_at", now)
      }
    },
    sessions: {
      table: "sessions",
      links: [toProject, toUser],
      fields: {
        id: id(),
        refreshToken: secret({ hash: "refresh_token_hash" }),
        isImpersonation: flag("is_impersonation"),
        agentName: plain("agent_name"),
        createdAt: time("created_at", now),
        expiresAt: time("expires_at", later(365)),
        lastUsedAt: time("last_used_at"),
        lastUsedIp: plain("last_used_ip")
      }
    },
    apiKeys: apiKeys(toUser),
    permissions: {
      table: "project_permissions",
      order: "permission_id",
      links: [toProject, toUser],
      only: "id",
      fields: { id: plain("permission_id") }
    },
    notifications: {
      table: "notification_preferences",
      order: "category_id",
      links: [toUser],
      fields: { categoryId: plain("category_id"), isEnabled: flag("is_enabled") }
    },
    unsubscribeCodes: {
      table: "unsubscribe_codes",
      order: "code_hash",
      links: [toUser],
      fields: { code: secret({ hash: "code_hash" }), categoryId: plain("category_id") }
    },
    activeDays: {
      table: "active_days",
      order: "day",
      links: [toProject, toUser],
      only: "day",
      fields: { day: plain("day") }
    },
    totpState: {
      table: "totp_states",
      order: "user_id",
      isOne: true,
      links: [toUser],
      fields: {
        secretSha256: plain("secret_hash"),
        lastStep: plain("last_step"),
        tries: plain("tries"),
        triesSince: time("tries_since")
      }
    }
  }
}

export const teams: Child = {
  table: "teams",
  key: ["team", "id"],
  links: [toProject],
  fields: {
    ...profile,
    createdAt: time("created_at", now)
  },
  children: {
    members: {
      table: "team_memberships",
      key: ["user", "user_id"],
      links: [toTeam],
      fields: {
        user: plain("user_id"),
        displayName: plain("display_name"),
        profileImageUrl: plain("profile_image_url"),
        createdAt: time("created_at", now)
      },
      children: {
        permissions: {
          table: "team_permissions",
          order: "permission_id",
          links: [toProject, toTeam, toUser],
          only: "id",
          fields: { id: plain("permission_id") }
        }
      }
    },
    apiKeys: apiKeys(toTeam)
  }
}
