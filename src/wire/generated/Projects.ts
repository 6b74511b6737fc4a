/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { CreateProject, UpdateProject } from "../../api/Projects.ts"
import type { ProjectId, TeamId } from "../../api/schema/Ids.ts"
import type { AdminProject, Project } from "../../api/schema/Project.ts"
import type { TeamPermissionRequired } from "../../domain/errors/Permissions.ts"
import type { NotSupportedByService, ProjectWithoutTeam } from "../../domain/errors/ProjectAccess.ts"
import type { UserAuthenticationRequired } from "../../domain/errors/Session.ts"
import type { TeamMembershipNotFound } from "../../domain/errors/Teams.ts"
import { isCompleteEmailConfig, isCompleteOAuthProvider, isTrustableDomain } from "../../domain/ProjectRules.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors, commonErrors } from "./Access.ts"
import { decodeSuccess, decodeSuccessInWords, decodeToItems } from "./Envelope.ts"
import { teamPermissionRequired } from "./errors/Permissions.ts"
import { expectedInternalProject } from "./errors/ProjectAccess.ts"
import { userAuthenticationRequired } from "./errors/Session.ts"
import { teamMembershipNotFound } from "./errors/Teams.ts"
import { imageUrl } from "./schema/AbsoluteUrl.ts"
import { pathSegment } from "./schema/Ids.ts"
import {
  decodeAdminProject,
  decodeProject,
  encodeDomain,
  encodeEmailConfig,
  encodeOAuthProviderSettings,
  encodePermissionRef,
  oAuthAccountMergeStrategy
} from "./schema/Project.ts"
import { otherGeneration, projectWithoutTeam } from "./TextErrors.ts"

/** Read the current project. */
export const getProject: Endpoint<{}, Project, never, "client"> = {
  name: "getProject",
  method: "GET",
  path: "/projects/current",
  level: "client",
  levelErrors: clientErrors,
  success: decodeProject
}

const listOwnedProjectsSuccess = decodeToItems(R.list(decodeAdminProject))

/** List owned projects. */
export const listOwnedProjects: Endpoint<{}, ReadonlyArray<AdminProject>, UserAuthenticationRequired, "client"> = {
  name: "listOwnedProjects",
  method: "GET",
  path: "/internal/projects",
  level: "client",
  levelErrors: clientErrors,
  success: listOwnedProjectsSuccess,
  errors: [userAuthenticationRequired, expectedInternalProject]
}

const encodeUpdateProjectConfigDomainsItem = (value: unknown, key?: R.Key) =>
  R.checkOriginal(encodeDomain(value, key), value as never, key, isTrustableDomain, "a domain to trust")

const encodeUpdateProjectConfigDomains = R.list(encodeUpdateProjectConfigDomainsItem)

const encodeUpdateProjectConfigOauthProvidersItem = (value: unknown, key?: R.Key) =>
  R.checkOriginal(
    encodeOAuthProviderSettings(value, key),
    value as never,
    key,
    isCompleteOAuthProvider,
    "a complete provider"
  )

const encodeUpdateProjectConfigOauthProviders = R.list(encodeUpdateProjectConfigOauthProvidersItem)

const encodeUpdateProjectConfigEmailConfig = (value: unknown, key?: R.Key) =>
  R.checkOriginal(encodeEmailConfig(value, key), value as never, key, isCompleteEmailConfig, "a complete mail server")

const encodeUpdateProjectConfigTeamCreatorDefaultPermissions = R.list(encodePermissionRef)

export const encodeUpdateProjectConfig = R.struct((o) => ({
  sign_up_enabled: R.optional(o.signUpEnabled, "signUpEnabled", R.boolean),
  credential_enabled: R.optional(o.credentialEnabled, "credentialEnabled", R.boolean),
  magic_link_enabled: R.optional(o.magicLinkEnabled, "magicLinkEnabled", R.boolean),
  passkey_enabled: R.optional(o.passkeyEnabled, "passkeyEnabled", R.boolean),
  client_team_creation_enabled: R.optional(o.clientTeamCreationEnabled, "clientTeamCreationEnabled", R.boolean),
  client_user_deletion_enabled: R.optional(o.clientUserDeletionEnabled, "clientUserDeletionEnabled", R.boolean),
  allow_localhost: R.optional(o.allowLocalhost, "allowLocalhost", R.boolean),
  allow_user_api_keys: R.optional(o.allowUserApiKeys, "allowUserApiKeys", R.boolean),
  allow_team_api_keys: R.optional(o.allowTeamApiKeys, "allowTeamApiKeys", R.boolean),
  create_team_on_sign_up: R.optional(o.createTeamOnSignUp, "createTeamOnSignUp", R.boolean),
  domains: R.optional(o.domains, "domains", encodeUpdateProjectConfigDomains),
  oauth_providers: R.optional(o.oauthProviders, "oauthProviders", encodeUpdateProjectConfigOauthProviders),
  email_config: R.optional(o.emailConfig, "emailConfig", encodeUpdateProjectConfigEmailConfig),
  team_creator_default_permissions: R.optional(
    o.teamCreatorDefaultPermissions,
    "teamCreatorDefaultPermissions",
    encodeUpdateProjectConfigTeamCreatorDefaultPermissions
  ),
  team_member_default_permissions: R.optional(
    o.teamMemberDefaultPermissions,
    "teamMemberDefaultPermissions",
    encodeUpdateProjectConfigTeamCreatorDefaultPermissions
  ),
  user_default_permissions: R.optional(
    o.userDefaultPermissions,
    "userDefaultPermissions",
    encodeUpdateProjectConfigTeamCreatorDefaultPermissions
  ),
  oauth_account_merge_strategy: R.optional(
    o.oauthAccountMergeStrategy,
    "oauthAccountMergeStrategy",
    oAuthAccountMergeStrategy
  ),
  email_theme: R.optional(o.emailTheme, "emailTheme", R.string)
}))

const logoUrlToConfig = (o: R.Properties) => ({
  logo_url: R.nullish(o.logoUrl, "logoUrl", imageUrl),
  logo_full_url: R.nullish(o.logoFullUrl, "logoFullUrl", imageUrl),
  logo_dark_mode_url: R.nullish(o.logoDarkModeUrl, "logoDarkModeUrl", imageUrl),
  logo_full_dark_mode_url: R.nullish(o.logoFullDarkModeUrl, "logoFullDarkModeUrl", imageUrl),
  description: R.nullish(o.description, "description", R.string),
  is_production_mode: R.optional(o.isProductionMode, "isProductionMode", R.boolean),
  config: R.optional(o.config, "config", encodeUpdateProjectConfig)
})

export const encodeCreateProject = R.struct((o) => ({
  display_name: R.string(o.displayName, "displayName"),
  owner_team_id: R.optional(o.ownerTeamId, "ownerTeamId", pathSegment<TeamId>),
  ...logoUrlToConfig(o)
}))

/** Create a project. */
export const createProject: Endpoint<
  { readonly payload: CreateProject },
  AdminProject,
  UserAuthenticationRequired | TeamMembershipNotFound,
  "client"
> = {
  name: "createProject",
  method: "POST",
  path: "/internal/projects",
  level: "client",
  levelErrors: clientErrors,
  payload: encodeCreateProject,
  success: decodeAdminProject,
  errors: [userAuthenticationRequired, expectedInternalProject, teamMembershipNotFound]
}

const transferProjectPayload = R.struct((o) => ({
  project_id: pathSegment<ProjectId>(o.projectId, "projectId"),
  new_team_id: pathSegment<TeamId>(o.newTeamId, "newTeamId")
}))

/** Give a project to another team. */
export const transferProject: Endpoint<
  { readonly payload: { readonly projectId: ProjectId; readonly newTeamId: TeamId } },
  void,
  TeamPermissionRequired | TeamMembershipNotFound | ProjectWithoutTeam | NotSupportedByService,
  "client"
> = {
  name: "transferProject",
  method: "POST",
  path: "/internal/projects/transfer",
  level: "client",
  levelErrors: clientErrors,
  payload: transferProjectPayload,
  success: decodeSuccessInWords,
  errors: [teamPermissionRequired, teamMembershipNotFound],
  textErrors: [projectWithoutTeam, otherGeneration]
}

/** Read the current project as an admin. */
export const adminGetProject: Endpoint<{}, AdminProject, never, "admin"> = {
  name: "adminGetProject",
  method: "GET",
  path: "/internal/projects/current",
  level: "admin",
  levelErrors: commonErrors,
  success: decodeAdminProject
}

export const encodeUpdateProject = R.struct((o) => ({
  display_name: R.optional(o.displayName, "displayName", R.string),
  ...logoUrlToConfig(o)
}))

/** Change the current project. */
export const adminUpdateProject: Endpoint<{ readonly payload: UpdateProject }, AdminProject, never, "admin"> = {
  name: "adminUpdateProject",
  method: "PATCH",
  path: "/internal/projects/current",
  level: "admin",
  levelErrors: commonErrors,
  payload: encodeUpdateProject,
  success: decodeAdminProject
}

/** Delete the current project. */
export const adminDeleteProject: Endpoint<{}, void, never, "admin"> = {
  name: "adminDeleteProject",
  method: "DELETE",
  path: "/internal/projects/current",
  level: "admin",
  levelErrors: commonErrors,
  success: decodeSuccess
}
