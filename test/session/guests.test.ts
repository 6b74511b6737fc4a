/** Guests who sign up while other things happen. */
import { assert, describe, it } from "@effect/vitest"
import { seedsOf } from "../support/seeds.ts"
import { exploreGuests } from "./guests.ts"

const seeds = seedsOf(1000)

describe("a guest who signs up", () => {
  it(`is kept, and leaves no session behind, in ${seeds} histories`, { timeout: 600_000 }, () => {
    const failed: Array<string> = []
    const traces = new Set<string>()
    for (let seed = 1; seed <= seeds; seed++) {
      try {
        traces.add(exploreGuests(seed))
      } catch (error) {
        failed.push(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    assert.deepStrictEqual(failed.slice(0, 5), [], `${failed.length} of ${seeds} fail`)
    assert.isAbove(traces.size, Math.min(20, seeds / 10))
    assert.include([...traces].join(), "upgraded")
    assert.include([...traces].join(), "signed-up")
  })
})
