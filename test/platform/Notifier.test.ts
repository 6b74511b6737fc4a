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

const notify = (error: unknown) => Effect.flatMap(Notifier.Notifier, (report) => report(error))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe("a message for the user", () => {
  it("is the message of a typed error", () => {
    expect(Notifier.toMessage(new Typed())).toBe("What went wrong")
  })

  it("is the message of an interruption", () => {
    expect(Notifier.toMessage(new Interrupted())).toBe("Interrupted")
  })

  it.each([new Error("inside"), { _tag: "Typed", message: "inside" }, "inside", undefined, null])(
    "is a general one for anything else: %s",
    (error) => {
      expect(Notifier.toMessage(error)).toBe(general)
    }
  )

  it.effect("goes to the console by default, which does not block the page", () =>
    Effect.gen(function* () {
      const log = vi.spyOn(console, "error").mockReturnValue()
      const alert = vi.fn()
      vi.stubGlobal("alert", alert)
      yield* notify(new Typed())
      expect(log.mock.calls).toStrictEqual([["What went wrong"]])
      expect(alert).not.toHaveBeenCalled()
    })
  )

  it.effect("goes to the dialog of the browser", () =>
    Effect.gen(function* () {
      const alert = vi.fn()
      vi.stubGlobal("alert", alert)
      yield* notify("x")
      expect(alert.mock.calls).toStrictEqual([[general]])
    }).pipe(Effect.provide(Notifier.layerAlert))
  )

  it.effect("goes nowhere where there is no dialog", () =>
    Effect.gen(function* () {
      const log = vi.spyOn(console, "error").mockReturnValue()
      yield* notify("x")
      expect(log).not.toHaveBeenCalled()
    }).pipe(Effect.provide(Notifier.layerAlert))
  )
})

it.effect("an app's own function gets the error itself", () =>
  Effect.gen(function* () {
    const errors: Array<unknown> = []
    const layer = Notifier.layerCustom((error) => Effect.sync(() => errors.push(error)))
    yield* Effect.provide(notify("x"), layer)
    expect(errors).toStrictEqual(["x"])
  })
)
