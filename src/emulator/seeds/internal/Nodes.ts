/** The parts of a seed, in the order in which an export has them. */
import * as Equal from "effect/Equal"
import { defaultConfig, type ProjectConfig, type ProjectConfigChange } from "../../projects/ProjectConfig.ts"
import * as ProjectSettings from "../../projects/ProjectSettings.ts"
import { otpLength } from "../../storage/VerificationCodes.ts"
import { type Child, type Field, flag, id, json, type Node, now, plain, secret, time } from "./Node.ts"

const dayMillis = 86_400_000

/** The latest time that JavaScript has. */
const never = 8_640_000_000_000_000

const later =
  (days: number) =>
  ({ now }: { readonly now: number }) =>
    now + days * dayMillis

const toProject = ["project_id", "project"] as const
const toUser = ["user_id", "user"] as const
const toTeam = ["team_id", "team"] as const

const metadata = {
  clientMetadata: json("client_metadata"),
  clientReadOnlyMetadata: json("client_read_only_metadata"),
  serverMetadata: json("server_metadata")
}

/** The settings that differ from those of a new project. */
const config: Field = {
  write: (given) => ({
    config: ProjectSettings.stringify(ProjectSettings.fromConfig(given as ProjectConfigChange | undefined))
  }),
  read: ({ config }) => {
    const stored = ProjectSettings.configOf(ProjectSettings.parse(String(config)))
    const names = Object.keys(defaultConfig) as Array<keyof ProjectConfig>
    const changed = names.filter((name) => !Equal.equals(stored[name], defaultConfig[name]))
    return changed.length === 0 ? undefined : Object.fromEntries(changed.map((name) => [name, stored[name]]))
  }
}

/** True goes without saying where there is a secret. */
const requiresTotpMfa: Field = {
  write: (given) => ({ requires_totp_mfa: Number(given === true) }),
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

const users: Child = {
  table: "users",
  key: ["user", "id"],
  links: [toProject],
  fields: {
    id: id(),
    displayName: plain("display_name"),
    profileImageUrl: plain("profile_image_url"),
    ...metadata,
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

const teams: Child = {
  table: "teams",
  key: ["team", "id"],
  links: [toProject],
  fields: {
    id: id(),
    displayName: plain("display_name"),
    profileImageUrl: plain("profile_image_url"),
    ...metadata,
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

const outboxColumns = [
  "id",
  "created_at",
  "updated_at",
  "recipient",
  "source",
  "variables",
  "theme_id",
  "draft_id",
  "template_id",
  "wanted_subject",
  "wanted_category_id",
  "is_high_priority",
  "skip_deliverability_check",
  "scheduled_at",
  "is_paused",
  "rendered_at",
  "render_error",
  "subject",
  "html",
  "text",
  "category_id",
  "started_sending_at",
  "finished_sending_at",
  "send_error",
  "skipped_at",
  "skipped_reason"
]

/** A project with everything in it. */
export const project: Node = {
  table: "projects",
  key: ["project", "id"],
  fields: {
    id: id(),
    displayName: plain("display_name", "Development"),
    description: plain("description", ""),
    isProductionMode: flag("is_production_mode"),
    createdAt: time("created_at", now),
    config,
    ownerTeamId: plain("owner_team_id")
  },
  children: {
    keys: {
      table: "project_keys",
      links: [toProject],
      fields: {
        id: id(),
        description: plain("description", "Keys of a seed"),
        publishableClientKey: secret({ hash: "publishable_hash", lastFour: "publishable_last_four" }),
        secretServerKey: secret({ hash: "secret_hash", lastFour: "secret_last_four" }),
        superSecretAdminKey: secret({ hash: "admin_hash", lastFour: "admin_last_four" }),
        createdAt: time("created_at", now),
        expiresAt: time("expires_at", never),
        revokedAt: time("revoked_at")
      }
    },
    permissions: {
      table: "permission_definitions",
      order: "id",
      key: ["permission", "id"],
      links: [toProject],
      fields: { id: plain("id"), scope: plain("scope", "project"), description: plain("description") },
      children: {
        contains: {
          table: "permission_containments",
          order: "contained_id",
          links: [toProject, ["permission_id", "permission"]],
          only: "id",
          fields: { id: plain("contained_id") }
        }
      }
    },
    users,
    teams,
    codes: {
      table: "verification_codes",
      links: [toProject],
      fields: {
        id: id(),
        purpose: plain("purpose"),
        code: secret({ hash: "code_hash", tail: ["tail_hash", otpLength] }),
        data: json("data"),
        attempts: plain("attempts", 0),
        createdAt: time("created_at", now),
        expiresAt: time("expires_at", later(7)),
        usedAt: time("used_at")
      }
    },
    emailDocuments: {
      table: "email_templates",
      order: "type",
      links: [toProject],
      fields: { type: plain("type"), subject: plain("subject"), content: plain("content") }
    },
    emailTemplates: {
      table: "tsx_email_templates",
      links: [toProject],
      fields: {
        id: id(),
        displayName: plain("display_name"),
        source: plain("source"),
        theme: json("theme"),
        isRemoved: flag("is_removed")
      }
    },
    emailThemes: {
      table: "email_themes",
      links: [toProject],
      fields: {
        id: id(),
        displayName: plain("display_name"),
        source: plain("source"),
        isRemoved: flag("is_removed")
      }
    },
    emailDrafts: {
      table: "email_drafts",
      links: [toProject],
      fields: {
        id: id(),
        displayName: plain("display_name"),
        source: plain("source"),
        theme: json("theme"),
        sentAt: time("sent_at"),
        revision: plain("revision")
      }
    },
    dataVault: {
      table: "data_vault_values",
      links: [toProject],
      fields: {
        storeId: plain("store_id"),
        hashedKey: plain("hashed_key"),
        encryptedValue: plain("encrypted_value")
      }
    },
    sentEmails: {
      table: "sent_emails",
      links: [toProject],
      fields: {
        id: id(),
        recipient: plain("recipient"),
        subject: plain("subject"),
        sentAt: time("sent_at", now),
        sender: json("sender"),
        error: json("error")
      }
    },
    outbox: {
      table: "outbox_emails",
      links: [toProject],
      fields: Object.fromEntries(outboxColumns.map((column) => [column, plain(column)]))
    },
    emailBoostUntil: {
      table: "email_boosts",
      isOne: true,
      links: [toProject],
      only: "until",
      fields: { until: time("expires_at") }
    }
  }
}

/** People at the built-in identity provider. */
export const identities: Child = {
  table: "idp_identities",
  links: [],
  fields: {
    provider: plain("provider_id"),
    id: id(),
    email: plain("email"),
    emailVerified: flag("email_verified", true),
    displayName: plain("display_name"),
    profileImageUrl: plain("profile_image_url"),
    createdAt: time("created_at", now)
  }
}

/** The secrets of the server. */
export const secrets: Child = {
  table: "server_secrets",
  order: "name",
  links: [],
  fields: { name: plain("name"), value: plain("value") }
}
