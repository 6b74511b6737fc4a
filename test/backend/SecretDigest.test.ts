/** Digests and the comparison of signatures. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { sha256, timingSafeEqual } from "../../src/backend/SecretDigest.ts"

describe("SecretDigest", () => {
  it.effect("is the SHA-256 of a text, as FIPS 180-4 has it for abc", () =>
    Effect.gen(function* () {
      expect(yield* sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    })
  )

  it("compares whole texts", () => {
    for (const text of ["", "a", "signature"]) expect(timingSafeEqual(text, text)).toBe(true)
    for (const [a, b] of [
      ["a", ""],
      ["", "a"],
      ["ab", "a"],
      ["a", "ab"],
      ["xbc", "abc"],
      ["axc", "abc"],
      ["abx", "abc"],
      ["aa", "bb"]
    ] as const) {
      expect(timingSafeEqual(a, b), `${a} and ${b}`).toBe(false)
    }
  })
})
