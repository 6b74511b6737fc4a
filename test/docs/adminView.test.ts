/** What the demo's admin view computes by itself. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { dayOf, topOf } from "../../docs/examples/react/src/pages/admin/overview/scale.ts"
import { jsonProblem } from "../../docs/examples/react/src/pages/admin/users/jsonProblem.ts"
import { countSeeds } from "../support/seeds.ts"

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe("what is wrong with JSON", () => {
  it.each([
    ["", 1, 1, "a value"],
    ["{\n  plan: 1\n}", 2, 3, "a name in double quotes"],
    ['{ "plan" 1 }', 1, 10, "a colon"],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, "a comma or }"],
    ['{ "a": 1, }', 1, 11, "a name in double quotes"],
    ["[1, 2", 1, 6, "a comma or ]"],
    ["[1,]", 1, 4, "a value"],
    ["'text'", 1, 1, "a value"],
    ['"line\nbreak"', 1, 1, "a value"],
    ["01", 1, 1, "a value"],
    ["True", 1, 1, "a value"],
    ["{} {}", 1, 4, "nothing more"]
  ])("is told for %j", (text, line, column, expected) => {
    expect(jsonProblem(text)).toStrictEqual({ line, column, expected: expect.stringContaining(expected) })
  })

  it("finds something wherever JSON.parse does, and nowhere else", () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", '"', "}", "]", ":", "x", "0", "\n", "-", ".", "e", "\\"))
      .map(([json, at, piece]) => {
        const position = at % (json.length + 1)
        return json.slice(0, position) + piece + json.slice(position + 1)
      })
    fc.assert(
      fc.property(fc.oneof(fc.json(), broken), (text) => {
        expect(jsonProblem(text) === undefined).toBe(isJson(text))
      }),
      { numRuns: countSeeds(2_000) }
    )
  })
})

describe("the scale of charts", () => {
  it("has room for every value, half of it in whole numbers, and no more than twice as much", () => {
    expect([0, 1, 2, 3, 5, 7, 11, 60, 61, 1001].map(topOf)).toStrictEqual([2, 2, 2, 4, 6, 10, 20, 60, 100, 2000])
    const values = Array.from({ length: 999 }, (_, index) => index + 1)
    const isGood = (value: number, top: number) => top >= value && top <= 2 * value && top % 2 === 0
    expect(values.filter((value) => !isGood(value, topOf(value)))).toStrictEqual([])
  })

  it("names days in UTC", () => {
    expect(dayOf("2026-05-01")).toBe("May 1")
  })
})
