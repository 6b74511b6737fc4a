/**
 * Digests of secrets, so that what is kept in memory to recognise one is no
 * secret itself.
 */
import * as Effect from "effect/Effect"

/** The SHA-256 of a text, in hexadecimal digits. */
export const sha256 = (text: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    const digest = await globalThis.crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
  })
