/** Finds, reads and checks the configuration file of a command. */
import * as fs from "node:fs"
import { basename, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type CommandError, refused } from "../CommandError.ts"
import { describeCause } from "../output/ProblemText.ts"
import * as ConfigValues from "./ConfigValues.ts"
import * as Levels from "./Levels.ts"
import { printFile, type SecretVariables } from "./PrintedConfig.ts"
import * as Rewrite from "./Rewrite.ts"
import { toJsonObject, parseSource, findSecrets, type Source } from "./Source.ts"

const names = ["gatefold.config.ts", "hexclave.config.ts", "stack.config.ts"] as const

export interface ConfigFile {
  readonly name: string
  readonly source: Source
  readonly values: ConfigValues.ConfigValues
  readonly secrets: SecretVariables
}

export const resolveName = (file: Option.Option<string>): string =>
  Option.getOrElse(file, () => names.find((name) => fs.existsSync(resolve(name))) ?? names[0])

const findProblem = (values: ConfigValues.ConfigValues, secrets: SecretVariables): string | undefined => {
  for (const path of secrets.keys()) {
    if (!Levels.isSecret(path)) return `${path} is not a secret. Write its value`
  }
  for (const [path, value] of values) {
    if (Levels.isSecret(path)) {
      return `${path} is a secret. Put it into an environment variable and write secretFromEnv("NAME") in the file`
    }
    if (/^(project|sourceOfTruth)(\.|$)/.test(path)) return `${path} cannot be in a file. Use gatefold project set`
    if (!Levels.isOfFile(path)) return `${path} cannot be in a file. Change it in the dashboard`
    const provider = Levels.findProvider(path)
    if (provider !== undefined && path === `${provider}.clientId` && values.get(`${provider}.isShared`) !== false) {
      return `${provider} has a clientId, which only counts with isShared: false`
    }
    if (value === "<redacted>") return `${path} has a hidden value, not a real one`
  }
  return undefined
}

const parseText = Effect.fnUntraced(function* (text: string, name: string) {
  const source = yield* parseSource(text, name)
  const [values, secrets] = [ConfigValues.fromObject(toJsonObject(source.root)), findSecrets(source.root)]
  const problem = findProblem(values, secrets)
  if (problem !== undefined) return yield* refused(`${name}: ${problem}.`, "InvalidConfigFile")
  return { name, source, values, secrets } satisfies ConfigFile
})

export const read = Effect.fnUntraced(function* (name: string) {
  const text = yield* Effect.try({
    try: () => fs.readFileSync(resolve(name), "utf8"),
    catch: (cause) =>
      refused(
        `Cannot read ${name}: ${describeCause(cause)}. Create it with gatefold config pull, or pass --file.`,
        "InvalidConfigFile"
      )
  })
  return yield* parseText(text, name)
})

export const find = (name: string): Effect.Effect<ConfigFile | undefined, CommandError> =>
  fs.existsSync(resolve(name)) ? read(name) : Effect.undefined

/** The text of a file with these settings, and whether it was written from nothing. */
export const printText = Effect.fnUntraced(function* (
  name: string,
  file: ConfigFile | undefined,
  values: ConfigValues.ConfigValues,
  secrets: SecretVariables
) {
  if (file === undefined) {
    const exported = basename(name).startsWith("gatefold") ? "default" : "named"
    return { text: printFile(values, secrets, exported), isWhole: true }
  }
  const providers = new Set(Array.from(values.keys(), Levels.findProvider))
  // A provider that was removed takes its secrets along.
  const retained = [...file.secrets].filter(([path]) => {
    const provider = Levels.findProvider(path)
    return provider === undefined || providers.has(provider)
  })
  const allSecrets = new Map([...secrets, ...retained])
  const text = Rewrite.rewrite(file.source, file.values, values, allSecrets)
  const isRight = yield* parseText(text, name).pipe(
    Effect.map(
      (after) => ConfigValues.findChanges(after.values, values).length === 0 && after.secrets.size === allSecrets.size
    ),
    Effect.orElseSucceed(() => false)
  )
  // A file of an unusual form is written again, rather than with a setting too many.
  return isRight
    ? { text, isWhole: false }
    : { text: printFile(values, allSecrets, file.source.exported), isWhole: true }
})
