/**
 * Looks for secrets where there may be none:
 *
 *     npm run prove -- canaries [--part operations,pages] [--every N] [--seed text] [--json]
 *
 * Secrets of every kind go into every operation, over services that fail in every way, into an emulator, an app of
 * Next.js and the command line; everything that comes out is searched for them. Prints what was searched, and exits
 * with 0 if nothing was found, or prints where, and exits with 1.
 */
import { parseArgs } from "node:util"
import { wholeNumber } from "../../support/wholeNumber.ts"

const { values } = parseArgs({
  options: {
    part: { type: "string" },
    every: { type: "string", default: "1" },
    seed: { type: "string" },
    json: { type: "boolean", default: false }
  }
})
// Before the secrets are made.
if (values.seed !== undefined) process.env["GATEFOLD_CANARY_SEED"] = values.seed

const { allowances } = await import("./allowances.ts")
const Search = await import("./Search.ts")
const Secrets = await import("./Secrets.ts")

const search = Search.make(allowances)
const every = wholeNumber("every", values.every)
const problems: Array<string> = []

/** Each part, and what it says of itself. */
const parts: Readonly<Record<string, () => Promise<string>>> = {
  "self-test": async () => `${await (await import("./selfTest.ts")).run()} leaks on purpose, all found`,
  operations: async () => {
    const { operations, runs, unreached } = await (await import("./Operations.ts")).run(search, { every })
    if (unreached.length > 0) {
      problems.push(`never came to a request: ${unreached.join(", ")}; give them an input in inputs.ts`)
    }
    return `${runs} runs of ${operations} operations`
  },
  promises: async () => {
    const promises = await import("./promises.ts")
    return `${await promises.run(search, every)} calls of methods, ${await promises.runUncaught(search)} processes that die of one`
  },
  pages: async () => {
    await (await import("./pages.ts")).run(search)
    return "hooks, handler pages, rendering on a server"
  },
  emulator: async () => {
    const emulator = await import("./emulator.ts")
    const requests = await emulator.runCanaries(search)
    const scenarios = await emulator.runScenarios(search, every)
    return `${requests} requests, ${scenarios} scenarios, which gave out ${Secrets.issuedCount()} secrets`
  },
  commands: async () => {
    const { asked, commands, unexpected } = await (await import("./commands.ts")).run(search, every)
    if (unexpected.length > 0) {
      problems.push(
        `asked no service, or one although they are to ask nobody: ${unexpected.join(", ")}; see commands.ts`
      )
    }
    return `${commands} commands, of which ${asked} have asked a service`
  },
  bundles: async () => {
    const next = await import("./next.ts")
    return `${await next.bundles(search)} entry points, ${await next.run(search)} answers of an app of Next.js`
  }
}

const chosen = values.part?.split(",") ?? Object.keys(parts)
const unknown = chosen.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}`)
  process.exit(2)
}

/** Sinks that are much the same, for the table. */
const groups: Readonly<Record<string, ReadonlyArray<string>>> = {
  errors: ["String", "JSON", "inspect", "format", "structuredClone", "message", "stack", "cause", "Cause", "uncaught"],
  logs: ["log", "debug log", "console", "emulator log", "command", "server output"],
  telemetry: ["span", "OTLP export", "metric"],
  URLs: ["URL"],
  values: ["value", "emulator value"],
  React: ["React tree", "HTML", "browser"],
  "server pages": ["server HTML", "RSC", "dehydrated state"],
  emulator: ["emulator answer", "journal", "curl", "webhook attempt", "database"],
  bundles: ["bundle", "server bundle"]
}

const say = (text: string) => (values.json ? undefined : console.log(text))
const row = (cells: ReadonlyArray<string | number>) => say(`| ${cells.join(" | ")} |`)

say(`seed ${Secrets.seed}\n`)
for (const name of chosen) {
  const began = performance.now()
  const before = search.findings.length
  const done = await parts[name]!()
  const seconds = Math.round((performance.now() - began) / 1000)
  say(`${name}: ${done}, ${search.findings.length - before} secrets found, ${seconds} s`)
}

const isWhole = values.part === undefined && every === 1
if (isWhole) {
  for (const { because } of search.unused()) problems.push(`an exception is not needed any more: ${because}`)
  for (const [kind, times] of Secrets.inPlay()) if (times === 0) problems.push(`${kind} was nowhere in play`)
  const grouped = new Set(Object.values(groups).flat())
  for (const sink of search.sinks.keys()) if (!grouped.has(sink)) problems.push(`${sink} is in no column`)
  for (const sink of grouped) if (!search.sinks.has(sink)) problems.push(`nothing came out at ${sink}`)
}

say("\n| Sink | Texts | Characters | Found |\n|---|---|---|---|")
for (const [sink, { characters, texts }] of search.sinks) {
  row([sink, texts, characters, search.findings.filter((finding) => finding.sink === sink).length])
}

const columns = Object.entries(groups)
say(`\n| Secret | In play | ${columns.map(([name]) => name).join(" | ")} |\n|---|---|${"---|".repeat(columns.length)}`)
const ofRun = new Set(search.findings.map(({ kind }) => kind).filter((kind) => !(kind in Secrets.kinds)))
for (const [kind, times] of [...Secrets.inPlay(), ["given out", Secrets.issuedCount()] as const]) {
  const isKind = (other: string) => (kind === "given out" ? ofRun.has(other) : other === kind)
  row([
    kind,
    times,
    ...columns.map(([, sinks]) => search.findings.filter((one) => isKind(one.kind) && sinks.includes(one.sink)).length)
  ])
}

for (const { kind, sink, text, where } of search.findings.slice(0, 20)) {
  say(`\n${kind} in ${sink}, of ${where}:\n${text.replaceAll(/[^\x20-\x7e\n]/g, "?")}`)
}
for (const problem of problems) say(`\n${problem}`)
const total = [...search.sinks.values()].reduce((sum, { texts }) => sum + texts, 0)
say(`\n${total} texts searched, ${search.findings.length} secrets found`)
if (values.json) {
  console.log(
    JSON.stringify(
      {
        seed: Secrets.seed,
        sinks: Object.fromEntries(search.sinks),
        inPlay: Secrets.inPlay(),
        findings: search.findings,
        problems
      },
      null,
      2
    )
  )
}
process.exit(search.findings.length + problems.length === 0 ? 0 : 1)
