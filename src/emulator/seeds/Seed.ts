/** Seeds: the written form of an emulator's content. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Email } from "../../api/schema/Email.ts"
import { forEachCurrency } from "../../domain/Currency.ts"
import { TaggedError } from "../../domain/TaggedError.ts"
import { firstProblem } from "../runtime/FirstProblem.ts"
import { allEventTypes } from "../webhooks/Changes.ts"

/** A seed is invalid. The emulator stays unchanged. */
export class SeedError extends TaggedError("SeedError")<{
  /** The path in the seed, such as `users[2].email`; empty for the whole seed. */
  readonly path: string
  /** The problem with the value. */
  readonly problem: string
}> {
  override get message() {
    return this.path === "" ? this.problem : `${this.path}: ${this.problem}`
  }
}

const { String: Text, Boolean: Flag, optional } = Schema

const Uuid = Text.check(Schema.isUUID())
const Sha256 = Text.check(Schema.isPattern(/^[0-9a-f]{64}$/, { expected: "64 hexadecimal digits" }))
/** A time in ISO 8601, such as `2026-01-31T12:00:00.000Z`. */
const Time = Text.check(
  Schema.makeFilter((text: string) => !Number.isNaN(Date.parse(text)) || "Expected a time such as 2026-01-31T12:00:00Z")
)
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const list = <S extends Schema.Top>(item: S) => optional(Schema.Array(item))

/** A key or token: the text itself, or what the emulator stores of it. */
const Secret = Schema.Union([
  Text.check(Schema.isMinLength(1)),
  Schema.Struct({ sha256: optional(Sha256), lastFour: optional(Text), tailSha256: optional(Sha256) })
])

const metadata = {
  clientMetadata: optional(Schema.Json),
  clientReadOnlyMetadata: optional(Schema.Json),
  serverMetadata: optional(Schema.Json)
}

const ApiKey = Schema.Struct({
  id: optional(Uuid),
  value: Secret,
  description: optional(Text),
  isPublic: optional(Flag),
  createdAt: optional(Time),
  expiresAt: optional(Time),
  revokedAt: optional(Time)
})

const User = Schema.Struct({
  id: optional(Uuid),
  /** The primary address, with which the user signs in. In place of `contactChannels`. */
  email: optional(Email),
  /** Whether `email` is verified. Default: true. */
  emailVerified: optional(Flag),
  /** 8 to 70 characters. In place of `passwordHash`. */
  password: optional(Text.check(Schema.isMinLength(8), Schema.isMaxLength(70))),
  displayName: optional(Text),
  profileImageUrl: optional(Text),
  ...metadata,
  /** A hash of bcrypt, or one that an emulator has exported. */
  passwordHash: optional(
    Text.check(
      Schema.isPattern(/^(\$2[abxy]?\$|argon2id\$|scrypt(-sha512)?\$)/, {
        expected: "a hash of bcrypt, or of an emulator"
      })
    )
  ),
  /** Whether the user signs in with mailed links. */
  otpAuthEnabled: optional(Flag),
  totpSecretBase64: optional(Text.check(Schema.isBase64())),
  /** Default: whether there is a `totpSecretBase64`. */
  requiresTotpMfa: optional(Flag),
  isAnonymous: optional(Flag),
  /** The id of a team. */
  selectedTeamId: optional(Uuid),
  signedUpAt: optional(Time),
  lastActiveAt: optional(Time),
  restrictedByAdmin: optional(Flag),
  restrictedByAdminReason: optional(Text),
  restrictedByAdminPrivateDetails: optional(Text),
  countryCode: optional(Text),
  signUpRiskBot: optional(Count),
  signUpRiskAbuse: optional(Count),
  contactChannels: list(
    Schema.Struct({
      id: optional(Uuid),
      type: optional(Schema.Literals(["email"])),
      value: Email,
      isPrimary: optional(Flag),
      isVerified: optional(Flag),
      usedForAuth: optional(Flag),
      createdAt: optional(Time)
    })
  ),
  providerAccounts: list(
    Schema.Struct({
      id: optional(Uuid),
      /** Such as `github`. */
      provider: Text,
      /** The id of the account at the provider. */
      accountId: Text,
      email: optional(Text),
      allowSignIn: optional(Flag),
      allowConnectedAccounts: optional(Flag),
      createdAt: optional(Time),
      /** Tokens of the provider. */
      grants: list(
        Schema.Struct({
          id: optional(Uuid),
          scope: optional(Text),
          accessToken: Text,
          expiresAt: optional(Time),
          refreshToken: optional(Text),
          createdAt: optional(Time)
        })
      )
    })
  ),
  passkey: optional(
    Schema.Struct({
      /** Base64url, as WebAuthn has it. */
      credentialId: Text,
      /** The COSE key in base64url. */
      publicKey: Text,
      counter: optional(Count),
      createdAt: optional(Time)
    })
  ),
  /** Sessions that are there from the start: a test that knows `refreshToken` is signed in. */
  sessions: list(
    Schema.Struct({
      id: optional(Uuid),
      refreshToken: Secret,
      isImpersonation: optional(Flag),
      /** The name of the agent whose session it is. */
      agentName: optional(Text),
      createdAt: optional(Time),
      expiresAt: optional(Time),
      lastUsedAt: optional(Time),
      lastUsedIp: optional(Text)
    })
  ),
  apiKeys: list(ApiKey),
  /** Ids of permissions in the project. */
  permissions: list(Text),
  /** Categories of mails that were turned on or off. */
  notifications: list(Schema.Struct({ categoryId: Text, isEnabled: optional(Flag) })),
  unsubscribeCodes: list(Schema.Struct({ code: Secret, categoryId: Text })),
  /** Days on which the user was active, counted from 1970. */
  activeDays: list(Schema.Int),
  /** The state of the second factor: the codes that were used, and the number of wrong ones. */
  totpState: optional(
    Schema.Struct({
      secretSha256: optional(Sha256),
      lastStep: optional(Schema.Int),
      tries: Count,
      triesSince: Time
    })
  )
})

const Team = Schema.Struct({
  id: optional(Uuid),
  displayName: Text,
  profileImageUrl: optional(Text),
  ...metadata,
  createdAt: optional(Time),
  members: list(
    Schema.Struct({
      /** The id of a user, or the address with which the user signs in. */
      user: Text,
      displayName: optional(Text),
      profileImageUrl: optional(Text),
      createdAt: optional(Time),
      /** Ids of permissions in the team. */
      permissions: list(Text)
    })
  ),
  apiKeys: list(ApiKey)
})

const ThemeChoice = Schema.Union([Text, Schema.Literal(false)])

const Provider = Schema.Struct({
  id: Text,
  type: optional(Schema.Literals(["shared", "standard"])),
  clientId: optional(Text),
  clientSecret: optional(Text),
  facebookConfigId: optional(Text),
  microsoftTenantId: optional(Text),
  appleBundleIds: list(Text),
  appleTeamId: optional(Text),
  appleKeyId: optional(Text),
  applePrivateKey: optional(Text),
  customCallbackUrl: optional(Text),
  customOidc: optional(Schema.Struct({ issuerUrl: Text, scope: optional(Text), displayName: optional(Text) }))
})

const Interval = Schema.Tuple([Count, Schema.Literals(["day", "week", "month", "year"])])
const CustomerType = Schema.Literals(["user", "team", "custom"])
const Amount = Text.check(Schema.isPattern(/^\d+(\.\d{1,2})?$/, { expected: "an amount such as 9.99" }))

const Payments = Schema.Struct({
  items: optional(
    Schema.Record(Text, Schema.Struct({ displayName: optional(Text), customerType: optional(CustomerType) }))
  ),
  products: optional(
    Schema.Record(
      Text,
      Schema.Struct({
        displayName: optional(Text),
        customerType: optional(CustomerType),
        productLineId: optional(Text),
        freeTrial: optional(Interval),
        serverOnly: optional(Flag),
        stackable: optional(Flag),
        prices: optional(
          Schema.Record(
            Text,
            Schema.Struct({
              ...forEachCurrency(() => optional(Amount)),
              interval: optional(Interval),
              freeTrial: optional(Interval)
            })
          )
        ),
        includedItems: optional(
          Schema.Record(
            Text,
            Schema.Struct({
              quantity: Count,
              repeat: optional(Schema.Union([Schema.Literal("never"), Interval])),
              expires: optional(Schema.Literals(["never", "when-purchase-expires", "when-repeated"]))
            })
          )
        ),
        ...metadata
      })
    )
  ),
  blockNewPurchases: optional(Flag)
})

const Config = Schema.Struct({
  signUpEnabled: optional(Flag),
  credentialEnabled: optional(Flag),
  magicLinkEnabled: optional(Flag),
  passkeyEnabled: optional(Flag),
  clientTeamCreationEnabled: optional(Flag),
  clientUserDeletionEnabled: optional(Flag),
  allowUserApiKeys: optional(Flag),
  allowTeamApiKeys: optional(Flag),
  allowLocalhost: optional(Flag),
  createTeamOnSignUp: optional(Flag),
  oauthProviders: list(Provider),
  domains: list(Schema.Struct({ domain: Text, handlerPath: Text })),
  emailConfig: optional(
    Schema.Union([
      Schema.Struct({ type: Schema.Literal("shared") }),
      Schema.Struct({
        type: Schema.Literal("standard"),
        host: Text,
        port: Count,
        username: Text,
        password: Text,
        senderName: Text,
        senderEmail: Text
      })
    ])
  ),
  teamCreatorDefaultPermissions: list(Text),
  teamMemberDefaultPermissions: list(Text),
  userDefaultPermissions: list(Text),
  requireEmailVerification: optional(Flag),
  requirePublishableClientKey: optional(Flag),
  agentAuthEnabled: optional(Flag),
  oauthAccountMergeStrategy: optional(Schema.Literals(["link_method", "raise_error", "allow_duplicates"])),
  emailTheme: optional(Text),
  dataVaultStores: optional(Schema.Record(Text, Schema.Struct({ displayName: Text }))),
  /** The products and items of the project. */
  payments: optional(Payments)
})

/** Rows as an emulator has exported them. */
const Records = list(Schema.Record(Text, Schema.Union([Text, Schema.Finite])))

/** The content of a project. */
const content = {
  displayName: optional(Text),
  description: optional(Text),
  isProductionMode: optional(Flag),
  createdAt: optional(Time),
  /** Settings that differ from those of a new project; of a project that is there, those to change. */
  config: optional(Config),
  /** The id of the team of the project `internal` whose members manage it. */
  ownerTeamId: optional(Uuid),
  /** Sets of keys for apps. */
  keys: list(
    Schema.Struct({
      id: optional(Uuid),
      description: optional(Text),
      publishableClientKey: optional(Secret),
      secretServerKey: optional(Secret),
      superSecretAdminKey: optional(Secret),
      createdAt: optional(Time),
      expiresAt: optional(Time),
      revokedAt: optional(Time)
    })
  ),
  /** Permissions that add to or replace those of every new project. */
  permissions: list(
    Schema.Struct({
      id: Text,
      scope: optional(Schema.Literals(["team", "project"])),
      description: optional(Text),
      /** Ids of permissions that go with it. */
      contains: list(Text),
      /** A permission that every new project has, and this one does not have. */
      isRemoved: optional(Flag)
    })
  ),
  users: list(User),
  teams: list(Team),
  /** Codes that were mailed, and those of challenges. */
  codes: list(
    Schema.Struct({
      id: optional(Uuid),
      purpose: Schema.Literals([
        "password_reset",
        "contact_channel_verification",
        "one_time_password",
        "mfa_attempt",
        "passkey_registration",
        "passkey_authentication",
        "team_invitation"
      ]),
      code: Secret,
      /** The data of the code, which depends on its purpose. */
      data: Schema.Json,
      attempts: optional(Count),
      createdAt: optional(Time),
      expiresAt: optional(Time),
      usedAt: optional(Time)
    })
  ),
  /** Templates of mails of the service of 2025-06. */
  emailDocuments: list(Schema.Struct({ type: Text, subject: Text, content: Text })),
  /** Templates of mails in TSX. */
  emailTemplates: list(
    Schema.Struct({
      id: optional(Uuid),
      displayName: Text,
      source: Text,
      theme: optional(ThemeChoice),
      isRemoved: optional(Flag)
    })
  ),
  emailThemes: list(Schema.Struct({ id: optional(Uuid), displayName: Text, source: Text, isRemoved: optional(Flag) })),
  emailDrafts: list(
    Schema.Struct({
      id: optional(Uuid),
      displayName: Text,
      source: Text,
      theme: optional(ThemeChoice),
      sentAt: optional(Time),
      revision: Count
    })
  ),
  /** Values of the data vault, as apps encrypted them. */
  dataVault: list(Schema.Struct({ storeId: Text, hashedKey: Text, encryptedValue: Text })),
  /** Records of mails. A seed does not include the mailbox, which contains the mails themselves. */
  sentEmails: list(
    Schema.Struct({
      id: optional(Uuid),
      recipient: Text,
      subject: Text,
      sentAt: optional(Time),
      sender: optional(Schema.Json),
      error: optional(Schema.Json)
    })
  ),
  /** Mails of servers, sent and waiting, as an emulator has exported them. */
  outbox: Records,
  /** The items, purchases and debts of customers, as an emulator has exported them. */
  paymentCustomers: Records,
  purchases: Records,
  itemChanges: Records,
  invoices: Records,
  checkouts: Records,
  emailBoostUntil: optional(Time)
}

/** The fields of {@link Seed}. */
export const SeedSchema = Schema.Struct({
  ...content,
  /** Other projects. Generates an omitted `id`. For an existing project, adds the content to it. */
  projects: list(Schema.Struct({ id: optional(Text.check(Schema.isMinLength(1))), ...content })),
  /** People at the built-in identity provider. */
  identities: list(
    Schema.Struct({
      provider: Text,
      id: optional(Text),
      email: optional(Text),
      emailVerified: optional(Flag),
      displayName: optional(Text),
      profileImageUrl: optional(Text),
      createdAt: optional(Time)
    })
  ),
  /** The secrets that signing keys derive from. With the same ones, tokens of another emulator stay valid. */
  secrets: list(Schema.Struct({ name: Text, value: Text })),
  /** Webhook endpoints, in addition to those of the options. */
  webhooks: list(
    Schema.Struct({
      id: optional(Text),
      url: Text,
      secret: optional(Text),
      events: list(Schema.Literals(allEventTypes)),
      projectId: optional(Text)
    })
  )
})

/**
 * The content of an emulator. Top-level fields apply to the emulator's own project, that of its options. Everything is
 * optional, and the emulator generates omitted ids, keys, tokens and times.
 */
export type Seed = typeof SeedSchema.Type

/** A user of a seed. */
export type SeedUser = typeof User.Type

/** A team of a seed. */
export type SeedTeam = typeof Team.Type

/**
 * A seed with its types, for completion and errors while you write it.
 *
 * @example
 * ```ts
 * export default defineSeed({
 *   users: [{ email: "ann@example.org", password: "correct horse battery staple" }]
 * })
 * ```
 */
export const defineSeed = (seed: Seed): Seed => seed

const decode = Schema.decodeUnknownEffect(SeedSchema, { onExcessProperty: "error" })

/** Validates a value from outside, such as a file. */
export const parse = (value: unknown): Effect.Effect<Seed, SeedError> =>
  Effect.mapError(decode(value), ({ issue }) => new SeedError(firstProblem(issue)))
