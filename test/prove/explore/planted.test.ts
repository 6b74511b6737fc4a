/**
 * Faults in the sources of the product: each is found by the histories of a topology, by an invariant that is about it.
 */
import { describe, expect, it } from "@effect/vitest"
import { find } from "./planted/planted.ts"
import { plants } from "./planted/plants.ts"

describe("exploration", () => {
  for (const [name, { invariants, ...plant }] of Object.entries(plants)) {
    it(`finds that ${name}`, async () => {
      const found = await find(plant, 1_000)
      expect(found?.invariant ?? "nothing").toMatch(invariants)
    })
  }
})
