/**
 * Finds the project of a command and its keys. Flags come first, then the env file of `--read-env`, then the
 * environment and the env files of the folder, then the running emulator.
 *
 * A key goes only to a service that its own source or a more explicit one names. If a source has a key but no service,
 * the key is for the service of `--url`, or else for the hosted service.
 *
 * For example, `.env.local` has a project and its secret key, but no URL, and an emulator runs at
 * `http://localhost:8787` with a project of the same ID:
 *
 * - Without flags, the command calls the hosted service with the key of `.env.local`. The emulator does not get it.
 * - With `--url https://auth.example.org`, the command calls that service with the key of `.env.local`.
 * - With `--url http://localhost:8787`, it calls the emulator with the emulator's own key.
 * - With `--secret-server-key` alone, it fails: the key could be meant for the emulator or for the hosted service.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as AdminApp from "../../admin/AdminApp.ts"
import type { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import { trimEnd } from "../../domain/text/TrimEnd.ts"
import type { ClientApp } from "../../http/ClientApp.ts"
import { defaultApiUrl } from "../../http/ServiceConfig.ts"
import type { NotInBrowser } from "../../server/NotInBrowser.ts"
import * as ServerApp from "../../server/ServerApp.ts"
import { type CommandError, unreachable, refused } from "../CommandError.ts"
import { passedValues } from "../input/Flags.ts"
import * as Sources from "./Sources.ts"
import type { TargetInput } from "./TargetFlags.ts"

/** A project of a service, with the keys that were found. */
export interface Target {
  readonly apiUrl: string
  readonly projectId: string
  readonly publishableClientKey?: string
  readonly secretServerKey?: Redacted.Redacted
  readonly superSecretAdminKey?: Redacted.Redacted
  /** The source of the project for messages, such as `.env.local`. */
  readonly from: string
}

type Names = Pick<Sources.Source, "apiUrl" | "projectId">

const isSameUrl = (left: string, right: string): boolean => {
  const [a, b] = [left, right].map((url) => (URL.canParse(url) ? trimEnd(new URL(url).href, "/") : url))
  return a === b
}

const agree = (left: Names, right: Names): boolean =>
  (left.projectId === undefined || right.projectId === undefined || left.projectId === right.projectId) &&
  (left.apiUrl === undefined || right.apiUrl === undefined || isSameUrl(left.apiUrl, right.apiUrl))

const hasSecret = ({ secretServerKey, superSecretAdminKey }: Sources.Source): boolean =>
  secretServerKey !== undefined || superSecretAdminKey !== undefined

/** A source with a key has a service, so that a less explicit source cannot send the key elsewhere. */
const withService = (source: Sources.Source, service: string | undefined): Sources.Source =>
  hasSecret(source) ? { ...source, apiUrl: source.apiUrl ?? service ?? defaultApiUrl } : source

const join = (left: Sources.Source, right: Sources.Source): Sources.Source => ({
  ...right,
  ...left,
  name: [left, right]
    .filter(Sources.hasValues)
    .map(({ name }) => name)
    .join(" and ")
})

const describeSource = ({ apiUrl, name, projectId }: Sources.Source): string => {
  const where = apiUrl === undefined || name.endsWith(` ${apiUrl}`) ? "" : ` at ${apiUrl}`
  return `  ${name}: ${projectId === undefined ? "no project ID" : `project ${projectId}`}${where}`
}

const ambiguousError = (sources: ReadonlyArray<Sources.Source>) =>
  refused(
    `Found more than one project. Choose one with --project, --url or --read-env:\n${sources.map(describeSource).join("\n")}`
  )

const fromFlags = ({ project, secretServerKey, superSecretAdminKey, url }: TargetInput): Sources.Source => ({
  name: "the flags",
  ...passedValues({ apiUrl: url, projectId: project, secretServerKey, superSecretAdminKey })
})

/** All places that can name the project, before they are joined. */
interface ProjectSources {
  readonly envFile: Sources.Source | undefined
  readonly environment: Sources.Source
  readonly folder: Sources.Source
  readonly running: ReadonlyArray<Sources.Source>
}

const readSources = Effect.fnUntraced(function* (input: TargetInput): Effect.fn.Return<ProjectSources, CommandError> {
  const envFile = Option.isSome(input.readEnv) ? yield* Sources.file(input.readEnv.value) : undefined
  return {
    envFile,
    environment: yield* Sources.environment,
    folder: envFile === undefined ? yield* Sources.folder : { name: "" },
    running: yield* Sources.emulators
  }
})

/** Refuses keys of flags without `--url` if another source names a service: the user may not mean that service. */
const checkFlagKeys = Effect.fnUntraced(function* (flags: Sources.Source, sources: ProjectSources) {
  if (!hasSecret(flags) || flags.apiUrl !== undefined) return
  const { envFile, environment, folder, running } = sources
  const other = [...(envFile === undefined ? [environment, folder] : [envFile, environment]), ...running].find(
    (source) => source.apiUrl !== undefined && agree(source, flags) && !isSameUrl(source.apiUrl, defaultApiUrl)
  )
  if (other === undefined) return
  const flag = flags.secretServerKey === undefined ? "--super-secret-admin-key" : "--secret-server-key"
  return yield* refused(
    `Pass --url together with ${flag}, because a key only goes to a service that you name with it. ` +
      `Add --url ${other.apiUrl} for ${other.name}, or --url ${defaultApiUrl} for the hosted service.`
  )
})

/** The configuration from files and the environment, as far as it agrees with the flags. */
const findConfigured = Effect.fnUntraced(function* (flags: Sources.Source, sources: ProjectSources) {
  // An emulator that runs at the URL has its own keys. Keys of the environment and the folder are not meant for it.
  const isEmulator = flags.apiUrl !== undefined && sources.running.some((emulator) => agree(emulator, flags))
  const service = isEmulator ? undefined : flags.apiUrl
  const environment = withService(sources.environment, service)
  if (sources.envFile !== undefined) {
    const envFile = withService(sources.envFile, flags.apiUrl)
    if (!agree(envFile, flags)) return yield* ambiguousError([flags, envFile])
    return agree(environment, join(flags, envFile)) ? join(envFile, environment) : envFile
  }
  const folder = withService(sources.folder, environment.apiUrl ?? service)
  const fitting = [environment, folder].filter((source) => agree(source, flags))
  if (fitting.length === 2 && !agree(environment, folder)) return yield* ambiguousError(fitting)
  return fitting.reduce(join, { name: "" })
})

const nothingFound = (flags: Sources.Source) =>
  unreachable(
    `No project is configured${flags.apiUrl === undefined ? ", and no emulator is running" : ` for ${flags.apiUrl}`}. ` +
      "Set STACK_PROJECT_ID and STACK_SECRET_SERVER_KEY in the environment or .env.local, pass an env file with " +
      "--read-env, or start the emulator: npx gatefold start."
  )

/** Finds the project. Fails if there is none, or if it is ambiguous. */
export const find = Effect.fnUntraced(function* (input: TargetInput): Effect.fn.Return<Target, CommandError> {
  const flags = fromFlags(input)
  const sources = yield* readSources(input)
  yield* checkFlagKeys(flags, sources)
  const configuredSource = join(withService(flags, undefined), yield* findConfigured(flags, sources))
  const running = sources.running.filter((emulator) => agree(emulator, configuredSource))
  if (running.length > 1 && configuredSource.projectId === undefined) return yield* ambiguousError(running)
  const isComplete = configuredSource.projectId !== undefined && hasSecret(configuredSource)
  const found = isComplete || running[0] === undefined ? configuredSource : join(configuredSource, running[0])
  const { apiUrl = defaultApiUrl, name, projectId, ...keys } = found
  if (projectId === undefined) return yield* nothingFound(flags)
  return { ...keys, apiUrl, projectId, from: name }
})

const missingKey = ({ apiUrl, from, projectId }: Target, key: string, variable: string, flag: string) =>
  refused(
    `This command requires the ${key} of project ${projectId} at ${apiUrl}. Looked in: ${from}. ` +
      `Set ${variable} in the environment or an env file, or pass --${flag}.`
  )

type AppError = InvalidOption | NotInBrowser

/** An option of an app, in the words of the command line. */
const appProblem = (error: AppError, { apiUrl, from }: Target): string => {
  if (error._tag !== "InvalidOption") return error.message
  if (error.option !== "apiUrl") return `The project of ${from} has an invalid ${error.option}: ${error.problem}.`
  return error.problem.includes("https") && URL.canParse(apiUrl)
    ? `Keys go over https only, except to this machine. Use an https URL in place of ${apiUrl} (from ${from}).`
    : `The URL of the service, ${apiUrl} (from ${from}), is not valid: ${error.problem}.`
}

const layerWithCommandErrors = <Apps>(
  layer: Layer.Layer<Apps, AppError>,
  target: Target
): Layer.Layer<Apps, CommandError> =>
  Layer.catch(layer, (error) => Layer.effectContext(Effect.fail(refused(appProblem(error, target), error._tag))))

/** The apps of the project for calls of servers. The admin key works in place of the server key. */
export const layerServer = (input: TargetInput): Layer.Layer<ServerApp.ServerApp | ClientApp, CommandError> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const target = yield* find(input)
      const { secretServerKey, superSecretAdminKey } = target
      if (secretServerKey !== undefined) {
        return layerWithCommandErrors(ServerApp.layer({ ...target, secretServerKey, circuitBreaker: false }), target)
      }
      if (superSecretAdminKey !== undefined) {
        return layerWithCommandErrors(AdminApp.layer({ ...target, superSecretAdminKey }), target)
      }
      return yield* missingKey(target, "secret server key", "STACK_SECRET_SERVER_KEY", "secret-server-key")
    })
  )

export const layerAdmin = (
  input: TargetInput
): Layer.Layer<AdminApp.AdminApp | ServerApp.ServerApp | ClientApp, CommandError> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const target = yield* find(input)
      const { superSecretAdminKey } = target
      if (superSecretAdminKey === undefined) {
        return yield* missingKey(
          target,
          "super secret admin key",
          "STACK_SUPER_SECRET_ADMIN_KEY",
          "super-secret-admin-key"
        )
      }
      return layerWithCommandErrors(AdminApp.layer({ ...target, superSecretAdminKey }), target)
    })
  )
