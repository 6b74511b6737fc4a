/** What a long run has found, one line for each promise. */
import { parseArgs } from "node:util"

/** One promise, what was measured of it, and whether it holds. */
export interface Verdict {
  readonly name: string
  readonly measured: string
  readonly outcome: "holds" | "broken" | "skipped"
}

export const holdsIf = (name: string, isSo: boolean, measured: string): Verdict => ({
  name,
  measured,
  outcome: isSo ? "holds" : "broken"
})

export const skipped = (name: string, reason: string): Verdict => ({ name, measured: reason, outcome: "skipped" })

/** The flags of a run: numbers with their defaults, and `--only` and `--json`. */
export const readFlags = <Name extends string>(defaults: Readonly<Record<Name, number>>) => {
  const numbers = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: "string" }] as const))
  const { values } = parseArgs({ options: { ...numbers, only: { type: "string" }, json: { type: "boolean" } } })
  const readNumber = (name: Name): number => {
    const given = (values as Readonly<Record<string, string | boolean | undefined>>)[name]
    const number = given === undefined ? defaults[name] : Number(given)
    // Of nothing everything holds.
    if (Number.isFinite(number) && (number > 0 || name === "seed")) return number
    console.error(`--${name} is to be a number above 0, not ${given}`)
    return process.exit(2)
  }
  return { readNumber, only: values.only, json: values.json === true }
}

/** Runs the parts whose name has the text of `--only`, prints a table, and sets the exit code. */
export const runParts = async (
  parts: Readonly<Record<string, () => Promise<ReadonlyArray<Verdict>>>>,
  { json, only = "" }: { readonly json: boolean; readonly only?: string | undefined }
): Promise<void> => {
  const names = Object.keys(parts)
  if (!names.some((part) => part.includes(only))) {
    console.error(`There is no part ${only}; there are ${names.join(", ")}`)
    process.exitCode = 2
    return
  }
  const all: Array<Verdict & { readonly part: string; readonly seconds: number }> = []
  for (const [part, run] of Object.entries(parts)) {
    if (!part.includes(only)) continue
    const start = performance.now()
    const verdicts = await run().catch((error: unknown): ReadonlyArray<Verdict> => [
      {
        name: part,
        measured: error instanceof Error ? (error.stack ?? error.message) : String(error),
        outcome: "broken"
      }
    ])
    const seconds = Math.round((performance.now() - start) / 1000)
    all.push(...verdicts.map((verdict) => ({ part, seconds, ...verdict })))
    if (json) continue
    console.log(`\n${part} (${seconds} s)`)
    const width = Math.max(...verdicts.map(({ name }) => name.length))
    for (const { measured, name, outcome } of verdicts) {
      console.log(`  ${outcome.padEnd(7)}  ${name.padEnd(width)}  ${measured}`)
    }
  }
  const count = (wanted: Verdict["outcome"]) => all.filter(({ outcome }) => outcome === wanted).length
  if (json) console.log(JSON.stringify(all))
  else console.log(`\n${count("holds")} hold, ${count("broken")} broken, ${count("skipped")} skipped`)
  process.exitCode = count("broken") === 0 && all.length > 0 ? 0 : 1
}
