/** Keyed hashes, and the comparison of their codes. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import * as Hmac from "../../src/platform/Hmac.ts"

describe("Hmac", () => {
  it.effect("signs as RFC 4231 does in its second case", () =>
    Effect.gen(function* () {
      const code = yield* Hmac.make("Jefe")("what do ya want for nothing?")
      expect(Hex.encode(code)).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    })
  )

  it.effect("signs bytes like the text that they encode", () =>
    Effect.gen(function* () {
      const sign = Hmac.make("Jefe")
      expect(yield* sign(new TextEncoder().encode("text"))).toStrictEqual(yield* sign("text"))
    })
  )

  it.effect("takes a secret of 32 characters from an option", () =>
    Effect.gen(function* () {
      const sign = yield* Hmac.fromOption("secret", "x".repeat(32))
      expect(yield* sign("text")).toStrictEqual(yield* Hmac.make("x".repeat(32))("text"))
    })
  )

  it.effect("refuses a shorter secret, and names the option", () =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(Hmac.fromOption("secret", "x".repeat(31)))).toMatchObject({
        _tag: "InvalidOption",
        option: "secret"
      })
    })
  )
})

describe("timingSafeEqual", () => {
  it.each(["", "a", "signature"])("accepts the same text: %j", (text) => {
    expect(Hmac.timingSafeEqual(text, text)).toBe(true)
  })

  it.each([
    ["a", ""],
    ["", "a"],
    ["ab", "a"],
    ["a", "ab"],
    ["xbc", "abc"],
    ["axc", "abc"],
    ["abx", "abc"],
    ["aa", "bb"]
  ])("tells %j from %j", (a, b) => {
    expect(Hmac.timingSafeEqual(a, b)).toBe(false)
  })
})
