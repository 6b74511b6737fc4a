/**
 * Proof key for code exchange (RFC 7636), which binds an authorization code to the user agent that asked for it. Method
 * S256 only.
 */
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Crypto from "../../platform/Crypto.ts"

/** 256 random bits as 43 characters of base64url: a verifier, or a state. */
export const randomText: Effect.Effect<string> = Effect.map(Crypto.RandomBytes, (bytes) => Base64Url.encode(bytes(32)))

/** The challenge of a verifier: base64url(SHA-256(verifier)). */
export const makeChallenge = (verifier: string): Effect.Effect<string, Crypto.CryptoUnavailable> =>
  Effect.map(Crypto.digest("SHA-256", new TextEncoder().encode(verifier)), Base64Url.encode)
