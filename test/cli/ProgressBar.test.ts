/** The progress bar on a terminal, and what is printed while it is drawn. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { describe, expect, it } from "@effect/vitest"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { vi } from "vitest"
import * as Output from "../../src/cli/Output.ts"
import * as ProgressBar from "../../src/cli/ProgressBar.ts"

/** The lines that a terminal shows after it got these texts. */
const screenOf = (text: string): ReadonlyArray<string> =>
  text.split("\n").map((line) =>
    line
      .split("\r")
      .reduce((shown, part) => part + shown.slice(part.length))
      .trimEnd()
  )

describe("the progress bar", () => {
  it.effect("is erased before anything else is printed, and at its end", () => {
    let written = ""
    const isTTY = Object.getOwnPropertyDescriptor(process.stderr, "isTTY")
    Object.defineProperty(process.stderr, "isTTY", { value: true, configurable: true })
    const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      written += String(text)
      return true
    })
    const print = (text: unknown) => void (written += `${String(text)}\n`)
    return Effect.gen(function* () {
      const { step } = yield* ProgressBar.make({ of: "users", total: 2, isWanted: true })
      yield* step
      expect(screenOf(written)[0]).toContain("1 of 2")
      yield* Output.note("line 7: nobody")
      yield* step
      yield* step
      expect(screenOf(written)[1]).toContain("2 of 2")
      yield* Output.text("Wrote 2 users.")
    }).pipe(
      Effect.scoped,
      Effect.andThen(Output.text("Done.")),
      Effect.andThen(
        Effect.sync(() => expect(screenOf(written)).toStrictEqual(["line 7: nobody", "Wrote 2 users.", "Done.", ""]))
      ),
      Effect.provideService(Console.Console, { ...globalThis.console, log: print, error: print }),
      Effect.provideService(TerminalCapabilities.TerminalCapabilities, {
        canColor: false,
        canAnimate: true,
        canPrompt: false
      }),
      Effect.ensuring(
        Effect.sync(() => {
          write.mockRestore()
          if (isTTY === undefined) Reflect.deleteProperty(process.stderr, "isTTY")
          else Object.defineProperty(process.stderr, "isTTY", isTTY)
        })
      )
    )
  })

  it.effect("is erased before a table and before fields", () => {
    const printed: Array<unknown> = []
    const print = (text: unknown) => void printed.push(text)
    return Effect.gen(function* () {
      const columns = [{ title: "Name", value: ({ name }: { readonly name: string }) => name }]
      yield* Output.table([{ name: "Ann" }], columns, { hasTitles: false })
      yield* Output.fields([["id", "u1"]])
      expect(printed).toStrictEqual(["erased", "Ann", "erased", "id  u1"])
    }).pipe(
      Effect.provideService(Output.LastLine, { erase: () => print("erased") }),
      Effect.provideService(Console.Console, { ...globalThis.console, log: print }),
      Effect.provide(NodeServices.layer)
    )
  })
})
