/**
 * Finds changes of the code that no test notices: `npm run prove -- mutation [<area>...] [--mutate <glob>]...
 * [--concurrency <n>] [--save] [--again]`.
 *
 * Without an area, all of `areas.ts`, one after another. `--mutate` leaves of each only the files that it names (from
 * the root, such as `src/http/Transport.ts`). What survived is listed, and stays in `.cache/mutation` as JSON and as a
 * page. `--save` puts the figures into `docs/mutation.md`, for each area, or for the files that `--mutate` names.
 * `--again` takes from the last report what was noticed by tests that are as they were, so that after one survivor got
 * its test not all the others are tried again. Exits with 1 when fewer of a whole area are noticed than the goal.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { Stryker } from "@stryker-mutator/core"
import { root } from "../../support/root.ts"
import { fewSeedsVariable } from "../../support/seeds.ts"
import { areas, type Area, testsVariable } from "./areas.ts"
import { triesVariable } from "./tries.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    again: { type: "boolean", default: false },
    concurrency: { type: "string", default: "2" },
    mutate: { type: "string", multiple: true },
    save: { type: "boolean", default: false }
  }
})
const reports = ".cache/mutation"

const find = (globs: ReadonlyArray<string>): Array<string> =>
  globs.flatMap((glob) => fs.globSync(glob, { cwd: root }).filter((file) => /\.tsx?$/.test(file)))

interface Figures {
  readonly mutants: number
  readonly noticed: number
  readonly disabled: number
  readonly minutes: number
}

const measure = async (name: string, area: Area, mutate: ReadonlyArray<string>): Promise<Figures> => {
  const start = performance.now()
  const report = path.join(reports, name.replaceAll("/", "-"))
  process.env[fewSeedsVariable] = "1"
  process.env[testsVariable] = JSON.stringify(find(area.tests).filter((file) => /\.test\.tsx?$/.test(file)))
  process.env[triesVariable] = path.resolve(root, `${report}.tries`)
  fs.rmSync(process.env[triesVariable], { force: true })
  const results = await new Stryker({
    plugins: [path.join(import.meta.dirname, "plugin.ts")],
    testRunner: "repeating",
    vitest: { configFile: "test/prove/mutation/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    mutate: [...mutate],
    incremental: values.again,
    incrementalFile: `${report}.json`,
    ignorePatterns: ["dist", "docs/images", "docs/openapi", "test/fixtures/recordings.jsonl"],
    disableTypeChecks: false,
    // Nothing to adapt there, and TypeScript 7 has none of the functions that Stryker would do it with.
    tsconfigFile: "none",
    concurrency: Number(values.concurrency),
    // A mutant that hangs is noticed; one that is only late, on a busy machine, must not count as such.
    timeoutMS: 20_000,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 15,
    tempDirName: path.join(reports, "sandbox"),
    // With `incremental`, Stryker writes that file itself, and both at once would mix.
    reporters: ["clear-text", "html", "progress-append-only", ...(values.again ? [] : ["json"])],
    clearTextReporter: { allowColor: process.stdout.isTTY, logTests: false, reportTests: false },
    htmlReporter: { fileName: `${report}.html` },
    jsonReporter: { fileName: `${report}.json` },
    allowEmpty: false,
    warnings: false
  }).runMutationTest()
  // `--again` answers also what the last report says of other files.
  const files = new Set(mutate.map((file) => path.resolve(root, file)))
  const count = (...statuses: ReadonlyArray<string>) =>
    results.filter(({ fileName, status }) => files.has(path.resolve(fileName)) && statuses.includes(status)).length
  return {
    noticed: count("Killed", "Timeout"),
    mutants: count("Killed", "Timeout", "Survived", "NoCoverage"),
    disabled: count("Ignored"),
    minutes: (performance.now() - start) / 60_000
  }
}

/** The part of the mutants of an area that is to be noticed, in percent. */
const goal = 90

const computeShare = ({ mutants, noticed }: Figures): number => (100 * noticed) / mutants

const row = (name: string, figures: Figures): string => {
  const { disabled, minutes, mutants, noticed } = figures
  const share = computeShare(figures).toFixed(1)
  const date = new Date().toISOString().slice(0, 10)
  return `| \`${name}\` | ${mutants} | ${noticed} | ${share} % | ${disabled} | ${minutes.toFixed(0)} | ${date} |`
}

/** Replaces these rows; each area has one, and parts of areas that were measured alone come after them. */
const save = (rows: ReadonlyMap<string, string>): void => {
  const file = path.join(root, "docs/mutation.md")
  const text = fs.readFileSync(file, "utf8")
  const former = [...text.matchAll(/^\| `([^`]+)` \|.*$/gm)].map(([line, name]) => [name!, line] as const)
  const unmeasured = Object.keys(areas).map((name) => [name, `| \`${name}\` | | | not measured | | | |`] as const)
  const table = new Map([...unmeasured, ...former, ...rows])
  const lines = text.split("\n").filter((line) => !line.startsWith("| `"))
  lines.splice(lines.findIndex((line) => line.startsWith("| --- |")) + 1, 0, ...table.values())
  fs.writeFileSync(file, lines.join("\n"))
}

const chosen = positionals.length === 0 ? Object.keys(areas) : positionals
const rows = new Map<string, string>()
for (const name of chosen) {
  const area = areas[name]
  if (area === undefined) throw new Error(`There is no area ${name}, but ${Object.keys(areas).join(", ")}`)
  const wanted = values.mutate === undefined ? undefined : new Set(find(values.mutate))
  const files = find(area.mutate).filter((file) => wanted?.has(file) ?? true)
  if (files.length === 0) continue
  const title = values.mutate === undefined ? name : files.map((file) => file.replace(/^src\//, "")).join(", ")
  const figures = await measure(name, area, files)
  rows.set(title, row(title, figures))
  if (values.mutate === undefined && computeShare(figures) < goal) process.exitCode = 1
  if (values.save) save(rows)
}
console.log(`\n${os.availableParallelism()} cores, Node ${process.version}\n`)
console.log("| Area | Mutants | Noticed | Share | Disabled | Minutes | Measured |")
console.log(`| --- | --- | --- | --- | --- | --- | --- |\n${[...rows.values()].join("\n")}`)
