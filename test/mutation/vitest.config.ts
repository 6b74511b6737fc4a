import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { slowMillis, waitMillis } from "../support/patience.ts"
import { testsVariable } from "./areas.ts"

/** Vitest begins with the longest; what notices a mutant soonest is rather a short one. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    return (await super.sort(files)).reverse()
  }
}

/** With `--mode=repeating`, each test is tried with the mutants that it reaches, in one process. */
export default defineConfig(({ mode }) => ({
  ssr: { resolve: { conditions: ["gatefold-source", "module", "node", "development|production"] } },
  test: {
    include: JSON.parse(process.env[testsVariable] ?? "[]"),
    isolate: false,
    sequence: { sequencer: ShortestFirst },
    testTimeout: slowMillis,
    hookTimeout: slowMillis,
    expect: { poll: { timeout: waitMillis } },
    ...(mode === "repeating" && {
      runner: "./test/mutation/repeating.ts",
      pool: "threads",
      maxWorkers: 1,
      maxConcurrency: 1
    })
  }
}))
