/** One-time codes are those of RFC 6238. */
import { describe, expect, it } from "@effect/vitest"
import * as Totp from "../../../src/emulator/accounts/Totp.ts"

const secret = Buffer.from("12345678901234567890")

describe("Totp", () => {
  // RFC 6238 appendix B, the last six of its eight digits.
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"]
  ])("has the code of the RFC at %i seconds", (seconds, code) => {
    expect(Totp.computeCode(secret, Totp.computeStep(seconds * 1000))).toBe(code)
  })

  it("changes every 30 seconds", () => {
    expect([0, 29_999, 30_000, 59_999, 60_000].map(Totp.computeStep)).toStrictEqual([0, 0, 1, 1, 2])
  })
})
