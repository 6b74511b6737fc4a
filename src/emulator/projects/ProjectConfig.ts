/** The project settings that an admin can change (docs/protocol/resources.md#projects). */
import type { CustomerType, IncludedItem, Product } from "../../api/schema/Payments.ts"

/** The type of a provider that has no catalog entry, but an issuer of OpenID Connect. */
export const customOidc = "custom_oidc"

/** An OpenID Connect provider of the project's own. */
export interface CustomOidc {
  readonly issuerUrl: string
  /** Default: `openid email profile`. */
  readonly scope?: string | undefined
  readonly displayName?: string | undefined
}

/** A configured sign-in provider; only `standard` ones have keys. */
export interface OAuthProviderConfig {
  /** The ID of a known provider, or any ID with `customOidc`. */
  readonly id: string
  readonly type: "shared" | "standard"
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly facebookConfigId?: string | undefined
  readonly microsoftTenantId?: string | undefined
  readonly appleBundleIds?: ReadonlyArray<string> | undefined
  readonly appleTeamId?: string | undefined
  readonly appleKeyId?: string | undefined
  readonly applePrivateKey?: string | undefined
  /** The callback URL that the provider gets, in place of the service's. */
  readonly customCallbackUrl?: string | undefined
  readonly customOidc?: CustomOidc | undefined
}

/** How a project sends its mail. */
export type EmailConfig =
  | { readonly type: "shared" }
  | {
      readonly type: "standard"
      readonly host: string
      readonly port: number
      readonly username: string
      readonly password: string
      readonly senderName: string
      readonly senderEmail: string
    }

/** A rule about who may sign up. */
export interface SignUpRule {
  readonly id: string
  readonly enabled: boolean
  readonly displayName?: string | undefined
  /** Rules with a lower number apply first. */
  readonly priority: number
  /** An expression of the Common Expression Language; a rule without one is not used. */
  readonly condition?: string | undefined
  readonly action: {
    readonly type: "allow" | "reject" | "restrict" | "log"
    /** For admins, not for the user. */
    readonly message?: string | undefined
  }
}

/** Something that customers have a quantity of, such as credits. */
export interface ItemConfig {
  readonly displayName?: string | undefined
  /** Default: `user`. */
  readonly customerType?: CustomerType | undefined
}

/** An item that comes with a product. */
export interface IncludedItemConfig extends Omit<IncludedItem, "expires"> {
  /** Default: `never`. */
  readonly expires?: "never" | "when-purchase-expires" | "when-repeated" | undefined
}

/** Something that customers buy. */
export interface ProductConfig extends Omit<Partial<Product>, "customerType" | "includedItems"> {
  readonly includedItems?: { readonly [id: string]: IncludedItemConfig } | undefined
  /** Default: `user`. */
  readonly customerType?: CustomerType | undefined
  /** A customer has at most one product of a line, and may switch between them. */
  readonly productLineId?: string | undefined
}

/** The products and items of a project, in the current service. */
export interface PaymentsConfig {
  readonly items?: { readonly [id: string]: ItemConfig } | undefined
  readonly products?: { readonly [id: string]: ProductConfig } | undefined
  /** Default: false. */
  readonly blockNewPurchases?: boolean | undefined
}

/** Everything that an admin may configure. */
export interface ProjectConfig {
  readonly signUpEnabled: boolean
  readonly credentialEnabled: boolean
  readonly magicLinkEnabled: boolean
  readonly passkeyEnabled: boolean
  readonly clientTeamCreationEnabled: boolean
  readonly clientUserDeletionEnabled: boolean
  readonly allowUserApiKeys: boolean
  readonly allowTeamApiKeys: boolean
  readonly allowLocalhost: boolean
  readonly createTeamOnSignUp: boolean
  readonly oauthProviders: ReadonlyArray<OAuthProviderConfig>
  readonly domains: ReadonlyArray<{ readonly domain: string; readonly handlerPath: string }>
  readonly emailConfig: EmailConfig
  readonly teamCreatorDefaultPermissions: ReadonlyArray<string>
  readonly teamMemberDefaultPermissions: ReadonlyArray<string>
  readonly userDefaultPermissions: ReadonlyArray<string>
  /** Users whose primary address is not verified are restricted, in the current service. */
  readonly requireEmailVerification: boolean
  /** Whether clients need the publishable key, in the current service; that of 2025-06 always requires it. */
  readonly requirePublishableClientKey: boolean
  /** Whether agents may sign in for users: the app `agent-auth`, in the current service. */
  readonly agentAuthEnabled: boolean
  readonly oauthAccountMergeStrategy: "link_method" | "raise_error" | "allow_duplicates"
  /** The id of a theme of the project's mails, in the current service. */
  readonly emailTheme: string
  /** The rules that allow or reject sign-ups, in the current service. */
  readonly signUpRules: ReadonlyArray<SignUpRule>
  /** Whether users may sign up if no rule allows or rejects them. */
  readonly signUpRulesDefaultAction: "allow" | "reject"
  /** The stores of the data vault by id, in the current service. */
  readonly dataVaultStores: { readonly [id: string]: { readonly displayName: string } }
  readonly payments: PaymentsConfig
}

/** A change of a configuration: absent settings stay. */
export type ProjectConfigChange = { readonly [K in keyof ProjectConfig]?: ProjectConfig[K] | undefined }

/** The theme of mails of new projects, with the id that it has everywhere. */
export const defaultEmailTheme = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac"

/** The configuration of a new project (docs/protocol/resources.md#projects). */
export const defaultConfig: ProjectConfig = {
  signUpEnabled: true,
  credentialEnabled: true,
  magicLinkEnabled: false,
  passkeyEnabled: false,
  clientTeamCreationEnabled: false,
  clientUserDeletionEnabled: false,
  allowUserApiKeys: false,
  allowTeamApiKeys: false,
  allowLocalhost: true,
  createTeamOnSignUp: false,
  oauthProviders: [],
  domains: [],
  emailConfig: { type: "shared" },
  teamCreatorDefaultPermissions: ["team_admin"],
  teamMemberDefaultPermissions: ["team_member"],
  userDefaultPermissions: [],
  requireEmailVerification: false,
  requirePublishableClientKey: false,
  agentAuthEnabled: false,
  oauthAccountMergeStrategy: "link_method",
  emailTheme: defaultEmailTheme,
  signUpRules: [],
  signUpRulesDefaultAction: "allow",
  dataVaultStores: {},
  payments: { items: {}, products: {}, blockNewPurchases: false }
}
