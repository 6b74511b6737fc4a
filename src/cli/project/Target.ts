/**
 * The project that a command is for, and its keys: flags first, then the env file that was named, then the environment
 * and the env files of the folder, then the emulator that `gatefold start` runs here.
 *
 * A key goes only to a service that its own source names, or a more explicit source. A source that has a key and names
 * no service means the one that `--url` names, or the vendor's hosted service.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as AdminApp from "../../admin/AdminApp.ts"
import type { ClientApp } from "../../http/ClientApp.ts"
import { defaultApiUrl, type InvalidOption } from "../../http/ProjectConfig.ts"
import type { NotInBrowser } from "../../server/NotInBrowser.ts"
import * as ServerApp from "../../server/ServerApp.ts"
import { type CommandError, notThere, refused } from "../CommandError.ts"
import * as Sources from "./Sources.ts"
import type { TargetInput } from "./TargetFlags.ts"
import { trimEnd } from "../../domain/TrimEnd.ts"

/** A project of a service, and the keys for it that were found. */
export interface Target {
  readonly apiUrl: string
  readonly projectId: string
  readonly publishableClientKey?: string
  readonly secretServerKey?: Redacted.Redacted
  readonly superSecretAdminKey?: Redacted.Redacted
  /** Where that was found, for people, such as `.env.local`. */
  readonly from: string
}

type Names = Pick<Sources.Source, "apiUrl" | "projectId">

const isSameUrl = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((url) => (URL.canParse(url) ? trimEnd(new URL(url).href, "/") : url))
  return a === b
}

/** Whether nothing in them contradicts. */
const agree = (one: Names, other: Names): boolean =>
  (one.projectId === undefined || other.projectId === undefined || one.projectId === other.projectId) &&
  (one.apiUrl === undefined || other.apiUrl === undefined || isSameUrl(one.apiUrl, other.apiUrl))

const hasSecret = ({ secretServerKey, superSecretAdminKey }: Sources.Source): boolean =>
  secretServerKey !== undefined || superSecretAdminKey !== undefined

/** A source with a key has a service, so that a less explicit source cannot send the key elsewhere. */
const withService = (source: Sources.Source, service: string | undefined): Sources.Source =>
  hasSecret(source) ? { ...source, apiUrl: source.apiUrl ?? service ?? defaultApiUrl } : source

const join = (one: Sources.Source, other: Sources.Source): Sources.Source => ({
  ...other,
  ...one,
  name: [one, other]
    .filter(Sources.saysSomething)
    .map(({ name }) => name)
    .join(" and ")
})

const said = ({ apiUrl, name, projectId }: Sources.Source): string =>
  `${name}: project ${projectId ?? "not named"}${apiUrl === undefined ? "" : ` at ${apiUrl}`}`

const ambiguous = (sources: ReadonlyArray<Sources.Source>) =>
  refused(
    `Several projects could be meant (${sources.map(said).join("; ")}). Say which one with --project, --url or --read-env.`
  )

const fromFlags = (input: TargetInput): Sources.Source => {
  const [apiUrl, projectId] = [Option.getOrUndefined(input.url), Option.getOrUndefined(input.project)]
  const [secretServerKey, superSecretAdminKey] = [
    Option.getOrUndefined(input.secretServerKey),
    Option.getOrUndefined(input.superSecretAdminKey)
  ]
  return {
    name: "the flags",
    ...(apiUrl !== undefined && { apiUrl }),
    ...(projectId !== undefined && { projectId }),
    ...(secretServerKey && { secretServerKey }),
    ...(superSecretAdminKey && { superSecretAdminKey })
  }
}

/** All places that can name the project, before they are joined. */
interface Around {
  /** The env file of `--read-env`. */
  readonly told: Sources.Source | undefined
  readonly environment: Sources.Source
  readonly folder: Sources.Source
  readonly running: ReadonlyArray<Sources.Source>
}

const lookAround = Effect.fnUntraced(function* (input: TargetInput): Effect.fn.Return<Around, CommandError> {
  const told = Option.isSome(input.readEnv) ? yield* Sources.file(input.readEnv.value) : undefined
  return {
    told,
    environment: yield* Sources.environment,
    folder: told === undefined ? yield* Sources.folder : { name: "" },
    running: yield* Sources.emulators
  }
})

/**
 * Keys of flags go to the service of `--url`. Where another source names one for the same project, nobody can tell
 * whether the giver of the key means it.
 */
const checkFlagKeys = Effect.fnUntraced(function* (flags: Sources.Source, around: Around) {
  if (!hasSecret(flags) || flags.apiUrl !== undefined) return
  const { environment, folder, running, told } = around
  const other = [...(told === undefined ? [environment, folder] : [told, environment]), ...running].find(
    (source) => source.apiUrl !== undefined && agree(source, flags) && !isSameUrl(source.apiUrl, defaultApiUrl)
  )
  if (other === undefined) return
  const flag = flags.secretServerKey === undefined ? "--super-secret-admin-key" : "--secret-server-key"
  return yield* refused(
    `${flag} names no service, and ${other.name} names ${other.apiUrl}. A key only goes to a service that you name with it. ` +
      `Add --url ${other.apiUrl} if you mean that one, or --url ${defaultApiUrl} for the hosted service.`
  )
})

/** What was told, or lies around, as far as it agrees with the flags. */
const configured = Effect.fnUntraced(function* (flags: Sources.Source, around: Around) {
  // An emulator that runs at the URL has its own keys. Keys of the environment and the folder are not meant for it.
  const isEmulator = flags.apiUrl !== undefined && around.running.some((emulator) => agree(emulator, flags))
  const service = isEmulator ? undefined : flags.apiUrl
  const environment = withService(around.environment, service)
  if (around.told !== undefined) {
    const told = withService(around.told, flags.apiUrl)
    if (!agree(told, flags)) return yield* ambiguous([flags, told])
    return agree(environment, join(flags, told)) ? join(told, environment) : told
  }
  const folder = withService(around.folder, environment.apiUrl ?? service)
  const fitting = [environment, folder].filter((source) => agree(source, flags))
  if (fitting.length === 2 && !agree(environment, folder)) return yield* ambiguous(fitting)
  return fitting.reduce(join, { name: "" })
})

const nothing = (flags: Sources.Source) =>
  notThere(
    `No project is named${flags.apiUrl === undefined ? ", and no emulator runs here" : ` for ${flags.apiUrl}`}. ` +
      "Set STACK_PROJECT_ID and STACK_SECRET_SERVER_KEY in the environment or .env.local, name an env file with " +
      "--read-env, or start the emulator: npx gatefold start."
  )

/** Finds the project. Fails if there is none, or if several could be meant. */
export const find = Effect.fnUntraced(function* (input: TargetInput): Effect.fn.Return<Target, CommandError> {
  const flags = fromFlags(input)
  const around = yield* lookAround(input)
  yield* checkFlagKeys(flags, around)
  const known = join(withService(flags, undefined), yield* configured(flags, around))
  const running = around.running.filter((emulator) => agree(emulator, known))
  if (running.length > 1 && known.projectId === undefined) return yield* ambiguous(running)
  const isComplete = known.projectId !== undefined && hasSecret(known)
  const found = isComplete || running[0] === undefined ? known : join(known, running[0])
  const { apiUrl = defaultApiUrl, name, projectId, ...keys } = found
  if (projectId === undefined) return yield* nothing(flags)
  return { ...keys, apiUrl, projectId, from: name }
})

const lacks = ({ apiUrl, from, projectId }: Target, key: string, variable: string, flag: string) =>
  refused(
    `This needs the ${key} of project ${projectId} at ${apiUrl}, and ${from} has none. ` +
      `Set ${variable} in the environment or an env file, or pass --${flag}.`
  )

type AppError = InvalidOption | NotInBrowser

/** Options that cannot work, as a refusal that says where they are from. */
const usable = <Apps>(layer: Layer.Layer<Apps, AppError>, { from }: Target): Layer.Layer<Apps, CommandError> =>
  Layer.catch(layer, (error) => Layer.effectContext(Effect.fail(refused(`${error.message} (from ${from})`))))

/** The apps of the project for what a server may do; the admin key is good for it, too. */
export const asServer = (input: TargetInput): Layer.Layer<ServerApp.ServerApp | ClientApp, CommandError> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const target = yield* find(input)
      const { secretServerKey, superSecretAdminKey } = target
      if (secretServerKey !== undefined) {
        return usable(ServerApp.layer({ ...target, secretServerKey }), target)
      }
      if (superSecretAdminKey !== undefined) {
        return usable(AdminApp.layer({ ...target, superSecretAdminKey }), target)
      }
      return yield* lacks(target, "secret server key", "STACK_SECRET_SERVER_KEY", "secret-server-key")
    })
  )

/** The apps of the project for what only an admin may do. */
export const asAdmin = (
  input: TargetInput
): Layer.Layer<AdminApp.AdminApp | ServerApp.ServerApp | ClientApp, CommandError> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const target = yield* find(input)
      const { superSecretAdminKey } = target
      if (superSecretAdminKey === undefined) {
        return yield* lacks(target, "super secret admin key", "STACK_SUPER_SECRET_ADMIN_KEY", "super-secret-admin-key")
      }
      return usable(AdminApp.layer({ ...target, superSecretAdminKey }), target)
    })
  )
