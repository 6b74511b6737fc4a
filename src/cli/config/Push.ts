/** Compares a file with the service, and sends the difference. */
import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Configuration from "../../admin/Configuration.ts"
import { isRecord, type JsonObject } from "../../domain/text/Json.ts"
import { refused } from "../CommandError.ts"
import type { ConfigFile } from "./ConfigFiles.ts"
import * as ConfigValues from "./ConfigValues.ts"
import * as Levels from "./Levels.ts"

export interface ServiceSettings {
  readonly branch: JsonObject
  readonly environment: JsonObject
  /** All values in force, with secrets. */
  readonly values: ConfigValues.ConfigValues
  /** Says whether two reads found the same settings. It reveals nothing about secrets. */
  readonly revision: string
}

export const read = Effect.gen(function* () {
  const [branch, environment] = yield* Effect.all([
    Effect.map(Configuration.getOverrides("branch"), Redacted.value),
    Effect.map(Configuration.getOverrides("environment"), Redacted.value)
  ])
  const comparable = [branch, environment].map((level) =>
    ConfigValues.filterPaths(ConfigValues.fromObject(level), (path) => Levels.isOfFile(path) && !Levels.isSecret(path))
  )
  const text = JSON.stringify(comparable.map((values) => [...ConfigValues.sortPaths(values)]))
  const revision = createHash("sha256").update(text).digest("hex").slice(0, 16)
  return {
    branch,
    environment,
    values: ConfigValues.mergeLevels(branch, environment),
    revision
  } satisfies ServiceSettings
})

export interface Plan {
  readonly changes: ReadonlyArray<ConfigValues.Change>
  readonly secrets: ReadonlyArray<string>
  /** Settings whose value stays, but moves from the level `environment` to the file. */
  readonly moved: ReadonlyArray<string>
  /** The new values of the level `branch`; undefined if they stay. */
  readonly branch: JsonObject | undefined
  readonly patch: JsonObject
  /** The settings that `environment` no longer sets. */
  readonly reset: ReadonlyArray<string>
}

export const isEmpty = ({ branch, patch, reset }: Plan): boolean =>
  branch === undefined && Object.keys(patch).length === 0 && reset.length === 0

/** Environment variables, of which a file names those with secrets. */
export type Variables = Readonly<Record<string, string | undefined>>

/** A patch with secrets: within the provider that it adds, or by themselves. */
const addSecrets = (patch: JsonObject, secrets: ReadonlyMap<string, string>): JsonObject => {
  const joined: { [path: string]: JsonObject[string] } = { ...patch }
  for (const [path, value] of secrets) {
    const provider = Levels.findProvider(path)
    const whole = provider === undefined ? undefined : joined[provider]
    if (provider !== undefined && isRecord(whole)) {
      joined[provider] = { ...whole, [path.slice(provider.length + 1)]: value }
    } else joined[path] = value
  }
  return joined
}

/** The secrets that the service does not have yet. Fails if neither the environment nor the service has one. */
const resolveSecrets = (file: ConfigFile, current: ConfigValues.ConfigValues, variables: Variables) => {
  const missing = [...file.secrets].filter(
    ([path, variable]) => (variables[variable] ?? "") === "" && !current.has(path)
  )
  if (missing.length > 0) {
    const names = missing.map(([path, variable]) => `${variable} (for ${path})`)
    return Effect.fail(
      refused(`The service does not have these secrets yet. Set the environment variables: ${names.join(", ")}.`)
    )
  }
  return Effect.succeed(
    new Map(
      [...file.secrets].flatMap(([path, variable]) => {
        const value = variables[variable]
        return value === undefined || value === "" || value === current.get(path) ? [] : [[path, value] as const]
      })
    )
  )
}

export const plan = Effect.fnUntraced(function* (file: ConfigFile, current: ServiceSettings, variables: Variables) {
  const branchBefore = ConfigValues.fromObject(current.branch)
  const environmentBefore = ConfigValues.fromObject(current.environment)
  const branchAfter = ConfigValues.filterPaths(file.values, (path) => !Levels.isOfEnvironment(path))
  const decides = ConfigValues.makeDecider(branchBefore, file.values)
  const branch = ConfigValues.nest(branchAfter)
  const overridden = [...environmentBefore.keys()].filter((path) => decides(path) && !Levels.isOfEnvironment(path))
  // Settings that an object of the environment would hide stay there.
  const hidden = Object.keys(
    ConfigValues.makePatch(
      ConfigValues.mergeLevels(branch, ConfigValues.removePaths(current.environment, new Set(overridden))),
      file.values,
      decides
    )
  )
  const reset = overridden.filter((path) => !hidden.some((unit) => path === unit || path.startsWith(`${unit}.`)))
  const patch = ConfigValues.makePatch(
    ConfigValues.mergeLevels(branch, ConfigValues.removePaths(current.environment, new Set(reset))),
    file.values,
    decides
  )
  const secrets = yield* resolveSecrets(file, current.values, variables)
  const isKept = (path: string) => JSON.stringify(file.values.get(path)) === JSON.stringify(current.values.get(path))
  return {
    changes: ConfigValues.findChanges(ConfigValues.filterPaths(current.values, decides), file.values),
    secrets: [...secrets.keys()],
    moved: reset.filter(isKept),
    branch: ConfigValues.findChanges(branchBefore, branchAfter).length === 0 ? undefined : branch,
    patch: addSecrets(patch, secrets),
    reset
  }
})

/**
 * Sends a plan: first the level `branch`, which the service checks as a whole, then that of the environment. `source`
 * says where the branch comes from.
 */
export const send = Effect.fnUntraced(function* (
  { branch, patch, reset }: Plan,
  source: Configuration.PushedConfiguration["source"]
) {
  if (branch !== undefined) yield* Configuration.push({ values: branch, source })
  if (Object.keys(patch).length > 0) yield* Configuration.update({ changes: patch })
  if (reset.length > 0) yield* Configuration.reset({ keys: reset })
})
