/** What commands print, and what is erased before it. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { describe, expect, it } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Output from "../../../src/cli/output/Output.ts"

describe("the last line", () => {
  it.effect("is erased before a table and before fields", () => {
    const printed: Array<unknown> = []
    const print = (text: unknown) => void printed.push(text)
    return Effect.gen(function* () {
      const columns = [{ title: "Name", value: ({ name }: { readonly name: string }) => name }]
      yield* Output.printTable([{ name: "Ann" }], columns, { hasTitles: false })
      yield* Output.printFields([["id", "u1"]])
      expect(printed).toStrictEqual(["erased", "Ann", "erased", "id  u1"])
    }).pipe(
      Effect.provideService(Output.LastLine, { erase: () => print("erased") }),
      Effect.provideService(Console.Console, { ...globalThis.console, log: print }),
      Effect.provide(NodeServices.layer)
    )
  })
})
