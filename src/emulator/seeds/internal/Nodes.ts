/** The parts of a seed, in the order in which an export has them. */
import * as Equal from "effect/Equal"
import { otpLength } from "../../crypto/VerificationCodes.ts"
import { defaultConfig, type ProjectConfig, type ProjectConfigChange } from "../../projects/ProjectConfig.ts"
import * as ProjectSettings from "../../projects/ProjectSettings.ts"
import { type Child, type Field, flag, id, json, type Node, now, plain, secret, time } from "./Node.ts"
import { toProject, later, users, teams } from "./OwnerNodes.ts"

/** The latest time that JavaScript has. */
const never = 8_640_000_000_000_000

/** The settings that differ from those of a new project. */
const config: Field = {
  write: (value) => ({
    config: ProjectSettings.stringify(ProjectSettings.fromConfig(value as ProjectConfigChange | undefined))
  }),
  read: ({ config }) => {
    const stored = ProjectSettings.configOf(ProjectSettings.parse(String(config)))
    const names = Object.keys(defaultConfig) as Array<keyof ProjectConfig>
    const changed = names.filter((name) => !Equal.equals(stored[name], defaultConfig[name]))
    return changed.length === 0 ? undefined : Object.fromEntries(changed.map((name) => [name, stored[name]]))
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

/** Rows as they are, which only an emulator writes. */
const records = (table: string, columns: ReadonlyArray<string>): Child => ({
  table,
  links: [toProject],
  fields: Object.fromEntries(columns.map((column) => [column, plain(column)]))
})

const ofCustomer = ["customer_type", "customer_id"]

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
    paymentCustomers: records("payment_customers", ["type", "id", "is_known", "card"]),
    purchases: records("purchases", [
      "id",
      ...ofCustomer,
      "subscription_id",
      "product_id",
      "product",
      "price_id",
      "quantity",
      "is_billed",
      "created_at",
      "anchor",
      "periods",
      "period_end",
      "ended_at"
    ]),
    itemChanges: records("item_changes", [
      "id",
      ...ofCustomer,
      "item_id",
      "delta",
      "description",
      "created_at",
      "expires_at"
    ]),
    invoices: records("invoices", ["id", ...ofCustomer, "purchase_id", "status", "amount_total", "created_at"]),
    checkouts: records("checkouts", ["code_hash", ...ofCustomer, "product_id", "product", "expires_at", "used_at"]),
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
    outbox: records("outbox_emails", outboxColumns),
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
