/** Errors that nobody waits for are told in the console, in a dialog, or by the app. */
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { Interrupted } from "../../src/operation/Interrupted.ts"
import * as Notifier from "../../src/platform/Notifier.ts"

class Typed extends Data.TaggedError("Typed")<{}> {
  override readonly message = "What went wrong"
}

const general = "Something went wrong. Please try again."

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe("a message for the user", () => {
  it("is the message of a typed error, and a general one for anything else", () => {
    expect(Notifier.messageOf(new Typed())).toBe("What went wrong")
    for (const other of [new Error("inside"), { _tag: "Typed", message: "inside" }, "inside", undefined, null]) {
      expect(Notifier.messageOf(other)).toBe(general)
    }
    expect(new Interrupted().message).toBe("Interrupted")
  })

  const notify = (error: unknown) => Effect.flatMap(Notifier.Notifier, (tell) => tell(error))

  it.effect("goes to the console, the browser's dialog or the app's own function", () =>
    Effect.gen(function* () {
      const log = vi.spyOn(console, "error").mockReturnValue()
      yield* notify(new Typed())
      expect(log.mock.calls).toStrictEqual([["What went wrong"]])
      yield* notify("x").pipe(Effect.provide(Notifier.layerAlert))
      const alert = vi.fn()
      vi.stubGlobal("alert", alert)
      yield* notify("x").pipe(Effect.provide(Notifier.layerAlert))
      expect(alert.mock.calls).toStrictEqual([[general]])
      const told: Array<unknown> = []
      yield* notify("x").pipe(Effect.provide(Notifier.layerCustom((error) => Effect.sync(() => told.push(error)))))
      expect(told).toStrictEqual(["x"])
      expect(log.mock.calls).toHaveLength(1)
    })
  )
})
