/** A runner of Vitest that tries each test with every mutant that it reaches, in one process. */
import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from "vitest"
import { readTries, triesVariable, type Try, writeTry } from "./tries.ts"

/** What the code that Stryker has instrumented reads and counts. */
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount: number
  hitLimit: number
  readonly mutantCoverage?: {
    readonly static: Record<string, number>
    readonly perTest: Record<string, Record<string, number>>
  }
}

const switches: Switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= { hitCount: 0, hitLimit: 0 })
const file = process.env[triesVariable]!
/** Tests put others into their place. */
const { clearTimeout, performance, setTimeout } = globalThis
/** As Stryker has it: a mutant that is reached this much oftener than its code is in an endless loop. */
const hitFactor = 100
/** After so many tries that said nothing, a mutant is left to Stryker. */
const unclearLimit = 2

const closed = new Set<string>()
const unclear = new Map<string, number>()
const passed = new Set<string>()
const learn = ({ mutant, outcome, test }: Try): void => {
  if (outcome === "unclear") unclear.set(mutant, (unclear.get(mutant) ?? 0) + 1)
  else if (outcome === "passed") passed.add(`${mutant} ${test}`)
  else if (outcome !== "begun" && outcome !== "missed") closed.add(mutant)
  if (unclear.get(mutant) === unclearLimit) closed.add(mutant)
}
readTries(file).forEach(learn)

const listSuites = (suite: RunnerTestSuite | undefined): ReadonlyArray<RunnerTestSuite> =>
  suite === undefined ? [] : [...listSuites(suite.suite), suite]

/**
 * Runs each test again for each mutant that it reaches, without loading anything anew. A mutant counts as noticed when
 * the test passes twice without it, fails with it, passes without it, and fails with it. Not to end in time is to fail,
 * but it takes a second test to say so. Everything else is left to Stryker's own runner, and a test that does not pass
 * without a mutant is not used any further.
 */
export default class RepeatingRunner extends TestRunner {
  override onBeforeTryTask(test: RunnerTestCase, options: { retry: number; repeats: number }): void {
    switches.currentTestId = test.id
    super.onBeforeTryTask(test, options)
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    switches.currentTestId = undefined
    super.onAfterRunTask(test)
  }

  override onAfterRunFiles(files: Parameters<TestRunner["onAfterRunFiles"]>[0]): void {
    for (const mutant of Object.keys(switches.mutantCoverage?.static ?? {})) {
      writeTry(file, { mutant, outcome: "static", test: "" })
    }
    super.onAfterRunFiles(files)
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    await run()
    const reached = switches.mutantCoverage?.perTest[test.id] ?? {}
    switches.currentTestId = "again"

    const hooks = async (name: "afterEach" | "beforeEach") => {
      for (const suite of listSuites(test.suite ?? test.file)) {
        for (const hook of TestRunner.getSuiteHooks(suite)[name]) await hook(test.context, suite)
      }
    }
    const attempt = async (millis: number, mutant?: string) => {
      await hooks("afterEach")
      super.onBeforeTryTask(test, { retry: 0, repeats: 0 })
      await hooks("beforeEach")
      switches.activeMutant = mutant
      switches.hitCount = 0
      switches.hitLimit = hitFactor * (mutant === undefined ? 1 : reached[mutant]!)
      let timer: ReturnType<typeof setTimeout>
      const outcome = await Promise.race([
        Promise.resolve(run())
          .then(() => super.onAfterTryTask(test))
          .then(
            () => "passed" as const,
            () => "failed" as const
          ),
        new Promise<"late">((resolve) => (timer = setTimeout(resolve, millis, "late")))
      ]).finally(() => clearTimeout(timer))
      switches.activeMutant = undefined
      if (switches.hitCount > switches.hitLimit) return "failed"
      return outcome === "passed" && mutant !== undefined && switches.hitCount === 0 ? "missed" : outcome
    }

    const start = performance.now()
    if ((await attempt(60_000)) !== "passed") return
    const millis = 2000 + 2 * (performance.now() - start)
    const name = `${test.file.filepath}#${test.fullTestName}`
    const write = (mutant: string, outcome: Try["outcome"]) => {
      const entry = { mutant, outcome, test: name }
      writeTry(file, entry)
      learn(entry)
    }
    for (const mutant of Object.keys(reached)) {
      if (closed.has(mutant) || passed.has(`${mutant} ${name}`) || mutant in switches.mutantCoverage!.static) continue
      write(mutant, "begun")
      const first = await attempt(millis, mutant)
      if (first === "passed" || first === "missed") {
        write(mutant, first)
        continue
      }
      const without = await attempt(60_000)
      // The second test that does not end in time gets more of it.
      const isSecond = unclear.has(mutant)
      write(mutant, "begun")
      const again = without === "passed" ? await attempt(isSecond ? 5 * millis : millis, mutant) : "unclear"
      write(mutant, again === "failed" || (again === "late" && isSecond) ? "noticed" : "unclear")
      if (without !== "passed") return
    }
  }
}
