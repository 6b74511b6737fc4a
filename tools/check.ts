/**
 * Runs everything that must hold, in parallel, and prints one line per part.
 *
 * - `npm run check`: types and Effect diagnostics, lint, format, lock file, and the fast tests, with a tenth of their
 *   seeds. With a path, such as `npm run check -- test/emulator/oauth`, it runs the tests there, fast or not.
 * - `npm test` (`--slow`): also the slow tests.
 * - `npm run test:all` (`--all`): every test, with all seeds.
 *
 * `--json` prints one JSON object instead. Other arguments go to Vitest.
 * The last line, `N passed, N failed`, counts tests and, as one each, the other parts.
 */
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { performance } from "node:perf_hooks"
import { fewSeedsVariable } from "../test/support/seeds.ts"

const root = path.resolve(import.meta.dirname, "..")
const findBin = (name: string) => path.join(root, "node_modules/.bin", name)

/** The TypeScript compiler with the Effect diagnostics built in, so that one pass reports both. */
const findTypescript = async (): Promise<string> => (await run(findBin("effect-tsgo"), ["get-exe-path"])).output.trim()

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

interface Part extends Counts {
  readonly name: string
  readonly ok: boolean
  readonly seconds: number
  readonly output: string
}

const run = (
  command: string,
  args: ReadonlyArray<string>
): Promise<{ readonly ok: boolean; readonly output: string }> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: {
        ...process.env,
        ...(all ? {} : { [fewSeedsVariable]: "1" }),
        [color ? "FORCE_COLOR" : "NO_COLOR"]: "1",
        // The compilers are written in Go: to collect garbage less often takes a quarter of their time off.
        GOGC: process.env["GOGC"] ?? "400",
        // Tests start many processes that load the same files.
        NODE_COMPILE_CACHE: path.join(root, ".cache/compiled")
      }
    })
    let output = ""
    child.stdout.on("data", (chunk) => (output += chunk))
    child.stderr.on("data", (chunk) => (output += chunk))
    child.on("error", (error) => resolve({ ok: false, output: `${output}${error.message}\n` }))
    child.on("close", (code) => resolve({ ok: code === 0, output }))
  })

const part = async (
  name: string,
  command: string | Promise<string>,
  args: ReadonlyArray<string>,
  count: (ok: boolean) => Counts = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 })
): Promise<Part> => {
  const start = performance.now()
  const { ok, output } = await run(await command, args)
  const counts = count(ok)
  const result: Part = {
    name,
    ok: ok && counts.failed === 0,
    ...counts,
    seconds: Number(((performance.now() - start) / 1000).toFixed(1)),
    output
  }
  if (!json) print(result)
  return result
}

const print = ({ name, ok, output, seconds, passed, failed, skipped }: Part): void => {
  const detail = name === "tests" ? `${passed} passed, ${failed} failed, ${skipped} skipped` : ""
  console.log(`${ok ? "ok  " : "FAIL"} ${name.padEnd(7)} ${`${seconds.toFixed(1)} s`.padStart(7)}  ${detail}`.trimEnd())
  if (!ok) console.log(output.trimEnd())
}

/** The output of Vitest's JSON reporter, as far as it is used here. */
interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: ReadonlyArray<{
    readonly status: string
    readonly assertionResults: ReadonlyArray<{ readonly status: string }>
  }>
}

/** Counts tests; a file that did not load, or a run that broke off, counts as one failed test. */
const countTests = (file: string, ok: boolean): Counts => {
  if (!fs.existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(fs.readFileSync(file, "utf8")) as VitestReport
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.every((test) => test.status !== "failed")
  ).length
  const failed = report.numFailedTests + broken
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !ok ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests
  }
}

const runTests = (args: ReadonlyArray<string>): Promise<Part> => {
  const report = path.join(root, ".cache", `vitest-${process.pid}.json`)
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
  const hasPaths = args.some((arg) => !arg.startsWith("-"))
  const mode = all ? "all" : slow ? "test" : hasPaths ? "paths" : "check"
  return part("tests", findBin("vitest"), ["run", `--mode=${mode}`, ...reporters, ...args], (ok) => {
    const counts = countTests(report, ok)
    fs.rmSync(report, { force: true })
    return counts
  })
}

const flags = ["--slow", "--all", "--json"]
const args = process.argv.slice(2)
const [slow, all, json] = flags.map((flag) => args.includes(flag)) as [boolean, boolean, boolean]
const color = !json && process.stdout.isTTY === true

const start = performance.now()
const lint = part("lint", findBin("oxlint"), ["--deny-warnings"])
const parts = await Promise.all([
  // Each further checker reads Effect's types again: four of them take half as much work again as one.
  part("types", findTypescript(), [
    "--project",
    all ? "tsconfig.all.json" : "tsconfig.json",
    "--checkers",
    "1",
    "--pretty",
    String(color)
  ]),
  lint,
  part("format", findBin("oxfmt"), ["--check"]),
  part("lock", process.execPath, ["tools/generate/lock.ts", "--check"]),
  // The linter follows imports into dist/, which the build before the slow tests writes again.
  (slow || all ? lint : Promise.resolve()).then(() => runTests(args.filter((arg) => !flags.includes(arg))))
])
const sum = (key: keyof Counts) => parts.reduce((total, current) => total + current[key], 0)
const total = { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") }
const seconds = Number(((performance.now() - start) / 1000).toFixed(1))

if (json) {
  const report = parts.map(({ output, ...rest }) => (rest.ok ? rest : { ...rest, output }))
  console.log(JSON.stringify({ ...total, seconds, parts: report }))
} else {
  console.log(`\n${seconds.toFixed(1)} s`)
  console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`)
}
process.exitCode = parts.every(({ ok }) => ok) ? 0 : 1
