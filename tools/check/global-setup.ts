/**
 * Builds `dist/` before the tests, the slow ones of which look at what is published; only the long ones, of `npm run
 * test:all`, look at its types. When the build fails they find no `dist/` and fail, while the other tests still run.
 */
import type { TestProject } from "vitest/node"
import { build } from "../build.ts"

export default async ({ vite }: TestProject): Promise<void> => {
  try {
    await build({ types: vite.config.mode === "all" })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
}
