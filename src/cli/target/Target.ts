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
import * as Option from "effect/Option"
import { defaultApiUrl } from "../../http/ServiceConfig.ts"
import { unreachable, refused } from "../CommandError.ts"
import { pickPassed } from "../input/Flags.ts"
import * as Source from "./Source.ts"
import * as Sources from "./Sources.ts"
import type { TargetInput } from "./TargetFlags.ts"

export interface Target extends Omit<Source.Source, "name"> {
  readonly apiUrl: string
  readonly projectId: string
  /** The source of the project for messages, such as `.env.local`. */
  readonly from: string
}

const makeAmbiguousError = (sources: ReadonlyArray<Source.Source>) =>
  refused(
    `Found more than one project. Choose one with --project, --url or --read-env:\n${sources.map(Source.describe).join("\n")}`
  )

const readFlags = ({ project, secretServerKey, superSecretAdminKey, url }: TargetInput): Source.Source => ({
  name: "the flags",
  ...pickPassed({ apiUrl: url, projectId: project, secretServerKey, superSecretAdminKey })
})

/** All places that can name the project, before they are joined. */
interface ProjectSources {
  readonly envFile: Source.Source | undefined
  readonly environment: Source.Source
  readonly folder: Source.Source
  readonly running: ReadonlyArray<Source.Source>
}

const readSources = Effect.fnUntraced(function* (input: TargetInput) {
  const envFile = Option.isSome(input.readEnv) ? yield* Sources.readFile(input.readEnv.value) : undefined
  return {
    envFile,
    environment: yield* Sources.environment,
    folder: envFile === undefined ? yield* Sources.folder : { name: "" },
    running: yield* Sources.emulators
  }
})

/** Refuses keys of flags without `--url` if another source names a service: the user may not mean that service. */
const checkFlagKeys = Effect.fnUntraced(function* (flags: Source.Source, sources: ProjectSources) {
  if (!Source.hasSecret(flags) || flags.apiUrl !== undefined) return
  const { envFile, environment, folder, running } = sources
  const other = [...(envFile === undefined ? [environment, folder] : [envFile, environment]), ...running].find(
    (source) =>
      source.apiUrl !== undefined && Source.agree(source, flags) && !Source.isSameUrl(source.apiUrl, defaultApiUrl)
  )
  if (other === undefined) return
  const flag = flags.secretServerKey === undefined ? "--super-secret-admin-key" : "--secret-server-key"
  return yield* refused(
    `Pass --url together with ${flag}, because a key only goes to a service that you name with it. ` +
      `Add --url ${other.apiUrl} for ${other.name}, or --url ${defaultApiUrl} for the hosted service.`
  )
})

/** The configuration from files and the environment, as far as it agrees with the flags. */
const findConfigured = Effect.fnUntraced(function* (flags: Source.Source, sources: ProjectSources) {
  // An emulator that runs at the URL has its own keys. Keys of the environment and the folder are not meant for it.
  const isEmulator = flags.apiUrl !== undefined && sources.running.some((emulator) => Source.agree(emulator, flags))
  const service = isEmulator ? undefined : flags.apiUrl
  const environment = Source.withService(sources.environment, service)
  if (sources.envFile !== undefined) {
    const envFile = Source.withService(sources.envFile, flags.apiUrl)
    if (!Source.agree(envFile, flags)) return yield* makeAmbiguousError([flags, envFile])
    return Source.agree(environment, Source.join(flags, envFile)) ? Source.join(envFile, environment) : envFile
  }
  const folder = Source.withService(sources.folder, environment.apiUrl ?? service)
  const fitting = [environment, folder].filter((source) => Source.agree(source, flags))
  if (fitting.length === 2 && !Source.agree(environment, folder)) return yield* makeAmbiguousError(fitting)
  return fitting.reduce(Source.join, { name: "" })
})

const makeNothingFoundError = (flags: Source.Source) =>
  unreachable(
    `No project is configured${flags.apiUrl === undefined ? ", and no emulator is running" : ` for ${flags.apiUrl}`}. ` +
      "Set STACK_PROJECT_ID and STACK_SECRET_SERVER_KEY in the environment or .env.local, pass an env file with " +
      "--read-env, or start the emulator: npx gatefold start."
  )

export const find = Effect.fnUntraced(function* (input: TargetInput) {
  const flags = readFlags(input)
  const sources = yield* readSources(input)
  yield* checkFlagKeys(flags, sources)
  const configuredSource = Source.join(Source.withService(flags, undefined), yield* findConfigured(flags, sources))
  const running = sources.running.filter((emulator) => Source.agree(emulator, configuredSource))
  if (running.length > 1 && configuredSource.projectId === undefined) return yield* makeAmbiguousError(running)
  const isComplete = configuredSource.projectId !== undefined && Source.hasSecret(configuredSource)
  const found = isComplete || running[0] === undefined ? configuredSource : Source.join(configuredSource, running[0])
  const { apiUrl = defaultApiUrl, name, projectId, ...keys } = found
  if (projectId === undefined) return yield* makeNothingFoundError(flags)
  return { ...keys, apiUrl, projectId, from: name }
})
