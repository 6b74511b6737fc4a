/** A step of the tour reports what it observed, or names itself in its failure. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestConsole from "effect/testing/TestConsole"
import { step, Unexpected } from "../../../src/cli/tour/Step.ts"

describe("step", () => {
  it.effect("reports its observation, and returns the value", () =>
    Effect.gen(function* () {
      const value = yield* step("Count", Effect.succeed(["three things", 3]))
      expect(value).toBe(3)
      expect(String(yield* TestConsole.logLines)).toMatch(/✓ Count +three things \(\d+ ms\)/)
    })
  )

  it.effect("names the failed step, whatever the error", () =>
    Effect.gen(function* () {
      const failed = yield* Effect.flip(step("Look", new Unexpected({ problem: "nothing there" })))
      expect(failed.message).toBe(`The tour stopped at "Look": nothing there`)
      const died = yield* Effect.flip(step("Leap", Effect.die(new Error("broken"))))
      expect(died.step).toBe("Leap")
    })
  )
})
