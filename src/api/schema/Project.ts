/**
 * Projects and their configuration (docs/protocol/resources.md#projects).
 */
import * as Schema from "effect/Schema"
import { PermissionId, ProjectId, ProviderId, TeamId } from "./Ids.ts"
import { OpenEnum } from "./OpenEnum.ts"
import { PictureUrl } from "./Picture.ts"
import { ForeignSecret } from "./Secrets.ts"
import { WireStruct } from "./WireStruct.ts"

/** A sign-in provider that is enabled. */
export const ProviderRef = WireStruct({ id: ProviderId })
/** A sign-in provider that is enabled. */
export interface ProviderRef extends Schema.Schema.Type<typeof ProviderRef> {}

/** A permission that is granted by default. */
export const PermissionRef = WireStruct({ id: PermissionId })
/** A permission that is granted by default. */
export interface PermissionRef extends Schema.Schema.Type<typeof PermissionRef> {}

/** A trusted domain and where the app's pages are on it. */
export const Domain = WireStruct({ domain: Schema.String, handlerPath: Schema.String })
/** A trusted domain and where the app's pages are on it. */
export interface Domain extends Schema.Schema.Type<typeof Domain> {}

const oauthProviderFields = {
  id: ProviderId,
  type: OpenEnum(["shared", "standard"]),
  clientId: Schema.optional(Schema.String),
  clientSecret: Schema.optional(ForeignSecret),
  facebookConfigId: Schema.optional(Schema.String),
  microsoftTenantId: Schema.optional(Schema.String)
}

/** What a provider is configured with: the service's shared keys, or keys of the project (`standard`). */
export const OAuthProviderSettings = WireStruct(oauthProviderFields)
/** What a provider is configured with: the service's shared keys, or keys of the project (`standard`). */
export interface OAuthProviderSettings extends Schema.Schema.Type<typeof OAuthProviderSettings> {}

/** A sign-in provider with the service's shared keys, or with keys of the project (`standard`). */
export const OAuthProvider = WireStruct({
  ...oauthProviderFields,
  /** The service's id of this entry; not in 2025-06, and never sent. */
  providerConfigId: Schema.optionalKey(Schema.String)
})
/** A sign-in provider with the service's shared keys, or with keys of the project (`standard`). */
export interface OAuthProvider extends Schema.Schema.Type<typeof OAuthProvider> {}

/** The service's shared mail server, or one of the project (`standard`), which then has every other field. */
export const EmailConfig = WireStruct({
  type: OpenEnum(["shared", "standard"]),
  host: Schema.optional(Schema.String),
  port: Schema.optional(Schema.Finite),
  username: Schema.optional(Schema.String),
  password: Schema.optional(ForeignSecret),
  senderName: Schema.optional(Schema.String),
  senderEmail: Schema.optional(Schema.String)
})
/** The service's shared mail server, or one of the project (`standard`). */
export interface EmailConfig extends Schema.Schema.Type<typeof EmailConfig> {}

/** What to do when an account of a provider comes with an e-mail address that is in use. */
export const OAuthAccountMergeStrategy = Schema.Literals(["link_method", "raise_error", "allow_duplicates"])
/** What to do when an account of a provider comes with an e-mail address that is in use. */
export type OAuthAccountMergeStrategy = typeof OAuthAccountMergeStrategy.Type

const clientConfigFields = {
  signUpEnabled: Schema.Boolean,
  credentialEnabled: Schema.Boolean,
  magicLinkEnabled: Schema.Boolean,
  passkeyEnabled: Schema.Boolean,
  clientTeamCreationEnabled: Schema.Boolean,
  clientUserDeletionEnabled: Schema.Boolean,
  allowUserApiKeys: Schema.Boolean,
  allowTeamApiKeys: Schema.Boolean,
  enabledOAuthProviders: Schema.Array(ProviderRef)
}

const clientConfigNames = { enabledOAuthProviders: "enabled_oauth_providers" } as const

/** The configuration that clients see. */
export const ProjectConfig = WireStruct(
  {
    ...clientConfigFields,
    /** The service of 2025-06 does not send it to clients. */
    domains: Schema.optionalKey(Schema.Array(Domain))
  },
  clientConfigNames
)
/** The configuration that clients see. */
export interface ProjectConfig extends Schema.Schema.Type<typeof ProjectConfig> {}

/** A project as clients see it. */
export const Project = WireStruct({ id: ProjectId, displayName: Schema.String, config: ProjectConfig })
/** A project as clients see it. */
export interface Project extends Schema.Schema.Type<typeof Project> {}

/** The configuration that admins see. */
export const AdminProjectConfig = WireStruct(
  {
    ...clientConfigFields,
    allowLocalhost: Schema.Boolean,
    createTeamOnSignUp: Schema.Boolean,
    domains: Schema.Array(Domain),
    oauthProviders: Schema.Array(OAuthProvider),
    emailConfig: EmailConfig,
    teamCreatorDefaultPermissions: Schema.Array(PermissionRef),
    teamMemberDefaultPermissions: Schema.Array(PermissionRef),
    userDefaultPermissions: Schema.Array(PermissionRef),
    oauthAccountMergeStrategy: OpenEnum(OAuthAccountMergeStrategy.literals),
    /** The id of the theme that mails are shown in; the service of 2025-06 has none. */
    emailTheme: Schema.optionalKey(Schema.String)
  },
  clientConfigNames
)
/** The configuration that admins see. */
export interface AdminProjectConfig extends Schema.Schema.Type<typeof AdminProjectConfig> {}

const logo = Schema.optionalKey(PictureUrl)

/** A project as its admins see it. Only one of the two services has the fields that may be absent. */
export const AdminProject = WireStruct(
  {
    id: ProjectId,
    displayName: Schema.String,
    description: Schema.String,
    createdAt: Schema.DateFromMillis,
    /** How many users there are; only in 2025-06. */
    userCount: Schema.optionalKey(Schema.Finite),
    isProductionMode: Schema.Boolean,
    /** The team of the project `internal` whose members manage this one; not in 2025-06. */
    ownerTeamId: Schema.optionalKey(Schema.NullOr(TeamId)),
    /** The state of the project's setup: `completed` at the end; not in 2025-06. */
    onboardingStatus: Schema.optionalKey(OpenEnum(["completed"])),
    /** http(s), or a base64 `data:` URL of an image without scripts; no logo is in 2025-06. */
    logoUrl: logo,
    logoFullUrl: logo,
    logoDarkModeUrl: logo,
    logoFullDarkModeUrl: logo,
    config: AdminProjectConfig
  },
  { createdAt: "created_at_millis" }
)
/** A project as its admins see it. */
export interface AdminProject extends Schema.Schema.Type<typeof AdminProject> {}
