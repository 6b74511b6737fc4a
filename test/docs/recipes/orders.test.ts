/** The recipe of users for each test is a suite of its own, which Vitest runs. */
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { start } from "./programs.ts"

const vitest = path.resolve(import.meta.dirname, "../../../node_modules/vitest/vitest.mjs")

describe("the recipe for test users", () => {
  it("passes, and gives each test its own users", async () => {
    const config = path.join(import.meta.dirname, "vitest.config.ts")
    const { code, output } = await start(["node", vitest, "run", "--config", config], { CI: "true" }).ended
    expect(output).toMatch(/^ +Tests +5 passed \(5\)$/m)
    expect(code).toBe(0)
  })
})
