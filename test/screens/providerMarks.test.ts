/** The marks of the providers, of which the emulator has a copy. */
import { describe, expect, it } from "@effect/vitest"
import { printCopy, readCopy } from "../../tools/generate/marks.ts"

describe("the marks of providers", () => {
  it("are the same in the emulator and in the screens", () => {
    expect(readCopy()).toBe(printCopy())
  })
})
