/** Permissions that users hold in teams and in the project (docs/protocol/resources.md#permissions). */
import * as Effect from "effect/Effect"
import * as Api from "../../api/Permissions.ts"
import { PermissionNotFound, PermissionScopeMismatch, TeamPermissionNotFound } from "../../domain/errors/Permissions.ts"
import type { PermissionId } from "../../domain/Ids.ts"
import { Caller, currentUser, resolveUserId } from "../access/Caller.ts"
import { requireMember } from "../access/TeamAccess.ts"
import { findNamedUser } from "../access/UserAccess.ts"
import { forbidden } from "../errors/TextAnswer.ts"
import * as PermissionDefinitions from "../teams/PermissionDefinitions.ts"
import type { Scope } from "../teams/PermissionDefinitions.ts"
import * as Permissions from "../teams/Permissions.ts"
import type { ProjectPermissionRow } from "../teams/Permissions.ts"
import { handle } from "./Route.ts"

const toProjectPermission = (row: ProjectPermissionRow) => ({
  id: row.id,
  userId: row.user_id
})

/** The user of the request; clients may name only themselves. */
const resolveSubject = Effect.fnUntraced(function* (id: string | undefined) {
  const { level } = yield* Caller
  const userId = id === undefined ? undefined : yield* resolveUserId(id)
  if (level !== "client" || userId === (yield* currentUser).id) return userId
  return yield* forbidden(
    "Clients can only list the permissions of their own user: user_id must be me or their own id."
  )
})

const requireDefinition = Effect.fnUntraced(function* (permissionId: PermissionId, expectedScope: Scope) {
  const { project } = yield* Caller
  const definition = yield* PermissionDefinitions.find(project.id, permissionId)
  if (definition === undefined) return yield* new PermissionNotFound({ details: { permissionId } })
  if (definition.scope === expectedScope) return
  return yield* new PermissionScopeMismatch({ details: { permissionId, expectedScope, actualScope: definition.scope } })
})

export const routes = [
  handle(Api.listTeamPermissions, function* ({ query, project }) {
    const filter = { ...query, userId: yield* resolveSubject(query.userId) }
    const rows = yield* Permissions.listInTeams(project.id, filter)
    return rows.map((row) => ({ ...toProjectPermission(row), teamId: row.team_id }))
  }),

  handle(Api.grantTeamPermission, function* ({ params: { permissionId, teamId, userId: id }, project }) {
    const { id: userId } = yield* findNamedUser(id)
    yield* requireMember(teamId, userId)
    yield* requireDefinition(permissionId, "team")
    yield* Permissions.grantInTeam(project.id, teamId, userId, [permissionId])
    return { id: permissionId, teamId, userId }
  }),

  handle(Api.revokeTeamPermission, function* ({ params: { permissionId, teamId, userId: id }, project }) {
    const { id: userId } = yield* findNamedUser(id)
    yield* requireMember(teamId, userId)
    if (yield* Permissions.revokeInTeam(project.id, teamId, userId, permissionId)) return
    return yield* new TeamPermissionNotFound({ details: { teamId, userId, permissionId } })
  }),

  handle(Api.listProjectPermissions, function* ({ query, project }) {
    const filter = { ...query, userId: yield* resolveSubject(query.userId) }
    return (yield* Permissions.listInProject(project.id, filter)).map(toProjectPermission)
  }),

  handle(Api.grantProjectPermission, function* ({ params: { permissionId, userId: id }, project }) {
    const { id: userId } = yield* findNamedUser(id)
    yield* requireDefinition(permissionId, "project")
    yield* Permissions.grantInProject(project.id, userId, [permissionId])
    return { id: permissionId, userId }
  }),

  handle(Api.revokeProjectPermission, function* ({ params: { permissionId, userId: id }, project }) {
    const { id: userId } = yield* findNamedUser(id)
    if (yield* Permissions.revokeInProject(project.id, userId, permissionId)) return
    return yield* new PermissionNotFound({ details: { permissionId } })
  })
]
