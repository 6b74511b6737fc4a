/** The places that can name a project and its keys: the environment, env files, and emulators on this machine. */
import * as fs from "node:fs"
import * as path from "node:path"
import { text as textOf } from "node:stream/consumers"
import { parseEnv } from "node:util"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Environment from "../../http/Environment.ts"
import { refused } from "../CommandError.ts"
import { describeCause } from "../output/ProblemText.ts"
import * as Source from "./Source.ts"
import * as StateFile from "./StateFile.ts"

type Variables = Readonly<Record<string, string | undefined>>

/** Reads the variables that the config layers of apps read (`gatefold/config`). */
export const readOptions = (env: Readonly<Record<string, string>>) =>
  Effect.provideService(
    Environment.read<Environment.Option>(
      "projectId",
      "apiUrl",
      "publishableClientKey",
      "secretServerKey",
      "superSecretAdminKey"
    ),
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env })
  )

const readVariables = Effect.fnUntraced(function* (name: string, variables: Variables) {
  const env = Object.fromEntries(Object.entries(variables).flatMap(([key, value]) => (value ? [[key, value]] : [])))
  const { apiUrl, projectId, publishableClientKey, secretServerKey, superSecretAdminKey } = yield* Effect.mapError(
    readOptions(env),
    ({ message }) => refused(`${name}: ${message}`)
  )
  const source: Source.Source = {
    name,
    ...(apiUrl && { apiUrl: apiUrl.text }),
    ...(projectId && { projectId: projectId.text }),
    ...(publishableClientKey && { publishableClientKey: publishableClientKey.text }),
    ...(secretServerKey && { secretServerKey: Redacted.make(secretServerKey.text) }),
    ...(superSecretAdminKey && { superSecretAdminKey: Redacted.make(superSecretAdminKey.text) })
  }
  return source
})

export const environment = Effect.suspend(() => readVariables("the environment", process.env))

/** Reads the env file with this name, or standard input for `-`. */
export const readFile = Effect.fnUntraced(function* (name: string) {
  const text = yield* Effect.tryPromise({
    try: () => (name === "-" ? textOf(process.stdin) : fs.promises.readFile(name, "utf8")),
    catch: (cause) => refused(`Cannot read the env file ${name}: ${describeCause(cause)}.`)
  })
  const source = yield* readVariables(name === "-" ? "standard input" : name, parseEnv(text))
  if (Source.hasValues(source)) return source
  return yield* refused(`${source.name} does not contain any variable of a project, such as STACK_PROJECT_ID.`)
})

/** Reads the env files of the working folder as frameworks do: `.env.local` overrides `.env`. */
export const folder = Effect.suspend(() => {
  const there = [".env.local", ".env"].filter((name) => fs.existsSync(path.resolve(name)))
  const read = Effect.try({
    try: () => there.toReversed().map((name) => parseEnv(fs.readFileSync(path.resolve(name), "utf8"))),
    catch: (cause) => refused(`Cannot read the env files of this folder: ${describeCause(cause)}.`)
  })
  return Effect.flatMap(read, (files) => readVariables(there.join(" and "), Object.assign({}, ...files)))
})

/** The projects of the emulators that this user started with `gatefold start`. */
export const emulators = Effect.map(StateFile.list, (running) =>
  running.flatMap(({ apiUrl, project }): ReadonlyArray<Source.Source> => {
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
