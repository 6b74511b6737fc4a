/** The prompt for the second factor asks on the app's screen or in the browser's dialog. */
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as MfaPrompt from "../../../src/platform/page/MfaPrompt.ts"

const asks = {
  "an effect": Effect.succeed("123456"),
  "a function that promises": async () => "123456"
}

describe("the prompt for the second factor", () => {
  afterEach(() => vi.unstubAllGlobals())

  it.effect.each(Object.entries(asks))("asks by %s", ([, ask]) =>
    Effect.gen(function* () {
      const ask = (yield* MfaPrompt.MfaPrompt)!
      expect(yield* ask(false)).toBe("123456")
    }).pipe(Effect.provide(MfaPrompt.layerCustom(ask)))
  )

  it.effect("tells the app's screen that the digits before were wrong", () =>
    Effect.gen(function* () {
      const ask = (yield* MfaPrompt.MfaPrompt)!
      expect([yield* ask(false), yield* ask(true)]).toStrictEqual(["first", "again"])
    }).pipe(Effect.provide(MfaPrompt.layerCustom(async (again) => (again ? "again" : "first"))))
  )

  it.effect("is the browser's dialog where there is one", () =>
    Effect.gen(function* () {
      const question = "Please enter the six-digit code of your authenticator app"
      const prompt = vi.fn((_question: string): string | null => "123456")
      vi.stubGlobal("prompt", prompt)
      // A reference computes its default once for all tests of a process.
      const ask = MfaPrompt.MfaPrompt.defaultValue()!
      expect(yield* ask(false)).toBe("123456")
      prompt.mockReturnValue(null)
      expect(yield* ask(true)).toBeUndefined()
      expect(prompt.mock.calls).toStrictEqual([[question], [`That code is wrong. ${question}`]])
    })
  )

  it.effect("is missing outside browsers, and where the app has none", () =>
    Effect.gen(function* () {
      expect(yield* MfaPrompt.MfaPrompt).toBeUndefined()
      expect(yield* Effect.provide(MfaPrompt.MfaPrompt, MfaPrompt.layerNone)).toBeUndefined()
    })
  )
})
