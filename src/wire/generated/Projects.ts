/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */
import type { CreateProject, UpdateProject } from "../../api/Projects.ts"
import type { ProjectId, TeamId } from "../../api/schema/Ids.ts"
import type { AdminProject, Project } from "../../api/schema/Project.ts"
import { itemsOf } from "../../domain/Envelope.ts"
import { isCompleteEmailConfig, isCompleteOAuthProvider, isTrustableDomain } from "../../domain/ProjectRules.ts"
import type { NotInThisService } from "../../domain/errors/Emails.ts"
import type { TeamPermissionRequired } from "../../domain/errors/Permissions.ts"
import type { ProjectWithoutTeam } from "../../domain/errors/ProjectFlags.ts"
import type { UserAuthenticationRequired } from "../../domain/errors/Session.ts"
import type { TeamMembershipNotFound } from "../../domain/errors/Teams.ts"
import type { Endpoint } from "../Endpoint.ts"
import { clientErrors, commonErrors } from "./Access.ts"
import { decodeSuccess, decodeSuccessInWords } from "./Envelope.ts"
import { otherGeneration, projectWithoutTeam } from "./Refusals.ts"
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
import * as R from "../runtime.ts"

/** Read the current project. */
export const getProject: Endpoint<{}, Project, never, "client"> = {
  name: "getProject",
  method: "GET",
  path: "/projects/current",
  level: "client",
  levelErrors: clientErrors,
  success: decodeProject
}

const listOwnedProjectsSuccessWireItems = R.list(decodeAdminProject)

const listOwnedProjectsSuccessWire = R.struct((o) => ({
  items: listOwnedProjectsSuccessWireItems(o.items, "items"),
  is_paginated: R.literal(o.is_paginated, "is_paginated", false)
}))

const listOwnedProjectsSuccess = (value: unknown, key?: R.Key) => itemsOf(listOwnedProjectsSuccessWire(value, key))

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
  R.checked(encodeDomain(value, key), value as never, key, isTrustableDomain, "a domain to trust")

const encodeUpdateProjectConfigDomains = R.list(encodeUpdateProjectConfigDomainsItem)

const encodeUpdateProjectConfigOauthProvidersItem = (value: unknown, key?: R.Key) =>
  R.checked(
    encodeOAuthProviderSettings(value, key),
    value as never,
    key,
    isCompleteOAuthProvider,
    "a complete provider"
  )

const encodeUpdateProjectConfigOauthProviders = R.list(encodeUpdateProjectConfigOauthProvidersItem)

const encodeUpdateProjectConfigEmailConfig = (value: unknown, key?: R.Key) =>
  R.checked(encodeEmailConfig(value, key), value as never, key, isCompleteEmailConfig, "a complete mail server")

const encodeUpdateProjectConfigTeamCreatorDefaultPermissions = R.list(encodePermissionRef)

export const encodeUpdateProjectConfig = R.struct((o) => ({
  sign_up_enabled: o.signUpEnabled === undefined ? undefined : R.boolean(o.signUpEnabled, "signUpEnabled"),
  credential_enabled:
    o.credentialEnabled === undefined ? undefined : R.boolean(o.credentialEnabled, "credentialEnabled"),
  magic_link_enabled: o.magicLinkEnabled === undefined ? undefined : R.boolean(o.magicLinkEnabled, "magicLinkEnabled"),
  passkey_enabled: o.passkeyEnabled === undefined ? undefined : R.boolean(o.passkeyEnabled, "passkeyEnabled"),
  client_team_creation_enabled:
    o.clientTeamCreationEnabled === undefined
      ? undefined
      : R.boolean(o.clientTeamCreationEnabled, "clientTeamCreationEnabled"),
  client_user_deletion_enabled:
    o.clientUserDeletionEnabled === undefined
      ? undefined
      : R.boolean(o.clientUserDeletionEnabled, "clientUserDeletionEnabled"),
  allow_localhost: o.allowLocalhost === undefined ? undefined : R.boolean(o.allowLocalhost, "allowLocalhost"),
  allow_user_api_keys: o.allowUserApiKeys === undefined ? undefined : R.boolean(o.allowUserApiKeys, "allowUserApiKeys"),
  allow_team_api_keys: o.allowTeamApiKeys === undefined ? undefined : R.boolean(o.allowTeamApiKeys, "allowTeamApiKeys"),
  create_team_on_sign_up:
    o.createTeamOnSignUp === undefined ? undefined : R.boolean(o.createTeamOnSignUp, "createTeamOnSignUp"),
  domains: o.domains === undefined ? undefined : encodeUpdateProjectConfigDomains(o.domains, "domains"),
  oauth_providers:
    o.oauthProviders === undefined
      ? undefined
      : encodeUpdateProjectConfigOauthProviders(o.oauthProviders, "oauthProviders"),
  email_config:
    o.emailConfig === undefined ? undefined : encodeUpdateProjectConfigEmailConfig(o.emailConfig, "emailConfig"),
  team_creator_default_permissions:
    o.teamCreatorDefaultPermissions === undefined
      ? undefined
      : encodeUpdateProjectConfigTeamCreatorDefaultPermissions(
          o.teamCreatorDefaultPermissions,
          "teamCreatorDefaultPermissions"
        ),
  team_member_default_permissions:
    o.teamMemberDefaultPermissions === undefined
      ? undefined
      : encodeUpdateProjectConfigTeamCreatorDefaultPermissions(
          o.teamMemberDefaultPermissions,
          "teamMemberDefaultPermissions"
        ),
  user_default_permissions:
    o.userDefaultPermissions === undefined
      ? undefined
      : encodeUpdateProjectConfigTeamCreatorDefaultPermissions(o.userDefaultPermissions, "userDefaultPermissions"),
  oauth_account_merge_strategy:
    o.oauthAccountMergeStrategy === undefined
      ? undefined
      : oAuthAccountMergeStrategy(o.oauthAccountMergeStrategy, "oauthAccountMergeStrategy"),
  email_theme: o.emailTheme === undefined ? undefined : R.string(o.emailTheme, "emailTheme")
}))

export const encodeCreateProject = R.struct((o) => ({
  display_name: R.string(o.displayName, "displayName"),
  owner_team_id: o.ownerTeamId === undefined ? undefined : pathSegment<TeamId>(o.ownerTeamId, "ownerTeamId"),
  logo_url: o.logoUrl === undefined ? undefined : o.logoUrl === null ? null : imageUrl(o.logoUrl, "logoUrl"),
  logo_full_url:
    o.logoFullUrl === undefined ? undefined : o.logoFullUrl === null ? null : imageUrl(o.logoFullUrl, "logoFullUrl"),
  logo_dark_mode_url:
    o.logoDarkModeUrl === undefined
      ? undefined
      : o.logoDarkModeUrl === null
        ? null
        : imageUrl(o.logoDarkModeUrl, "logoDarkModeUrl"),
  logo_full_dark_mode_url:
    o.logoFullDarkModeUrl === undefined
      ? undefined
      : o.logoFullDarkModeUrl === null
        ? null
        : imageUrl(o.logoFullDarkModeUrl, "logoFullDarkModeUrl"),
  description:
    o.description === undefined ? undefined : o.description === null ? null : R.string(o.description, "description"),
  is_production_mode: o.isProductionMode === undefined ? undefined : R.boolean(o.isProductionMode, "isProductionMode"),
  config: o.config === undefined ? undefined : encodeUpdateProjectConfig(o.config, "config")
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
  TeamPermissionRequired | TeamMembershipNotFound | ProjectWithoutTeam | NotInThisService,
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
  refusals: [projectWithoutTeam, otherGeneration]
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
  display_name: o.displayName === undefined ? undefined : R.string(o.displayName, "displayName"),
  logo_url: o.logoUrl === undefined ? undefined : o.logoUrl === null ? null : imageUrl(o.logoUrl, "logoUrl"),
  logo_full_url:
    o.logoFullUrl === undefined ? undefined : o.logoFullUrl === null ? null : imageUrl(o.logoFullUrl, "logoFullUrl"),
  logo_dark_mode_url:
    o.logoDarkModeUrl === undefined
      ? undefined
      : o.logoDarkModeUrl === null
        ? null
        : imageUrl(o.logoDarkModeUrl, "logoDarkModeUrl"),
  logo_full_dark_mode_url:
    o.logoFullDarkModeUrl === undefined
      ? undefined
      : o.logoFullDarkModeUrl === null
        ? null
        : imageUrl(o.logoFullDarkModeUrl, "logoFullDarkModeUrl"),
  description:
    o.description === undefined ? undefined : o.description === null ? null : R.string(o.description, "description"),
  is_production_mode: o.isProductionMode === undefined ? undefined : R.boolean(o.isProductionMode, "isProductionMode"),
  config: o.config === undefined ? undefined : encodeUpdateProjectConfig(o.config, "config")
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
