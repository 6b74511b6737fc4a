/** `npm run prove -- next`: builds and starts apps of Next.js, which takes too long for `npm test`. */
import { defineConfig } from "vitest/config"
import { slowMillis, waitMillis } from "../support/patience.ts"

export default defineConfig({
  test: {
    include: ["test/{next,prove/first-hour}/**/*.spec.ts"],
    testTimeout: slowMillis,
    hookTimeout: slowMillis,
    expect: { poll: { timeout: waitMillis } }
  }
})
