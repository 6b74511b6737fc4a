/** Projects and their configuration (docs/protocol/resources.md#projects). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import * as LruMap from "../../cache/LruMap.ts"
import * as Database from "../storage/Database.ts"
import { Randomness } from "../storage/Randomness.ts"

/** A configured sign-in provider; only `standard` ones have keys. */
export interface OAuthProviderConfig {
  readonly id: string
  readonly type: "shared" | "standard"
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly facebookConfigId?: string | undefined
  readonly microsoftTenantId?: string | undefined
  readonly appleBundleIds?: ReadonlyArray<string> | undefined
}

/** How a project sends its mail. */
export type EmailConfig =
  | { readonly type: "shared" }
  | {
      readonly type: "standard"
      readonly host: string
      readonly port: number
      readonly username: string
      readonly password: string
      readonly senderName: string
      readonly senderEmail: string
    }

/** Everything that an admin may configure. */
export interface ProjectConfig {
  readonly signUpEnabled: boolean
  readonly credentialEnabled: boolean
  readonly magicLinkEnabled: boolean
  readonly passkeyEnabled: boolean
  readonly clientTeamCreationEnabled: boolean
  readonly clientUserDeletionEnabled: boolean
  readonly allowUserApiKeys: boolean
  readonly allowTeamApiKeys: boolean
  readonly allowLocalhost: boolean
  readonly createTeamOnSignUp: boolean
  readonly oauthProviders: ReadonlyArray<OAuthProviderConfig>
  readonly domains: ReadonlyArray<{ readonly domain: string; readonly handlerPath: string }>
  readonly emailConfig: EmailConfig
  readonly teamCreatorDefaultPermissions: ReadonlyArray<string>
  readonly teamMemberDefaultPermissions: ReadonlyArray<string>
  readonly userDefaultPermissions: ReadonlyArray<string>
  /** Users whose primary address is not verified are restricted, in the current service. */
  readonly requireEmailVerification: boolean
  /** Whether clients need the publishable key, in the current service; that of 2025-06 always requires it. */
  readonly requirePublishableClientKey: boolean
  readonly oauthAccountMergeStrategy: "link_method" | "raise_error" | "allow_duplicates"
  /** The id of a theme of the project's mails, in the current service. */
  readonly emailTheme: string
  /** The stores of the data vault by id, in the current service. */
  readonly dataVaultStores: { readonly [id: string]: { readonly displayName: string } }
}

/** A project for handlers. */
export interface Project {
  readonly id: string
  readonly displayName: string
  readonly description: string
  readonly isProductionMode: boolean
  readonly createdAt: number
  /** The team of the internal project whose members manage this one, in the current service. */
  readonly ownerTeamId: string | null
  readonly config: ProjectConfig
}

/** The writable fields of a project. */
export interface ProjectUpdate {
  readonly displayName?: string | undefined
  readonly description?: string | undefined
  readonly isProductionMode?: boolean | undefined
  readonly config?: { readonly [K in keyof ProjectConfig]?: ProjectConfig[K] | undefined } | undefined
}

/** The project whose users are developers. */
export const INTERNAL = "internal"

/** The theme of mails of new projects, with the id that it has everywhere. */
export const defaultEmailTheme = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac"

/** The configuration of a new project (docs/protocol/resources.md#projects). */
export const defaultConfig: ProjectConfig = {
  signUpEnabled: true,
  credentialEnabled: true,
  magicLinkEnabled: false,
  passkeyEnabled: false,
  clientTeamCreationEnabled: false,
  clientUserDeletionEnabled: false,
  allowUserApiKeys: false,
  allowTeamApiKeys: false,
  allowLocalhost: true,
  createTeamOnSignUp: false,
  oauthProviders: [],
  domains: [],
  emailConfig: { type: "shared" },
  teamCreatorDefaultPermissions: ["team_admin"],
  teamMemberDefaultPermissions: ["team_member"],
  userDefaultPermissions: [],
  requireEmailVerification: false,
  requirePublishableClientKey: true,
  oauthAccountMergeStrategy: "link_method",
  emailTheme: defaultEmailTheme,
  dataVaultStores: {}
}

/** The projects. */
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
        readonly ownerTeamId?: string | undefined
      }
    ) => Effect.Effect<Project>
    readonly update: (project: Project, update: ProjectUpdate) => Effect.Effect<Project>
    /** Gives a project to another team. */
    readonly transfer: (id: string, ownerTeamId: string) => Effect.Effect<void>
    /** Removes a project with its content, and from the lists of its owners. */
    readonly remove: (id: string) => Effect.Effect<void>
    /** Those that teams of a user own, oldest first. */
    readonly ofTeamsOf: (userId: string) => Effect.Effect<ReadonlyArray<Project>>
    readonly userCount: (id: string) => Effect.Effect<number>
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
const MAX_PARSED = 1_000

/** Longer configurations are not cached. */
const MAX_PARSED_LENGTH = 20_000

/** Replaces the given members; `undefined` ones stay. */
const overlay = <A extends object>(base: A, changes: { readonly [K in keyof A]?: A[K] | undefined }): A => {
  const merged = { ...base }
  for (const key in changes) {
    const value = changes[key]
    if (value !== undefined) merged[key] = value
  }
  return merged
}

/** Projects in the database. */
export const layer: Layer.Layer<Projects, never, SqlClient | Randomness> = Layer.effect(
  Projects,
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const randomness = yield* Randomness
    const parsed = LruMap.make<string, ProjectConfig>(MAX_PARSED)

    const parse = (text: string): ProjectConfig => {
      const known = parsed.get(text)
      if (known !== undefined) return known
      const config: ProjectConfig = { ...defaultConfig, ...JSON.parse(text) }
      if (text.length <= MAX_PARSED_LENGTH) parsed.set(text, config)
      return config
    }

    const write = (project: Project) => ({
      display_name: project.displayName,
      description: project.description,
      is_production_mode: project.isProductionMode,
      config: JSON.stringify(project.config)
    })

    const merge = (project: Project, { config = {}, ...rest }: ProjectUpdate): Project =>
      overlay(project, { ...rest, config: overlay(project.config, config) })

    const toProject = (row: Row): Project => ({
      id: row.id,
      displayName: row.display_name,
      description: row.description,
      isProductionMode: row.is_production_mode === 1,
      createdAt: row.created_at,
      ownerTeamId: row.owner_team_id,
      config: parse(row.config)
    })

    const find: Projects["Service"]["find"] = (id) =>
      Effect.map(Database.first(sql<Row>`SELECT * FROM projects WHERE id = ${id}`), (row) => row && toProject(row))

    return {
      find,
      all: Effect.map(Database.all(sql<Row>`SELECT * FROM projects ORDER BY created_at, rowid`), (rows) =>
        rows.map(toProject)
      ),

      create: Effect.fnUntraced(function* ({ id, ownerTeamId = null, ...update }) {
        const project = merge(
          {
            id: id ?? randomness.uuid(),
            displayName: update.displayName,
            description: "",
            isProductionMode: false,
            createdAt: yield* Clock.currentTimeMillis,
            ownerTeamId,
            config: defaultConfig
          },
          update
        )
        yield* Database.run(
          sql`INSERT INTO projects ${sql.insert({
            id: project.id,
            created_at: project.createdAt,
            owner_team_id: ownerTeamId,
            ...write(project)
          })}`
        )
        return project
      }),

      update: (project, update) =>
        Database.transaction(
          sql,
          Effect.gen(function* () {
            // read again, so that changes since the start of the request are kept
            const updated = merge((yield* find(project.id)) ?? project, update)
            yield* Database.run(sql`UPDATE projects SET ${sql.update(write(updated))} WHERE id = ${project.id}`)
            return updated
          })
        ),

      transfer: (id, ownerTeamId) =>
        Database.run(sql`UPDATE projects SET owner_team_id = ${ownerTeamId} WHERE id = ${id}`),

      remove: (id) =>
        Database.transaction(
          sql,
          Effect.andThen(
            Database.run(sql`DELETE FROM projects WHERE id = ${id}`),
            Database.run(sql`UPDATE users SET server_metadata = json_set(server_metadata, '$.managedProjectIds',
              (SELECT json_group_array(value) FROM json_each(server_metadata, '$.managedProjectIds') WHERE value <> ${id}))
              WHERE project_id = ${INTERNAL} AND json_type(server_metadata, '$.managedProjectIds') = 'array'
              AND EXISTS (SELECT 1 FROM json_each(server_metadata, '$.managedProjectIds') WHERE value = ${id})`)
          )
        ),

      ofTeamsOf: (userId) =>
        Effect.map(
          Database.all(sql<Row>`SELECT * FROM projects WHERE owner_team_id IN
            (SELECT team_id FROM team_memberships WHERE user_id = ${userId}) ORDER BY created_at, rowid`),
          (rows) => rows.map(toProject)
        ),

      userCount: (id) =>
        Effect.map(
          Database.first(sql<{ count: number }>`SELECT count(*) AS count FROM users WHERE project_id = ${id}`),
          (row) => row?.count ?? 0
        )
    }
  })
)
