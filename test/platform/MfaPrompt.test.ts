import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as MfaPrompt from "../../src/platform/MfaPrompt.ts"

const asks = {
  "an effect": Effect.succeed("123456"),
  "a function that promises": async () => "123456"
}
for (const [name, ask] of Object.entries(asks)) {
  it.effect(`asks by ${name}`, () =>
    Effect.gen(function* () {
      expect(yield* (yield* MfaPrompt.MfaPrompt)!).toBe("123456")
    }).pipe(Effect.provide(MfaPrompt.layerCustom(ask)))
  )
}
