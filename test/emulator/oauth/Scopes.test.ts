/** Scopes are sets. */
import { describe, expect, it } from "@effect/vitest"
import * as Scopes from "../../../src/emulator/oauth/Scopes.ts"

describe("scopes", () => {
  it.each([
    [" a  b ", ["a", "b"]],
    ["", []]
  ])("are separated by spaces: %j", (text, scopes) => {
    expect(Scopes.parseScopes(text)).toStrictEqual(scopes)
  })

  it("are united without repetition", () => {
    expect(Scopes.mergeScopes("a b", "", "b c")).toBe("a b c")
  })

  it.each([
    ["a b c", "c a"],
    ["", ""]
  ])("cover a part of themselves, in any order: %j, %j", (granted, requested) => {
    expect(Scopes.covers(granted, requested)).toBe(true)
  })

  it.each([
    ["a b", "a c"],
    ["ab", "a"]
  ])("do not cover another one: %j, %j", (granted, requested) => {
    expect(Scopes.covers(granted, requested)).toBe(false)
  })
})
