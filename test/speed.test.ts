/** The lists of slow and long tests in vitest.config.ts. */
import * as fs from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import config, { longest } from "../vitest.config.ts"
import { root } from "./support/root.ts"

/** The patterns for each choice of the names in braces: each name must stand for a file. */
const listChoices = (pattern: string): ReadonlyArray<string> => {
  const [braces, names] = /\{([^{}]*)\}/.exec(pattern) ?? []
  // An extension alone need not occur.
  if (braces === undefined || names === undefined || names === "ts,tsx") return [pattern]
  return names.split(",").flatMap((name) => listChoices(pattern.replace(braces, name)))
}

const unmatched = (patterns: ReadonlyArray<string>): ReadonlyArray<string> =>
  patterns.flatMap(listChoices).filter((pattern) => fs.globSync(pattern, { cwd: root }).length === 0)

describe("the lists of slow and long tests", () => {
  it("have no name without a file", () => {
    const { exclude = [] } = config({ command: "serve", mode: "check" }).test ?? {}
    const patterns = exclude.filter((pattern) => pattern !== "**/node_modules/**")
    expect(patterns.length).toBeGreaterThan(10)
    expect(unmatched([...patterns, ...longest.map((name) => `test/**/${name}.test.ts`)])).toStrictEqual([])
  })

  it("would be noticed if a name had none", () => {
    expect(unmatched(["test/{speed,gone}.test.ts", "test/gone/**/*.test.{ts,tsx}"])).toStrictEqual([
      "test/gone.test.ts",
      "test/gone/**/*.test.{ts,tsx}"
    ])
  })
})
