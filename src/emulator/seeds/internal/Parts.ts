/** The parts of a seed, in the order in which an export has them. */
import * as Schema from "effect/Schema"
import * as VerificationCodes from "../../crypto/VerificationCodes.ts"
import { ProjectConfigChange } from "../../projects/ProjectConfig.ts"
import * as ProjectSettings from "../../projects/ProjectSettings.ts"
import * as Field from "./Field.ts"
import { teams, toProject, users } from "./OwnerParts.ts"
import * as Part from "./Part.ts"

/** The latest time that JavaScript has. */
const never = 8_640_000_000_000_000

const settings: Field.Field<Schema.optional<typeof ProjectSettings.SettingsChange>> = {
  schema: Schema.optional(ProjectSettings.SettingsChange),
  write: (change = {}) => ({
    config: ProjectSettings.stringify(ProjectSettings.applyChange(ProjectSettings.initial, change))
  }),
  read: ({ config }) => ProjectSettings.toChange(ProjectSettings.parse(String(config)))
}

const keys = Part.makeList({
  table: "project_keys",
  links: [toProject],
  content: {
    id: Field.id(),
    description: Field.text("description", "Keys of a seed"),
    publishableClientKey: Field.secret({ hash: "publishable_hash", lastFour: "publishable_last_four" }),
    secretServerKey: Field.secret({ hash: "secret_hash", lastFour: "secret_last_four" }),
    superSecretAdminKey: Field.secret({ hash: "admin_hash", lastFour: "admin_last_four" }),
    createdAt: Field.time("created_at", Field.now),
    expiresAt: Field.time("expires_at", never),
    revokedAt: Field.time("revoked_at")
  }
})

const permissions = Part.makeList({
  table: "permission_definitions",
  order: "id",
  key: ["permission", "id"],
  links: [toProject],
  content: {
    id: Field.required(Field.text("id")),
    scope: Field.plain(Schema.Literals(["team", "project"]), "scope", "project"),
    description: Field.text("description"),
    /** Ids of permissions that go with it. */
    contains: Part.makeValues(Field.text("contained_id"), {
      table: "permission_containments",
      order: "contained_id",
      links: [toProject, ["permission_id", "permission"]]
    }),
    /** A permission that every new project has, and this one does not have. */
    isRemoved: Part.makeSeedOnly(Schema.Boolean)
  }
})

const codes = Part.makeList({
  table: "verification_codes",
  links: [toProject],
  content: {
    id: Field.id(),
    purpose: Field.required(
      Field.plain(
        Schema.Literals([
          "password_reset",
          "contact_channel_verification",
          "one_time_password",
          "mfa_attempt",
          "passkey_registration",
          "passkey_authentication",
          "team_invitation"
        ]),
        "purpose"
      )
    ),
    code: Field.required(Field.secret({ hash: "code_hash", tail: ["tail_hash", VerificationCodes.otpLength] })),
    /** The data of the code, which depends on its purpose. */
    data: Field.required(Field.json(Schema.Json, "data")),
    attempts: Field.count("attempts", 0),
    createdAt: Field.time("created_at", Field.now),
    expiresAt: Field.time("expires_at", Field.later(7)),
    usedAt: Field.time("used_at")
  }
})

const theme = Field.json(Schema.Union([Schema.String, Schema.Literal(false)]), "theme")

/** What templates, themes and drafts of mails have. */
const source = {
  id: Field.id(),
  displayName: Field.required(Field.text("display_name")),
  source: Field.required(Field.text("source"))
}

const RecordValue = Schema.Union([Schema.String, Schema.Finite])

/** Earlier versions had other columns, which are ignored. */
const Records = Schema.optional(Schema.Array(Schema.Record(Schema.String, RecordValue)))

/** Rows as they are, which only an emulator writes. The columns are separated by spaces. */
const records = (table: string, columns: string): Part.Part & { readonly schema: typeof Records } => ({
  ...Part.makeList({
    table,
    links: [toProject],
    content: Object.fromEntries(columns.split(/\s+/).map((column) => [column, Field.plain(RecordValue, column)]))
  }),
  schema: Records
})

export const projects = Part.makeList({
  table: "projects",
  key: ["project", "id"],
  links: [],
  content: {
    id: Field.plain(Schema.String.check(Schema.isMinLength(1)), "id", Field.generateId),
    displayName: Field.text("display_name", "Development"),
    description: Field.text("description", ""),
    isProductionMode: Field.flag("is_production_mode"),
    createdAt: Field.time("created_at", Field.now),
    /** Settings that differ from those of a new project; of a project that is there, those to change. */
    config: Part.makeSeedOnly(ProjectConfigChange),
    /** The logos, and the configuration by level, as an emulator exports them. `config` goes before. */
    settings,
    /** The id of the team of the project `internal` whose members manage it. */
    ownerTeamId: Field.reference("owner_team_id"),
    /** Sets of keys for apps. */
    keys,
    /** Permissions that add to or replace those of every new project. */
    permissions,
    users,
    teams,
    /** Codes that were mailed, and those of challenges. */
    codes,
    /** Templates of mails of the service of 2025-06. */
    emailDocuments: Part.makeList({
      table: "email_templates",
      order: "type",
      links: [toProject],
      content: {
        type: Field.required(Field.text("type")),
        subject: Field.required(Field.text("subject")),
        content: Field.required(Field.text("content"))
      }
    }),
    /** Templates of mails in TSX. */
    emailTemplates: Part.makeList({
      table: "tsx_email_templates",
      links: [toProject],
      content: { ...source, theme, isRemoved: Field.flag("is_removed") }
    }),
    emailThemes: Part.makeList({
      table: "email_themes",
      links: [toProject],
      content: { ...source, isRemoved: Field.flag("is_removed") }
    }),
    emailDrafts: Part.makeList({
      table: "email_drafts",
      links: [toProject],
      content: { ...source, theme, sentAt: Field.time("sent_at"), revision: Field.required(Field.count("revision")) }
    }),
    /** Values of the data vault, as apps encrypted them. */
    dataVault: Part.makeList({
      table: "data_vault_values",
      links: [toProject],
      content: {
        storeId: Field.required(Field.text("store_id")),
        hashedKey: Field.required(Field.text("hashed_key")),
        encryptedValue: Field.required(Field.text("encrypted_value"))
      }
    }),
    /** The items, purchases and debts of customers, as an emulator has exported them. */
    paymentCustomers: records("payment_customers", "type id is_known card"),
    purchases: records(
      "purchases",
      `id customer_type customer_id subscription_id product_id product price_id quantity is_billed created_at anchor
        periods period_end ended_at`
    ),
    itemChanges: records(
      "item_changes",
      "id customer_type customer_id item_id delta description created_at expires_at"
    ),
    invoices: records("invoices", "id customer_type customer_id purchase_id status amount_total created_at"),
    checkouts: records("checkouts", "code_hash customer_type customer_id product_id product expires_at used_at"),
    /** Records of mails. A seed does not include the mailbox, which contains the mails themselves. */
    sentEmails: Part.makeList({
      table: "sent_emails",
      links: [toProject],
      content: {
        id: Field.id(),
        recipient: Field.required(Field.text("recipient")),
        subject: Field.required(Field.text("subject")),
        sentAt: Field.time("sent_at", Field.now),
        sender: Field.json(Schema.Json, "sender"),
        error: Field.json(Schema.Json, "error")
      }
    }),
    /** Mails of servers, sent and waiting, as an emulator has exported them. */
    outbox: records(
      "outbox_emails",
      `id created_at updated_at recipient source variables theme_id draft_id template_id wanted_subject
        wanted_category_id is_high_priority skip_deliverability_check scheduled_at is_paused rendered_at render_error
        subject html text category_id started_sending_at finished_sending_at send_error skipped_at skipped_reason`
    ),
    emailBoostUntil: Part.makeOneValue(Field.time("expires_at"), { table: "email_boosts", links: [toProject] })
  }
})

/** The parts of a seed that belong to no project. */
export const outside = {
  /** People at the built-in identity provider. */
  identities: Part.makeList({
    table: "idp_identities",
    links: [],
    content: {
      provider: Field.required(Field.text("provider_id")),
      id: Field.plain(Schema.String, "id", Field.generateId),
      email: Field.text("email"),
      emailVerified: Field.flag("email_verified", true),
      displayName: Field.text("display_name"),
      profileImageUrl: Field.text("profile_image_url"),
      createdAt: Field.time("created_at", Field.now)
    }
  }),
  /** The secrets that signing keys derive from. With the same ones, tokens of another emulator stay valid. */
  secrets: Part.makeList({
    table: "server_secrets",
    order: "name",
    links: [],
    content: { name: Field.required(Field.text("name")), value: Field.required(Field.text("value")) }
  })
}
