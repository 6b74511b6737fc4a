/** The control token can be passed as a value on a command line. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ControlToken, layer } from "../../../src/emulator/access/ControlToken.ts"

describe("the control token", () => {
  it.effect("never begins with a dash, which would be a flag on a command line", () =>
    Effect.gen(function* () {
      const token = yield* ControlToken
      expect(Redacted.value(token.value)).toMatch(/^[\da-f]{48}$/)
    }).pipe(Effect.provide(layer))
  )
})
