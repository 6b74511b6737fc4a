/**
 * Feeds what reads foreign texts with hostile ones, and compares the rules of redirects with a browser:
 *
 *     npm run prove -- fuzz [--inputs N] [--target name] [--seed text] [--index i] [--json]
 *
 * Prints a table and exits with 0, or prints the smallest text that is not well with the command that feeds it again,
 * and exits with 1. `contract` compares the compiled contract with its schemas, `redirects` needs Chromium.
 */
import { parseArgs } from "node:util"
import * as Effect from "effect/Effect"
import { wholeNumber } from "../../support/wholeNumber.ts"
import { compareEndpoint, compareErrors } from "../../wire/compare.ts"
import { pairs } from "../../wire/contract.ts"
import { fuzz, makeInput } from "./fuzz.ts"
import { compare } from "./redirects.ts"
import { targets as allTargets } from "./targets.ts"

const { values } = parseArgs({
  options: {
    inputs: { type: "string", default: "100000" },
    target: { type: "string" },
    seed: { type: "string", default: "1" },
    index: { type: "string" },
    json: { type: "boolean", default: false }
  }
})

const { index, json, seed, target: only } = values
const inputs = wholeNumber("inputs", values.inputs)
const say = (text: string) => (json ? undefined : console.log(text))
const row = (...cells: ReadonlyArray<string | number>) => say(`| ${cells.join(" | ")} |`)
const report: Record<string, unknown> = {}
const problems: Array<string> = []

const main = Effect.gen(function* () {
  const targets = yield* allTargets
  const names = [...targets.map(({ name }) => name), "contract", "redirects"]
  if (only !== undefined && !names.includes(only)) {
    console.error(`There is no target ${only}; there are ${names.join(", ")}`)
    return process.exit(2)
  }
  const chosen = targets.filter(({ name }) => only === undefined || only === name)

  if (index !== undefined) {
    const number = wholeNumber("index", index, 0)
    if (chosen.length !== 1) {
      console.error("--index needs --target, one that has inputs of its own")
      return process.exit(2)
    }
    for (const target of chosen) {
      const text = makeInput(target, seed, number)
      console.log(JSON.stringify(text))
      console.log(yield* Effect.promise(async () => target.run(text)))
    }
    return
  }

  say("| Target | Inputs | Throws | Slow | Slowest, ms | Outcomes |\n|---|---|---|---|---|---|")
  for (const target of chosen) {
    const fuzzed = yield* Effect.promise(() => fuzz(target, seed, inputs))
    const { outcomes, slow, slowestMillis, throws, violations } = fuzzed
    row(target.name, fuzzed.inputs, throws, slow, slowestMillis.toFixed(2), outcomes.size)
    report[target.name] = { ...fuzzed, outcomes: Object.fromEntries(outcomes) }
    for (const { index, problem, text } of violations) {
      const again =
        index === undefined ? "" : `\n  npm run prove -- fuzz --target "${target.name}" --seed ${seed} --index ${index}`
      problems.push(`${target.name}: ${problem}\n  ${JSON.stringify(text)}${again}`)
    }
  }
  if (only === undefined || only === "contract") {
    const each = Math.ceil(inputs / pairs.length)
    const compared = pairs.flatMap(({ compiled, declared, name }) => [
      ...compareEndpoint(name, declared, compiled, each),
      ...compareErrors(declared, compiled, Math.ceil(each / 100))
    ])
    const differences = compared.flatMap(({ differences }) => differences)
    const count = compared.reduce((sum, { inputs }) => sum + inputs, 0)
    const accepted = compared.reduce((sum, { accepted }) => sum + accepted, 0)
    say(
      `\n${count} inputs of the compiled contract, of which ${accepted} are valid: ${differences.length} differences from its schemas`
    )
    report["contract"] = { inputs: count, accepted, differences }
    problems.push(...differences.slice(0, 5))
  }
  if (only === undefined || only === "redirects") {
    say("\n| Rule | Inputs | Trusted | Violations |\n|---|---|---|---|")
    const compared = yield* Effect.promise(() => compare(inputs, seed))
    report["redirects"] = compared
    for (const { inputs, rule, trusted, violations } of compared) {
      row(rule, inputs, trusted, violations.length)
      if (trusted === 0) problems.push(`${rule}: nothing is trusted, so nothing was compared`)
      problems.push(...violations.slice(0, 5).map((text) => `${rule}: ${text}`))
    }
  }
})

await Effect.runPromise(Effect.scoped(main))
for (const problem of problems) say(`\n${problem}`)
if (json) console.log(JSON.stringify({ seed, ...report, problems }, null, 2))
process.exit(problems.length === 0 ? 0 : 1)
