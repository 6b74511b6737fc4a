/** Scopes are sets. */
import { describe, expect, it } from "@effect/vitest"
import * as Scopes from "../../../src/emulator/oauth/Scopes.ts"

describe("scopes", () => {
  it("are compared as sets", () => {
    expect(Scopes.scopesOf(" a  b ")).toStrictEqual(["a", "b"])
    expect(Scopes.scopesOf("")).toStrictEqual([])
    expect(Scopes.union("a b", "", "b c")).toBe("a b c")
    expect(Scopes.covers("a b c", "c a")).toBe(true)
    expect(Scopes.covers("a b", "a c")).toBe(false)
    expect(Scopes.covers("ab", "a")).toBe(false)
    expect(Scopes.covers("", "")).toBe(true)
  })
})
