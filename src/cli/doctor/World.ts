/** The input of the checks: the folder, its variables and the service. Checks share their requests to the service. */
import * as fs from "node:fs"
import * as path from "node:path"
import { parseEnv } from "node:util"
import * as Effect from "effect/Effect"
import { attempt } from "../../domain/Attempt.ts"
import type * as Environment from "../../http/Environment.ts"
import { defaultApiUrl } from "../../http/ServiceConfig.ts"
import * as Sources from "../target/Sources.ts"
import * as Probe from "./Probe.ts"
import { findClientRefusal } from "./Project.ts"

export interface EnvFile {
  readonly name: string
  readonly text: string
  readonly variables: Readonly<Record<string, string>>
}

type Options = { readonly [Option in Environment.Option]?: Environment.Variable }

export interface World {
  readonly folder: string
  /** The origin of the app's pages, if it was given. */
  readonly appUrl: string | undefined
  readonly files: ReadonlyArray<EnvFile>
  /** All variables: those of the process before those of `.env.local` and `.env`. */
  readonly variables: Readonly<Record<string, string>>
  /** The options of the project, with the names of their variables; empty where the variables contradict. */
  readonly options: Options
  readonly conflict: string | undefined
  /** The URL as configured, or that of the hosted service. */
  readonly apiUrl: string
  /**
   * Whether the key of a variable may be sent to the service. A key of the environment never goes to a service of an
   * env file, because another user may own the folder.
   */
  readonly isForService: (key: Environment.Variable) => boolean
  readonly service: Effect.Effect<Probe.ProbeResult>
  /** The tag of the service's refusal of a page of the app, if it refuses one. */
  readonly clientRefusal: Effect.Effect<string | undefined>
}

const fileNames = [".env.local", ".env"] as const

/** Reads an env file, unless an app could not read it either. */
const readFile = (folder: string, name: string): ReadonlyArray<EnvFile> => {
  const text = attempt(() => fs.readFileSync(path.join(folder, name), "utf8"))
  return text === undefined ? [] : [{ name, text, variables: parseEnv(text) as Record<string, string> }]
}

const readOptions = (variables: Readonly<Record<string, string>>) =>
  Sources.readOptions(variables).pipe(
    Effect.map((options: Options) => ({ options, conflict: undefined as string | undefined })),
    Effect.catch(({ message }) => Effect.succeed({ options: {} as Options, conflict: message }))
  )

/** Reads a folder. Nothing is sent yet. */
export const read = Effect.fnUntraced(function* (
  folder: string,
  flags: { readonly apiUrl?: string; readonly appUrl?: string }
) {
  const files = fileNames.flatMap((name) => readFile(folder, name))
  const ofProcess = Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  const variables: Readonly<Record<string, string>> = Object.assign(
    {},
    ...files.toReversed().map((file) => file.variables),
    Object.fromEntries(ofProcess)
  )
  const { conflict, options } = yield* readOptions(variables)
  const apiUrl = flags.apiUrl ?? options.apiUrl?.text ?? defaultApiUrl
  const isInFile = ({ name, text }: Environment.Variable) => files.some((file) => file.variables[name] === text)
  const isServiceOfFile =
    flags.apiUrl === undefined && options.apiUrl !== undefined && process.env[options.apiUrl.name] === undefined
  const world: World = {
    folder,
    appUrl: flags.appUrl ?? variables["GATEFOLD_APP_URL"],
    files,
    variables,
    options,
    conflict,
    apiUrl,
    isForService: (key) => !isServiceOfFile || isInFile(key),
    // If neither a service nor a project is named, the hosted service is not asked.
    service: yield* Effect.cached(
      flags.apiUrl !== undefined || options.apiUrl !== undefined || options.projectId !== undefined
        ? Probe.ask(apiUrl)
        : Effect.succeed(Probe.unnamed)
    ),
    clientRefusal: yield* Effect.cached(findClientRefusal({ apiUrl, options }))
  }
  return world
})
