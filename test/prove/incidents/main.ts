/**
 * Incidents, played against three processes of an app with users at work:
 *
 *     npm run prove -- incidents [--only name] [--real] [--users N] [--outage SECONDS] [--seed S] \
 *       [--without protection] [--json]
 *
 * Prints what users saw, and exits with 0 when every promise holds. With `--real`, the outage lasts ten minutes;
 * without it, one. Everything else takes as long as in reality. For `--without`, see `Protection.ts`.
 */
import { parseArgs } from "node:util"
import type { Verdict } from "../../support/verdicts.ts"
import { type Outcome, phases, run } from "./Incident.ts"
import { incidents } from "./incidents.ts"
import { type Protection, protections } from "./Protection.ts"

const realSeconds = 600

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    real: { type: "boolean", default: false },
    users: { type: "string", default: "60" },
    outage: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    without: { type: "string" },
    json: { type: "boolean", default: false }
  }
})

const misused = (problem: string): never => {
  console.error(problem)
  return process.exit(2)
}

const readNumber = (name: "users" | "outage" | "seed"): number => {
  const number = Number(values[name])
  return number > 0 ? number : misused(`--${name} must be a number above 0, not ${values[name]}`)
}

const isProtection = (text: string): text is Protection => protections.some((protection) => protection === text)

const without = values.without
if (without !== undefined && !isProtection(without)) {
  misused(`--without takes ${protections.join(", ")}, not ${without}`)
}

const chosen = incidents.filter(({ name }) => name.includes(values.only))
if (chosen.length === 0) {
  misused(`There is no incident ${values.only}. Choose ${incidents.map(({ name }) => name).join(", ")}`)
}

const outageSeconds = values.real ? realSeconds : readNumber("outage")
const options = {
  users: readNumber("users"),
  pauseMillis: 500,
  seed: readNumber("seed"),
  outageSeconds,
  without: without as Protection | undefined
}

const columns = [
  "requests",
  "answered",
  "401",
  "403",
  "503",
  "other",
  "wrong",
  "sign-outs",
  "p50 ms",
  "p99 ms",
  "to the service/s"
]

const row = (name: string, cells: ReadonlyArray<string | number>) =>
  `  ${name.padEnd(16)}${cells.map((cell, i) => String(cell).padStart(Math.max(8, columns[i]!.length) + 2)).join("")}`

const print = ({ figures, incident, log, promises, recoverySeconds, runbook, seconds, stages, title }: Outcome) => {
  console.log(`\n${incident} (${seconds} s): ${title}`)
  console.log(`  runbook: ${runbook}`)
  console.log(row("", columns))
  const cells = (of: Outcome["stages"][string]) => [
    of.requests,
    of.answered,
    of.unauthorized,
    of.forbidden,
    of.unavailable,
    of.otherwise,
    of.wrong,
    of.signOuts,
    of.p50,
    of.p99
  ]
  for (const phase of phases) {
    console.log(row(phase, [...cells(figures[phase]), figures[phase].toServicePerSecond]))
    const parts = Object.entries(stages)
    if (phase === "during" && parts.length > 1) {
      for (const [stage, part] of parts) console.log(row(`  ${stage}`, cells(part)))
    }
  }
  console.log(`  last refusal ${recoverySeconds} s after the end`)
  printVerdicts(promises)
  for (const [line, count] of Object.entries(log).slice(0, 8)) console.log(`  log: ${count} × ${line.slice(0, 160)}`)
}

const printVerdicts = (verdicts: ReadonlyArray<Verdict>) => {
  const width = Math.max(...verdicts.map(({ name }) => name.length))
  for (const { measured, name, outcome } of verdicts) {
    console.log(`  ${outcome.padEnd(7)}  ${name.padEnd(width)}  ${measured}`)
  }
}

const begun = performance.now()
const outcomes: Array<Outcome> = []
if (!values.json) {
  const ratio =
    outageSeconds === realSeconds ? "as in reality" : `a ${Math.round(realSeconds / outageSeconds)}th of ten minutes`
  console.log(`${options.users} users, three processes; the outage lasts ${outageSeconds} s, ${ratio}`)
}
for (const incident of chosen) {
  const outcome = await run(incident, options)
  outcomes.push(outcome)
  if (!values.json) print(outcome)
}
const broken = outcomes.flatMap(({ promises }) => promises).filter(({ outcome }) => outcome === "broken")
if (values.json) console.log(JSON.stringify(outcomes))
else {
  const count = outcomes.flatMap(({ promises }) => promises).length
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
  console.log(`\n${count - broken.length} hold, ${broken.length} broken, in ${minutes} minutes`)
}
process.exit(broken.length === 0 ? 0 : 1)
