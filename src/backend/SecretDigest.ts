/** Digests of secrets, for caches whose keys must not be secrets. */
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import * as Crypto from "../platform/Crypto.ts"

/** The SHA-256 of a text, in hexadecimal digits. */
export const hashSecret = (text: string): Effect.Effect<string> =>
  Effect.map(Effect.orDie(Crypto.digest("SHA-256", new TextEncoder().encode(text))), Hex.encode)
