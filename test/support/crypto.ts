/**
 * WebCrypto that answers within the turn of the event loop: the real one answers whenever its threads are done, and
 * virtual time would pass meanwhile. Every signature is taken for genuine.
 */
import { createHash } from "node:crypto"
import { vi } from "@effect/vitest"
import { base64url } from "./tokens.ts"

/** Until `vi.restoreAllMocks`. */
export const stubCrypto = (): void => {
  const { subtle } = globalThis.crypto
  vi.spyOn(subtle, "digest").mockImplementation(async (_, data) => {
    const bytes = new Uint8Array(
      createHash("sha256")
        .update(Buffer.from(data as Uint8Array))
        .digest()
    )
    return bytes.buffer
  })
  const key = { type: "public", algorithm: { name: "ECDSA" }, extractable: false, usages: [] } as unknown as CryptoKey
  vi.spyOn(subtle, "importKey").mockImplementation(async () => key)
  vi.spyOn(subtle, "verify").mockImplementation(async () => true)
}

/** A key set as it is published; its key is no point of the curve. */
export const keySet = {
  keys: [{ kty: "EC", crv: "P-256", alg: "ES256", kid: "one", x: "x".repeat(43), y: "y".repeat(43) }]
}

/** An access token that the key has signed, as far as the stub can tell. */
export const makeToken = (claims: object): string =>
  [{ alg: "ES256", kid: "one" }, claims].map(base64url).concat("A".repeat(86)).join(".")
