/** Proof Key for Code Exchange, S256 only (RFC 7636; docs/protocol/threats.md#weak-challenges). */
import * as Base64Url from "effect/encoding/Base64Url"
import { platform } from "#emulator/platform"
import * as Hashing from "./Hashing.ts"

/** The only method: `plain` protects nothing. */
export const supportedMethod = "S256"

export const toChallenge = (verifier: string): string => Base64Url.encode(platform.digest("sha256", verifier))

/** Whether a text can be a challenge: 32 bytes in base64url. */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** Whether a verifier has the form of the RFC and matches a challenge. */
export const matches = (verifier: string, challenge: string): boolean =>
  /^[A-Za-z0-9\-._~]{43,128}$/.test(verifier) && Hashing.isEqual(toChallenge(verifier), challenge)
