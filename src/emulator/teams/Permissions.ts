/** Grants of permissions, in teams and in the project (docs/protocol/resources.md#permissions). */
import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import type { PermissionId, ProjectId, TeamId, UserId } from "../../domain/Ids.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import * as IdOrder from "../storage/IdOrder.ts"

export interface ProjectPermissionRow {
  readonly id: string
  readonly user_id: UserId
}

export interface TeamPermissionRow extends ProjectPermissionRow {
  readonly team_id: TeamId
}

export interface Filter {
  readonly userId?: UserId | undefined
  readonly permissionId?: PermissionId | undefined
  /** Whether to include contained permissions. Default: false. */
  readonly recursive?: boolean | undefined
}

const inOrder = sql.literal(IdOrder.sortKey("id"))

/** `UNION` drops duplicates, so that permissions that contain each other terminate. */
const expandPermissions = (projectId: ProjectId, recursive: boolean | undefined) =>
  recursive === true
    ? sql`UNION SELECT held.team_id, held.user_id, c.contained_id FROM held
        JOIN permission_containments c ON c.project_id = ${projectId} AND c.permission_id = held.id`
    : sql.literal("")

const matchesId = (permissionId: PermissionId | undefined) =>
  permissionId === undefined ? sql.literal("") : sql`WHERE id = ${permissionId}`

/** The permissions of users in teams, sorted by team, user and id. */
export const listInTeams = (projectId: ProjectId, filter: Filter & { readonly teamId?: TeamId | undefined }) => {
  const conditions: Array<Fragment> = [sql`project_id = ${projectId}`]
  if (filter.teamId !== undefined) conditions.push(sql`team_id = ${filter.teamId}`)
  if (filter.userId !== undefined) conditions.push(sql`user_id = ${filter.userId}`)
  return Database.all(sql<TeamPermissionRow>`WITH RECURSIVE held (team_id, user_id, id) AS (
      SELECT team_id, user_id, permission_id FROM team_permissions WHERE ${sql.and(conditions)}
      ${expandPermissions(projectId, filter.recursive)}
    ) SELECT team_id, user_id, id FROM held ${matchesId(filter.permissionId)} ORDER BY team_id, user_id, ${inOrder}`)
}

/** The permissions of users in the project, sorted by user and id. */
export const listInProject = (projectId: ProjectId, filter: Filter) => {
  const conditions: Array<Fragment> = [sql`project_id = ${projectId}`]
  if (filter.userId !== undefined) conditions.push(sql`user_id = ${filter.userId}`)
  return Database.all(sql<ProjectPermissionRow>`WITH RECURSIVE held (team_id, user_id, id) AS (
      SELECT NULL, user_id, permission_id FROM project_permissions WHERE ${sql.and(conditions)}
      ${expandPermissions(projectId, filter.recursive)}
    ) SELECT user_id, id FROM held ${matchesId(filter.permissionId)} ORDER BY user_id, ${inOrder}`)
}

/** Whether a user has a permission in a team, directly or contained in another. */
export const holdsInTeam = (projectId: ProjectId, teamId: TeamId, userId: UserId, permissionId: PermissionId) =>
  Effect.map(listInTeams(projectId, { teamId, userId, permissionId, recursive: true }), (rows) => rows.length > 0)

/** Grants permissions to a member. Unknown ids are ignored. */
export const grantInTeam = Effect.fnUntraced(function* (
  projectId: ProjectId,
  teamId: TeamId,
  userId: UserId,
  permissionIds: ReadonlyArray<string>
) {
  if (permissionIds.length === 0) return
  yield* Database.run(sql`INSERT OR IGNORE INTO team_permissions (project_id, team_id, user_id, permission_id)
    SELECT d.project_id, m.team_id, m.user_id, d.id FROM permission_definitions d, team_memberships m
    WHERE d.project_id = ${projectId} AND d.scope = 'team' AND d.id IN ${sql.in(permissionIds)}
      AND m.team_id = ${teamId} AND m.user_id = ${userId}`)
})

/** Grants permissions to a user. Unknown ids are ignored. */
export const grantInProject = Effect.fnUntraced(function* (
  projectId: ProjectId,
  userId: UserId,
  permissionIds: ReadonlyArray<string>
) {
  if (permissionIds.length === 0) return
  yield* Database.run(sql`INSERT OR IGNORE INTO project_permissions (project_id, user_id, permission_id)
    SELECT d.project_id, u.id, d.id FROM permission_definitions d, users u
    WHERE d.project_id = ${projectId} AND d.scope = 'project' AND d.id IN ${sql.in(permissionIds)}
      AND u.project_id = d.project_id AND u.id = ${userId}`)
})

/** Revokes a direct grant; false if there was none. */
export const revokeInTeam = (projectId: ProjectId, teamId: TeamId, userId: UserId, permissionId: PermissionId) =>
  Database.exists(sql`DELETE FROM team_permissions WHERE project_id = ${projectId}
    AND team_id = ${teamId} AND user_id = ${userId} AND permission_id = ${permissionId} RETURNING user_id`)

/** Revokes a direct grant; false if there was none. */
export const revokeInProject = (projectId: ProjectId, userId: UserId, permissionId: PermissionId) =>
  Database.exists(sql`DELETE FROM project_permissions WHERE project_id = ${projectId}
    AND user_id = ${userId} AND permission_id = ${permissionId} RETURNING user_id`)
