/** Projects and their configuration (docs/protocol/resources.md#projects). */
import * as Schema from "effect/Schema"
import { PermissionId, ProjectId, ProviderId, TeamId } from "./Ids.ts"
import { OpenEnum } from "./OpenEnum.ts"
import { PictureUrl } from "./Picture.ts"
import { ForeignSecret } from "./Secrets.ts"
import { WireClass } from "./WireStruct.ts"

/** A sign-in provider that is enabled. */
export class ProviderRef extends WireClass<ProviderRef>()({ id: ProviderId }) {}

/** A permission that is granted by default. */
export class PermissionRef extends WireClass<PermissionRef>()({ id: PermissionId }) {}

/** A trusted domain and where the app's pages are on it. */
export class Domain extends WireClass<Domain>()({ domain: Schema.String, handlerPath: Schema.String }) {}

const oauthProviderFields = {
  id: ProviderId,
  type: OpenEnum(["shared", "standard"]),
  clientId: Schema.optional(Schema.String),
  clientSecret: Schema.optional(ForeignSecret),
  facebookConfigId: Schema.optional(Schema.String),
  microsoftTenantId: Schema.optional(Schema.String),
  /** The apps on devices whose identity tokens of Apple are accepted; not in 2025-06. */
  appleBundleIds: Schema.optional(Schema.Array(Schema.String)),
  /** A key of Apple, of which the service makes the client secret at each sign-in; not in 2025-06. */
  appleTeamId: Schema.optional(Schema.String),
  appleKeyId: Schema.optional(Schema.String),
  /** The key in PEM. */
  applePrivateKey: Schema.optional(ForeignSecret)
}

/** The settings of a provider: the service's shared keys, or keys of the project (`standard`). */
export class OAuthProviderSettings extends WireClass<OAuthProviderSettings>()(oauthProviderFields) {}

/** A sign-in provider with the service's shared keys, or with keys of the project (`standard`). */
export class OAuthProvider extends WireClass<OAuthProvider>()({
  ...oauthProviderFields,
  /** The service's id of this entry; not in 2025-06, and never sent. */
  providerConfigId: Schema.optionalKey(Schema.String)
}) {}

/** The service's shared mail server, or one of the project (`standard`), which then has every other field. */
export class EmailConfig extends WireClass<EmailConfig>()({
  type: OpenEnum(["shared", "standard"]),
  host: Schema.optional(Schema.String),
  port: Schema.optional(Schema.Finite),
  username: Schema.optional(Schema.String),
  password: Schema.optional(ForeignSecret),
  senderName: Schema.optional(Schema.String),
  senderEmail: Schema.optional(Schema.String)
}) {}

/** How to treat a provider account whose email address is in use. */
export const OAuthAccountMergeStrategy = Schema.Literals(["link_method", "raise_error", "allow_duplicates"])

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
export class ProjectConfig extends WireClass<ProjectConfig>()(
  {
    ...clientConfigFields,
    /** The service of 2025-06 does not send it to clients. */
    domains: Schema.optionalKey(Schema.Array(Domain))
  },
  clientConfigNames
) {}

/** A problem of a configuration. */
export class ConfigProblem extends WireClass<ConfigProblem>()({ message: Schema.String }) {}

/** The state of a project; not in 2025-06. */
const stateFields = {
  /** Whether it is for development only. */
  isDevelopmentEnvironment: Schema.optionalKey(Schema.Boolean),
  /** Why the configuration that was pushed last does not apply; null if it does. */
  pushedConfigError: Schema.optionalKey(Schema.NullOr(ConfigProblem)),
  configWarnings: Schema.optionalKey(Schema.Array(ConfigProblem))
}

/** A project as clients see it. */
export class Project extends WireClass<Project>()({
  id: ProjectId,
  displayName: Schema.String,
  ...stateFields,
  config: ProjectConfig
}) {}

/** The configuration that admins see. */
export class AdminProjectConfig extends WireClass<AdminProjectConfig>()(
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
) {}

const logo = Schema.optionalKey(PictureUrl)

/** A project as its admins see it. Only one of the two services has the fields that may be absent. */
export class AdminProject extends WireClass<AdminProject>()(
  {
    id: ProjectId,
    displayName: Schema.String,
    description: Schema.String,
    createdAt: Schema.DateFromMillis,
    /** How many users there are; only in 2025-06. */
    userCount: Schema.optionalKey(Schema.Finite),
    isProductionMode: Schema.Boolean,
    ...stateFields,
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
) {}
