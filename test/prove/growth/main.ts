/**
 * How cost grows with users, tokens, keys and teams, under load beside the peers and by itself, and what a million
 * users would cost:
 *
 *     npm run prove -- growth [--quick] [--json] [--no-peers] [--only load|costs|model] [--users N] [--active S] …
 *
 * Prints tables, and exits with 0 when every promise holds. None is about a speed of its own.
 */
import * as os from "node:os"
import { parseArgs } from "node:util"
import { freshMillis } from "../../../src/backend/verify/internal/KeyState.ts"
import type { Verdict } from "../../support/verdicts.ts"
import { measureCosts, summarize } from "./costs.ts"
import { load } from "./load.ts"
import { type Assumptions, defaults, estimate } from "./model.ts"
import { judgeCosts, judgeLoad } from "./promises.ts"
import { type Results, printResults } from "./report.ts"

const parts = ["load", "costs", "model"] as const
type Part = (typeof parts)[number]

const makeFlag = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const assumptionFlags = Object.fromEntries(
  Object.keys(defaults).map((name) => [makeFlag(name), { type: "string" }] as const)
)
// An unknown flag must not start minutes of work.
const { values } = parseArgs({
  options: {
    ...assumptionFlags,
    json: { type: "boolean" },
    "no-peers": { type: "boolean" },
    only: { type: "string" },
    quick: { type: "boolean" }
  }
})

const refuse = (problem: string): never => {
  console.error(problem)
  return process.exit(2)
}

const isPart = (text: string): text is Part => parts.some((part) => part === text)

const chosen: ReadonlyArray<Part> =
  values.only === undefined
    ? parts
    : isPart(values.only)
      ? [values.only]
      : refuse(`There is no part ${values.only}; there are ${parts.join(", ")}`)

const readNumber = (name: keyof Assumptions): number => {
  const given: unknown = Reflect.get(values, makeFlag(name))
  const number = given === undefined ? defaults[name] : Number(given)
  return Number.isFinite(number) && number > 0
    ? number
    : refuse(`--${makeFlag(name)} is to be a number above 0, not ${String(given)}`)
}

const assumed: Assumptions = {
  users: readNumber("users"),
  active: readNumber("active"),
  requests: readNumber("requests"),
  minutes: readNumber("minutes"),
  signIns: readNumber("signIns"),
  peak: readNumber("peak"),
  lifetime: readNumber("lifetime"),
  reads: readNumber("reads"),
  limited: readNumber("limited"),
  apiKeys: readNumber("apiKeys"),
  processes: readNumber("processes"),
  cacheSize: readNumber("cacheSize")
}

const { json = false, quick = false } = values
const note = (text: string) => console.error(text)
const busy = os.loadavg()[0]!
if (busy > 1) note(`The machine is busy (load ${busy.toFixed(1)}): read ratios rather than times.`)
const start = performance.now()

const loaded = chosen.includes("load")
  ? await load(
      {
        users: quick ? [100, 1000] : [100, 1000, 10_000],
        processes: quick ? [1, 2] : [1, 2, 4],
        requests: quick ? 900 : 3000,
        connections: 32,
        withPeers: values["no-peers"] !== true
      },
      note
    )
  : undefined

// The model needs what the costs are.
const costs =
  chosen.includes("costs") || chosen.includes("model")
    ? await measureCosts(
        {
          users: quick || !chosen.includes("costs") ? [100, 1000, 10_000] : [100, 1000, 10_000, 100_000],
          keys: [1, 10, 64, 100],
          teams: quick ? [1, 10] : [1, 10, 100]
        },
        note
      )
    : undefined

const measured = costs && summarize(costs)
const results: Results = {
  ...(loaded && { load: loaded }),
  ...(costs && { costs }),
  ...(measured && {
    model: {
      assumed,
      measured,
      // The first process of a fleet renews the keys after 8 to 10 minutes (KeySet).
      lines: estimate(assumed, measured, { keysFresh: (0.8 * freshMillis) / 1000, apiKeyFresh: 60 })
    }
  })
}
const verdicts: ReadonlyArray<Verdict> = [...(loaded ? judgeLoad(loaded) : []), ...(costs ? judgeCosts(costs) : [])]
const seconds = Math.round((performance.now() - start) / 1000)
const machine = `${os.availableParallelism()} cores, Node ${process.version}, ${seconds} s`

if (json) console.log(JSON.stringify({ machine, verdicts, ...results }, undefined, 2))
else {
  console.log(printResults(results))
  console.log()
  for (const { measured, name, outcome } of verdicts) console.log(`  ${outcome.padEnd(7)}  ${name}: ${measured}`)
  console.log(`\n${machine}`)
}
process.exit(verdicts.some(({ outcome }) => outcome === "broken") ? 1 : 0)
