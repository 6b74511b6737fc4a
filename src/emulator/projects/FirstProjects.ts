/** The projects of a start: `internal`, and the one of the options. */
import * as Effect from "effect/Effect"
import type { AccessLevel } from "../../domain/AccessLevel.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { Generation } from "../settings/Generation.ts"
import { Settings } from "../settings/Settings.ts"
import type { ProjectConfigChange } from "./ProjectConfig.ts"
import { ProjectKeys } from "./ProjectKeys.ts"
import { internalProjectId, Projects } from "./Projects.ts"

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

export const ensure = Effect.fnUntraced(function* (options: {
  readonly internalKeys: InternalKeys | undefined
  readonly project: ProjectOptions | undefined
}) {
  const generation = yield* Generation
  const projects = yield* Projects
  const keys = yield* ProjectKeys
  const { publicUrl } = yield* Settings

  /** Creates each key separately, because existing data may contain some of them, or have revoked them. */
  const ensureKeys = Effect.fnUntraced(function* (projectId: ProjectId, required: Keys) {
    const findUnlessAdmitted = (level: AccessLevel, key: string) =>
      Effect.map(keys.admits(projectId, level, key), (isAdmitted) => (isAdmitted ? undefined : key))
    const missing = {
      publishableClientKey: yield* findUnlessAdmitted("client", required.publishableClientKey),
      secretServerKey: yield* findUnlessAdmitted("server", required.secretServerKey),
      superSecretAdminKey: yield* findUnlessAdmitted("admin", required.superSecretAdminKey)
    }
    if (Object.values(missing).every((key) => key === undefined)) return
    yield* keys.release(projectId, missing)
    yield* keys.create({ projectId, description: keyDescription, expiresAt: never, keys: missing })
  })

  /** Missing keys are generated. */
  const complete = (partial: Partial<Keys>): Keys => ({
    publishableClientKey: partial.publishableClientKey ?? keys.generate("client"),
    secretServerKey: partial.secretServerKey ?? keys.generate("server"),
    superSecretAdminKey: partial.superSecretAdminKey ?? keys.generate("admin")
  })

  const revokeEarlier = Effect.fnUntraced(function* (projectId: ProjectId) {
    for (const set of yield* keys.list(projectId)) {
      if (set.description === keyDescription) yield* keys.update(set, { revoked: true })
    }
  })

  /** Revokes keys of earlier runs: the well-known ones, and earlier random ones. */
  const releaseEarlier = Effect.fnUntraced(function* (required: Keys) {
    const unlessRequired = (name: keyof Keys) =>
      required[name] === developmentKeys[name] ? undefined : developmentKeys[name]
    yield* keys.release(internalProjectId, {
      publishableClientKey: unlessRequired("publishableClientKey"),
      secretServerKey: unlessRequired("secretServerKey"),
      superSecretAdminKey: unlessRequired("superSecretAdminKey")
    })
    if (options.internalKeys === "random") yield* revokeEarlier(internalProjectId)
  })

  const internalKeys =
    options.internalKeys === "random" ? complete({}) : { ...developmentKeys, ...options.internalKeys }
  const isNew = (yield* projects.find(internalProjectId)) === undefined
  if (isNew) {
    // Every project of the current service belongs to a team, so developers may create teams.
    const isCurrent = generation.has("current")
    const config = { clientTeamCreationEnabled: isCurrent, createTeamOnSignUp: isCurrent }
    yield* projects.create({ id: internalProjectId, displayName: "Internal", config })
  } else yield* releaseEarlier(internalKeys)
  yield* ensureKeys(internalProjectId, internalKeys)
  const internal = { projectId: internalProjectId, ...internalKeys }
  if (options.project === undefined) return { baseUrl: publicUrl, internal, project: undefined, isNew }

  const { config, displayName = "Development", id, revokesEarlierKeys = false, ...initialKeys } = options.project
  const existing = id === undefined ? undefined : yield* projects.find(id)
  const project = existing ?? (yield* projects.create({ id, displayName, config }))
  if (revokesEarlierKeys) yield* revokeEarlier(project.id)
  const projectKeys = complete(initialKeys)
  yield* ensureKeys(project.id, projectKeys)
  return { baseUrl: publicUrl, internal, project: { projectId: project.id, ...projectKeys }, isNew }
})
