import { defineConfig } from "vitest/config"

/** `npm run test:next`: builds and starts a Next.js app, which takes too long for `npm test`. */
export default defineConfig({
  test: { include: ["test/next/**/*.spec.ts"], testTimeout: 60_000, hookTimeout: 600_000 }
})
