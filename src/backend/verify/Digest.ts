/**
 * Digests of secrets, so that what is kept in memory to recognise one is no
 * secret itself, and how signatures are compared.
 */
import * as Effect from "effect/Effect"

/** The SHA-256 of a text, in hexadecimal digits. */
export const sha256 = (text: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    const digest = await globalThis.crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
  })

/**
 * Whether two signatures are the same text, in the same time wherever they differ. Texts, for what is decoded first
 * has several of them.
 */
export const isEqual = (a: string, b: string): boolean => {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
