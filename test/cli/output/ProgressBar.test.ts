/** The progress bar on a terminal, and what is printed while it is drawn. */
import { describe, expect, it } from "@effect/vitest"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Output from "../../../src/cli/output/Output.ts"
import * as ProgressBar from "../../../src/cli/output/ProgressBar.ts"

/** The lines that a terminal shows after it got these texts. */
const readScreen = (text: string): ReadonlyArray<string> =>
  text.split("\n").map((line) =>
    line
      .split("\r")
      .reduce((shown, part) => part + shown.slice(part.length))
      .trimEnd()
  )

describe("the progress bar", () => {
  it.effect("is erased before anything else is printed, and at its end", () => {
    let written = ""
    const write = (text: string) => {
      written += text
      return true
    }
    const print = (text: unknown) => void (written += `${String(text)}\n`)
    return Effect.gen(function* () {
      const { step } = yield* ProgressBar.make({ label: "users", total: 2, isVisible: true })
      yield* step
      expect(readScreen(written)[0]).toContain("1 of 2")
      yield* Output.note("line 7: nobody")
      yield* step
      yield* step
      expect(readScreen(written)[1]).toContain("2 of 2")
      yield* Output.print("Wrote 2 users.")
    }).pipe(
      Effect.scoped,
      Effect.andThen(Output.print("Done.")),
      Effect.andThen(
        Effect.sync(() => expect(readScreen(written)).toStrictEqual(["line 7: nobody", "Wrote 2 users.", "Done.", ""]))
      ),
      Effect.provideService(Console.Console, { ...globalThis.console, log: print, error: print }),
      Effect.provideService(TerminalCapabilities.TerminalCapabilities, {
        canColor: false,
        canAnimate: true,
        canPrompt: false
      }),
      Effect.provideService(ProgressBar.ErrorTerminal, { isTTY: true, write })
    )
  })
})
