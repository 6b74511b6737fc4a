import { assert, describe, it } from "@effect/vitest"
import { explore } from "./exploration.ts"
import { seedsOf } from "../support/seeds.ts"

const seeds = seedsOf(3000)

describe("Session", () => {
  it(`keeps its invariants in ${seeds} random histories`, () => {
    const traces = new Set<string>()
    for (let seed = 1; seed <= seeds; seed++) {
      try {
        traces.add(explore(seed).join("\n"))
      } catch (cause) {
        // A longer run, or one seed alone: node test/soak/session.ts <first seed> <count>
        throw new Error(`seed ${seed}: ${String(cause)}`, { cause })
      }
    }
    assert.isAbove(traces.size, seeds * 0.8)
  })

  it("has the same history for the same seed", () => {
    for (let seed = 1; seed <= 20; seed++) assert.deepStrictEqual(explore(seed), explore(seed))
  })
})
