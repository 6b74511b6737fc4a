/** The stored settings of a project, from which its configuration is derived. */
import type { ConfigurationSource } from "../../api/Configuration.ts"
import type { JsonObject } from "../../domain/Json.ts"
import * as ConfigurationDocument from "./internal/ConfigurationDocument.ts"
import * as Overrides from "./Overrides.ts"
import type { ProjectConfig, ProjectConfigChange } from "./ProjectConfig.ts"

/** The logos of a project: URLs of pictures. */
export interface Logos {
  readonly logoUrl: string | null
  readonly logoFullUrl: string | null
  readonly logoDarkModeUrl: string | null
  readonly logoFullDarkModeUrl: string | null
}

const noLogos: Logos = { logoUrl: null, logoFullUrl: null, logoDarkModeUrl: null, logoFullDarkModeUrl: null }

/** The stored settings. */
export interface ProjectSettings {
  readonly overrides: Overrides.Overrides
  /** The source of the values at the level `branch`. */
  readonly source: ConfigurationSource
  readonly logos: Logos
}

const empty: ProjectSettings = { overrides: Overrides.none, source: { type: "unlinked" }, logos: noLogos }

/** The values of the level `project`; all others belong to `environment`. */
const isOfProject = (path: string): boolean => path.startsWith("project.")

/** The settings after a change of the configuration, which counts for more than what was set before. */
export const configured = (settings: ProjectSettings, change: ProjectConfigChange): ProjectSettings => {
  const values = Object.entries(ConfigurationDocument.valuesOf(change))
  const { overrides } = settings
  const project = Object.fromEntries(values.filter(([path]) => isOfProject(path)))
  const environment = Object.fromEntries(values.filter(([path]) => !isOfProject(path)))
  return {
    ...settings,
    overrides: {
      ...overrides,
      project: Overrides.patched(overrides.project, project),
      environment: Overrides.patched(overrides.environment, environment)
    }
  }
}

/** The settings of a new project with this configuration. */
export const fromConfig = (config: ProjectConfigChange = {}): ProjectSettings => configured(empty, config)

/** The stored text. */
export const stringify = (settings: ProjectSettings): string => JSON.stringify(settings)

/** Settings from a stored text. Earlier versions stored a configuration. */
export const parse = (text: string): ProjectSettings => {
  const stored: Partial<ProjectSettings> | ProjectConfigChange = JSON.parse(text)
  return "overrides" in stored ? { ...empty, ...stored } : fromConfig(stored as ProjectConfigChange)
}

/** The configuration document, without the roles, which have tables. */
export const documentOf = ({ overrides }: ProjectSettings): JsonObject => Overrides.render(overrides)

/** The configuration. */
export const configOf = (settings: ProjectSettings): ProjectConfig =>
  ConfigurationDocument.configOf(documentOf(settings))
