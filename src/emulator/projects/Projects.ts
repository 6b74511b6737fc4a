/** Projects and their configuration (docs/protocol/resources.md#projects). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as LruMap from "../../cache/LruMap.ts"
import type { ProjectId, TeamId, UserId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"
import type { ProjectConfig, ProjectConfigChange } from "./ProjectConfig.ts"
import * as ProjectSettings from "./ProjectSettings.ts"

export interface Project {
  readonly id: ProjectId
  readonly displayName: string
  readonly description: string
  readonly isProductionMode: boolean
  readonly createdAt: number
  /** The team of the internal project whose members manage this one, in the current service. */
  readonly ownerTeamId: TeamId | null
  readonly settings: ProjectSettings.ProjectSettings
  /** The configuration that follows from the settings. */
  readonly config: ProjectConfig
}

export interface ProjectUpdate {
  readonly displayName?: string | undefined
  readonly description?: string | undefined
  readonly isProductionMode?: boolean | undefined
  readonly config?: ProjectConfigChange | undefined
  readonly settings?: ProjectSettings.SettingsChange | undefined
}

/** The project whose users are developers. */
export const internalProjectId = "internal"

export class Projects extends Context.Service<
  Projects,
  {
    readonly find: (id: string) => Effect.Effect<Project | undefined>
    /** Oldest first. */
    readonly all: Effect.Effect<ReadonlyArray<Project>>
    readonly create: (
      options: ProjectUpdate & {
        readonly id?: string | undefined
        readonly displayName: string
        readonly ownerTeamId?: TeamId | undefined
      }
    ) => Effect.Effect<Project>
    readonly update: (project: Project, update: ProjectUpdate) => Effect.Effect<Project>
    /** Changes the settings; they are read again within the transaction. */
    readonly reconfigure: <E, R>(
      project: Project,
      change: (settings: ProjectSettings.ProjectSettings) => Effect.Effect<ProjectSettings.ProjectSettings, E, R>
    ) => Effect.Effect<void, E, R>
    readonly transfer: (id: string, ownerTeamId: TeamId) => Effect.Effect<void>
    /** Removes a project with its content, and from the lists of its owners. */
    readonly remove: (id: string) => Effect.Effect<void>
    /** The projects that a user's teams own, oldest first. */
    readonly listOwnedByTeams: (userId: UserId) => Effect.Effect<ReadonlyArray<Project>>
    readonly countUsers: (id: string) => Effect.Effect<number>
  }
>()("gatefold/emulator/projects/Projects") {}

interface Row {
  readonly id: string
  readonly display_name: string
  readonly description: string
  readonly is_production_mode: number
  readonly config: string
  readonly created_at: number
  readonly owner_team_id: string | null
}

/** Parsed configurations are cached by their text. */
const maxParsed = 1_000

/** Longer configurations are not cached. */
const maxParsedLength = 20_000

const withConfig = (settings: ProjectSettings.ProjectSettings) => ({
  settings,
  config: ProjectSettings.readConfig(settings)
})

const makeParser = () => {
  const cache = LruMap.make<string, Pick<Project, "config" | "settings">>(maxParsed)
  return (text: string): Pick<Project, "config" | "settings"> => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const parsed = withConfig(ProjectSettings.parse(text))
    if (text.length <= maxParsedLength) cache.set(text, parsed)
    return parsed
  }
}

const toColumns = (project: Project) => ({
  display_name: project.displayName,
  description: project.description,
  is_production_mode: project.isProductionMode,
  config: ProjectSettings.stringify(project.settings)
})

const applyUpdate = (project: Project, { config, settings, ...rest }: ProjectUpdate): Project =>
  ProjectSettings.overlay(project, {
    ...rest,
    ...withConfig(ProjectSettings.applyChange(project.settings, settings, config))
  })

const makeInitial = (about: Pick<Project, "id" | "displayName" | "createdAt" | "ownerTeamId">): Project => ({
  ...about,
  description: "",
  isProductionMode: false,
  ...withConfig(ProjectSettings.initial)
})

/** Removes a project from the metadata of the developers who manage it. */
const removeFromOwners = (sql: SqlClient, id: string) =>
  Database.run(sql`UPDATE users SET server_metadata = json_set(server_metadata, '$.managedProjectIds',
    (SELECT json_group_array(value) FROM json_each(server_metadata, '$.managedProjectIds') WHERE value <> ${id}))
    WHERE project_id = ${internalProjectId} AND json_type(server_metadata, '$.managedProjectIds') = 'array'
    AND EXISTS (SELECT 1 FROM json_each(server_metadata, '$.managedProjectIds') WHERE value = ${id})`)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const randomness = yield* Randomness
  const parse = makeParser()

  const toProject = (row: Row): Project => ({
    id: row.id,
    displayName: row.display_name,
    description: row.description,
    isProductionMode: row.is_production_mode === 1,
    createdAt: row.created_at,
    ownerTeamId: row.owner_team_id,
    ...parse(row.config)
  })

  const list = (rows: Effect.Effect<ReadonlyArray<Row>, SqlError>) =>
    Effect.map(Database.all(rows), (projects) => projects.map(toProject))

  const find: Projects["Service"]["find"] = (id) =>
    Effect.map(Database.first(sql<Row>`SELECT * FROM projects WHERE id = ${id}`), (row) => row && toProject(row))

  return Projects.of({
    find,
    all: list(sql<Row>`SELECT * FROM projects ORDER BY created_at, rowid`),

    create: Effect.fnUntraced(function* ({ id, ownerTeamId = null, ...update }) {
      const { displayName } = update
      const createdAt = yield* Clock.currentTimeMillis
      const initial = makeInitial({ id: id ?? randomness.uuid(), displayName, createdAt, ownerTeamId })
      const project = applyUpdate(initial, update)
      yield* Database.run(
        sql`INSERT INTO projects ${sql.insert({
          id: project.id,
          created_at: createdAt,
          owner_team_id: ownerTeamId,
          ...toColumns(project)
        })}`
      )
      return project
    }),

    update: (project, update) =>
      Database.transaction(
        sql,
        Effect.gen(function* () {
          // Read again, so that changes since the start of the request are kept.
          const next = applyUpdate((yield* find(project.id)) ?? project, update)
          yield* Database.run(sql`UPDATE projects SET ${sql.update(toColumns(next))} WHERE id = ${project.id}`)
          return next
        })
      ),

    reconfigure: (project, change) =>
      Database.transaction(
        sql,
        Effect.gen(function* () {
          const current = (yield* find(project.id)) ?? project
          const config = ProjectSettings.stringify(yield* change(current.settings))
          yield* Database.run(sql`UPDATE projects SET ${sql.update({ config })} WHERE id = ${project.id}`)
        })
      ),

    transfer: (id, ownerTeamId) =>
      Database.run(sql`UPDATE projects SET owner_team_id = ${ownerTeamId} WHERE id = ${id}`),

    remove: (id) =>
      Database.transaction(
        sql,
        Effect.andThen(Database.run(sql`DELETE FROM projects WHERE id = ${id}`), removeFromOwners(sql, id))
      ),

    listOwnedByTeams: (userId) =>
      list(sql<Row>`SELECT * FROM projects WHERE owner_team_id IN
          (SELECT team_id FROM team_memberships WHERE user_id = ${userId}) ORDER BY created_at, rowid`),

    countUsers: (id) =>
      Effect.map(
        Database.first(sql<{ count: number }>`SELECT count(*) AS count FROM users WHERE project_id = ${id}`),
        (row) => row?.count ?? 0
      )
  })
})

/** Keeps projects in the database, and their parsed configurations in memory. */
export const layer = Layer.effect(Projects, make)
