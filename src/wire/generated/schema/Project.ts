/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { PermissionId, ProjectId, ProviderId, TeamId } from "../../../api/schema/Ids.ts"
import type {
  AdminProject,
  AdminProjectConfig,
  ConfigProblem,
  Domain,
  EmailConfig,
  OAuthProvider,
  PermissionRef,
  Project,
  ProjectConfig,
  ProviderRef
} from "../../../api/schema/Project.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"
import { decodePictureUrl } from "./Picture.ts"
import { decodePollingCode } from "./Secrets.ts"

export const decodeConfigProblem = R.struct((o): ConfigProblem => ({ message: R.string(o.message, "message") }))

const decodeProjectConfigWarnings = R.list(decodeConfigProblem)

export const decodeProviderRef = R.struct((o): ProviderRef => ({ id: pathSegment<ProviderId>(o.id, "id") }))

const decodeProjectConfigEnabledOAuthProviders = R.list(decodeProviderRef)

export const decodeDomain = R.struct((o): Domain => ({
  domain: R.string(o.domain, "domain"),
  handlerPath: R.string(o.handler_path, "handler_path")
}))

const decodeProjectConfigDomains = R.list(decodeDomain)

const signUpEnabledToEnabledOAuthProviders = (o: R.Properties) => ({
  signUpEnabled: R.boolean(o.sign_up_enabled, "sign_up_enabled"),
  credentialEnabled: R.boolean(o.credential_enabled, "credential_enabled"),
  magicLinkEnabled: R.boolean(o.magic_link_enabled, "magic_link_enabled"),
  passkeyEnabled: R.boolean(o.passkey_enabled, "passkey_enabled"),
  clientTeamCreationEnabled: R.boolean(o.client_team_creation_enabled, "client_team_creation_enabled"),
  clientUserDeletionEnabled: R.boolean(o.client_user_deletion_enabled, "client_user_deletion_enabled"),
  allowUserApiKeys: R.boolean(o.allow_user_api_keys, "allow_user_api_keys"),
  allowTeamApiKeys: R.boolean(o.allow_team_api_keys, "allow_team_api_keys"),
  enabledOAuthProviders: decodeProjectConfigEnabledOAuthProviders(o.enabled_oauth_providers, "enabled_oauth_providers")
})

export const decodeProjectConfig = R.struct((o): ProjectConfig => {
  const a: R.Mutable<ProjectConfig> = { ...signUpEnabledToEnabledOAuthProviders(o) }
  if (o.domains !== undefined) a.domains = decodeProjectConfigDomains(o.domains, "domains")
  return a
})

export const decodeProject = R.struct((o): Project => {
  const a: R.Mutable<Project> = {
    id: pathSegment<ProjectId>(o.id, "id"),
    displayName: R.string(o.display_name, "display_name"),
    config: decodeProjectConfig(o.config, "config")
  }
  if (o.is_development_environment !== undefined)
    a.isDevelopmentEnvironment = R.boolean(o.is_development_environment, "is_development_environment")
  if (o.pushed_config_error !== undefined)
    a.pushedConfigError = R.nullable(o.pushed_config_error, "pushed_config_error", decodeConfigProblem)
  if (o.config_warnings !== undefined)
    a.configWarnings = decodeProjectConfigWarnings(o.config_warnings, "config_warnings")
  return a
})

const decodeOAuthProviderAppleBundleIds = R.list(R.string)

export const decodeOAuthProvider = R.struct((o): OAuthProvider => {
  const a: R.Mutable<OAuthProvider> = { id: pathSegment<ProviderId>(o.id, "id"), type: R.string(o.type, "type") }
  if (o.client_id !== undefined) a.clientId = R.string(o.client_id, "client_id")
  if (o.client_secret !== undefined) a.clientSecret = decodePollingCode(o.client_secret, "client_secret")
  if (o.facebook_config_id !== undefined) a.facebookConfigId = R.string(o.facebook_config_id, "facebook_config_id")
  if (o.microsoft_tenant_id !== undefined) a.microsoftTenantId = R.string(o.microsoft_tenant_id, "microsoft_tenant_id")
  if (o.apple_bundle_ids !== undefined)
    a.appleBundleIds = decodeOAuthProviderAppleBundleIds(o.apple_bundle_ids, "apple_bundle_ids")
  if (o.apple_team_id !== undefined) a.appleTeamId = R.string(o.apple_team_id, "apple_team_id")
  if (o.apple_key_id !== undefined) a.appleKeyId = R.string(o.apple_key_id, "apple_key_id")
  if (o.apple_private_key !== undefined) a.applePrivateKey = decodePollingCode(o.apple_private_key, "apple_private_key")
  if (o.provider_config_id !== undefined) a.providerConfigId = R.string(o.provider_config_id, "provider_config_id")
  return a
})

const decodeAdminProjectConfigOauthProviders = R.list(decodeOAuthProvider)

export const decodeEmailConfig = R.struct((o): EmailConfig => {
  const a: R.Mutable<EmailConfig> = { type: R.string(o.type, "type") }
  if (o.host !== undefined) a.host = R.string(o.host, "host")
  if (o.port !== undefined) a.port = R.finite(o.port, "port")
  if (o.username !== undefined) a.username = R.string(o.username, "username")
  if (o.password !== undefined) a.password = decodePollingCode(o.password, "password")
  if (o.sender_name !== undefined) a.senderName = R.string(o.sender_name, "sender_name")
  if (o.sender_email !== undefined) a.senderEmail = R.string(o.sender_email, "sender_email")
  return a
})

export const decodePermissionRef = R.struct((o): PermissionRef => ({ id: pathSegment<PermissionId>(o.id, "id") }))

const decodeAdminProjectConfigTeamCreatorDefaultPermissions = R.list(decodePermissionRef)

export const decodeAdminProjectConfig = R.struct((o): AdminProjectConfig => {
  const a: R.Mutable<AdminProjectConfig> = {
    ...signUpEnabledToEnabledOAuthProviders(o),
    allowLocalhost: R.boolean(o.allow_localhost, "allow_localhost"),
    createTeamOnSignUp: R.boolean(o.create_team_on_sign_up, "create_team_on_sign_up"),
    domains: decodeProjectConfigDomains(o.domains, "domains"),
    oauthProviders: decodeAdminProjectConfigOauthProviders(o.oauth_providers, "oauth_providers"),
    emailConfig: decodeEmailConfig(o.email_config, "email_config"),
    teamCreatorDefaultPermissions: decodeAdminProjectConfigTeamCreatorDefaultPermissions(
      o.team_creator_default_permissions,
      "team_creator_default_permissions"
    ),
    teamMemberDefaultPermissions: decodeAdminProjectConfigTeamCreatorDefaultPermissions(
      o.team_member_default_permissions,
      "team_member_default_permissions"
    ),
    userDefaultPermissions: decodeAdminProjectConfigTeamCreatorDefaultPermissions(
      o.user_default_permissions,
      "user_default_permissions"
    ),
    oauthAccountMergeStrategy: R.string(o.oauth_account_merge_strategy, "oauth_account_merge_strategy")
  }
  if (o.email_theme !== undefined) a.emailTheme = R.string(o.email_theme, "email_theme")
  return a
})

export const decodeAdminProject = R.struct((o): AdminProject => {
  const a: R.Mutable<AdminProject> = {
    id: pathSegment<ProjectId>(o.id, "id"),
    displayName: R.string(o.display_name, "display_name"),
    description: R.string(o.description, "description"),
    createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
    isProductionMode: R.boolean(o.is_production_mode, "is_production_mode"),
    config: decodeAdminProjectConfig(o.config, "config")
  }
  if (o.user_count !== undefined) a.userCount = R.finite(o.user_count, "user_count")
  if (o.is_development_environment !== undefined)
    a.isDevelopmentEnvironment = R.boolean(o.is_development_environment, "is_development_environment")
  if (o.pushed_config_error !== undefined)
    a.pushedConfigError = R.nullable(o.pushed_config_error, "pushed_config_error", decodeConfigProblem)
  if (o.config_warnings !== undefined)
    a.configWarnings = decodeProjectConfigWarnings(o.config_warnings, "config_warnings")
  if (o.owner_team_id !== undefined) a.ownerTeamId = R.nullable(o.owner_team_id, "owner_team_id", pathSegment<TeamId>)
  if (o.onboarding_status !== undefined) a.onboardingStatus = R.string(o.onboarding_status, "onboarding_status")
  if (o.logo_url !== undefined) a.logoUrl = decodePictureUrl(o.logo_url, "logo_url")
  if (o.logo_full_url !== undefined) a.logoFullUrl = decodePictureUrl(o.logo_full_url, "logo_full_url")
  if (o.logo_dark_mode_url !== undefined)
    a.logoDarkModeUrl = decodePictureUrl(o.logo_dark_mode_url, "logo_dark_mode_url")
  if (o.logo_full_dark_mode_url !== undefined)
    a.logoFullDarkModeUrl = decodePictureUrl(o.logo_full_dark_mode_url, "logo_full_dark_mode_url")
  return a
})

export const encodeDomain = R.struct((o) => ({
  domain: R.string(o.domain, "domain"),
  handler_path: R.string(o.handlerPath, "handlerPath")
}))

export const encodeOAuthProviderSettings = R.struct((o) => ({
  id: pathSegment<ProviderId>(o.id, "id"),
  type: R.string(o.type, "type"),
  client_id: R.optional(o.clientId, "clientId", R.string),
  client_secret: R.optional(o.clientSecret, "clientSecret", R.reveal),
  facebook_config_id: R.optional(o.facebookConfigId, "facebookConfigId", R.string),
  microsoft_tenant_id: R.optional(o.microsoftTenantId, "microsoftTenantId", R.string),
  apple_bundle_ids: R.optional(o.appleBundleIds, "appleBundleIds", decodeOAuthProviderAppleBundleIds),
  apple_team_id: R.optional(o.appleTeamId, "appleTeamId", R.string),
  apple_key_id: R.optional(o.appleKeyId, "appleKeyId", R.string),
  apple_private_key: R.optional(o.applePrivateKey, "applePrivateKey", R.reveal)
}))

export const encodeEmailConfig = R.struct((o) => ({
  type: R.string(o.type, "type"),
  host: R.optional(o.host, "host", R.string),
  port: R.optional(o.port, "port", R.finite),
  username: R.optional(o.username, "username", R.string),
  password: R.optional(o.password, "password", R.reveal),
  sender_name: R.optional(o.senderName, "senderName", R.string),
  sender_email: R.optional(o.senderEmail, "senderEmail", R.string)
}))

export const encodePermissionRef = R.struct((o) => ({ id: pathSegment<PermissionId>(o.id, "id") }))

export const oAuthAccountMergeStrategy = (value: unknown, key?: R.Key) =>
  R.oneOf(value, key, ["link_method", "raise_error", "allow_duplicates"])
