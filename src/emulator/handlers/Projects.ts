/** The current project, and the projects of their owners (wire/endpoints §13). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"
import * as Api from "../../api/Projects.ts"
import { ExpectedInternalProject } from "../../domain/errors/ProjectAccess.ts"
import { UserAuthenticationRequired } from "../../domain/errors/Session.ts"
import { PermissionId, ProjectId, ProviderId } from "../../domain/Ids.ts"
import type * as Domain from "../../domain/Project.ts"
import { ForeignSecret } from "../../domain/Secrets.ts"
import { managedProjectIds } from "../Access.ts"
import { Authenticated } from "../Authenticated.ts"
import * as Database from "../Database.ts"
import * as Catalogue from "../oauth/Catalogue.ts"
import { type EmailConfig, INTERNAL, type Project, Projects, type ProjectUpdate } from "../Projects.ts"
import { handle } from "../Route.ts"
import { TextError } from "../TextError.ts"
import * as TrustedUrl from "../TrustedUrl.ts"
import { Users } from "../Users.ts"
import * as Violation from "../Violation.ts"

const secret = (text: string): ForeignSecret => ForeignSecret.make(Redacted.make(text))

/** Lists of the configuration have no order of their own. */
const byId = (left: { readonly id: string }, right: { readonly id: string }): number =>
  left.id < right.id ? -1 : left.id > right.id ? 1 : 0

const clientConfig = ({ config }: Project): Domain.ProjectConfig => ({
  signUpEnabled: config.signUpEnabled,
  credentialEnabled: config.credentialEnabled,
  magicLinkEnabled: config.magicLinkEnabled,
  passkeyEnabled: config.passkeyEnabled,
  clientTeamCreationEnabled: config.clientTeamCreationEnabled,
  clientUserDeletionEnabled: config.clientUserDeletionEnabled,
  allowUserApiKeys: config.allowUserApiKeys,
  allowTeamApiKeys: config.allowTeamApiKeys,
  enabledOAuthProviders: config.oauthProviders.map(({ id }) => ({ id: ProviderId.make(id) })).toSorted(byId)
})

const emailConfig = (config: EmailConfig): Domain.EmailConfig =>
  config.type === "shared" ? { type: "shared" } : { ...config, password: secret(config.password) }

const permissions = (ids: ReadonlyArray<string>) => ids.map((id) => ({ id: PermissionId.make(id) }))

const toAdminProject = (project: Project, userCount: number): Domain.AdminProject => ({
  id: ProjectId.make(project.id),
  displayName: project.displayName,
  description: project.description,
  createdAt: new Date(project.createdAt),
  userCount,
  isProductionMode: project.isProductionMode,
  config: {
    ...clientConfig(project),
    allowLocalhost: project.config.allowLocalhost,
    createTeamOnSignUp: project.config.createTeamOnSignUp,
    domains: project.config.domains.toSorted((left, right) => (left.domain < right.domain ? -1 : 1)),
    oauthProviders: project.config.oauthProviders.toSorted(byId).map(({ clientSecret, id, ...provider }) => ({
      ...provider,
      id: ProviderId.make(id),
      ...(clientSecret !== undefined && { clientSecret: secret(clientSecret) })
    })),
    emailConfig: emailConfig(project.config.emailConfig),
    teamCreatorDefaultPermissions: permissions(project.config.teamCreatorDefaultPermissions),
    teamMemberDefaultPermissions: permissions(project.config.teamMemberDefaultPermissions),
    userDefaultPermissions: permissions(project.config.userDefaultPermissions),
    oauthAccountMergeStrategy: project.config.oauthAccountMergeStrategy
  }
})

type Update = typeof Api.UpdateProject.Type
type ConfigUpdate = NonNullable<Update["config"]>

const toEmailConfig = (config: ConfigUpdate["emailConfig"]): EmailConfig | undefined => {
  if (config === undefined) return undefined
  if (config.type !== "standard") return { type: "shared" }
  return {
    type: "standard",
    host: config.host ?? "",
    port: config.port ?? 0,
    username: config.username ?? "",
    password: config.password === undefined ? "" : Redacted.value(config.password),
    senderName: config.senderName ?? "",
    senderEmail: config.senderEmail ?? ""
  }
}

const ids = (references: ReadonlyArray<{ readonly id: string }> | undefined) => references?.map(({ id }) => id)

/** Of several with one id, the last. */
const eachOnce = <A extends { readonly id: string }>(items: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Map(items.map((item) => [item.id, item])).values()
]

const toConfig = (config: ConfigUpdate): ProjectUpdate["config"] => ({
  ...config,
  oauthProviders:
    config.oauthProviders &&
    eachOnce(config.oauthProviders).map(({ clientSecret, type, ...provider }) => ({
      ...provider,
      type: type === "standard" ? "standard" : "shared",
      clientSecret: clientSecret && Redacted.value(clientSecret)
    })),
  emailConfig: toEmailConfig(config.emailConfig),
  teamCreatorDefaultPermissions: ids(config.teamCreatorDefaultPermissions),
  teamMemberDefaultPermissions: ids(config.teamMemberDefaultPermissions),
  userDefaultPermissions: ids(config.userDefaultPermissions)
})

/** Checks what the contract leaves to the service: a domain that could never be trusted is refused when it is written. */
const toUpdate = Effect.fnUntraced(function* (update: Update) {
  const untrustable = (update.config?.domains ?? []).flatMap(({ domain }, index) =>
    TrustedUrl.isDomain(domain) ? [] : [`body.config.domains[${index}].domain must be an origin that can be trusted`]
  )
  const unknown = (update.config?.oauthProviders ?? []).flatMap(({ id }, index) =>
    Catalogue.ids.includes(id)
      ? []
      : [`body.config.oauth_providers[${index}].id must be one of the following values: ${Catalogue.ids.join(", ")}`]
  )
  const violations = [...untrustable, ...unknown]
  if (violations.length > 0) return yield* Effect.flatMap(Violation.schemaError(violations), Effect.fail)
  return {
    displayName: update.displayName,
    description: update.description === null ? "" : update.description,
    isProductionMode: update.isProductionMode,
    config: update.config && toConfig(update.config)
  } satisfies ProjectUpdate
})

const getProject = handle(Api.getProject, () =>
  Effect.map(Authenticated, ({ project }) => ({
    id: ProjectId.make(project.id),
    displayName: project.displayName,
    config: clientConfig(project)
  }))
)

const withUserCount = Effect.fnUntraced(function* (project: Project) {
  return toAdminProject(project, yield* (yield* Projects).userCount(project.id))
})

const adminGetProject = handle(Api.adminGetProject, () =>
  Effect.flatMap(Authenticated, ({ project }) => withUserCount(project))
)

const adminUpdateProject = handle(
  Api.adminUpdateProject,
  Effect.fnUntraced(function* ({ payload }) {
    const { project } = yield* Authenticated
    const update = yield* toUpdate(payload)
    // the service turns localhost on with every change that does not name it
    const config = { ...update.config, allowLocalhost: update.config?.allowLocalhost ?? true }
    return yield* withUserCount(yield* (yield* Projects).update(project, { ...update, config }))
  })
)

const adminDeleteProject = handle(
  Api.adminDeleteProject,
  Effect.fnUntraced(function* () {
    const { project } = yield* Authenticated
    if (project.id === INTERNAL) {
      return yield* new TextError({ status: 400, text: "The internal project cannot be deleted." })
    }
    yield* (yield* Projects).remove(project.id)
  })
)

/** A signed-in user of the internal project. */
const requireOwner = Effect.gen(function* () {
  const { project, user } = yield* Authenticated
  if (user === undefined) return yield* new UserAuthenticationRequired()
  return project.id === INTERNAL ? user : yield* new ExpectedInternalProject()
})

const listOwnedProjects = handle(
  Api.listOwnedProjects,
  Effect.fnUntraced(function* () {
    const owner = yield* requireOwner
    const projects = yield* Projects
    const found = yield* Effect.forEach(managedProjectIds(owner), projects.find)
    return yield* Effect.forEach(
      found.filter((project) => project !== undefined),
      withUserCount
    )
  })
)

const createProject = handle(
  Api.createProject,
  Effect.fnUntraced(function* ({ payload }) {
    const { id: ownerId } = yield* requireOwner
    const projects = yield* Projects
    const users = yield* Users
    const update = yield* toUpdate(payload)
    const create = Effect.gen(function* () {
      const project = yield* projects.create({ ...update, displayName: payload.displayName })
      // read again inside the transaction: two projects created at once must both be in the list
      const owner = yield* users.find(INTERNAL, ownerId)
      if (owner === undefined) return yield* new UserAuthenticationRequired()
      const metadata: unknown = owner.server_metadata === null ? {} : JSON.parse(owner.server_metadata)
      yield* users.update(ownerId, {
        serverMetadata: {
          ...(typeof metadata === "object" ? metadata : {}),
          managedProjectIds: [...managedProjectIds(owner), project.id]
        }
      })
      return project
    })
    return toAdminProject(yield* Database.transaction(yield* SqlClient, create), 0)
  })
)

/** The routes of `api/Projects`. */
export const routes = [
  getProject,
  listOwnedProjects,
  createProject,
  adminGetProject,
  adminUpdateProject,
  adminDeleteProject
]
