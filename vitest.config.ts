import { defineConfig } from "vitest/config"
import { fastMillis, slowMillis, waitMillis } from "./test/support/patience.ts"

/**
 * Tests that build, pack, bundle, start a browser, look at what is built, or go through all scenarios: part of
 * `npm test`, not of `npm run check`.
 */
const slow = [
  "test/{package,browser,bench,cli,conformance,interop,site}/**/*.test.{ts,tsx}",
  "test/docs/blocks.test.ts"
]

const limits = (millis: number) => ({ testTimeout: millis, hookTimeout: millis })

const conditions = ["gatefold-source", "module", "node", "development|production"]

export default defineConfig({
  // tests with a DOM run in Node, too
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    passWithNoTests: true,
    maxWorkers: 2,
    teardownTimeout: waitMillis,
    setupFiles: "./test/support/environment.ts",
    expect: { poll: { timeout: waitMillis } },
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: slow,
          isolate: false,
          ...limits(fastMillis)
        }
      },
      {
        extends: true,
        test: {
          name: "slow",
          globalSetup: "./test/tools/global-setup.ts",
          include: slow,
          isolate: false,
          ...limits(slowMillis)
        }
      }
    ]
  }
})
