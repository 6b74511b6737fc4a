/** What `npm run faults` prints, and writes into docs/faults.md. */
import { problemsOf, type Result } from "./Cell.ts"
import { type Fault, isTcp } from "./Fault.ts"
import { type Kind, kinds } from "./Kind.ts"

type Repeats = Kind["repeats"]

const groups: ReadonlyArray<Repeats> = ["any time", "never", "for nobody", "with the next"]

const namesOf = (repeats: Repeats): string =>
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
    const nameOf = ({ cell }: Result) => (part === "kind" ? cell.kind.name : cell.layer)
    const names = [...new Set(some.map(nameOf))]
    return names.length === new Set(all.map(nameOf)).size ? [] : names
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
export const outcomesOf = (results: ReadonlyArray<Result>): string => {
  const faults = [...new Set(results.map(({ cell }) => cell.fault))]
  return table(
    ["Fault", ...groups.map(namesOf)],
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
export const figuresOf = (results: ReadonlyArray<Result>): string => {
  const layers = [...new Set(results.map(({ cell }) => cell.layer))]
  return table(
    ["HTTP layer", "Cells", "As expected", "Longest call", "Most memory for an answer"],
    layers.map((layer) => {
      const own = results.filter(({ cell }) => cell.layer === layer)
      const memory = Math.max(0, ...own.map(({ memory = 0 }) => memory))
      return [
        layer,
        String(own.length),
        String(own.filter((result) => problemsOf(result).length === 0).length),
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

Written by \`npm run faults -- --write\`: what comes of each kind of call when something goes wrong with its request, over each HTTP layer (the platform's \`fetch\`, \`gatefold/undici\`, and Effect's \`HttpClient\` over \`fetch\` and over \`node:http\`). Every cell has a server and an app of its own, the defaults of the product, and real time.

| Call | What is called |
| --- | --- |
${kinds.map(({ call, name }) => row([name, `\`${call}\``])).join("\n")}

A field says what the caller gets, and how many requests were sent if more than one: \`Network × 5\` is a \`TransportError\` of that reason after five attempts, and with \`?\` it says \`outcomeUnknown\`. What differs for a call or an HTTP layer stands behind its name. [Retries and time limits](protocol/retries.md) has the rules, \`test/faults/Expectations.ts\` the same as a program; what else is true of every cell is in [Reliability](reliability.md#faults).
`

/** The whole page. */
export const pageOf = (results: ReadonlyArray<Result>, date: string, took: number): string =>
  `${intro}
## Of the connection

By a server that speaks bytes, in front of the emulator.

${outcomesOf(results.filter(({ cell }) => isTcp(cell.fault)))}

## Of the service

By [rules of the emulator](guides/emulator.md#faults), over HTTP.

${outcomesOf(results.filter(({ cell }) => !isTcp(cell.fault)))}

## What differs, and why

- an answer after 100 Continue: a client should pass it over, as \`node:http\` does; the parser below Node's \`fetch\` and undici breaks off.
- bytes that are no UTF-8: they are read as U+FFFD, and only what is read has to be right.
${notes(results)}

${lastRun}

${date}, on two cores, in ${Math.ceil(took / 60_000)} minutes.

${figuresOf(results)}
`

/** The part of a page that is the same in every run. */
export const lasting = (page: string): string => page.split(lastRun)[0]!
