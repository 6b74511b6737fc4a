/** The current project, and the projects of their owners (docs/protocol/resources.md#projects). */
import * as Effect from "effect/Effect"
import * as Api from "../../api/Projects.ts"
import { TeamPermissionRequired } from "../../domain/errors/Permissions.ts"
import { ExpectedInternalProject, ProjectNotFound } from "../../domain/errors/ProjectAccess.ts"
import { UserAuthenticationRequired } from "../../domain/errors/Session.ts"
import { TeamMembershipNotFound } from "../../domain/errors/Teams.ts"
import type { TeamId, UserId } from "../../domain/Ids.ts"
import { readManagedProjectIds } from "../access/AccessCheck.ts"
import { Caller, userOrSchemaError } from "../access/Caller.ts"
import { requireMember } from "../access/TeamAccess.ts"
import * as Users from "../accounts/Users.ts"
import { badRequest } from "../errors/TextAnswer.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import * as EmailThemes from "../mail/EmailThemes.ts"
import { themes as builtInThemes } from "../mail/tsx/DefaultSources.ts"
import * as Projects from "../projects/Projects.ts"
import type { NewProject } from "../projects/Projects.ts"
import { Generation } from "../settings/Generation.ts"
import * as Database from "../storage/Database.ts"
import * as Permissions from "../teams/Permissions.ts"
import * as Teams from "../teams/Teams.ts"
import { sortDomains, toAdminProject, toClientConfig } from "./internal/ProjectFields.ts"
import { toUpdate } from "./internal/ProjectUpdate.ts"
import { handle } from "./Route.ts"

const requireOwner = Effect.gen(function* () {
  const { project, user } = yield* Caller
  if (user === undefined) return yield* new UserAuthenticationRequired()
  return project.id === Projects.internalProjectId ? user : yield* new ExpectedInternalProject()
})

const createForTeam = Effect.fnUntraced(function* (userId: UserId, teamId: TeamId, options: NewProject) {
  if (!(yield* Teams.isMember(teamId, userId))) {
    return yield* new TeamMembershipNotFound({ details: { teamId, userId } })
  }
  return yield* Projects.create({ ...options, ownerTeamId: teamId })
})

const createForUser = Effect.fnUntraced(function* (userId: UserId, options: NewProject) {
  const create = Effect.gen(function* () {
    const project = yield* Projects.create(options)
    // Read within the transaction, so that two concurrent projects are both in the list.
    const owner = yield* Users.find(Projects.internalProjectId, userId)
    if (owner === undefined) return yield* new UserAuthenticationRequired()
    const metadata: unknown = owner.server_metadata === null ? {} : JSON.parse(owner.server_metadata)
    yield* Users.update(userId, {
      serverMetadata: {
        ...(typeof metadata === "object" ? metadata : {}),
        managedProjectIds: [...readManagedProjectIds(owner), project.id]
      }
    })
    return project
  })
  return yield* Database.transaction(create)
})

const getProject = handle(Api.getProject, function* ({ project }) {
  const { has } = yield* Generation
  const domains = has("current") ? { domains: sortDomains(project.config.domains) } : {}
  return {
    id: project.id,
    displayName: project.displayName,
    config: { ...toClientConfig(project), ...domains }
  }
})

/** Users own projects in 2025-06, teams do in the current service. */
const listOwnedProjects = handle(Api.listOwnedProjects, function* () {
  const owner = yield* requireOwner
  const { has } = yield* Generation
  const managed = has("2025-06") ? yield* Effect.forEach(readManagedProjectIds(owner), Projects.find) : []
  const ownedByTeams = has("current") ? yield* Projects.listOwnedByTeams(owner.id) : []
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
    return yield* RequestValidation.failSchema("body.owner_team_id must be defined")
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
  if (id !== Projects.internalProjectId) {
    return yield* RequestValidation.failSchema("auth.project.id must be one of the following values: internal")
  }
  const project = yield* Projects.find(projectId)
  if (project === undefined) return yield* new ProjectNotFound({ details: { projectId } })
  const teamId = project.ownerTeamId
  if (teamId === null) return yield* badRequest("Project must have an owner team to be transferred")
  yield* requireMember(teamId, userId)
  const permissionId = "team_admin"
  if (!(yield* Permissions.holdsInTeam(Projects.internalProjectId, teamId, userId, permissionId))) {
    return yield* new TeamPermissionRequired({ details: { teamId, userId, permissionId } })
  }
  if (!(yield* Teams.isMember(newTeamId, userId))) {
    return yield* new TeamMembershipNotFound({ details: { teamId: newTeamId, userId } })
  }
  yield* Projects.transfer(projectId, newTeamId)
})

const adminGetProject = handle(Api.adminGetProject, ({ project }) => toAdminProject(project))

const adminUpdateProject = handle(Api.adminUpdateProject, function* ({ payload, project }) {
  const { isOnly } = yield* Generation
  const themes = yield* EmailThemes.list(project.id)
  const update = yield* toUpdate(payload, themes, project.config.oauthProviders)
  // The service of 2025-06 allows localhost with every change that does not mention it.
  const config = isOnly("2025-06")
    ? { ...update.config, allowLocalhost: update.config?.allowLocalhost ?? true }
    : update.config
  const updated = yield* Projects.update(project, { ...update, config })
  return yield* toAdminProject(updated)
})

const adminDeleteProject = handle(Api.adminDeleteProject, function* ({ project }) {
  if (project.id === Projects.internalProjectId) return yield* badRequest("The internal project cannot be deleted.")
  yield* Projects.remove(project.id)
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
