/** The memberships of teams. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { ProjectId, TeamId, UserId } from "../../../domain/Ids.ts"
import type { Project } from "../../projects/Projects.ts"
import { pickDefined } from "../../storage/Columns.ts"
import * as Database from "../../storage/Database.ts"
import { Permissions } from "../Permissions.ts"
import type { MemberFields, MemberRow } from "../Teams.ts"

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const permissions = yield* Permissions

  /** Whether a membership was added: team and user exist in the project, and it did not exist before. */
  const join = Effect.fnUntraced(function* (projectId: ProjectId, teamId: TeamId, userId: UserId) {
    const now = yield* Clock.currentTimeMillis
    return yield* Database.exists(sql`INSERT OR IGNORE INTO team_memberships (team_id, user_id, created_at)
      SELECT t.id, u.id, ${now} FROM teams t, users u
      WHERE t.id = ${teamId} AND t.project_id = ${projectId} AND u.id = ${userId} AND u.project_id = ${projectId}
      RETURNING user_id`)
  })

  const addMember = Effect.fnUntraced(function* (project: Project, teamId: TeamId, userId: UserId) {
    if (!(yield* join(project.id, teamId, userId))) return false
    yield* permissions.grantInTeam(project.id, teamId, userId, project.config.teamMemberDefaultPermissions)
    return true
  })

  const removeMember = Effect.fnUntraced(function* (projectId: ProjectId, teamId: TeamId, userId: UserId) {
    const isRemoved = yield* Database.exists(sql`DELETE FROM team_memberships
      WHERE team_id = (SELECT id FROM teams WHERE id = ${teamId} AND project_id = ${projectId})
        AND user_id = ${userId} RETURNING user_id`)
    if (!isRemoved) return false
    yield* Database.run(sql`UPDATE users SET selected_team_id = NULL
      WHERE id = ${userId} AND selected_team_id = ${teamId}`)
    return true
  })

  const listMembers = (
    projectId: ProjectId,
    { teamId, userId }: { readonly teamId?: TeamId | undefined; readonly userId?: UserId | undefined }
  ) => {
    const conditions: Array<Fragment> = [sql`t.project_id = ${projectId}`]
    if (teamId !== undefined) conditions.push(sql`m.team_id = ${teamId}`)
    if (userId !== undefined) conditions.push(sql`m.user_id = ${userId}`)
    return Database.all(sql<MemberRow>`SELECT m.team_id, m.user_id,
        coalesce(m.display_name, u.display_name) AS display_name,
        coalesce(m.profile_image_url, u.profile_image_url) AS profile_image_url
      FROM team_memberships m JOIN teams t ON t.id = m.team_id JOIN users u ON u.id = m.user_id
      WHERE ${sql.and(conditions)} ORDER BY m.created_at, m.rowid`)
  }

  return {
    join,
    listMembers,
    isMember: (teamId: TeamId, userId: UserId) =>
      Database.exists(sql`SELECT team_id FROM team_memberships WHERE team_id = ${teamId} AND user_id = ${userId}`),
    findMember: (projectId: ProjectId, teamId: TeamId, userId: UserId) =>
      Effect.map(listMembers(projectId, { teamId, userId }), (rows) => rows[0]),
    addMember: (project: Project, teamId: TeamId, userId: UserId) =>
      Database.transaction(sql, addMember(project, teamId, userId)),
    updateMember: Effect.fnUntraced(function* (teamId: TeamId, userId: UserId, fields: MemberFields) {
      const columns = pickDefined({ display_name: fields.displayName, profile_image_url: fields.profileImageUrl })
      if (Object.keys(columns).length === 0) return
      yield* Database.run(sql`UPDATE team_memberships SET ${sql.update(columns)}
        WHERE team_id = ${teamId} AND user_id = ${userId}`)
    }),
    removeMember: (projectId: ProjectId, teamId: TeamId, userId: UserId) =>
      Database.transaction(sql, removeMember(projectId, teamId, userId))
  }
})
