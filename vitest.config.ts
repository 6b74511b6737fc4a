import { defineConfig } from "vitest/config"

/** Tests that build, pack, bundle, start a browser or go through all scenarios: part of `npm test`, not of `npm run check`. */
const slow = ["test/{package,browser,bench,cli,conformance}/**/*.test.{ts,tsx}"]

export default defineConfig({
  ssr: { resolve: { conditions: ["gatefold-source", "module", "node", "development|production"] } },
  test: {
    passWithNoTests: true,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: slow,
          isolate: false,
          // A limit for what hangs, never a judgement of speed: machines are slow and busy.
          testTimeout: 300_000,
          hookTimeout: 300_000
        }
      },
      {
        extends: true,
        test: {
          name: "slow",
          globalSetup: "./test/tools/global-setup.ts",
          include: slow,
          testTimeout: 900_000,
          hookTimeout: 900_000
        }
      }
    ]
  }
})
