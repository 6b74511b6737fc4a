/** The keys under which the results of reads are kept: equal for equal inputs only. */
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { cacheKey } from "../../src/app/ClientOperation.ts"

const makeKey = (input: unknown) => cacheKey("Teams.list", input)

describe("the key of a read", () => {
  it("is the name of the operation if there is no input", () => {
    expect(makeKey(undefined)).toBe("Teams.list")
  })

  it("does not depend on the order of members, nor on undefined ones", () => {
    expect(makeKey({ a: 1, b: { c: 2, d: 3 } })).toBe(makeKey({ b: { d: 3, c: 2, e: undefined }, a: 1 }))
  })

  it("differs for other values, other names, and lists in another order", () => {
    const keys = [{ a: 1 }, { a: "1" }, { b: 1 }, [1, 2], [2, 1], null].map(makeKey)
    expect(new Set([...keys, cacheKey("Teams.listMembers", { a: 1 })]).size).toBe(7)
  })

  it("differs for other secrets, although each is written in the same way", () => {
    const keys = ["one", "two", "one"].map((secret) => makeKey({ code: Redacted.make(secret) }))
    expect(keys[0]).not.toBe(keys[1])
    expect(keys[0]).toBe(keys[2])
  })

  it("exists for an input that cannot be written as JSON", () => {
    expect(makeKey({ amount: 1n })).toBe("Teams.list unreadable")
  })
})
