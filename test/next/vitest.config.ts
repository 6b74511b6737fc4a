import { defineConfig } from "vitest/config"
import { slowMillis, waitMillis } from "../support/patience.ts"

/** `npm run test:next`: builds and starts a Next.js app, which takes too long for `npm test`. */
export default defineConfig({
  test: {
    include: ["test/next/**/*.spec.ts"],
    testTimeout: slowMillis,
    hookTimeout: slowMillis,
    expect: { poll: { timeout: waitMillis } }
  }
})
