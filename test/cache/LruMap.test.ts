/** The map keeps to its capacity and drops what was unused for longest. */
import { describe, expect, it } from "@effect/vitest"
import * as LruMap from "../../src/cache/LruMap.ts"

describe("an LRU map", () => {
  it("drops the entry that was read or written longest ago", () => {
    const map = LruMap.make<string, number>(3)
    for (const [key, value] of [
      ["a", 1],
      ["b", 2],
      ["c", 3]
    ] as const) {
      map.set(key, value)
    }
    expect(map.get("a")).toBe(1)
    map.set("b", 4)
    map.set("d", 5)
    expect(["a", "b", "c", "d"].map((key) => map.get(key))).toStrictEqual([1, 4, undefined, 5])
    map.set("e", 6)
    expect(map.get("a")).toBeUndefined()
    expect(map.get("b")).toBe(4)
  })

  it("has room again when an entry is deleted", () => {
    const map = LruMap.make<string, number>(2)
    map.set("a", 1)
    map.set("b", 2)
    map.delete("a")
    map.set("c", 3)
    expect(["a", "b", "c"].map((key) => map.get(key))).toStrictEqual([undefined, 2, 3])
  })

  it("lists its entries, the least recently used first", () => {
    const map = LruMap.make<string, number>(3)
    map.set("a", 1)
    map.set("b", 2)
    map.get("a")
    expect([...map.entries]).toStrictEqual([
      ["b", 2],
      ["a", 1]
    ])
  })

  it("keeps nothing with a capacity of 0", () => {
    const map = LruMap.make<string, number>(0)
    map.set("a", 1)
    expect(map.get("a")).toBeUndefined()
  })
})
