/** `gatefold config pull`, `push` and `diff`. */
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Configuration from "../../admin/Configuration.ts"
import * as Project from "../../admin/Project.ts"
import type { Json } from "../../domain/text/Json.ts"
import { alreadyReported, refused } from "../CommandError.ts"
import { confirm } from "../input/Confirm.ts"
import type { InputOf } from "../LazyCommand.ts"
import * as Output from "../output/Output.ts"
import * as OutputFile from "../output/OutputFile.ts"
import { plainJson } from "../output/TerminalText.ts"
import { withAdminApp } from "../target/Calls.ts"
import type { configFlags, pushFlags } from "./ConfigCommand.ts"
import * as ConfigFiles from "./ConfigFiles.ts"
import * as ConfigValues from "./ConfigValues.ts"
import * as Levels from "./Levels.ts"
import * as Push from "./Push.ts"

type Input = InputOf<typeof configFlags>

/* ------------------------------------------------------------------ printing */

const printValue = (value: Json | undefined): string => plainJson(JSON.stringify(value))

const formatChange = ({ after, before, path }: ConfigValues.Change): readonly [Output.Color, string] => {
  if (before === undefined) return ["green", `+ ${path}: ${printValue(after)}`]
  if (after === undefined) return ["red", `- ${path}: ${printValue(before)}`]
  return ["yellow", `~ ${path}: ${printValue(before)} → ${printValue(after)}`]
}

const preview = ({ changes, moved, secrets }: Push.Plan): ReadonlyArray<readonly [Output.Color, string]> => [
  ...changes.map(formatChange),
  ...secrets.map((path) => ["yellow", `~ ${path}: (secret from the environment)`] as const),
  ...moved.map((path) => ["cyan", `= ${path}: the file sets it from now on`] as const)
]

const readState = Effect.map(
  Effect.all([Project.get, Configuration.getSource]),
  ([{ configWarnings = [], pushedConfigError = null }, source]) => ({
    source,
    error: pushedConfigError?.message ?? null,
    warnings: configWarnings.map(({ message }) => message)
  })
)

type State = Effect.Success<typeof readState>

const sourceText = ({ branch, commitHash, configFilePath, owner, repo, type }: State["source"]): string | undefined =>
  type === "pushed-from-github"
    ? `Last pushed from ${owner}/${repo}, branch ${branch}, commit ${commitHash?.slice(0, 7)}, file ${configFilePath}.`
    : undefined

/** Prints the problems that the service finds. */
const printNotes = Effect.fnUntraced(function* ({ error, warnings }: State) {
  if (error !== null) yield* Output.note(`The service does not apply the pushed configuration: ${error}`)
  for (const warning of warnings) yield* Output.note(`Warning of the service: ${warning}`)
})

/* ------------------------------------------------------------------ commands */

const compareConfigs = Effect.fnUntraced(function* (input: Input) {
  const file = yield* ConfigFiles.read(ConfigFiles.resolveName(input.file))
  const current = yield* withAdminApp(input)(Push.read)
  const plan = yield* Push.plan(file, current, process.env)
  return { file, current, plan }
})

/** Prints the changes of a push. Fails if there are any. */
export const diff = Effect.fnUntraced(function* (input: Input) {
  const { file, plan, current } = yield* compareConfigs(input)
  const state = yield* withAdminApp(input)(readState)
  const { changes, moved, secrets } = plan
  if (input.json) {
    yield* Output.json({ file: file.name, revision: current.revision, changes, secrets, moved, ...state })
  } else {
    yield* Output.printColored(preview(plan))
    if (Push.isEmpty(plan)) yield* Output.note(`No differences: the service has the settings of ${file.name}.`)
    const source = sourceText(state.source)
    if (source !== undefined) yield* Output.note(source)
    yield* printNotes(state)
  }
  if (!Push.isEmpty(plan)) return yield* alreadyReported
})

/** Where a push comes from, as GitHub Actions says. */
const readGithubSource = (file: string, env: Push.Variables): Configuration.PushedConfiguration["source"] => {
  const { GITHUB_REF_NAME: branch, GITHUB_REPOSITORY = "", GITHUB_SHA: commitHash, GITHUB_WORKSPACE } = env
  const [owner, repo] = GITHUB_REPOSITORY.split("/")
  if (!owner || !repo || !branch || !commitHash) return undefined
  const configFilePath = path.relative(GITHUB_WORKSPACE ?? process.cwd(), path.resolve(file))
  return { type: "pushed-from-github", owner, repo, branch, commitHash, configFilePath }
}

const conflictError = (subject: string) =>
  refused(`Another change reached the service ${subject}. Nothing was sent. Run gatefold config diff.`, "Conflict")

type PushInput = InputOf<typeof pushFlags>

/** Sends the settings of the file, after showing the changes. */
export const push = Effect.fnUntraced(function* (input: PushInput) {
  const { file, plan, current } = yield* compareConfigs(input)
  if (Option.isSome(input.ifRevision) && input.ifRevision.value !== current.revision) {
    return yield* conflictError(`after revision ${input.ifRevision.value}`)
  }
  if (Push.isEmpty(plan)) {
    if (input.json) return yield* Output.json({ file: file.name, revision: current.revision, changes: [] })
    return yield* Output.note(`No changes: the service has the settings of ${file.name}.`)
  }
  if (!input.json) yield* Output.printColored(preview(plan))
  yield* confirm(`Push ${file.name}?`, input.yes)
  const { after, state } = yield* Effect.gen(function* () {
    // The service has no conditional writes, so this leaves a moment.
    if ((yield* Push.read).revision !== current.revision) return yield* conflictError("since the comparison")
    yield* Push.send(plan, readGithubSource(file.name, process.env))
    return { after: yield* Push.read, state: yield* readState }
  }).pipe(withAdminApp(input))
  const { changes, moved, secrets } = plan
  if (input.json) {
    yield* Output.json({ file: file.name, revision: after.revision, changes, secrets, moved, ...state })
  } else {
    yield* Output.text("Pushed.")
    yield* printNotes(state)
  }
  if (state.error !== null) return yield* alreadyReported
})

/** The variable that a pulled file names for a secret. */
const toVariableName = (path: string): string => {
  const provider = Levels.findProvider(path)
  const [owner, name] =
    provider === undefined
      ? ["EMAIL_SERVER", "password"]
      : [provider.split(".").at(-1) ?? "", path.split(".").at(-1) ?? ""]
  const words = `${owner}_${name.replaceAll(/[A-Z]/g, "_$&")}`.toUpperCase().replaceAll(/\W/g, "_")
  return words.replace(/^APPLE_APPLE_/, "APPLE_").replace(/^\d/, "_$&")
}

/** The settings that a file gets: the vendor's files have none of the level `environment`. */
const valuesToWrite = (service: ConfigValues.ConfigValues, isVendors: boolean): ConfigValues.ConfigValues =>
  ConfigValues.only(service, (path) => {
    if (!Levels.isOfFile(path) || Levels.isSecret(path) || (isVendors && Levels.isOfEnvironment(path))) return false
    const provider = Levels.findProvider(path)
    return provider === undefined || service.has(`${provider}.type`)
  })

/** Writes the settings of the service into the file, after showing the changes. */
export const pull = Effect.fnUntraced(function* (input: Input & { readonly yes: boolean }) {
  const name = ConfigFiles.resolveName(input.file)
  const file = yield* ConfigFiles.find(name)
  const { values: service } = yield* withAdminApp(input)(Push.read)
  const isVendors = file === undefined ? !path.basename(name).startsWith("gatefold") : file.source.exported === "named"
  const values = valuesToWrite(service, isVendors)
  const secrets = new Map(
    isVendors
      ? []
      : [...service.keys()]
          .filter((path) => Levels.isSecret(path) && values.has(path.replace(/[^.]+$/, "isShared")))
          .map((path) => [path, toVariableName(path)])
  )
  const changes = ConfigValues.differences(file?.values ?? new Map(), values)
  const added = [...secrets]
    .filter(([path]) => !(file?.secrets.has(path) ?? false))
    .map(([path, variable]) => ({ path, variable }))
  if (file !== undefined && changes.length === 0 && added.length === 0) {
    if (input.json) return yield* Output.json({ file: name, changes, secrets: added })
    return yield* Output.note(`No changes: ${name} has the settings of the service.`)
  }
  const { isWhole, text } = yield* ConfigFiles.textFor(name, file, values, secrets)
  if (!input.json && file !== undefined) {
    const lines = added.map(({ path, variable }) => ["green", `+ ${path}: secretFromEnv("${variable}")`] as const)
    yield* Output.printColored([...changes.map(formatChange), ...lines])
    if (isWhole) yield* Output.note(`${name} has an unusual form. Its comments will be lost.`)
    yield* confirm(`Change ${name}?`, input.yes)
  }
  if (input.json && file !== undefined) yield* confirm(`Change ${name}?`, input.yes)
  const before = yield* ConfigFiles.find(name)
  if (before?.source.text !== file?.source.text) {
    return yield* refused(`${name} changed meanwhile. Nothing was written.`, "Conflict")
  }
  yield* OutputFile.write(path.resolve(name), text)
  if (input.json) yield* Output.json({ file: name, changes, secrets: added })
  else yield* Output.text(`Wrote ${name}.`)
})
