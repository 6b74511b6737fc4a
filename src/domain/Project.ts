/**
 * Projects and their configuration (wire/entities §9).
 */
import * as Schema from "effect/Schema"
import { PermissionId, ProjectId, ProviderId } from "./Ids.ts"
import { OpenEnum } from "./OpenEnum.ts"
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

/** A sign-in provider with the service's shared keys, or with keys of the project (`standard`). */
export const OAuthProvider = WireStruct({
  id: ProviderId,
  type: OpenEnum(["shared", "standard"]),
  clientId: Schema.optional(Schema.String),
  clientSecret: Schema.optional(ForeignSecret),
  facebookConfigId: Schema.optional(Schema.String),
  microsoftTenantId: Schema.optional(Schema.String)
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
export const ProjectConfig = WireStruct(clientConfigFields, clientConfigNames)
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
    oauthAccountMergeStrategy: OpenEnum(OAuthAccountMergeStrategy.literals)
  },
  clientConfigNames
)
/** The configuration that admins see. */
export interface AdminProjectConfig extends Schema.Schema.Type<typeof AdminProjectConfig> {}

/** A project as its admins see it. */
export const AdminProject = WireStruct(
  {
    id: ProjectId,
    displayName: Schema.String,
    description: Schema.String,
    createdAt: Schema.DateFromMillis,
    userCount: Schema.Finite,
    isProductionMode: Schema.Boolean,
    config: AdminProjectConfig
  },
  { createdAt: "created_at_millis" }
)
/** A project as its admins see it. */
export interface AdminProject extends Schema.Schema.Type<typeof AdminProject> {}
