/** Teams and their members (docs/protocol/resources.md#teams). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { Metadata } from "../../api/schema/Metadata.ts"
import type { ServerTeam, Team } from "../../api/schema/Team.ts"
import { type ProjectId, TeamId, type UserId } from "../../domain/Ids.ts"
import type { Page } from "../../domain/Page.ts"
import { Randomness } from "../crypto/Randomness.ts"
import type { Project } from "../projects/Projects.ts"
import { pickDefined, encodeMetadata, parseMetadata } from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"
import * as Paging from "../storage/Paging.ts"
import * as Memberships from "./internal/Memberships.ts"
import { Permissions } from "./Permissions.ts"

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

export class Teams extends Context.Service<
  Teams,
  {
    readonly find: (projectId: ProjectId, id: string) => Effect.Effect<TeamRow | undefined>
    /** Teams in the order of their creation. */
    readonly list: (projectId: ProjectId, filter: TeamFilter) => Effect.Effect<Page<TeamRow>>
    /** Creates a team; its creator, if any, becomes a member with the default permissions of creators. */
    readonly create: (
      project: Project,
      fields: TeamFields & { readonly displayName: string },
      creatorId?: UserId
    ) => Effect.Effect<TeamRow>
    readonly update: (id: string, fields: TeamFields) => Effect.Effect<void>
    /** Removes a team with its memberships, also as selected team. */
    readonly remove: (id: string) => Effect.Effect<void>
    readonly isMember: (teamId: TeamId, userId: UserId) => Effect.Effect<boolean>
    readonly findMember: (projectId: ProjectId, teamId: TeamId, userId: UserId) => Effect.Effect<MemberRow | undefined>
    /** Returns the members in the order in which they joined. */
    readonly listMembers: (
      projectId: ProjectId,
      filter: { readonly teamId?: TeamId | undefined; readonly userId?: UserId | undefined }
    ) => Effect.Effect<ReadonlyArray<MemberRow>>
    /** Adds a member with the default permissions; false if nothing was added. */
    readonly addMember: (project: Project, teamId: TeamId, userId: UserId) => Effect.Effect<boolean>
    readonly updateMember: (teamId: TeamId, userId: UserId, fields: MemberFields) => Effect.Effect<void>
    /** Removes a member, also the team as their selected one; false if there was none. */
    readonly removeMember: (projectId: ProjectId, teamId: TeamId, userId: UserId) => Effect.Effect<boolean>
  }
>()("gatefold/emulator/teams/Teams") {}

export const toTeam = (row: TeamRow): Team => ({
  id: TeamId.make(row.id),
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

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const randomness = yield* Randomness
  const permissions = yield* Permissions
  const { join, ...members } = yield* Memberships.make

  const create = Effect.fnUntraced(function* (
    project: Project,
    fields: TeamFields & { readonly displayName: string },
    creatorId: UserId | undefined
  ) {
    const id = randomness.uuid()
    const row = { id, project_id: project.id, created_at: yield* Clock.currentTimeMillis, ...toColumns(fields) }
    const [team] = yield* Database.all(sql<TeamRow>`INSERT INTO teams ${sql.insert(row)} RETURNING *`)
    if (creatorId !== undefined && (yield* join(project.id, id, creatorId))) {
      yield* permissions.grantInTeam(project.id, id, creatorId, project.config.teamCreatorDefaultPermissions)
    }
    return team!
  })

  const list: Teams["Service"]["list"] = Effect.fnUntraced(function* (
    projectId,
    { cursor, desc, limit, query = "", userId }
  ) {
    const { comparison, direction } = Paging.order(sql, desc)
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

  return Teams.of({
    find: (projectId, id) =>
      Database.first(sql<TeamRow>`SELECT * FROM teams WHERE id = ${id} AND project_id = ${projectId}`),

    list,

    create: (project, fields, creatorId) => Database.transaction(sql, create(project, fields, creatorId)),

    update: Effect.fnUntraced(function* (id, fields) {
      const columns = toColumns(fields)
      if (Object.keys(columns).length === 0) return
      yield* Database.run(sql`UPDATE teams SET ${sql.update(columns)} WHERE id = ${id}`)
    }),

    remove: (id) => Database.run(sql`DELETE FROM teams WHERE id = ${id}`),

    ...members
  })
})

/** Keeps teams and memberships in the database. */
export const layer = Layer.effect(Teams, make)
