/** The proof key of an authorization code, by the example of RFC 7636, appendix B. */
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Pkce from "../../src/oauth/internal/Pkce.ts"
import * as Crypto from "../../src/platform/Crypto.ts"

describe("a proof key", () => {
  afterEach(() => vi.unstubAllGlobals())

  it.effect("has the challenge of RFC 7636", () =>
    Effect.gen(function* () {
      const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
      expect(yield* Pkce.makeChallenge(verifier)).toBe("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    })
  )

  it.effect("is hashed by what the app provides, without WebCrypto", () =>
    Effect.gen(function* () {
      vi.stubGlobal("crypto", undefined)
      const asked: Array<string> = []
      const challenge = Effect.provideService(Pkce.makeChallenge("verifier"), Crypto.Hash, async (algorithm, bytes) => {
        asked.push(`${algorithm} of ${new TextDecoder().decode(bytes)}`)
        return new Uint8Array([1, 2, 3]).buffer
      })
      expect(yield* challenge).toBe("AQID")
      expect(asked).toStrictEqual(["SHA-256 of verifier"])
    })
  )

  it.effect("cannot be made where a page has no cryptography", () =>
    Effect.gen(function* () {
      vi.stubGlobal("crypto", {})
      const error = yield* Effect.flip(Pkce.makeChallenge("verifier"))
      expect(error._tag).toBe("CryptoUnavailable")
      expect(error.message).toMatch(/served over https or from localhost/)
    })
  )

  it.effect("is 256 random bits", () =>
    Effect.gen(function* () {
      const texts = new Set<string>()
      for (let i = 0; i < 10_000; i++) texts.add(yield* Pkce.randomText)
      expect(texts.size).toBe(10_000)
      expect([...texts].filter((text) => !/^[\w-]{43}$/.test(text))).toStrictEqual([])
      const zeros = Effect.provideService(Pkce.randomText, Crypto.RandomBytes, (size) => new Uint8Array(size))
      expect(yield* zeros).toBe("A".repeat(43))
    })
  )
})
