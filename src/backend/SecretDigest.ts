/** Digests of secrets, for caches whose keys must not be secrets, and the comparison of signatures. */
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"

/** The SHA-256 of a text, in hexadecimal digits. */
export const sha256 = (text: string): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => globalThis.crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
    (digest) => Hex.encode(new Uint8Array(digest))
  )

/**
 * Whether two signatures are the same text, in constant time for texts of one length. Texts, because several of them
 * may decode to the same bytes.
 */
export const timingSafeEqual = (a: string, b: string): boolean => {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
