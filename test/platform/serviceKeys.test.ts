/** Two services with one key would replace each other, and a service that is missing is named by its key. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"

const folder = path.join(import.meta.dirname, "../../src/platform")

// Loaded outside the test: Stryker takes what a module computes when a test loads it for noticed by that test only.
const modules: ReadonlyArray<Readonly<Record<string, unknown>>> = await Promise.all(
  fs.globSync("{,page/,request/}*.ts", { cwd: folder }).map((file) => import(path.join(folder, file)))
)

describe("services of the platform", () => {
  it("have unique keys that begin with gatefold/platform/", () => {
    const keys = modules
      .flatMap((module) => Object.values(module))
      .filter(Context.isKey)
      .map(({ key }) => key)
    expect(keys.filter((key) => !/^gatefold\/platform\/((page|request)\/)?[A-Z]/.test(key))).toStrictEqual([])
    expect(keys.length).toBeGreaterThan(8)
    expect(new Set(keys)).toHaveLength(keys.length)
  })
})
