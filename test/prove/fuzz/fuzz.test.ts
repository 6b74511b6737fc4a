/**
 * A part of `npm run prove -- fuzz`: that every target takes hostile texts, and that what is wrong is found and made
 * small.
 */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fuzz, makeInput } from "./fuzz.ts"
import { targets } from "./targets.ts"
import { shrink } from "./texts.ts"

describe("fuzzing", () => {
  it.live("no target throws", () =>
    Effect.gen(function* () {
      for (const target of yield* targets) {
        const { throws, violations } = yield* Effect.promise(() => fuzz({ ...target, untimed: "not here" }, "test", 40))
        expect(
          violations.filter(({ problem }) => !problem.startsWith("takes ")),
          target.name
        ).toStrictEqual([])
        expect(throws, target.name).toBe(0)
      }
    })
  )

  it("finds what throws, and makes it small", async () => {
    const broken = {
      name: "broken",
      samples: ["a=1; b=2"],
      run: (text: string) => (text.includes("%") ? decodeURIComponent("%") : "well"),
      untimed: "not here"
    }
    const { throws, violations } = await fuzz(broken, "test", 300)
    expect(throws).toBeGreaterThan(0)
    expect(violations[0]).toMatchObject({ text: "%", problem: "URIError: URI malformed" })
    expect(makeInput(broken, "test", violations[0]!.index!)).toContain("%")
    expect(await shrink("abcXdefYg", async (text) => text.includes("X") && text.includes("Y"))).toBe("XY")
  })
})
