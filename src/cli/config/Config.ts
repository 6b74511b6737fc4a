/** `gatefold config pull`, `push` and `diff`. */
import { relative, resolve } from "node:path"
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
import { toPlainJson } from "../output/TerminalText.ts"
import { withAdminApp } from "../target/Calls.ts"
import type { configFlags, pushFlags } from "./ConfigCommand.ts"
import * as ConfigFiles from "./ConfigFiles.ts"
import type * as ConfigValues from "./ConfigValues.ts"
import * as Pull from "./Pull.ts"
import * as Push from "./Push.ts"

type Input = InputOf<typeof configFlags>
type PushInput = InputOf<typeof pushFlags>

type ColoredLine = readonly [Output.Color, string]

const printValue = (value: Json | undefined): string => toPlainJson(JSON.stringify(value))

const formatChange = ({ after, before, path }: ConfigValues.Change): ColoredLine => {
  if (before === undefined) return ["green", `+ ${path}: ${printValue(after)}`]
  if (after === undefined) return ["red", `- ${path}: ${printValue(before)}`]
  return ["yellow", `~ ${path}: ${printValue(before)} → ${printValue(after)}`]
}

const formatPush = ({ changes, moved, secrets }: Push.Plan): ReadonlyArray<ColoredLine> => [
  ...changes.map(formatChange),
  ...secrets.map((path): ColoredLine => ["yellow", `~ ${path}: (secret from the environment)`]),
  ...moved.map((path): ColoredLine => ["cyan", `= ${path}: the file sets it from now on`])
]

const formatPull = ({ addedSecrets, changes }: Pull.Plan): ReadonlyArray<ColoredLine> => [
  ...changes.map(formatChange),
  ...addedSecrets.map(({ path, variable }): ColoredLine => ["green", `+ ${path}: secretFromEnv("${variable}")`])
]

/** Reads where the configuration of the service comes from, and what the service says about it. */
const readState = Effect.map(
  Effect.all([Project.get, Configuration.getSource]),
  ([{ configWarnings = [], pushedConfigError = null }, source]) => ({
    source,
    error: pushedConfigError?.message ?? null,
    warnings: configWarnings.map(({ message }) => message)
  })
)

type State = Effect.Success<typeof readState>

const printSource = ({ branch, commitHash, configFilePath, owner, repo, type }: State["source"]) =>
  type === "pushed-from-github"
    ? Output.note(
        `Last pushed from ${owner}/${repo}, branch ${branch}, commit ${commitHash?.slice(0, 7)}, file ${configFilePath}.`
      )
    : Effect.void

const printProblems = Effect.fnUntraced(function* ({ error, warnings }: State) {
  if (error !== null) yield* Output.note(`The service does not apply the pushed configuration: ${error}`)
  for (const warning of warnings) yield* Output.note(`Warning of the service: ${warning}`)
})

const compare = Effect.fnUntraced(function* (input: Input) {
  const file = yield* ConfigFiles.read(ConfigFiles.resolveName(input.file))
  const current = yield* withAdminApp(input)(Push.read)
  const plan = yield* Push.plan(file, current, process.env)
  return { name: file.name, current, plan }
})

const toJson = (name: string, revision: string, { changes, moved, secrets }: Push.Plan, state: State) => ({
  file: name,
  revision,
  changes,
  secrets,
  moved,
  ...state
})

const printDiff = Effect.fnUntraced(function* (name: string, plan: Push.Plan, state: State) {
  yield* Output.printColored(formatPush(plan))
  if (Push.isEmpty(plan)) yield* Output.note(`No differences: the service has the settings of ${name}.`)
  yield* printSource(state.source)
  yield* printProblems(state)
})

export const diff = Effect.fnUntraced(function* (input: Input) {
  const { name, plan, current } = yield* compare(input)
  const state = yield* withAdminApp(input)(readState)
  yield* input.json ? Output.printJson(toJson(name, current.revision, plan, state)) : printDiff(name, plan, state)
  if (!Push.isEmpty(plan)) return yield* alreadyReported
})

/** Where a push comes from, as GitHub Actions says. */
const readGithubSource = (file: string, env: Push.Variables): Configuration.PushedConfiguration["source"] => {
  const { GITHUB_REF_NAME: branch, GITHUB_REPOSITORY = "", GITHUB_SHA: commitHash, GITHUB_WORKSPACE } = env
  const [owner, repo] = GITHUB_REPOSITORY.split("/")
  if (!owner || !repo || !branch || !commitHash) return undefined
  const configFilePath = relative(GITHUB_WORKSPACE ?? process.cwd(), resolve(file))
  return { type: "pushed-from-github", owner, repo, branch, commitHash, configFilePath }
}

const makeConflictError = (subject: string) =>
  refused(`Another change reached the service ${subject}. Nothing was sent. Run gatefold config diff.`, "Conflict")

/** Sends a plan unless the settings have changed since the comparison, and reads the result. */
const send = Effect.fnUntraced(function* (name: string, plan: Push.Plan, { revision }: Push.ServiceSettings) {
  // The service has no conditional writes, so this leaves a moment.
  if ((yield* Push.read).revision !== revision) return yield* makeConflictError("since the comparison")
  yield* Push.send(plan, readGithubSource(name, process.env))
  return { revision: (yield* Push.read).revision, state: yield* readState }
})

/** Sends the settings of the file, after showing the changes. */
export const push = Effect.fnUntraced(function* (input: PushInput) {
  const { name, plan, current } = yield* compare(input)
  if (Option.isSome(input.ifRevision) && input.ifRevision.value !== current.revision) {
    return yield* makeConflictError(`after revision ${input.ifRevision.value}`)
  }
  if (Push.isEmpty(plan)) {
    return yield* input.json
      ? Output.printJson({ file: name, revision: current.revision, changes: [] })
      : Output.note(`No changes: the service has the settings of ${name}.`)
  }
  if (!input.json) yield* Output.printColored(formatPush(plan))
  yield* confirm(`Push ${name}?`, input.yes)
  const { revision, state } = yield* send(name, plan, current).pipe(withAdminApp(input))
  yield* Output.printResult(input, toJson(name, revision, plan, state), "Pushed.")
  if (!input.json) yield* printProblems(state)
  if (state.error !== null) return yield* alreadyReported
})

/** Writes the settings of the service into the file, after showing the changes. */
export const pull = Effect.fnUntraced(function* (input: Input & { readonly yes: boolean }) {
  const name = ConfigFiles.resolveName(input.file)
  const file = yield* ConfigFiles.find(name)
  const plan = Pull.plan(name, file, (yield* withAdminApp(input)(Push.read)).values)
  const { addedSecrets, changes, secrets, values } = plan
  const result = { file: name, changes, secrets: addedSecrets }
  if (file !== undefined && changes.length === 0 && addedSecrets.length === 0) {
    return yield* input.json
      ? Output.printJson(result)
      : Output.note(`No changes: ${name} has the settings of the service.`)
  }
  const { isWhole, text } = yield* ConfigFiles.printText(name, file, values, secrets)
  if (file !== undefined) {
    if (!input.json) yield* Output.printColored(formatPull(plan))
    if (!input.json && isWhole) yield* Output.note(`${name} has an unusual form. Its comments will be lost.`)
    yield* confirm(`Change ${name}?`, input.yes)
  }
  const before = yield* ConfigFiles.find(name)
  if (before?.source.text !== file?.source.text) {
    return yield* refused(`${name} changed meanwhile. Nothing was written.`, "Conflict")
  }
  yield* OutputFile.write(resolve(name), text)
  yield* Output.printResult(input, result, `Wrote ${name}.`)
})
