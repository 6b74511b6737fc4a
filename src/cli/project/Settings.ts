/** `gatefold project get` and `set`: reads and changes the settings of a project. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Project from "../../admin/Project.ts"
import { wrapSecrets } from "../../app/ProjectInput.ts"
import { attempt } from "../../domain/Attempt.ts"
import type { Json, JsonObject } from "../../domain/text/Json.ts"
import { toSnakeCase } from "../../domain/text/SnakeCase.ts"
import * as EndpointCodec from "../../http/EndpointCodec.ts"
import * as Wire from "../../wire/generated/Projects.ts"
import { refused } from "../CommandError.ts"
import { confirm } from "../input/Confirm.ts"
import type { InputOf } from "../LazyCommand.ts"
import * as Output from "../output/Output.ts"
import { describeExpectation } from "../output/ProblemText.ts"
import { withAdminApp } from "../target/Calls.ts"
import type { CommonInput } from "../target/TargetFlags.ts"
import type { setFlags } from "./ProjectCommand.ts"

/** The value as `get` prints it: times as text, secrets hidden. */
const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value))

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const getValue = (value: Json | undefined, path: ReadonlyArray<string>): Json | undefined =>
  path.reduce<Json | undefined>((inside, name) => {
    if (typeof inside !== "object" || inside === null || !Object.hasOwn(inside, name)) return undefined
    return Reflect.get(inside, name)
  }, value)

/** Prints the settings, or one of them: texts as they are, everything else as JSON. */
export const get = Effect.fnUntraced(function* (input: CommonInput & { readonly path: Option.Option<string> }) {
  const project = toJson(yield* Project.get.pipe(withAdminApp(input)))
  const path = Option.match(input.path, { onNone: () => [], onSome: (text) => text.split(".") })
  const value = getValue(project, path)
  if (value === undefined) {
    return yield* refused(`Unknown setting ${path.join(".")}. Run gatefold project get to see all settings.`)
  }
  if (input.json) return yield* Output.printJson(value)
  yield* typeof value === "string" ? Output.print(value) : Output.printJsonText(JSON.stringify(value, undefined, 2))
})

/** The settings of a change, by path. A list counts as one setting. */
const listLeaves = (
  value: Json,
  path: ReadonlyArray<string> = []
): ReadonlyArray<readonly [ReadonlyArray<string>, Json]> =>
  isObject(value) && path.length < 2
    ? Object.entries(value).flatMap(([name, inside]) => listLeaves(inside, [...path, name]))
    : [[path, value]]

/** A problem such as `config.domains[0].handlerPath: Expected a string, got nothing`, as a sentence. */
const formatDetail = (detail: string): string => {
  const [, path = "", problem = ""] = /^([^\s:]+): (.*)$/s.exec(detail) ?? []
  return path === "" ? detail : `Invalid value for ${path}: ${describeExpectation(problem)}.`
}

const findProblem = (change: JsonObject): string | undefined => {
  if (JSON.stringify(change).includes('"<redacted>"')) {
    return "The settings contain <redacted>, as get prints secrets. Remove those fields, or put the secrets in."
  }
  const encoded = EndpointCodec.encode(Wire.adminUpdateProject, { payload: wrapSecrets(change) })
  if (Result.isFailure(encoded)) return formatDetail(encoded.failure.detail)
  const sent: Json = JSON.parse(encoded.success.body ?? "{}")
  const unknown = listLeaves(change).find(([path]) => getValue(sent, path.map(toSnakeCase)) === undefined)
  return unknown === undefined
    ? undefined
    : `${unknown[0].join(".")} is not a setting that you can change. Run gatefold project get to see all settings.`
}

const isChange = (change: JsonObject): change is JsonObject & Project.ProjectUpdate => findProblem(change) === undefined

const secret = /(secret|password)$/i

const printValue = (value: Json | undefined): string =>
  value === undefined
    ? "(not set)"
    : JSON.stringify(value, (name, inside) => (secret.test(name) ? "<redacted>" : inside))

const fromPath = (path: string, text: string): JsonObject => {
  const parsed = attempt((): Json => JSON.parse(text))
  const value = parsed === undefined ? text : parsed
  return path.split(".").reduceRight<Json>((inside, name) => ({ [name]: inside }), value) as JsonObject
}

type SetInput = InputOf<typeof setFlags>

const readChange = ({ file, path, value }: SetInput) => {
  if (Option.isSome(file) && Option.isNone(path)) {
    return isObject(file.value)
      ? Effect.succeed(file.value)
      : Effect.fail(refused("The file does not contain any settings."))
  }
  return Option.isSome(path) && Option.isSome(value) && Option.isNone(file)
    ? Effect.succeed(fromPath(path.value, value.value))
    : Effect.fail(refused("Pass a path and a value, such as config.allowLocalhost false, or a file with --file."))
}

export const set = Effect.fnUntraced(function* (input: SetInput) {
  const change = yield* readChange(input)
  if (!isChange(change)) return yield* refused(findProblem(change) ?? "This setting cannot be changed.")
  const current = toJson(yield* Project.get.pipe(withAdminApp(input)))
  const changes = listLeaves(change)
    .map(([path, value]) => ({
      path: path.join("."),
      before: printValue(getValue(current, path)),
      after: printValue(value)
    }))
    // The API hides secrets, so a new secret may be the same.
    .filter(({ after, before }) => after !== before || after.includes("<redacted>"))
  if (changes.length === 0) return yield* Output.note("No changes: the settings already have these values.")
  const lines = changes.map(({ after, before, path }) => `${path}: ${before} → ${after}`)
  if (!input.json) yield* Output.print(lines.join("\n"))
  yield* confirm("Change these settings?", input.yes)
  const project = yield* Project.update(change).pipe(withAdminApp(input))
  yield* Output.printResult(input, project, "Changed.")
})
