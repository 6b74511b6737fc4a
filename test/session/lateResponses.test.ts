/** Responses that end after somebody has signed in or out in the browser. */
import { assert, describe, it } from "@effect/vitest"
import { exploreLateResponses } from "./lateResponses.ts"
import { seedsOf } from "../support/seeds.ts"

const seeds = seedsOf(2000)

describe("a response that ends late", () => {
  it(`changes nothing for whoever is signed in by then, in ${seeds} histories`, { timeout: 600_000 }, () => {
    const traces = new Set<string>()
    const failed: Array<string> = []
    for (let seed = 1; seed <= seeds; seed++) {
      try {
        traces.add(exploreLateResponses(seed).trace.join())
      } catch (error) {
        failed.push(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    assert.deepStrictEqual(failed.slice(0, 5), [], `${failed.length} of ${seeds} fail`)
    assert.isAbove(traces.size, seeds * 0.9)
  })
})
