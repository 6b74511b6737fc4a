/** One-time passwords, by the examples of their RFCs. */
import { createHmac } from "node:crypto"
import { describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Totp from "../../src/platform/Totp.ts"

const secret = new TextEncoder().encode("12345678901234567890")

describe("Totp", () => {
  it.effect.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"]
  ] as const)("has the codes of RFC 6238: $0", ([seconds, code]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(seconds * 1000)
      expect(yield* Totp.generate(secret)).toBe(code)
    })
  )

  it.effect("hashes a secret that is longer than a block of SHA-1", () =>
    Effect.gen(function* () {
      const long = new Uint8Array(100).fill(7)
      const mac = createHmac("sha1", long).update(Buffer.alloc(8)).digest()
      const code = (mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff) % 1_000_000
      expect(yield* Totp.generate(long)).toBe(String(code).padStart(6, "0"))
    })
  )

  it.effect.each([
    ["31 seconds before its half minute", -31, false],
    ["30 seconds before its half minute", -30, true],
    ["in its half minute", 0, true],
    ["in the half minute after", 59, true],
    ["60 seconds later", 60, false]
  ] as const)("takes a code from the half minute before it to the one after: $0", ([_, seconds, isTaken]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_234_567_890_000)
      const code = yield* Totp.generate(secret)
      yield* TestClock.setTime(1_234_567_890_000 + seconds * 1000)
      expect(yield* Totp.verify(secret, code)).toBe(isTaken)
    })
  )

  it.effect("takes a code with space around it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_234_567_890_000)
      expect(yield* Totp.verify(secret, " 005924\n")).toBe(true)
    })
  )

  it.effect.each(["", "005925", "5924", "0059240", "abc"])("refuses another code: %j", (code) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_234_567_890_000)
      expect(yield* Totp.verify(secret, code)).toBe(false)
    })
  )

  it.effect("cannot be checked where a page has no cryptography", () =>
    Effect.gen(function* () {
      vi.stubGlobal("crypto", {})
      const error = yield* Effect.flip(Totp.verify(secret, "123456")).pipe(
        Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals()))
      )
      expect(error._tag).toBe("CryptoUnavailable")
      expect(error.message).toMatch(/served over https or from localhost/)
    })
  )

  it.effect("has secrets of 160 random bits", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* Totp.randomSecret, yield* Totp.randomSecret]
      expect(one.length).toBe(20)
      expect(one).not.toStrictEqual(two)
    })
  )

  // The examples of RFC 4648, and one of the last digit.
  it.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
    [new Uint8Array(5).fill(255), "77777777"]
  ])("writes the secret %j in base32 without padding", (secret, base32) => {
    expect(Totp.toBase32(typeof secret === "string" ? new TextEncoder().encode(secret) : secret)).toBe(base32)
  })

  it("names issuer and account in the URI, escaped", () => {
    expect(Totp.makeUri({ issuer: "A & B", account: "ann@example.org", manualKey: "KEY" })).toBe(
      "otpauth://totp/A%20%26%20B:ann%40example.org?secret=KEY&issuer=A%20%26%20B"
    )
  })
})
