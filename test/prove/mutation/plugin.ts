/** Stryker's test runner for Vitest, except that all that one process can tell is tried in one process first. */
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import { performance } from "node:perf_hooks"
import { setTimeout } from "node:timers/promises"
import {
  commonTokens,
  declareFactoryPlugin,
  type Injector,
  type PluginContext,
  PluginKind,
  tokens
} from "@stryker-mutator/api/plugin"
import { type MutantRunResult, MutantRunStatus, type TestRunner } from "@stryker-mutator/api/test-runner"
import { strykerPlugins as vitestPlugins } from "@stryker-mutator/vitest-runner"
import { readTries, triesVariable, type Try, writeTry } from "./tries.ts"

export { strykerValidationSchema } from "@stryker-mutator/vitest-runner"

const factory = vitestPlugins[0]!.factory as (injector: Injector<PluginContext>) => TestRunner
const file = process.env[triesVariable]!

/** A try that takes longer has blocked the process. */
const blockedMillis = 60_000

/** Runs the tests with `repeating.ts`, and again without a mutant that blocked or ended the process. */
const tryInOneProcess = async (): Promise<void> => {
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config=test/prove/mutation/vitest.config.ts",
    "--mode=repeating"
  ]
  const env = { ...process.env, NODE_ENV: "test" }
  const child = spawn(process.execPath, args, { env, stdio: "inherit" })
  const stop = () => child.kill("SIGKILL")
  process.once("exit", stop)
  const ended = new Promise<"ended">((resolve) => child.once("exit", () => resolve("ended")))
  let size = 0
  let seen = performance.now()
  while ((await Promise.race([ended, setTimeout(1000)])) !== "ended") {
    const former = size
    size = fs.statSync(file).size
    if (size !== former || readTries(file).at(-1)?.outcome !== "begun") seen = performance.now()
    if (performance.now() - seen > blockedMillis) stop()
  }
  process.off("exit", stop)
  const last = readTries(file).at(-1)
  if (last?.outcome !== "begun") return
  writeTry(file, { ...last, outcome: "blocked" })
  return tryInOneProcess()
}

/** What the tries say of a mutant that these tests reach. */
const judge = (tries: ReadonlyArray<Try>, tests: ReadonlyArray<string>): MutantRunResult | undefined => {
  const testsWith = (wanted: Try["outcome"]) => tries.flatMap(({ outcome, test }) => (outcome === wanted ? [test] : []))
  if (testsWith("static").length > 0) return undefined
  const killedBy = testsWith("noticed")
  if (killedBy.length > 0) return { status: MutantRunStatus.Killed, killedBy, failureMessage: "", nrOfTests: 1 }
  const passed = new Set(testsWith("passed"))
  return tests.length > 0 && tests.every((test) => passed.has(test))
    ? { status: MutantRunStatus.Survived, nrOfTests: tests.length }
    : undefined
}

const create = (injector: Injector<PluginContext>): TestRunner => {
  const vitest = factory(injector)
  const tries = new Map<string, Array<Try>>()
  return {
    capabilities: () => vitest.capabilities(),
    // Stryker starts the first one alone.
    init: async () => {
      if (!fs.existsSync(file)) {
        fs.writeFileSync(file, "")
        await tryInOneProcess()
      }
      for (const entry of readTries(file)) {
        const former = tries.get(entry.mutant)
        if (former === undefined) tries.set(entry.mutant, [entry])
        else former.push(entry)
      }
      await vitest.init?.()
    },
    dryRun: (options) => vitest.dryRun(options),
    mutantRun: async (options) =>
      judge(tries.get(options.activeMutant.id) ?? [], options.testFilter ?? []) ?? vitest.mutantRun(options),
    dispose: async () => vitest.dispose?.()
  }
}
create.inject = tokens(commonTokens.injector)

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, "repeating", create)]
