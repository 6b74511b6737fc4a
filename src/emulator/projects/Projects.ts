/** Projects and their configuration (docs/protocol/resources.md#projects). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as LruMap from "../../cache/LruMap.ts"
import type { ProjectId, TeamId, UserId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
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

export interface NewProject extends ProjectUpdate {
  readonly id?: string | undefined
  readonly displayName: string
  readonly ownerTeamId?: TeamId | undefined
}

/** The project whose users are developers. */
export const internalProjectId = "internal"

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

const parsed = LruMap.make<string, Pick<Project, "config" | "settings">>(maxParsed)

const parse = (text: string): Pick<Project, "config" | "settings"> => {
  const cached = parsed.get(text)
  if (cached !== undefined) return cached
  const settings = withConfig(ProjectSettings.parse(text))
  if (text.length <= maxParsedLength) parsed.set(text, settings)
  return settings
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
const removeFromOwners = (id: string) =>
  Database.run(sql`UPDATE users SET server_metadata = json_set(server_metadata, '$.managedProjectIds',
    (SELECT json_group_array(value) FROM json_each(server_metadata, '$.managedProjectIds') WHERE value <> ${id}))
    WHERE project_id = ${internalProjectId} AND json_type(server_metadata, '$.managedProjectIds') = 'array'
    AND EXISTS (SELECT 1 FROM json_each(server_metadata, '$.managedProjectIds') WHERE value = ${id})`)

const toProject = (row: Row): Project => ({
  id: row.id,
  displayName: row.display_name,
  description: row.description,
  isProductionMode: row.is_production_mode === 1,
  createdAt: row.created_at,
  ownerTeamId: row.owner_team_id,
  ...parse(row.config)
})

const listProjects = (query: Database.Query<Row>) => Effect.map(Database.all(query), (rows) => rows.map(toProject))

export const find = (id: string) =>
  Effect.map(Database.first(sql<Row>`SELECT * FROM projects WHERE id = ${id}`), (row) => row && toProject(row))

/** All projects, oldest first. */
export const all = listProjects(sql<Row>`SELECT * FROM projects ORDER BY created_at, rowid`)

export const create = Effect.fnUntraced(function* ({ id, ownerTeamId: teamId, ...options }: NewProject) {
  const { displayName } = options
  const ownerTeamId = teamId ?? null
  const createdAt = yield* Clock.currentTimeMillis
  const { uuid } = yield* Randomness
  const project = applyUpdate(makeInitial({ id: id ?? uuid(), displayName, createdAt, ownerTeamId }), options)
  yield* Database.insert("projects", {
    id: project.id,
    created_at: createdAt,
    owner_team_id: ownerTeamId,
    ...toColumns(project)
  })
  return project
})

export const update = (project: Project, change: ProjectUpdate) =>
  Database.transaction(
    Effect.gen(function* () {
      // Read again, so that changes since the start of the request are kept.
      const next = applyUpdate((yield* find(project.id)) ?? project, change)
      yield* Database.run(sql`UPDATE projects SET ${sql.update(toColumns(next))} WHERE id = ${project.id}`)
      return next
    })
  )

/** Changes the settings; they are read again within the transaction. */
export const reconfigure = <E, R>(
  project: Project,
  change: (settings: ProjectSettings.ProjectSettings) => Effect.Effect<ProjectSettings.ProjectSettings, E, R>
) =>
  Database.transaction(
    Effect.gen(function* () {
      const current = (yield* find(project.id)) ?? project
      const config = ProjectSettings.stringify(yield* change(current.settings))
      yield* Database.run(sql`UPDATE projects SET ${sql.update({ config })} WHERE id = ${project.id}`)
    })
  )

export const transfer = (id: string, ownerTeamId: TeamId) =>
  Database.run(sql`UPDATE projects SET owner_team_id = ${ownerTeamId} WHERE id = ${id}`)

/** Removes a project with its content, and from the lists of its owners. */
export const remove = (id: string) =>
  Database.transaction(Effect.andThen(Database.run(sql`DELETE FROM projects WHERE id = ${id}`), removeFromOwners(id)))

/** The projects that a user's teams own, oldest first. */
export const listOwnedByTeams = (userId: UserId) =>
  listProjects(sql<Row>`SELECT * FROM projects WHERE owner_team_id IN
    (SELECT team_id FROM team_memberships WHERE user_id = ${userId}) ORDER BY created_at, rowid`)

export const countUsers = (id: string) =>
  Effect.map(
    Database.first(sql<{ count: number }>`SELECT count(*) AS count FROM users WHERE project_id = ${id}`),
    (row) => row?.count ?? 0
  )
