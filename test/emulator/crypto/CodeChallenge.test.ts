/** The code challenges of PKCE. */
import { describe, expect, it } from "@effect/vitest"
import * as CodeChallenge from "../../../src/emulator/crypto/CodeChallenge.ts"

const long = "a".repeat(43)
const isVerifier = (text: string) => CodeChallenge.matches(text, CodeChallenge.toChallenge(text))

describe("the proof key", () => {
  it("is the RFC's example", () => {
    const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    expect(CodeChallenge.supportedMethod).toBe("S256")
    expect(CodeChallenge.toChallenge(verifier)).toBe(challenge)
    expect(CodeChallenge.matches(verifier, challenge)).toBe(true)
    expect(CodeChallenge.matches(`${verifier}x`, challenge)).toBe(false)
  })

  it.each(["a".repeat(43), "a".repeat(128), "-._~".repeat(11), "09AZaz".repeat(8)])(
    "takes a verifier of 43 to 128 characters that need no escape: $0",
    (text) => {
      expect(isVerifier(text)).toBe(true)
    }
  )

  it.each(["", "a".repeat(42), "a".repeat(129), ` ${long}`, `${long} `, `${long}\n`, `${long}=`, `/${long}`])(
    "takes no other verifier: %j",
    (text) => {
      expect(isVerifier(text)).toBe(false)
    }
  )

  it.each(["a".repeat(43), "09AZaz_-".repeat(5) + "abc"])("takes a challenge of 32 bytes in base64url: $0", (text) => {
    expect(CodeChallenge.isChallenge(text)).toBe(true)
  })

  it.each(["", "a".repeat(42), "a".repeat(44), `${long}=`, `=${long}`, `${"a".repeat(42)}+`])(
    "takes no other challenge: %j",
    (text) => {
      expect(CodeChallenge.isChallenge(text)).toBe(false)
    }
  )
})
