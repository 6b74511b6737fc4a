import * as fs from "node:fs"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { fastMillis, slowMillis, waitMillis } from "./test/support/patience.ts"

/** What takes more than the minutes of `npm test` allow: part of `npm run test:all` only. */
const long = [
  // the tarball: its files, in empty projects, in other runtimes, and in an editor
  "test/package/{hovers,install,promiseTypes,next,runtimes,tarball,types}.test.ts",
  // people in a browser; `npm test` has passwords, cookies and the policy for scripts there
  "test/browser/{demo,console,hosted}/**/*.test.{ts,tsx}",
  "test/browser/{checkout,cliLogin,crossDomain,insecure,magicLink,mfa,oauth,passkey,playwright,screens,serviceWorker,tabs,theme}.test.ts",
  // commands as processes, and apps of what they have written
  "test/cli/{Signals,add/Add,doctor/Doctor,emulator/EmulatorCommand,init/Init,mcp/McpCommand,start/Start,users/Import}.test.ts",
  // programs of the documents and of others; `npm test` has the functions of the recipes, in this process
  "test/docs/{blocks,examples,importing,programs}.test.ts",
  "test/docs/recipes/*.test.ts",
  "test/docs/examples/{backend,backendProcess,demo}.test.ts",
  "test/{pictures,prove/interop,site}/**/*.test.ts",
  "test/{atom,expo}/builtExample.test.ts",
  "test/conformance/supported.test.ts",
  // explorations of what is broken on purpose
  "test/prove/explore/{framework,planted}.test.ts",
  // everything against everything: reads and writes, faults and calls, emulators
  "test/operation/staleReads.test.ts",
  "test/emulator/faults/faultMatrix.test.ts",
  "test/emulator/state/manyEmulators.test.ts",
  // what is left in memory, and where secrets show
  "test/emulator/boundedMemory.test.ts",
  "test/bench/usersStream.test.ts",
  // each reader with a megabyte of each of many pieces
  "test/prove/fuzz/growth.test.ts"
]

/**
 * Tests that look at what is built, start a browser, go through all scenarios, or take longest, which those of the
 * emulator do together: `npm run check` leaves them out, unless it is given a path.
 */
const slow = [
  "test/{package,browser,bench,cli,conformance,emulator}/**/*.test.{ts,tsx}",
  "test/{prove/explore/topologies,prove/fuzz/patterns,prove/canaries/canaries}.test.ts",
  "test/{backend/serviceOutage,backend/fleet/everyStore,client/refusesInvalidInput,next/allowedUsers,server/DataVault,token/plantedGuest}.test.ts",
  // every entity with random values, every kind of guest over an emulator, schedules of servers, a Postgres that is
  // silent
  "test/{api/schema/codecsRoundTrip,client/guestsAndRestrictedUsers,server/StoreSecret,backend/fleet/Postgres}.test.ts",
  "test/react/signOutUnmounts.test.tsx"
]

/** Run first: if one of them were the last, it would keep one core busy and leave the others with nothing to do. */
export const longest = ["conformance/conformance", "tsx/hostileSource", "browser/password"]

const needsDom = ({ moduleId }: TestSpecification): boolean =>
  fs.readFileSync(moduleId, "utf8").startsWith("// @vitest-environment")

/**
 * Files that need a DOM come last, together: a worker ends when the next file needs another environment than its own,
 * and each new worker loads all modules again.
 */
class Sequencer extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const rank = (file: TestSpecification) => {
      const index = longest.findIndex((name) => file.moduleId.endsWith(`/${name}.test.ts`))
      return index !== -1 ? index : longest.length + (needsDom(file) ? 1 : 0)
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

const conditions = ["gatefold-source", "module", "node", "development|production"]

/**
 * `--mode=check`, `npm run check`, leaves out the slow tests, and the build that they look at; `--mode=paths`, the same
 * with a path, only the build; `--mode=all`, `npm run test:all`, has the long ones, too. One project for all: each has
 * a server that transforms the sources, and workers that load them.
 */
export default defineConfig(({ mode }) => {
  const isCheck = mode === "check"
  const limit = isCheck ? fastMillis : slowMillis
  return {
    // tests with a DOM run in Node, too
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      include: ["test/**/*.test.{ts,tsx}"],
      exclude: ["**/node_modules/**", ...(isCheck ? slow : []), ...(mode === "all" ? [] : long)],
      passWithNoTests: true,
      isolate: false,
      // one more than there are cores takes longer: each worker loads all modules
      maxWorkers: "100%",
      sequence: { sequencer: Sequencer },
      testTimeout: limit,
      hookTimeout: limit,
      teardownTimeout: waitMillis,
      setupFiles: "./test/support/environment.ts",
      globalSetup: isCheck || mode === "paths" ? [] : "./tools/check/global-setup.ts",
      expect: { poll: { timeout: waitMillis } },
      // In titles of `it.each`, names of cases are whole sentences.
      taskTitleValueFormatTruncate: 200
    }
  }
})
