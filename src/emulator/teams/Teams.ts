/** Teams and their members (docs/protocol/resources.md#teams). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import type { Metadata } from "../../api/schema/Metadata.ts"
import type { ServerTeam, Team } from "../../api/schema/Team.ts"
import type { ProjectId, TeamId, UserId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import type { Project } from "../projects/Projects.ts"
import { pickDefined, encodeMetadata, parseMetadata } from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import * as Paging from "../storage/Paging.ts"
import * as Permissions from "./Permissions.ts"

export interface TeamRow {
  readonly id: TeamId
  readonly project_id: ProjectId
  readonly display_name: string
  readonly profile_image_url: string | null
  readonly client_metadata: string | null
  readonly client_read_only_metadata: string | null
  readonly server_metadata: string | null
  readonly created_at: number
}

/** The writable columns of a team; absent ones stay. */
export interface TeamFields {
  readonly displayName?: string | undefined
  readonly profileImageUrl?: string | null | undefined
  readonly clientMetadata?: Metadata | undefined
  readonly clientReadOnlyMetadata?: Metadata | undefined
  readonly serverMetadata?: Metadata | undefined
}

export interface TeamFilter {
  readonly userId?: UserId | undefined
  /** The id, or part of the name. */
  readonly query?: string | undefined
  readonly desc?: boolean | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** A member with the name and image of the profile. */
export interface MemberRow {
  readonly team_id: TeamId
  readonly user_id: UserId
  readonly display_name: string | null
  readonly profile_image_url: string | null
}

/** The writable columns of a member; absent ones stay, null means the user's own value. */
export interface MemberFields {
  readonly displayName?: string | undefined
  readonly profileImageUrl?: string | null | undefined
}

export const toTeam = (row: TeamRow): Team => ({
  id: row.id,
  displayName: row.display_name,
  profileImageUrl: row.profile_image_url,
  clientMetadata: parseMetadata(row.client_metadata),
  clientReadOnlyMetadata: parseMetadata(row.client_read_only_metadata)
})

export const toServerTeam = (row: TeamRow): ServerTeam => ({
  ...toTeam(row),
  createdAt: new Date(row.created_at),
  serverMetadata: parseMetadata(row.server_metadata)
})

const toColumns = (fields: TeamFields) =>
  pickDefined({
    display_name: fields.displayName,
    profile_image_url: fields.profileImageUrl,
    client_metadata: encodeMetadata(fields.clientMetadata),
    client_read_only_metadata: encodeMetadata(fields.clientReadOnlyMetadata),
    server_metadata: encodeMetadata(fields.serverMetadata)
  })

export const find = (projectId: ProjectId, id: string) =>
  Database.first(sql<TeamRow>`SELECT * FROM teams WHERE id = ${id} AND project_id = ${projectId}`)

/** Teams in the order of their creation. */
export const list = Effect.fnUntraced(function* (
  projectId: ProjectId,
  { cursor, desc, limit, query = "", userId }: TeamFilter
) {
  const { comparison, direction } = Paging.order(desc)
  const conditions: Array<Fragment> = [sql`project_id = ${projectId}`]
  if (userId !== undefined) {
    conditions.push(sql`id IN (SELECT team_id FROM team_memberships WHERE user_id = ${userId})`)
  }
  if (query !== "") {
    conditions.push(sql`(id = ${query} OR instr(fold(display_name), ${query.toLowerCase()}) > 0)`)
  }
  if (cursor !== undefined) {
    // An unknown cursor returns an empty page: returning the first page again could cause an endless loop.
    conditions.push(sql`(created_at, rowid) ${comparison}
      (SELECT created_at, rowid FROM teams WHERE project_id = ${projectId} AND id = ${cursor})`)
  }
  const rows = yield* Database.all(sql<TeamRow>`SELECT * FROM teams WHERE ${sql.and(conditions)}
    ORDER BY created_at ${direction}, rowid ${direction} LIMIT ${Paging.countRows(limit)}`)
  return Paging.takePage(rows, limit)
})

/** Creates a team; its creator, if any, becomes a member with the default permissions of creators. */
export const create = Effect.fnUntraced(function* (
  project: Project,
  fields: TeamFields & { readonly displayName: string },
  creatorId?: UserId
) {
  const id = (yield* Randomness).uuid()
  const row = { id, project_id: project.id, created_at: yield* Clock.currentTimeMillis, ...toColumns(fields) }
  const team = yield* Database.first(sql<TeamRow>`INSERT INTO teams ${sql.insert(row)} RETURNING *`)
  if (creatorId !== undefined && (yield* join(project.id, id, creatorId))) {
    yield* Permissions.grantInTeam(project.id, id, creatorId, project.config.teamCreatorDefaultPermissions)
  }
  return team!
}, Database.transaction)

export const update = Effect.fnUntraced(function* (id: string, fields: TeamFields) {
  const columns = toColumns(fields)
  if (Object.keys(columns).length === 0) return
  yield* Database.run(sql`UPDATE teams SET ${sql.update(columns)} WHERE id = ${id}`)
})

/** Removes a team with its memberships, also as selected team. */
export const remove = (id: string) => Database.run(sql`DELETE FROM teams WHERE id = ${id}`)

/** Whether a membership was added: team and user exist in the project, and it did not exist before. */
const join = Effect.fnUntraced(function* (projectId: ProjectId, teamId: TeamId, userId: UserId) {
  const now = yield* Clock.currentTimeMillis
  return yield* Database.exists(sql`INSERT OR IGNORE INTO team_memberships (team_id, user_id, created_at)
    SELECT t.id, u.id, ${now} FROM teams t, users u
    WHERE t.id = ${teamId} AND t.project_id = ${projectId} AND u.id = ${userId} AND u.project_id = ${projectId}
    RETURNING user_id`)
})

export const isMember = (teamId: TeamId, userId: UserId) =>
  Database.exists(sql`SELECT team_id FROM team_memberships WHERE team_id = ${teamId} AND user_id = ${userId}`)

/** Returns the members in the order in which they joined. */
export const listMembers = (
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

export const findMember = (projectId: ProjectId, teamId: TeamId, userId: UserId) =>
  Effect.map(listMembers(projectId, { teamId, userId }), (rows) => rows[0])

/** Adds a member with the default permissions; false if nothing was added. */
export const addMember = Effect.fnUntraced(function* (project: Project, teamId: TeamId, userId: UserId) {
  if (!(yield* join(project.id, teamId, userId))) return false
  yield* Permissions.grantInTeam(project.id, teamId, userId, project.config.teamMemberDefaultPermissions)
  return true
}, Database.transaction)

export const updateMember = Effect.fnUntraced(function* (teamId: TeamId, userId: UserId, fields: MemberFields) {
  const columns = pickDefined({ display_name: fields.displayName, profile_image_url: fields.profileImageUrl })
  if (Object.keys(columns).length === 0) return
  yield* Database.run(sql`UPDATE team_memberships SET ${sql.update(columns)}
    WHERE team_id = ${teamId} AND user_id = ${userId}`)
})

/** Removes a member, also the team as their selected one; false if there was none. */
export const removeMember = Effect.fnUntraced(function* (projectId: ProjectId, teamId: TeamId, userId: UserId) {
  const isRemoved = yield* Database.exists(sql`DELETE FROM team_memberships
    WHERE team_id = (SELECT id FROM teams WHERE id = ${teamId} AND project_id = ${projectId})
      AND user_id = ${userId} RETURNING user_id`)
  if (!isRemoved) return false
  yield* Database.run(sql`UPDATE users SET selected_team_id = NULL
    WHERE id = ${userId} AND selected_team_id = ${teamId}`)
  return true
}, Database.transaction)
