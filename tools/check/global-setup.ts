import { build } from "../build.ts"

/**
 * Builds `dist/` before the tests, the slow ones of which look at what is published. When the build fails they find no
 * `dist/` and fail, while the other tests still run.
 */
export default async (): Promise<void> => {
  try {
    await build()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
}
