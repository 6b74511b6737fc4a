import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { fastMillis, slowMillis, waitMillis } from "./test/support/patience.ts"

/** What takes more than the minutes of `npm test` allow: part of `npm run test:all` only. */
const long = [
  // the tarball in empty projects, in other runtimes, and in an editor
  "test/package/{install,next,runtimes,types}.test.ts",
  // people in a browser, through the whole demo and the whole console
  "test/browser/{demo,console}/**/*.test.{ts,tsx}",
  "test/browser/{cliLogin,crossDomain,playwright,serviceWorker}.test.ts",
  // commands as processes, and apps of what they have written
  "test/cli/{add,backend,emulator,import,init,mcp,start}.test.ts",
  // programs of the documents and of others
  "test/docs/{importing,programs}.test.ts",
  "test/backend/demo.test.ts",
  "test/{interop,site}/**/*.test.ts",
  "test/conformance/supported.test.ts",
  // everything against everything: reads and writes, faults and calls, emulators
  "test/operation/stale.test.ts",
  "test/emulator/faults/FaultMatrix.test.ts",
  "test/emulator/state/ManyEmulators.test.ts",
  // what is left in memory, and where secrets show
  "test/emulator/Memory.test.ts",
  "test/promise/{leaks,serverLeaks}.test.ts",
  "test/bench/usersStream.test.ts"
]

/**
 * Tests that look at what is built, start a browser, go through all scenarios, or take longest: not part of
 * `npm run check`.
 */
const slow = [
  "test/{package,browser,bench,cli,conformance}/**/*.test.{ts,tsx}",
  "test/docs/{blocks,examples}.test.ts",
  "test/explore/topologies.test.ts",
  "test/terminal/doctor.test.ts",
  "test/emulator/http/{TeamAccess,access-matrix}.test.ts"
]

/** Begun first: one of them as the last would keep one core busy and leave the others with nothing to do. */
const longest = ["explore/topologies", "conformance/conformance", "browser/oauth", "browser/tabs", "package/tarball"]

class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const rank = ({ moduleId }: TestSpecification) => longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
    const others = (await super.sort(files)).filter((file) => rank(file) === -1)
    return [...files.filter((file) => rank(file) !== -1).toSorted((a, b) => rank(a) - rank(b)), ...others]
  }
}

const limits = (millis: number) => ({ testTimeout: millis, hookTimeout: millis })

const conditions = ["gatefold-source", "module", "node", "development|production"]

export default defineConfig({
  // tests with a DOM run in Node, too
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    passWithNoTests: true,
    // more than the cores of a small machine: tests wait for sockets and browsers half of the time
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    teardownTimeout: waitMillis,
    setupFiles: "./test/support/environment.ts",
    expect: { poll: { timeout: waitMillis } },
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: [...slow, ...long],
          isolate: false,
          ...limits(fastMillis)
        }
      },
      ...[
        { name: "slow", include: slow, exclude: long },
        { name: "long", include: long }
      ].map((files) => ({
        extends: true as const,
        test: { ...files, globalSetup: "./test/tools/global-setup.ts", isolate: false, ...limits(slowMillis) }
      }))
    ]
  }
})
