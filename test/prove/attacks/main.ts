/**
 * Plays every attack that the documents name, by the tests that do it:
 *
 *     npm run prove -- attacks [--only text] [--json]
 *
 * Prints each attack with its tests, and exits with 1 if one of them failed, was skipped without a reason, or wasn't
 * found. `attacks.ts` says which tests play which attack.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { createVitest, type Reporter } from "vitest/node"
import { build } from "../../../tools/build.ts"
import { root } from "../../support/root.ts"
import { fewSeedsVariable } from "../../support/seeds.ts"
import { lists, ofPage } from "./attacks.ts"
import { differences, listHeadings, judge, missing, type Ran, selection } from "./mapping.ts"

const { values } = parseArgs({ options: { only: { type: "string" }, json: { type: "boolean", default: false } } })
const tests = path.join(root, "test")

// As in `npm test`: the long runs of the same tests are commands of their own.
process.env[fewSeedsVariable] ??= "1"
// Which Vitest's own command sets: without it, the tests would run as under a development server.
Object.assign(process.env, { TEST: "true", VITEST: "true", NODE_ENV: process.env["NODE_ENV"] ?? "test" })

const { only } = values
const chosen = Object.entries(lists).map(
  ([list, attacks]) =>
    [
      list,
      Object.fromEntries(
        Object.entries(attacks).filter(
          ([name]) => only === undefined || name.toLowerCase().includes(only.toLowerCase())
        )
      )
    ] as const
)

const read = (file: string) => {
  const whole = path.join(tests, file)
  return fs.existsSync(whole) ? fs.readFileSync(whole, "utf8") : undefined
}
const broken = [
  ...differences(listHeadings(fs.readFileSync(path.join(root, "docs/protocol/threats.md"), "utf8")), ofPage),
  ...Object.values(lists).flatMap((attacks) => missing(attacks, read))
]

/** Tells on the error output which file is done, and what its tests failed with. */
const progress: Reporter = {
  onTestModuleEnd: (module) => {
    console.error(`${module.ok() ? "ok  " : "FAIL"} ${path.relative(root, module.moduleId)}`)
    for (const test of module.children.allTests("failed")) {
      for (const error of test.result().errors ?? []) console.error(`${test.fullName}\n${error.stack ?? error.message}`)
    }
  }
}

const start = performance.now()
const files = selection(chosen.map(([, attacks]) => attacks))
// These look at what is published.
if (Array.from(files.keys()).some((file) => /^(?:browser|cli|package)\//.test(file))) await build()
const vitest = await createVitest("test", {
  root,
  mode: "paths",
  watch: false,
  reporters: [progress]
})
const ran: Array<Ran> = []
const errors: Array<string> = []
try {
  const project = vitest.getRootProject()
  const specifications = Array.from(files, ([file, testNamePattern]) =>
    project.createSpecification(path.join(tests, file), testNamePattern === undefined ? {} : { testNamePattern })
  )
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  errors.push(...unhandledErrors.map(String))
  for (const module of testModules) {
    const file = path.relative(tests, module.moduleId).replaceAll(path.sep, "/")
    errors.push(...module.errors().map(({ message }) => `${file}: ${message}`))
    for (const test of module.children.allTests()) {
      const result = test.result()
      if (result.state === "pending") continue
      // A test that the pattern left out is no result.
      if (files.get(file)?.test(test.fullName) === false) continue
      const reason = result.state === "skipped" ? result.note : undefined
      ran.push({ file, name: test.fullName, state: result.state, reason })
    }
  }
} finally {
  await vitest.close()
}

const outcomes = chosen.map(([list, attacks]) => ({ list, attacks: judge(attacks, ran) }))
const all = outcomes.flatMap(({ attacks }) => attacks)
const open = all.filter(({ problems }) => problems.length > 0)
const problems = [
  ...broken,
  ...errors,
  ...open.flatMap(({ name, problems }) => problems.map((text) => `${name}: ${text}`))
]
if (all.length === 0) problems.push(`no attack has "${only}" in its name`)
const seconds = Math.round((performance.now() - start) / 1000)
const summary = {
  attacks: all.length,
  withstood: all.filter(({ passed, problems }) => problems.length === 0 && passed > 0).length,
  tests: ran.length,
  failed: ran.filter(({ state }) => state === "failed").length,
  skipped: ran.filter(({ state }) => state === "skipped").length,
  files: files.size,
  seconds
}

if (values.json) console.log(JSON.stringify({ ...summary, problems, lists: outcomes }))
else {
  const width = Math.max(0, ...all.map(({ name }) => name.length))
  for (const { attacks, list } of outcomes) {
    if (attacks.length > 0) console.log(`\n${list}`)
    for (const { failed, files, name, passed, problems, skipped } of attacks) {
      const counts = `${passed} passed${failed > 0 ? `, ${failed} failed` : ""}${skipped > 0 ? `, ${skipped} skipped` : ""}`
      const where = `${files} ${files === 1 ? "file" : "files"}`
      const state = problems.length > 0 ? "FAIL" : passed > 0 ? "ok  " : "skip"
      console.log(`${state} ${name.padEnd(width)}  ${where.padStart(8)}  ${counts}`)
    }
  }
  if (problems.length > 0) console.log(`\n${problems.map((text) => `- ${text}`).join("\n")}`)
  console.log(
    `\n${summary.withstood} of ${summary.attacks} attacks withstood, by ${summary.tests} tests of ${summary.files} files ` +
      `(${summary.failed} failed, ${summary.skipped} skipped) in ${seconds} s`
  )
}
process.exitCode = problems.length === 0 ? 0 : 1
