/** Flags that list names take them in any form, and suggest the name that a typo may have meant. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { closestTo } from "../../src/cli/ClosestName.ts"
import * as NamesFlag from "../../src/cli/NamesFlag.ts"

const flag = NamesFlag.make("fruit", ["apple", "pear", "plum", "quince"])

const parse = (text: string) =>
  flag.parse({ arguments: [], flags: { fruit: [text] } }).pipe(
    Effect.map(([, names]) => names),
    Effect.provide(NodeServices.layer)
  )

describe("a list of names", () => {
  it.effect("is read with commas, spaces and in any case, in the order of the known ones", () =>
    Effect.gen(function* () {
      expect(yield* parse("plum")).toStrictEqual(["plum"])
      expect(yield* parse(" Plum, apple ,plum")).toStrictEqual(["apple", "plum"])
      expect(yield* parse("all")).toStrictEqual(["apple", "pear", "plum", "quince"])
      expect(yield* parse("none")).toStrictEqual([])
    })
  )

  it.effect.each([
    ["aple", " Did you mean apple instead of aple?"],
    ["plum,qince,pera", " Did you mean quince instead of qince? Did you mean pear instead of pera?"],
    ["strawberry", ""],
    ["plum,", ""],
    ["all,plum", ""]
  ] as const)("lists the valid names, and suggests similar ones: $0", ([text, hint]) =>
    Effect.gen(function* () {
      const names = "all, none, or names separated by commas: apple, pear, plum, quince."

      const { message } = yield* Effect.flip(parse(text))
      expect(message).toContain(`${names}${hint}`)
      if (hint === "") expect(message).not.toContain("Did you mean")
    })
  )

  it("suggests names that differ in at most two letters", () => {
    const names = ["github", "gitlab", "google"]
    expect(closestTo("gihub", names)).toBe("github")
    expect(closestTo("gitlba", names)).toBe("gitlab")
    expect(closestTo("gogle", names)).toBe("google")
    expect(closestTo("googleplus", names)).toBeUndefined()
    expect(closestTo("", names)).toBeUndefined()
    for (const [text, meant] of [
      ["gith", "github"],
      ["githubby", "github"],
      ["git", undefined],
      ["githubbys", undefined],
      ["github".repeat(100_000), undefined]
    ] as const) {
      expect(closestTo(text, names)).toBe(meant)
    }
  })
})
