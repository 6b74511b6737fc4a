/** The projects of a start: `internal`, and the one of the options. */
import * as Effect from "effect/Effect"
import type { AccessLevel } from "../../domain/AccessLevel.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { Generation } from "../settings/Generation.ts"
import { Settings } from "../settings/Settings.ts"
import type { ProjectConfigChange } from "./ProjectConfig.ts"
import * as ProjectKeys from "./ProjectKeys.ts"
import * as Projects from "./Projects.ts"

export interface Keys {
  readonly publishableClientKey: string
  readonly secretServerKey: string
  readonly superSecretAdminKey: string
}

export interface ProjectOptions extends Partial<Keys> {
  readonly id?: string | undefined
  readonly displayName?: string | undefined
  readonly config?: ProjectConfigChange | undefined
  /** Whether to revoke the keys of earlier starts on the same data. Default: false. */
  readonly revokesEarlierKeys?: boolean | undefined
}

export type InternalKeys = Partial<Keys> | "random"

/** The well-known keys of the vendor's development server. */
const developmentKeys: Keys = {
  publishableClientKey: "this-publishable-client-key-is-for-local-development-only",
  secretServerKey: "this-secret-server-key-is-for-local-development-only",
  superSecretAdminKey: "this-super-secret-admin-key-is-for-local-development-only"
}

const keyDescription = "Initial keys"

/** The latest date that both JavaScript and SQLite support. */
const never = 8_640_000_000_000_000

/** Creates the projects and keys that the data lacks. `isNew` if there was no data. */
export const ensure = Effect.fnUntraced(function* (options: {
  readonly internalKeys: InternalKeys | undefined
  readonly project: ProjectOptions | undefined
}) {
  const { publicUrl } = yield* Settings
  const { isNew, internal } = yield* ensureInternal(options.internalKeys)
  const project = options.project && (yield* ensureProject(options.project))
  return { baseUrl: publicUrl, internal, project, isNew }
})

const ensureInternal = Effect.fnUntraced(function* (given: InternalKeys | undefined) {
  const generation = yield* Generation
  const keys = given === "random" ? yield* completeKeys({}) : { ...developmentKeys, ...given }
  const isNew = (yield* Projects.find(Projects.internalProjectId)) === undefined
  if (isNew) {
    // Every project of the current service belongs to a team, so developers may create teams.
    const isCurrent = generation.has("current")
    const config = { clientTeamCreationEnabled: isCurrent, createTeamOnSignUp: isCurrent }
    yield* Projects.create({ id: Projects.internalProjectId, displayName: "Internal", config })
  } else {
    yield* releaseDevelopmentKeys(keys)
    if (given === "random") yield* revokeEarlierKeys(Projects.internalProjectId)
  }
  yield* ensureKeys(Projects.internalProjectId, keys)
  return { isNew, internal: { projectId: Projects.internalProjectId, ...keys } }
})

const ensureProject = Effect.fnUntraced(function* (options: ProjectOptions) {
  const { config, displayName = "Development", id, revokesEarlierKeys = false, ...initialKeys } = options
  const existing = id === undefined ? undefined : yield* Projects.find(id)
  const project = existing ?? (yield* Projects.create({ id, displayName, config }))
  if (revokesEarlierKeys) yield* revokeEarlierKeys(project.id)
  const keys = yield* completeKeys(initialKeys)
  yield* ensureKeys(project.id, keys)
  return { projectId: project.id, ...keys }
})

/** Generates missing keys. */
const completeKeys = Effect.fnUntraced(function* (partial: Partial<Keys>) {
  const keys: Keys = {
    publishableClientKey: partial.publishableClientKey ?? (yield* ProjectKeys.generate("client")),
    secretServerKey: partial.secretServerKey ?? (yield* ProjectKeys.generate("server")),
    superSecretAdminKey: partial.superSecretAdminKey ?? (yield* ProjectKeys.generate("admin"))
  }
  return keys
})

/** Creates each key separately, because existing data may contain some of them, or have revoked them. */
const ensureKeys = Effect.fnUntraced(function* (projectId: ProjectId, required: Keys) {
  const findUnlessAdmitted = (level: AccessLevel, key: string) =>
    Effect.map(ProjectKeys.admits(projectId, level, key), (isAdmitted) => (isAdmitted ? undefined : key))
  const missing = {
    publishableClientKey: yield* findUnlessAdmitted("client", required.publishableClientKey),
    secretServerKey: yield* findUnlessAdmitted("server", required.secretServerKey),
    superSecretAdminKey: yield* findUnlessAdmitted("admin", required.superSecretAdminKey)
  }
  if (Object.values(missing).every((key) => key === undefined)) return
  yield* ProjectKeys.release(projectId, missing)
  yield* ProjectKeys.create({ projectId, description: keyDescription, expiresAt: never, keys: missing })
})

const revokeEarlierKeys = Effect.fnUntraced(function* (projectId: ProjectId) {
  for (const set of yield* ProjectKeys.list(projectId)) {
    if (set.description === keyDescription) yield* ProjectKeys.update(set, { revoked: true })
  }
})

/** Removes the well-known keys from the internal project, except for required ones. */
const releaseDevelopmentKeys = (required: Keys) => {
  const findUnlessRequired = (name: keyof Keys) =>
    required[name] === developmentKeys[name] ? undefined : developmentKeys[name]
  return ProjectKeys.release(Projects.internalProjectId, {
    publishableClientKey: findUnlessRequired("publishableClientKey"),
    secretServerKey: findUnlessRequired("secretServerKey"),
    superSecretAdminKey: findUnlessRequired("superSecretAdminKey")
  })
}
