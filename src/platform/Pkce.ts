/**
 * Proof key for code exchange (RFC 7636), which binds an authorization code to the user agent that asked for it. Method
 * S256 only.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import { TaggedError } from "../domain/TaggedError.ts"

/** The platform has no WebCrypto: the page is neither on https nor on localhost. */
export class CryptoUnavailable extends TaggedError("CryptoUnavailable")<{}> {
  override get message() {
    return "The browser offers cryptography only to pages that are served over https or from localhost"
  }
}

/** The source of random secrets. Default: the platform's secure generator. Tests provide a deterministic one. */
export const RandomBytes: Context.Reference<(size: number) => Uint8Array> = Context.Reference<
  (size: number) => Uint8Array
>("gatefold/platform/Pkce/RandomBytes", {
  defaultValue: () => (size) => globalThis.crypto.getRandomValues(new Uint8Array(size))
})

/** 256 random bits as 43 characters of base64url: a verifier, or a state. */
export const randomText: Effect.Effect<string> = Effect.map(RandomBytes, (bytes) => Base64Url.encode(bytes(32)))

/** The challenge of a verifier: base64url(SHA-256(verifier)). */
export const challenge = Effect.fnUntraced(function* (verifier: string) {
  const { subtle } = globalThis.crypto
  // Browsers have it only in secure contexts (https and localhost).
  if ((subtle as SubtleCrypto | undefined) === undefined) return yield* new CryptoUnavailable()
  const digest = yield* Effect.promise(() => subtle.digest("SHA-256", new TextEncoder().encode(verifier)))
  return Base64Url.encode(new Uint8Array(digest))
})
