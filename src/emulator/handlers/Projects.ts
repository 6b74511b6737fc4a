/** The current project, and the projects of their owners (docs/protocol/resources.md#projects). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"
import * as Struct from "effect/Struct"
import * as Api from "../../api/Projects.ts"
import type * as Domain from "../../api/schema/Project.ts"
import { TeamPermissionRequired } from "../../domain/errors/Permissions.ts"
import { ExpectedInternalProject, ProjectNotFound } from "../../domain/errors/ProjectAccess.ts"
import { UserAuthenticationRequired } from "../../domain/errors/Session.ts"
import { TeamMembershipNotFound } from "../../domain/errors/Teams.ts"
import { PermissionId, ProjectId, ProviderId, TeamId, type UserId } from "../../domain/Ids.ts"
import { isPicture } from "../../domain/Picture.ts"
import { managedProjectIds } from "../access/AccessCheck.ts"
import { Caller, userOrSchemaError } from "../access/Caller.ts"
import { requireMember } from "../access/TeamAccess.ts"
import { Users } from "../accounts/Users.ts"
import { badRequest } from "../errors/TextAnswer.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import * as SchemaErrorText from "../http/SchemaErrorText.ts"
import { EmailThemes } from "../mail/EmailThemes.ts"
import { themes as builtInThemes } from "../mail/tsx/DefaultSources.ts"
import type { EmailConfig, OAuthProviderConfig } from "../projects/ProjectConfig.ts"
import { internalProjectId, type Project, Projects, type ProjectUpdate } from "../projects/Projects.ts"
import * as ProjectSettings from "../projects/ProjectSettings.ts"
import * as ProviderCatalog from "../projects/ProviderCatalog.ts"
import * as TrustedUrl from "../projects/TrustedUrl.ts"
import { Generation } from "../settings/Generation.ts"
import * as Database from "../storage/Database.ts"
import * as IdOrder from "../storage/IdOrder.ts"
import { Permissions } from "../teams/Permissions.ts"
import { Teams } from "../teams/Teams.ts"
import { handle } from "./Route.ts"

/** Lists of the configuration are sorted by id. */
const compareIds = (left: { readonly id: string }, right: { readonly id: string }): number =>
  IdOrder.compare(left.id, right.id)

/** The service lists no custom OpenID Connect provider: only the configuration document has them. */
const isListed = ({ customOidc }: OAuthProviderConfig): boolean => customOidc === undefined

const toClientConfig = ({ config }: Project): Domain.ProjectConfig => ({
  ...Struct.pick(config, [
    "signUpEnabled",
    "credentialEnabled",
    "magicLinkEnabled",
    "passkeyEnabled",
    "clientTeamCreationEnabled",
    "clientUserDeletionEnabled",
    "allowUserApiKeys",
    "allowTeamApiKeys"
  ]),
  enabledOAuthProviders: config.oauthProviders
    .filter(isListed)
    .map(({ id }) => ({ id: ProviderId.make(id) }))
    .toSorted(compareIds)
})

const toWireEmailConfig = (config: EmailConfig): Domain.EmailConfig =>
  config.type === "shared" ? { type: "shared" } : { ...config, password: Redacted.make(config.password) }

const toPermissions = (ids: ReadonlyArray<string>) =>
  ids.toSorted(IdOrder.compare).map((id) => ({ id: PermissionId.make(id) }))

const compareDomains = (left: Domain.Domain, right: Domain.Domain): number => IdOrder.compare(left.domain, right.domain)

/** The admin's shape, with the fields of the emulated generations. */
const toAdminProject = Effect.fnUntraced(function* (project: Project) {
  const { has } = yield* Generation
  const { config } = project
  const providers = config.oauthProviders
    .filter(isListed)
    .toSorted(compareIds)
    .map(({ applePrivateKey, clientSecret, customCallbackUrl: _, customOidc: _custom, id, ...provider }) => ({
      ...provider,
      id: ProviderId.make(id),
      ...(clientSecret !== undefined && { clientSecret: Redacted.make(clientSecret) }),
      ...(applePrivateKey !== undefined && { applePrivateKey: Redacted.make(applePrivateKey) }),
      ...(has("current") && { providerConfigId: id })
    }))
  const admin: Domain.AdminProject = {
    ...Struct.pick(project, ["displayName", "description", "isProductionMode"]),
    id: ProjectId.make(project.id),
    createdAt: new Date(project.createdAt),
    ...(has("2025-06") && { userCount: yield* Projects.use(({ userCount }) => userCount(project.id)) }),
    ...(has("current") && {
      ownerTeamId: project.ownerTeamId === null ? null : TeamId.make(project.ownerTeamId),
      onboardingStatus: "completed",
      ...project.settings.logos
    }),
    config: {
      ...toClientConfig(project),
      ...Struct.pick(config, ["allowLocalhost", "createTeamOnSignUp", "oauthAccountMergeStrategy"]),
      domains: config.domains.toSorted(compareDomains),
      oauthProviders: providers,
      emailConfig: toWireEmailConfig(config.emailConfig),
      teamCreatorDefaultPermissions: toPermissions(config.teamCreatorDefaultPermissions),
      teamMemberDefaultPermissions: toPermissions(config.teamMemberDefaultPermissions),
      userDefaultPermissions: toPermissions(config.userDefaultPermissions),
      ...(has("current") && { emailTheme: config.emailTheme })
    }
  }
  return admin
})

type Update = Api.UpdateProject
type ConfigUpdate = NonNullable<Update["config"]>

const toEmailConfig = ({ password, type, ...server }: NonNullable<ConfigUpdate["emailConfig"]>): EmailConfig => {
  if (type !== "standard") return { type: "shared" }
  const { host = "", port = 0, senderEmail = "", senderName = "", username = "" } = server
  const standard = { host, port, username, password: password ? Redacted.value(password) : "", senderName, senderEmail }
  return { type: "standard", ...standard }
}

const getIds = (references: ReadonlyArray<{ readonly id: string }> | undefined) => references?.map(({ id }) => id)

/** If several have the same id, the last one counts. */
const removeDuplicates = <A extends { readonly id: string }>(items: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Map(items.map((item) => [item.id, item])).values()
]

/** A list of providers, which has neither custom ones nor callback URLs: these stay as they are. */
const toProviders = (
  providers: NonNullable<ConfigUpdate["oauthProviders"]>,
  present: ReadonlyArray<OAuthProviderConfig>
): ReadonlyArray<OAuthProviderConfig> => [
  ...removeDuplicates(providers).map(({ applePrivateKey, clientSecret, type, ...provider }) => ({
    ...provider,
    type: type === "standard" ? ("standard" as const) : ("shared" as const),
    clientSecret: clientSecret && Redacted.value(clientSecret),
    applePrivateKey: applePrivateKey && Redacted.value(applePrivateKey),
    customCallbackUrl: type === "standard" ? present.find(({ id }) => id === provider.id)?.customCallbackUrl : undefined
  })),
  ...present.filter((provider) => !isListed(provider))
]

const toConfig = (config: ConfigUpdate, present: ReadonlyArray<OAuthProviderConfig>): ProjectUpdate["config"] => ({
  ...config,
  oauthProviders: config.oauthProviders && toProviders(config.oauthProviders, present),
  emailConfig: config.emailConfig && toEmailConfig(config.emailConfig),
  teamCreatorDefaultPermissions: getIds(config.teamCreatorDefaultPermissions),
  teamMemberDefaultPermissions: getIds(config.teamMemberDefaultPermissions),
  userDefaultPermissions: getIds(config.userDefaultPermissions)
})

const appleNames = ["appleBundleIds", "appleTeamId", "appleKeyId", "applePrivateKey"]

/** Fields that only one of the two services knows. */
const refuseUnknown = Effect.fnUntraced(function* ({ config = {}, ...update }: Update) {
  yield* RequestValidation.refuseUnknown("body", update, ProjectSettings.logoNames)
  yield* RequestValidation.refuseUnknown("body.config", config, ["emailTheme"])
  for (const [index, provider] of (config.oauthProviders ?? []).entries()) {
    yield* RequestValidation.refuseUnknown(`body.config.oauth_providers[${index}]`, provider, appleNames)
  }
})

/** Checks that the contract leaves to the service: a domain that could never match is refused. */
const listViolations = ({ config: { domains = [], oauthProviders = [] } = {}, ...update }: Update) => [
  ...domains.flatMap(({ domain }, index) =>
    TrustedUrl.isDomain(domain) ? [] : [`body.config.domains[${index}].domain must be an origin that can be trusted`]
  ),
  ...oauthProviders.flatMap(({ id }, index) => {
    const field = `body.config.oauth_providers[${index}].id`
    const { ids } = ProviderCatalog
    return ids.includes(id) ? [] : [`${field} must be one of the following values: ${ids.join(", ")}`]
  }),
  ...ProjectSettings.logoNames.flatMap((name) => {
    const logo = update[name] ?? null
    const field = `body.${SchemaErrorText.snakeCase(name)}`
    return logo === null || isPicture(logo) ? [] : [`${field} must be an http(s) URL or a base64 picture`]
  })
]

const toUpdate = Effect.fnUntraced(function* (
  update: Update,
  themes: ReadonlyArray<{ readonly id: string }>,
  present: ReadonlyArray<OAuthProviderConfig>
) {
  yield* refuseUnknown(update)
  const violations = listViolations(update)
  if (violations.length > 0) return yield* RequestValidation.failSchema(violations)
  const { config = {} } = update
  if (config.emailTheme !== undefined && !themes.some(({ id }) => id === config.emailTheme)) {
    return yield* badRequest("There is no email theme with this id.")
  }
  return {
    ...Struct.pick(update, ["displayName", "isProductionMode"]),
    description: update.description === null ? "" : update.description,
    settings: { logos: Struct.pick(update, ProjectSettings.logoNames) },
    config: toConfig(config, present)
  } satisfies ProjectUpdate
})

const requireOwner = Effect.gen(function* () {
  const { project, user } = yield* Caller
  if (user === undefined) return yield* new UserAuthenticationRequired()
  return project.id === internalProjectId ? user : yield* new ExpectedInternalProject()
})

const createForTeam = Effect.fnUntraced(function* (userId: UserId, teamId: TeamId, options: NewProject) {
  if (!(yield* Teams.use(({ isMember }) => isMember(teamId, userId)))) {
    return yield* new TeamMembershipNotFound({ details: { teamId, userId } })
  }
  return yield* Projects.use(({ create }) => create({ ...options, ownerTeamId: teamId }))
})

const createForUser = Effect.fnUntraced(function* (userId: UserId, options: NewProject) {
  const projects = yield* Projects
  const users = yield* Users
  const create = Effect.gen(function* () {
    const project = yield* projects.create(options)
    // Read within the transaction, so that two concurrent projects are both in the list.
    const owner = yield* users.find(internalProjectId, userId)
    if (owner === undefined) return yield* new UserAuthenticationRequired()
    const metadata: unknown = owner.server_metadata === null ? {} : JSON.parse(owner.server_metadata)
    yield* users.update(userId, {
      serverMetadata: {
        ...(typeof metadata === "object" ? metadata : {}),
        managedProjectIds: [...managedProjectIds(owner), project.id]
      }
    })
    return project
  })
  return yield* Database.transaction(yield* SqlClient, create)
})

type NewProject = Parameters<Projects["Service"]["create"]>[0]

const getProject = handle(Api.getProject, function* ({ project }) {
  const { has } = yield* Generation
  const domains = has("current") ? { domains: project.config.domains.toSorted(compareDomains) } : {}
  return {
    id: ProjectId.make(project.id),
    displayName: project.displayName,
    config: { ...toClientConfig(project), ...domains }
  }
})

/** In 2025-06 users own projects, in the current service teams do. */
const listOwnedProjects = handle(Api.listOwnedProjects, function* () {
  const owner = yield* requireOwner
  const { has } = yield* Generation
  const projects = yield* Projects
  const managed = has("2025-06") ? yield* Effect.forEach(managedProjectIds(owner), projects.find) : []
  const ownedByTeams = has("current") ? yield* projects.listOwnedByTeams(owner.id) : []
  return yield* Effect.forEach(
    [...managed, ...ownedByTeams].filter((project) => project !== undefined),
    toAdminProject
  )
})

const createProject = handle(Api.createProject, function* ({ payload }) {
  yield* RequestValidation.refuseUnknown("body", payload, ["ownerTeamId"])
  const { isOnly } = yield* Generation
  const { ownerTeamId } = payload
  if (ownerTeamId === undefined && isOnly("current")) {
    return yield* RequestValidation.failSchema(["body.owner_team_id must be defined"])
  }
  const owner = yield* requireOwner
  const options = { ...(yield* toUpdate(payload, builtInThemes, [])), displayName: payload.displayName }
  return yield* toAdminProject(
    ownerTeamId === undefined
      ? yield* createForUser(owner.id, options)
      : yield* createForTeam(owner.id, ownerTeamId, options)
  )
})

const transferProject = handle(Api.transferProject, function* ({ payload: { newTeamId, projectId }, project: { id } }) {
  const { id: userId } = yield* userOrSchemaError
  if (id !== internalProjectId) {
    const violation = "auth.project.id must be one of the following values: internal"
    return yield* RequestValidation.failSchema([violation])
  }
  const projects = yield* Projects
  const project = yield* projects.find(projectId)
  if (project === undefined) return yield* new ProjectNotFound({ details: { projectId } })
  const teamId = project.ownerTeamId
  if (teamId === null) {
    return yield* badRequest("Project must have an owner team to be transferred")
  }
  yield* requireMember(teamId, userId)
  const permissionId = "team_admin"
  const { holdsInTeam } = yield* Permissions
  if (!(yield* holdsInTeam(internalProjectId, teamId, userId, permissionId))) {
    return yield* new TeamPermissionRequired({ details: { teamId, userId, permissionId } })
  }
  if (!(yield* Teams.use(({ isMember }) => isMember(newTeamId, userId)))) {
    return yield* new TeamMembershipNotFound({ details: { teamId: newTeamId, userId } })
  }
  yield* projects.transfer(projectId, newTeamId)
})

const adminGetProject = handle(Api.adminGetProject, ({ project }) => toAdminProject(project))

const adminUpdateProject = handle(Api.adminUpdateProject, function* ({ payload, project }) {
  const { isOnly } = yield* Generation
  const themes = yield* EmailThemes.use(({ list }) => list(project.id))
  const update = yield* toUpdate(payload, themes, project.config.oauthProviders)
  // The service of 2025-06 allows localhost with every change that does not mention it.
  const config = isOnly("2025-06")
    ? { ...update.config, allowLocalhost: update.config?.allowLocalhost ?? true }
    : update.config
  const updated = yield* Projects.use((projects) => projects.update(project, { ...update, config }))
  return yield* toAdminProject(updated)
})

const adminDeleteProject = handle(Api.adminDeleteProject, function* ({ project }) {
  if (project.id === internalProjectId) {
    return yield* badRequest("The internal project cannot be deleted.")
  }
  yield* Projects.use(({ remove }) => remove(project.id))
})

export const routes = [
  getProject,
  listOwnedProjects,
  createProject,
  transferProject,
  adminGetProject,
  adminUpdateProject,
  adminDeleteProject
]
