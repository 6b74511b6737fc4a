/** With `--mode=repeating`, each test is tried with the mutants that it reaches, in one process. */
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { slowMillis, waitMillis } from "../../support/patience.ts"
import { testsVariable } from "./areas.ts"

const conditions = ["gatefold-source", "module", "node", "development|production"]

const tests: ReadonlyArray<string> = JSON.parse(process.env[testsVariable] ?? "[]")

/** Vitest begins with the longest; what notices a mutant soonest comes first in the list. */
class AsListed extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const place = ({ moduleId }: TestSpecification) => tests.findIndex((test) => moduleId.endsWith(`/${test}`))
    return files.toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig(({ mode }) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [...tests],
    isolate: false,
    sequence: { sequencer: AsListed },
    testTimeout: slowMillis,
    hookTimeout: slowMillis,
    expect: { poll: { timeout: waitMillis } },
    ...(mode === "repeating" && {
      runner: "./test/prove/mutation/repeating.ts",
      pool: "threads",
      maxWorkers: 1,
      maxConcurrency: 1
    })
  }
}))
