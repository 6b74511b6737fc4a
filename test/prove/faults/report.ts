/** What `npm run prove -- faults` prints, and writes into docs/faults.md. */
import { listProblems, type Result } from "./Cell.ts"
import { type Fault, isTcp } from "./Fault.ts"
import { type Kind, kinds } from "./Kind.ts"

type Repeats = Kind["repeats"]

const groups: ReadonlyArray<Repeats> = ["any time", "never", "for nobody", "with the next"]

const printNames = (repeats: Repeats): string =>
  kinds
    .filter((kind) => kind.repeats === repeats)
    .map(({ name }) => name)
    .join(", ")

const row = (texts: ReadonlyArray<string>): string => `| ${texts.join(" | ")} |`

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n")

/** `ok 1` as `ok`, `Network? 5` as `Network? × 5`. */
const short = (outcome: string): string => outcome.replace(/ 1$/, "").replace(/ (\d+)$/, " × $1")

/** The names of what differs in these results: kinds, layers, or both. */
const whose = (some: ReadonlyArray<Result>, all: ReadonlyArray<Result>): string => {
  const [kinds, layers] = (["kind", "layer"] as const).map((part) => {
    const getName = ({ cell }: Result) => (part === "kind" ? cell.kind.name : cell.layer)
    const names = [...new Set(some.map(getName))]
    return names.length === new Set(all.map(getName)).size ? [] : names
  })
  return [...kinds!, ...layers!].join(", ")
}

/** The outcomes of one field of the table: the usual one, and whose is another. */
const field = (results: ReadonlyArray<Result>): string => {
  const outcomes = [...new Set(results.map(({ outcome }) => outcome))]
  const [usual, ...others] = outcomes
    .map((outcome) => [outcome, results.filter((result) => result.outcome === outcome)] as const)
    .toSorted(([, a], [, b]) => b.length - a.length)
  if (usual === undefined) return ""
  const exceptions = others.map(([outcome, some]) => `${whose(some, results)}: ${short(outcome)}`)
  return [short(usual[0]), ...exceptions].join("; ")
}

/** The outcomes of faults, a row each. */
export const printOutcomes = (results: ReadonlyArray<Result>): string => {
  const faults = [...new Set(results.map(({ cell }) => cell.fault))]
  return table(
    ["Fault", ...groups.map(printNames)],
    faults.map((fault) => [
      fault.name,
      ...groups.map((repeats) =>
        field(results.filter(({ cell }) => cell.fault === fault && cell.kind.repeats === repeats))
      )
    ])
  )
}

const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`

/** How many cells of each layer are as expected, and what they took. */
export const printFigures = (results: ReadonlyArray<Result>): string => {
  const layers = [...new Set(results.map(({ cell }) => cell.layer))]
  return table(
    ["HTTP layer", "Cells", "As expected", "Longest call", "Most memory for an answer"],
    layers.map((layer) => {
      const own = results.filter(({ cell }) => cell.layer === layer)
      const memory = Math.max(0, ...own.map(({ memory = 0 }) => memory))
      return [
        layer,
        String(own.length),
        String(own.filter((result) => listProblems(result).length === 0).length),
        seconds(Math.max(...own.map(({ millis }) => millis))),
        `${Math.round(memory / 1e6)} MB`
      ]
    })
  )
}

const notes = (results: ReadonlyArray<Result>): string => {
  const faults = [...new Set(results.map(({ cell }) => cell.fault))]
  return faults
    .flatMap(({ name, otherwise = [] }: Fault) => otherwise.map(({ of, why }) => `- ${name}, ${of}: ${why}.`))
    .join("\n")
}

const lastRun = "## The last run"

const intro = `# Faults

This page shows the outcome of each kind of call when its request fails, over each HTTP layer: the platform's \`fetch\`, \`gatefold/undici\`, and Effect's \`HttpClient\` over \`fetch\` and over \`node:http\`. Each cell has its own server and app, the product's defaults, and real time. \`npm run prove -- faults --write\` generates the page.

| Call | Operation |
| --- | --- |
${kinds.map(({ call, name }) => row([name, `\`${call}\``])).join("\n")}

Each cell shows the caller's result, and the number of requests if there was more than one. \`Network × 5\` is a \`TransportError\` with that reason after five attempts. \`?\` means \`outcomeUnknown\`. If a call or an HTTP layer has a different result, its name comes first.

[Retries and time limits](protocol/retries.md) has the rules, and \`test/prove/faults/expectations.ts\` implements them. [Reliability](reliability.md#faults) lists the checks that apply to every cell.
`

/** The whole page. */
export const printPage = (results: ReadonlyArray<Result>, date: string, took: number): string =>
  `${intro}
## Connection faults

A byte-level server in front of the emulator causes these.

${printOutcomes(results.filter(({ cell }) => isTcp(cell.fault)))}

## Service faults

[Emulator rules](guides/emulator-faults.md) cause these over HTTP.

${printOutcomes(results.filter(({ cell }) => !isTcp(cell.fault)))}

## Differences and reasons

- an answer after 100 Continue: a client should skip the first answer, as \`node:http\` does. The parser of Node's \`fetch\` and undici stops instead.
- invalid UTF-8: clients read it as U+FFFD, and only the fields that they read must be correct.
${notes(results)}

${lastRun}

${date}, on two cores, in ${Math.ceil(took / 60_000)} minutes.

${printFigures(results)}
`

/** The part of a page that is the same in every run. */
export const lasting = (page: string): string => page.split(lastRun)[0]!
