import { defineConfig } from "vitest/config"
import { slowMillis, waitMillis } from "../support/patience.ts"
import { testsVariable } from "./areas.ts"

export default defineConfig({
  ssr: { resolve: { conditions: ["gatefold-source", "module", "node", "development|production"] } },
  test: {
    include: JSON.parse(process.env[testsVariable] ?? "[]"),
    isolate: false,
    testTimeout: slowMillis,
    hookTimeout: slowMillis,
    expect: { poll: { timeout: waitMillis } }
  }
})
