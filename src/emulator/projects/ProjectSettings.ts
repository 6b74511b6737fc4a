/** The stored settings of a project, from which its configuration is derived. */
import * as Equal from "effect/Equal"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { ConfigurationSource } from "../../api/Configuration.ts"
import type { JsonObject } from "../../domain/text/Json.ts"
import * as Overrides from "./Overrides.ts"
import * as ProjectConfig from "./ProjectConfig.ts"

const Logo = Schema.NullOr(Schema.String)

const logos = { logoUrl: Logo, logoFullUrl: Logo, logoDarkModeUrl: Logo, logoFullDarkModeUrl: Logo }

export const logoNames = Struct.keys(logos)

const Values = Schema.Record(Schema.String, Schema.Json)

export interface ProjectSettings {
  readonly overrides: Overrides.Overrides
  /** The source of the values at the level `branch`. */
  readonly source: ConfigurationSource
  readonly logos: Schema.Struct.Type<typeof logos>
}

/** A change of settings: absent ones stay, and a level is replaced as a whole. */
export const SettingsChange = Schema.Struct({
  overrides: Schema.optional(
    Schema.Struct({
      project: Schema.optional(Values),
      branch: Schema.optional(Values),
      environment: Schema.optional(Values)
    })
  ),
  /** The source of the values at the level `branch`. */
  source: Schema.optional(Schema.toType(ConfigurationSource)),
  logos: Schema.optional(Schema.Struct(Struct.map(logos, Schema.optional)))
})
export type SettingsChange = typeof SettingsChange.Type

export const initial: ProjectSettings = {
  overrides: Overrides.none,
  source: { type: "unlinked" },
  logos: { logoUrl: null, logoFullUrl: null, logoDarkModeUrl: null, logoFullDarkModeUrl: null }
}

/** Replaces the given fields; `undefined` ones stay unchanged. */
export const overlay = <A extends object>(base: A, changes: { readonly [K in keyof A]?: A[K] | undefined }): A => {
  const merged = { ...base }
  for (const key in changes) {
    const value = changes[key]
    if (value !== undefined) merged[key] = value
  }
  return merged
}

/** The values of the level `project`; all others belong to `environment`. */
const isOfProject = (path: string): boolean => path.startsWith("project.")

/** The settings after a change. A configuration counts for more than what was set before. */
export const applyChange = (
  settings: ProjectSettings,
  { logos: changedLogos = {}, overrides = {}, source = settings.source }: SettingsChange = {},
  config: ProjectConfig.ProjectConfigChange = {}
): ProjectSettings => {
  const levels = overlay(settings.overrides, overrides)
  const values = ProjectConfig.toOverrideValues(config)
  const project = Record.filter(values, (_, path) => isOfProject(path))
  const environment = Record.filter(values, (_, path) => !isOfProject(path))
  return {
    overrides: {
      ...levels,
      project: Overrides.patch(levels.project, project),
      environment: Overrides.patch(levels.environment, environment)
    },
    source,
    logos: overlay(settings.logos, changedLogos)
  }
}

const unlessEmpty = <A extends object>(part: A): A | undefined => (Object.keys(part).length === 0 ? undefined : part)

/** The differences from the settings of a new project; `undefined` if nothing does. */
export const toChange = (settings: ProjectSettings): SettingsChange | undefined => {
  const { source } = settings
  const overrides = unlessEmpty(Record.filter(settings.overrides, (values) => Object.keys(values).length > 0))
  const ownLogos = unlessEmpty(Record.filter(settings.logos, (logo) => logo !== null))
  return unlessEmpty({
    ...(overrides && { overrides }),
    ...(Equal.equals(source, initial.source) ? {} : { source }),
    ...(ownLogos && { logos: ownLogos })
  })
}

export const stringify = (settings: ProjectSettings): string => JSON.stringify(settings)

/** Settings from a stored text. Earlier versions stored a configuration. */
export const parse = (text: string): ProjectSettings => {
  const stored: Partial<ProjectSettings> | ProjectConfig.ProjectConfigChange = JSON.parse(text)
  return "overrides" in stored
    ? { ...initial, ...stored }
    : applyChange(initial, {}, stored as ProjectConfig.ProjectConfigChange)
}

/** The configuration document, without the roles, which have tables. */
export const renderDocument = ({ overrides }: ProjectSettings): JsonObject => Overrides.render(overrides)

export const readConfig = (settings: ProjectSettings): ProjectConfig.ProjectConfig =>
  ProjectConfig.toConfig(renderDocument(settings))
