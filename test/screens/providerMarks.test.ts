/** The marks of the providers, of which the emulator has a copy. */
import { assert, it } from "@effect/vitest"
import { copied, written } from "../../tools/generate/marks.ts"

it("the emulator has the marks of the screens", () => {
  assert.strictEqual(written(), copied())
})
