/** The current project, and the projects of their owners (docs/protocol/resources.md#projects). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { withCreatedStatus, List, Success, SuccessInWords } from "./Envelope.ts"
import { TeamPermissionRequired } from "./errors/Permissions.ts"
import { ExpectedInternalProject } from "./errors/ProjectAccess.ts"
import { UserAuthenticationRequired } from "./errors/Session.ts"
import { TeamMembershipNotFound } from "./errors/Teams.ts"
import { isCompleteEmailConfig, isCompleteOAuthProvider, isTrustableDomain } from "./ProjectRules.ts"
import { ImageUrl } from "./schema/AbsoluteUrl.ts"
import { ProjectId, TeamId } from "./schema/Ids.ts"
import {
  AdminProject,
  Domain,
  EmailConfig,
  OAuthAccountMergeStrategy,
  OAuthProviderSettings,
  PermissionRef,
  Project
} from "./schema/Project.ts"
import { WireClass, WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

const flag = Schema.optional(Schema.Boolean)
const permissions = Schema.optional(Schema.Array(PermissionRef))

/** A change of the configuration; a list replaces the whole list. */
export class UpdateProjectConfig extends WireClass<UpdateProjectConfig>()({
  signUpEnabled: flag,
  credentialEnabled: flag,
  magicLinkEnabled: flag,
  passkeyEnabled: flag,
  clientTeamCreationEnabled: flag,
  clientUserDeletionEnabled: flag,
  /** The service of 2025-06 sets this to true with every change that does not mention it. */
  allowLocalhost: flag,
  allowUserApiKeys: flag,
  allowTeamApiKeys: flag,
  createTeamOnSignUp: flag,
  domains: Schema.optional(Schema.Array(Domain.check(isTrustableDomain))),
  oauthProviders: Schema.optional(Schema.Array(OAuthProviderSettings.check(isCompleteOAuthProvider))),
  emailConfig: Schema.optional(EmailConfig.check(isCompleteEmailConfig)),
  teamCreatorDefaultPermissions: permissions,
  teamMemberDefaultPermissions: permissions,
  userDefaultPermissions: permissions,
  oauthAccountMergeStrategy: Schema.optional(OAuthAccountMergeStrategy),
  /** The id of a theme for mails; not in 2025-06, which refuses it. */
  emailTheme: Schema.optional(Schema.String)
}) {}

const logo = Schema.optional(Schema.NullOr(ImageUrl))

/** The logos of a project; null removes one. The service of 2025-06 has none, and refuses them. */
const logoFields = { logoUrl: logo, logoFullUrl: logo, logoDarkModeUrl: logo, logoFullDarkModeUrl: logo }

const updateFields = {
  ...logoFields,
  description: Schema.optional(Schema.NullOr(Schema.String)),
  isProductionMode: flag,
  config: Schema.optional(UpdateProjectConfig)
}

/** A change of a project. */
export class UpdateProject extends WireClass<UpdateProject>()({
  displayName: Schema.optional(Schema.String),
  ...updateFields
}) {}

/** A new project. */
export class CreateProject extends WireClass<CreateProject>()({
  displayName: Schema.String,
  /**
   * The team of the project `internal` that will own the new one. The current service requires it
   * (`OwnedProjects.create` makes one), that of 2025-06 refuses it.
   */
  ownerTeamId: Schema.optional(TeamId),
  ...updateFields
}) {}

/** Reads the project that the call names, in the same shape at every level. */
export const getProject = Endpoint.client.get("getProject", "/projects/current", {
  summary: "Read the current project",
  success: Project
})

/** Lists the projects that the signed-in user of the internal project owns. */
export const listOwnedProjects = Endpoint.client.get("listOwnedProjects", "/internal/projects", {
  summary: "List owned projects",
  success: List(AdminProject),
  error: [UserAuthenticationRequired, ExpectedInternalProject]
})

/**
 * Creates a project owned by the signed-in user of the internal project, or by a team of that user; it has no keys yet.
 */
export const createProject = Endpoint.client.post("createProject", "/internal/projects", {
  summary: "Create a project",
  payload: CreateProject,
  success: withCreatedStatus(AdminProject),
  error: [UserAuthenticationRequired, ExpectedInternalProject, TeamMembershipNotFound]
})

/**
 * Gives a project to another team. The signed-in user of the internal project is an administrator of the team that owns
 * it, and a member of the other one.
 */
export const transferProject = Endpoint.client.post("transferProject", "/internal/projects/transfer", {
  summary: "Give a project to another team",
  only: "current",
  payload: WireStruct({ projectId: ProjectId, newTeamId: TeamId }),
  success: SuccessInWords,
  error: [TeamPermissionRequired, TeamMembershipNotFound, TextErrors.projectWithoutTeam]
})

/** Reads the whole configuration of the current project. */
export const adminGetProject = Endpoint.admin.get("adminGetProject", "/internal/projects/current", {
  summary: "Read the current project as an admin",
  success: AdminProject
})

/** Changes the current project. */
export const adminUpdateProject = Endpoint.admin.patch("adminUpdateProject", "/internal/projects/current", {
  summary: "Change the current project",
  payload: UpdateProject,
  success: AdminProject
})

/** Deletes the current project. */
export const adminDeleteProject = Endpoint.admin.delete("adminDeleteProject", "/internal/projects/current", {
  summary: "Delete the current project",
  success: Success
})

/** The current project and owned ones, at every level. */
export class ProjectsGroup extends HttpApiGroup.make("projects")
  .add(getProject, listOwnedProjects, createProject, transferProject)
  .prefix(Endpoint.root) {}

/** The current project, for admins. */
export class AdminProjectsGroup extends HttpApiGroup.make("adminProjects")
  .add(adminGetProject, adminUpdateProject, adminDeleteProject)
  .prefix(Endpoint.root) {}
