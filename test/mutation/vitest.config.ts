import { defineConfig } from "vitest/config"
import { slowMillis, waitMillis } from "../support/patience.ts"

/** The fast tests alone, in one project: what is to be found out is whether they notice. */
export default defineConfig({
  ssr: { resolve: { conditions: ["gatefold-source", "module", "node", "development|production"] } },
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    exclude: ["test/{package,browser,bench,cli,conformance,docs}/**", "test/architecture.test.ts"],
    isolate: true,
    testTimeout: slowMillis,
    hookTimeout: slowMillis,
    expect: { poll: { timeout: waitMillis } }
  }
})
