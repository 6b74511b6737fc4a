/** The prompt for the second factor asks on the app's screen or in the browser's dialog. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as MfaPrompt from "../../src/platform/MfaPrompt.ts"

const asks = {
  "an effect": Effect.succeed("123456"),
  "a function that promises": async () => "123456"
}
describe("the prompt for the second factor", () => {
  for (const [name, ask] of Object.entries(asks)) {
    it.effect(`asks by ${name}`, () =>
      Effect.gen(function* () {
        const ask = (yield* MfaPrompt.MfaPrompt)!
        expect(yield* ask(false)).toBe("123456")
      }).pipe(Effect.provide(MfaPrompt.layerCustom(ask)))
    )
  }

  it.effect("tells the app's screen that the digits before were wrong", () =>
    Effect.gen(function* () {
      const ask = (yield* MfaPrompt.MfaPrompt)!
      expect([yield* ask(false), yield* ask(true)]).toStrictEqual(["first", "again"])
    }).pipe(Effect.provide(MfaPrompt.layerCustom(async (again) => (again ? "again" : "first"))))
  )

  it.effect("tells it in the browser's prompt", () =>
    Effect.gen(function* () {
      const texts: Array<string> = []
      const before = globalThis.prompt
      globalThis.prompt = (text) => {
        texts.push(text ?? "")
        return null
      }
      const ask = MfaPrompt.MfaPrompt.defaultValue()!
      expect([yield* ask(false), yield* ask(true)]).toStrictEqual([undefined, undefined])
      globalThis.prompt = before
      expect(texts[1]).toBe(`That code is wrong. ${texts[0]}`)
    })
  )
})
