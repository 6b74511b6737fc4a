/**
 * No reader of foreign text works more than in proportion to its length, up to a megabyte; `patterns.test.ts` has all
 * patterns.
 */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { growsAt } from "./growsAt.ts"
import { targets } from "./targets.ts"

/**
 * Where a text is made longer: within, at the end and in the midst of each sample. What is at most so long is enough.
 */
const places = (samples: ReadonlyArray<string>) =>
  samples.flatMap((sample, index) =>
    [...new Set([12, Math.floor(sample.length / 2), sample.length])]
      .filter((at) => at <= sample.length || at === 12)
      .map((at) => ({ before: sample.slice(0, at), after: sample.slice(at), isFirst: index === 0 && at === 12 }))
  )

describe("readers of foreign text", () => {
  it.live(
    "work in proportion to the length of the text",
    () =>
      Effect.gen(function* () {
        const found: Array<string> = []
        for (const { name, pieces = [], run, samples, untimed } of yield* targets) {
          if (untimed !== undefined) continue
          const all = [...pieces, ...samples.map((sample) => sample.slice(0, 40)), ...' a/\\%&;=.,:[{"-*<\n']
          for (const piece of new Set(all)) {
            if (piece === "") continue
            for (const [index, { after, before, isFirst }] of places(samples).entries()) {
              const text = (size: number) => before + piece.repeat(Math.ceil(size / piece.length)) + after
              // A square is found at 128,000 characters in seconds; at a megabyte it would take many minutes.
              const sizes = isFirst ? [16_000, 128_000, 1_024_000] : [16_000]
              const size = yield* Effect.promise(() => growsAt(async (text) => await run(text), text, sizes))
              if (size !== undefined) {
                found.push(`${name}: ${JSON.stringify(piece)} at place ${index}, ${size} characters`)
                break
              }
            }
          }
        }
        expect(found).toStrictEqual([])
      }),
    300_000
  )
})
