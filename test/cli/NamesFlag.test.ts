/** Flags that list names take them in any form, and suggest the name that a typo may have meant. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
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
      assert.deepStrictEqual(yield* parse("plum"), ["plum"])
      assert.deepStrictEqual(yield* parse(" Plum, apple ,plum"), ["apple", "plum"])
      assert.deepStrictEqual(yield* parse("all"), ["apple", "pear", "plum", "quince"])
      assert.deepStrictEqual(yield* parse("none"), [])
    })
  )

  it.effect("lists the valid names, and suggests similar ones", () =>
    Effect.gen(function* () {
      const names = "all, none, or names separated by commas: apple, pear, plum, quince."
      for (const [text, hint] of [
        ["aple", " Did you mean apple instead of aple?"],
        ["plum,qince,pera", " Did you mean quince instead of qince? Did you mean pear instead of pera?"],
        ["strawberry", ""],
        ["plum,", ""],
        ["all,plum", ""]
      ] as const) {
        const { message } = yield* Effect.flip(parse(text))
        assert.include(message, `${names}${hint}`)
        if (hint === "") assert.notInclude(message, "Did you mean")
      }
    })
  )

  it("suggests names that differ in at most two letters", () => {
    const names = ["github", "gitlab", "google"]
    assert.strictEqual(closestTo("gihub", names), "github")
    assert.strictEqual(closestTo("gitlba", names), "gitlab")
    assert.strictEqual(closestTo("gogle", names), "google")
    assert.strictEqual(closestTo("googleplus", names), undefined)
    assert.strictEqual(closestTo("", names), undefined)
    for (const [text, meant] of [
      ["gith", "github"],
      ["githubby", "github"],
      ["git", undefined],
      ["githubbys", undefined],
      ["github".repeat(100_000), undefined]
    ] as const) {
      assert.strictEqual(closestTo(text, names), meant)
    }
  })
})
