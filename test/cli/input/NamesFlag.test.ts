/** Flags that list names take them in any form, and suggest the name that a typo may have meant. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as NamesFlag from "../../../src/cli/input/NamesFlag.ts"

const flag = NamesFlag.make("fruit", ["apple", "pear", "plum", "quince"])

const parse = (text: string) =>
  flag.parse({ arguments: [], flags: { fruit: [text] } }).pipe(
    Effect.map(([, names]) => names),
    Effect.provide(NodeServices.layer)
  )

describe("a list of names", () => {
  it.effect.each([
    ["plum", ["plum"]],
    [" Plum, apple ,plum", ["apple", "plum"]],
    ["all", ["apple", "pear", "plum", "quince"]],
    ["none", []]
  ] as const)("is read with commas, spaces and in any case, in the order of the known ones: %s", ([text, names]) =>
    Effect.map(parse(text), (parsed) => expect(parsed).toStrictEqual(names))
  )

  const expectation = "all, none, or names separated by commas: apple, pear, plum, quince."

  it.effect.each([
    ["aple", " Did you mean apple instead of aple?"],
    ["plum,qince,pera", " Did you mean quince instead of qince? Did you mean pear instead of pera?"]
  ] as const)("fails for a typo with the valid names, and suggests similar ones: %s", ([text, hint]) =>
    Effect.map(Effect.flip(parse(text)), ({ message }) => expect(message).toContain(expectation + hint))
  )

  it.effect.each(["strawberry", "plum,", "all,plum"])("like no other suggests nothing: %s", (text) =>
    Effect.map(Effect.flip(parse(text)), ({ message }) => {
      expect(message).toContain(expectation)
      expect(message).not.toContain("Did you mean")
    })
  )
})
