/** `gatefold emulator faults`: manages the fault rules. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { CommandError } from "../CommandError.ts"
import { pickPassed } from "../input/Flags.ts"
import type { InputOf } from "../LazyCommand.ts"
import * as Output from "../output/Output.ts"
import * as Connection from "./Connection.ts"
import type { CommonInput } from "./ConnectionFlags.ts"
import type { addFlags } from "./EmulatorCommand.ts"

/** The flag of a field. */
const toFlag = (field: string): string =>
  field === "projectId" ? "--project" : `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const describeProblem = (problem: string): string => {
  if (problem.startsWith("Nothing would happen")) {
    return "The rule has no effect. Pass --fault, --status, --error, --latency, --jitter or --bytes-per-second."
  }
  const choice = /^It has .*: write one of (.*)$/.exec(problem)?.[1]
  if (choice !== undefined) return `Pass only one of ${choice.replace(/\b(?!and\b)\w+/g, toFlag)}`
  return problem.replace(/^\w+(?=: )|\b[a-z]+(?:[A-Z][a-z]*)+\b/g, toFlag)
}

/** Names flags in place of fields, such as `status: Write a status, 200 to 599.` */
const nameFlags = ({ code, exitCode, message }: CommandError): CommandError => {
  const problem = message.replace(/^This rule for faults cannot be used\. /, "")
  return new CommandError({ message: describeProblem(problem), exitCode, code })
}

const ActiveFault = Schema.Struct({
  id: Schema.String,
  rule: Schema.Record(Schema.String, Schema.Unknown),
  matched: Schema.Int,
  hits: Schema.Int
})
type ActiveFault = typeof ActiveFault.Type

const formatFault = ({ hits, id, matched, rule }: ActiveFault): string => {
  return `${id}  ${hits} of ${matched} hit  ${JSON.stringify(Struct.omit(rule, ["id"]))}`
}

const show = (input: { readonly json: boolean }, rule: ActiveFault) =>
  Output.printResult(input, rule, formatFault(rule))

export const add = Effect.fnUntraced(function* (input: InputOf<typeof addFlags>) {
  const rule = pickPassed(Struct.omit(input, ["carriedOut", "json", "token", "url"]))
  const body = { ...rule, ...(input.carriedOut && { carriedOut: true }) }
  const added = yield* Effect.mapError(Connection.ask(input, "POST", "faults", ActiveFault, { body }), nameFlags)
  yield* show(input, added)
})

export const list = Effect.fnUntraced(function* (input: CommonInput) {
  const rules = yield* Connection.ask(input, "GET", "faults", Schema.Array(ActiveFault))
  if (rules.length === 0 && !input.json) {
    return yield* Output.note("No fault rules. Add one with gatefold emulator faults add.")
  }
  yield* Effect.forEach(rules, (rule) => show(input, rule), { discard: true })
})

export const remove = Effect.fnUntraced(function* (input: CommonInput & { readonly id: string }) {
  const { id, json } = input
  yield* Connection.ask(input, "DELETE", `faults/${encodeURIComponent(id)}`, Schema.Unknown)
  yield* Output.printResult({ json }, { done: "remove", id }, `Removed the fault rule ${id}.`)
})

export const clear = Effect.fnUntraced(function* (input: CommonInput) {
  yield* Connection.ask(input, "DELETE", "faults", Schema.Unknown)
  yield* Output.printResult(input, { done: "clear" }, "Removed all fault rules.")
})
