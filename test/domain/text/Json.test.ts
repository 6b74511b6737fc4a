/** What a text holds of JSON, and how deeply it is nested, also where it is invalid. */
import { describe, expect, it } from "@effect/vitest"
import { isNestedDeeper, isObjectText, parseObject } from "../../../src/domain/text/Json.ts"

describe("Json", () => {
  it("is an object", () => {
    expect(parseObject('{"a":[1]}')).toStrictEqual({ a: [1] })
    expect(isObjectText("{}")).toBe(true)
  })

  it.each(["null", "[]", "1", '"{}"', "", "{", "{}{}"])("is none: %s", (text) => {
    expect(parseObject(text)).toBeUndefined()
    expect(isObjectText(text)).toBe(false)
  })

  it.each([
    ["[[]]", 2],
    ['{"a":{"b":[]}}', 3],
    ["[[],[],[]]", 2],
    ["[{},{},{}]", 2],
    ['{"a":1}', 1],
    ['"[[["', 0],
    ['["\\"[[", "\\\\", "{{"]', 1],
    ['["\\\\", []]', 2]
  ] as const)("%s has %i levels", (text, levels) => {
    expect(isNestedDeeper(text, levels)).toBe(false)
    expect(isNestedDeeper(text, levels - 1)).toBe(levels > 0)
  })

  it("of an empty text are none", () => {
    expect(isNestedDeeper("", 0)).toBe(false)
  })

  it("is looked at as far as it goes, if it is no JSON", () => {
    expect(isNestedDeeper("[{[", 2)).toBe(true)
    expect(isNestedDeeper('"[[', 0)).toBe(false)
    expect(isNestedDeeper("]]]][[", 2)).toBe(false)
  })
})
