import { build } from "./build.ts"

/** Each project of Vitest loads this module for itself. */
const run = globalThis as { gatefoldBuild?: Promise<unknown> }

/**
 * Builds `dist/` once before the slow tests, many of which look at what is published. When the build fails they find
 * no `dist/` and fail, while the other tests still run.
 */
export default async (): Promise<void> => {
  try {
    await (run.gatefoldBuild ??= build())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
}
