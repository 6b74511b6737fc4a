/** Where the name of a project and its keys are found: the environment, env files, and emulators of this machine. */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as fs from "node:fs"
import * as path from "node:path"
import { text as textOf } from "node:stream/consumers"
import { parseEnv } from "node:util"
import * as Environment from "../../http/Environment.ts"
import { type CommandError, refused } from "../CommandError.ts"
import * as StateFile from "../emulator/StateFile.ts"

/** What one place says of a project. */
export interface Source {
  /** For messages, such as `.env.local`. */
  readonly name: string
  readonly apiUrl?: string
  readonly projectId?: string
  readonly publishableClientKey?: string
  readonly secretServerKey?: Redacted.Redacted
  readonly superSecretAdminKey?: Redacted.Redacted
}

type Variables = Readonly<Record<string, string | undefined>>

/** The variables that the config layers of apps read (`gatefold/config`). */
const fromVariables = Effect.fnUntraced(function* (name: string, variables: Variables) {
  const env = Object.fromEntries(Object.entries(variables).flatMap(([key, value]) => (value ? [[key, value]] : [])))
  const found = yield* Environment.read<Environment.Option>(
    "projectId",
    "apiUrl",
    "publishableClientKey",
    "secretServerKey",
    "superSecretAdminKey"
  ).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
    Effect.mapError(({ message }) => refused(`${name}: ${message}`))
  )
  const { apiUrl, projectId, publishableClientKey, secretServerKey, superSecretAdminKey } = found
  const source: Source = {
    name,
    ...(apiUrl && { apiUrl: apiUrl.text }),
    ...(projectId && { projectId: projectId.text }),
    ...(publishableClientKey && { publishableClientKey: publishableClientKey.text }),
    ...(secretServerKey && { secretServerKey: Redacted.make(secretServerKey.text) }),
    ...(superSecretAdminKey && { superSecretAdminKey: Redacted.make(superSecretAdminKey.text) })
  }
  return source
})

/** Whether a source says anything. */
export const saysSomething = (source: Source): boolean => Object.keys(source).length > 1

/** The environment of this process. */
export const environment = Effect.suspend(() => fromVariables("the environment", process.env))

const problemOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** The env file that was named; `-` is standard input. */
export const file = Effect.fnUntraced(function* (name: string): Effect.fn.Return<Source, CommandError> {
  const text = yield* Effect.tryPromise({
    try: () => (name === "-" ? textOf(process.stdin) : fs.promises.readFile(name, "utf8")),
    catch: (cause) => refused(`Cannot read the env file ${name}: ${problemOf(cause)}`)
  })
  const source = yield* fromVariables(name === "-" ? "standard input" : name, parseEnv(text))
  if (saysSomething(source)) return source
  return yield* refused(`${source.name} has none of the variables of a project, such as STACK_PROJECT_ID.`)
})

/** The env files of the working folder, as frameworks read them: what `.env.local` says counts before `.env`. */
export const folder = Effect.suspend(() => {
  const there = [".env.local", ".env"].filter((name) => fs.existsSync(path.resolve(name)))
  const read = Effect.try({
    try: () => there.toReversed().map((name) => parseEnv(fs.readFileSync(path.resolve(name), "utf8"))),
    catch: (cause) => refused(`Cannot read the env files of this folder: ${problemOf(cause)}`)
  })
  return Effect.flatMap(read, (files) => fromVariables(there.join(" and "), Object.assign({}, ...files)))
})

/** The projects of the emulators that `gatefold start` runs for this user. */
export const emulators = Effect.map(StateFile.list, (running) =>
  running.flatMap(({ apiUrl, project }): ReadonlyArray<Source> => {
    if (project === undefined) return []
    return [
      {
        name: `the emulator at ${apiUrl}`,
        apiUrl,
        projectId: project.projectId,
        publishableClientKey: project.publishableClientKey,
        secretServerKey: Redacted.make(project.secretServerKey),
        superSecretAdminKey: Redacted.make(project.superSecretAdminKey)
      }
    ]
  })
)
