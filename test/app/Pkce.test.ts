/** The proof key of an authorization code, by the example of RFC 7636, appendix B. */
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Pkce from "../../src/app/Pkce.ts"
import * as Crypto from "../../src/platform/Crypto.ts"

describe("a proof key", () => {
  afterEach(() => vi.unstubAllGlobals())

  it.effect("has the challenge of RFC 7636", () =>
    Effect.gen(function* () {
      const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
      assert.strictEqual(yield* Pkce.challenge(verifier), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    })
  )

  it.effect("is hashed by what the app provides, without WebCrypto", () =>
    Effect.gen(function* () {
      vi.stubGlobal("crypto", undefined)
      const asked: Array<string> = []
      const challenge = Effect.provideService(Pkce.challenge("verifier"), Crypto.Hash, async (algorithm, bytes) => {
        asked.push(`${algorithm} of ${new TextDecoder().decode(bytes)}`)
        return new Uint8Array([1, 2, 3]).buffer
      })
      assert.strictEqual(yield* challenge, "AQID")
      assert.deepStrictEqual(asked, ["SHA-256 of verifier"])
    })
  )

  it.effect("cannot be made where a page has no cryptography", () =>
    Effect.gen(function* () {
      vi.stubGlobal("crypto", {})
      const error = yield* Effect.flip(Pkce.challenge("verifier"))
      assert.strictEqual(error._tag, "CryptoUnavailable")
      assert.match(error.message, /served over https or from localhost/)
    })
  )
})
