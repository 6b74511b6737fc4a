/** Grants of permissions, in teams and in the project (docs/protocol/resources.md#permissions). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { PermissionId, ProjectId, TeamId, UserId } from "../../domain/Ids.ts"
import * as Database from "../storage/Database.ts"
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

export class Permissions extends Context.Service<
  Permissions,
  {
    /** Sorted by team, user and id. */
    readonly listInTeams: (
      projectId: ProjectId,
      filter: Filter & { readonly teamId?: TeamId | undefined }
    ) => Effect.Effect<ReadonlyArray<TeamPermissionRow>>
    /** Sorted by user and id. */
    readonly listInProject: (projectId: ProjectId, filter: Filter) => Effect.Effect<ReadonlyArray<ProjectPermissionRow>>
    /** Whether a user has a permission in a team, directly or contained in another. */
    readonly holdsInTeam: (
      projectId: ProjectId,
      teamId: TeamId,
      userId: UserId,
      permissionId: PermissionId
    ) => Effect.Effect<boolean>
    /** Grants permissions to a member. Unknown ids are ignored. */
    readonly grantInTeam: (
      projectId: ProjectId,
      teamId: TeamId,
      userId: UserId,
      permissionIds: ReadonlyArray<string>
    ) => Effect.Effect<void>
    /** Grants permissions to a user. Unknown ids are ignored. */
    readonly grantInProject: (
      projectId: ProjectId,
      userId: UserId,
      permissionIds: ReadonlyArray<string>
    ) => Effect.Effect<void>
    /** Revokes a direct grant; false if there was none. */
    readonly revokeInTeam: (
      projectId: ProjectId,
      teamId: TeamId,
      userId: UserId,
      permissionId: PermissionId
    ) => Effect.Effect<boolean>
    /** Revokes a direct grant; false if there was none. */
    readonly revokeInProject: (
      projectId: ProjectId,
      userId: UserId,
      permissionId: PermissionId
    ) => Effect.Effect<boolean>
  }
>()("gatefold/emulator/teams/Permissions") {}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const inOrder = sql.literal(IdOrder.sortKey("id"))

  /** `UNION` drops duplicates, so that permissions that contain each other terminate. */
  const expandPermissions = (projectId: ProjectId, recursive: boolean | undefined) =>
    recursive === true
      ? sql`UNION SELECT held.team_id, held.user_id, c.contained_id FROM held
          JOIN permission_containments c ON c.project_id = ${projectId} AND c.permission_id = held.id`
      : sql.literal("")

  const matchesId = (permissionId: PermissionId | undefined) =>
    permissionId === undefined ? sql.literal("") : sql`WHERE id = ${permissionId}`

  const listInTeams: Permissions["Service"]["listInTeams"] = (projectId, filter) => {
    const conditions: Array<Fragment> = [sql`project_id = ${projectId}`]
    if (filter.teamId !== undefined) conditions.push(sql`team_id = ${filter.teamId}`)
    if (filter.userId !== undefined) conditions.push(sql`user_id = ${filter.userId}`)
    return Database.all(sql<TeamPermissionRow>`WITH RECURSIVE held (team_id, user_id, id) AS (
        SELECT team_id, user_id, permission_id FROM team_permissions WHERE ${sql.and(conditions)}
        ${expandPermissions(projectId, filter.recursive)}
      ) SELECT team_id, user_id, id FROM held ${matchesId(filter.permissionId)} ORDER BY team_id, user_id, ${inOrder}`)
  }

  const listInProject: Permissions["Service"]["listInProject"] = (projectId, filter) => {
    const conditions: Array<Fragment> = [sql`project_id = ${projectId}`]
    if (filter.userId !== undefined) conditions.push(sql`user_id = ${filter.userId}`)
    return Database.all(sql<ProjectPermissionRow>`WITH RECURSIVE held (team_id, user_id, id) AS (
        SELECT NULL, user_id, permission_id FROM project_permissions WHERE ${sql.and(conditions)}
        ${expandPermissions(projectId, filter.recursive)}
      ) SELECT user_id, id FROM held ${matchesId(filter.permissionId)} ORDER BY user_id, ${inOrder}`)
  }

  return Permissions.of({
    listInTeams,
    listInProject,

    holdsInTeam: (projectId, teamId, userId, permissionId) =>
      Effect.map(listInTeams(projectId, { teamId, userId, permissionId, recursive: true }), (rows) => rows.length > 0),

    grantInTeam: Effect.fnUntraced(function* (projectId, teamId, userId, permissionIds) {
      if (permissionIds.length === 0) return
      yield* Database.run(sql`INSERT OR IGNORE INTO team_permissions (project_id, team_id, user_id, permission_id)
        SELECT d.project_id, m.team_id, m.user_id, d.id FROM permission_definitions d, team_memberships m
        WHERE d.project_id = ${projectId} AND d.scope = 'team' AND d.id IN ${sql.in(permissionIds)}
          AND m.team_id = ${teamId} AND m.user_id = ${userId}`)
    }),

    grantInProject: Effect.fnUntraced(function* (projectId, userId, permissionIds) {
      if (permissionIds.length === 0) return
      yield* Database.run(sql`INSERT OR IGNORE INTO project_permissions (project_id, user_id, permission_id)
        SELECT d.project_id, u.id, d.id FROM permission_definitions d, users u
        WHERE d.project_id = ${projectId} AND d.scope = 'project' AND d.id IN ${sql.in(permissionIds)}
          AND u.project_id = d.project_id AND u.id = ${userId}`)
    }),

    revokeInTeam: (projectId, teamId, userId, permissionId) =>
      Database.exists(sql<object>`DELETE FROM team_permissions WHERE project_id = ${projectId}
          AND team_id = ${teamId} AND user_id = ${userId} AND permission_id = ${permissionId} RETURNING user_id`),

    revokeInProject: (projectId, userId, permissionId) =>
      Database.exists(sql<object>`DELETE FROM project_permissions WHERE project_id = ${projectId}
          AND user_id = ${userId} AND permission_id = ${permissionId} RETURNING user_id`)
  })
})

/** Keeps direct grants in the database, and follows containment when it reads them. */
export const layer = Layer.effect(Permissions, make)
