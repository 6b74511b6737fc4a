/** `gatefold emulator faults`: the rules for faults. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ActiveFault } from "../../emulator/faults/Faults.ts"
import { ask } from "./Connection.ts"
import type { Input } from "./ConnectionFlags.ts"
import * as Output from "../Output.ts"
import { ruleFlags } from "./RuleFlags.ts"

interface AddInput extends Input, Readonly<Record<keyof typeof ruleFlags, Option.Option<unknown>>> {
  readonly carriedOut: boolean
  readonly json: boolean
}

const said = ({ hits, id, matched, rule }: ActiveFault): string => {
  const { id: _, ...rest } = rule
  return `${id}  ${hits} of ${matched} hit  ${JSON.stringify(rest)}`
}

const show = (input: { readonly json: boolean }, rule: ActiveFault) =>
  input.json ? Output.json(rule) : Output.text(said(rule))

/** Adds a rule of the flags that are given, and prints it. */
export const add = Effect.fnUntraced(function* (input: AddInput) {
  const names = Object.keys(ruleFlags) as ReadonlyArray<keyof typeof ruleFlags>
  const given = names.flatMap((name) =>
    Option.match(input[name], { onNone: () => [], onSome: (value) => [[name, value]] })
  )
  const body = { ...Object.fromEntries(given), ...(input.carriedOut && { carriedOut: true }) }
  const added = (yield* ask(input, "POST", "faults", { body })) as ActiveFault
  yield* show(input, added)
})

/** Prints the rules, and what they have hit. */
export const list = Effect.fnUntraced(function* (input: Input & { readonly json: boolean }) {
  const rules = (yield* ask(input, "GET", "faults")) as ReadonlyArray<ActiveFault>
  if (rules.length === 0 && !input.json) return yield* Output.text("There are no rules for faults.")
  yield* Effect.forEach(rules, (rule) => show(input, rule), { discard: true })
})

/** Removes a rule, and says that it did. */
export const remove = Effect.fnUntraced(function* (input: Input & { readonly id: string; readonly json: boolean }) {
  const { id, json } = input
  yield* ask(input, "DELETE", `faults/${encodeURIComponent(id)}`)
  yield* json ? Output.json({ done: "remove", id }) : Output.text(`Removed the rule ${id}.`)
})

/** Removes all rules, and says that it did. */
export const clear = Effect.fnUntraced(function* (input: Input & { readonly json: boolean }) {
  yield* ask(input, "DELETE", "faults")
  yield* input.json ? Output.json({ done: "clear" }) : Output.text("Removed all rules for faults.")
})
