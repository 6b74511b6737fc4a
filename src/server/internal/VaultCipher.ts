/**
 * How keys of the data vault are hashed and its values encrypted, format 1 (docs/decisions/0032-data-vault.md). Only
 * WebCrypto is used, and nothing here knows the network.
 */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import { checkPlace } from "./StoreSecret.ts"

/** A store, and the secret that its values are encrypted with. */
export interface Store {
  readonly projectId: string
  readonly storeId: string
  readonly secret: string
}

/** Where a value is stored, and what it is bound to: it cannot be read at any other place. */
export interface Place {
  readonly hashedKey: string
  readonly boundTo: Uint8Array<ArrayBuffer>
}

export type Opened =
  | { readonly _tag: "Value"; readonly value: string }
  /** The text was made with another secret, for another place, or changed since. */
  | { readonly _tag: "Foreign" }
  /** The text is in no format that is known here. */
  | { readonly _tag: "UnknownFormat" }

export interface VaultCipher {
  /** The place of a key's value; without the secret the key cannot be guessed from it. */
  readonly findPlace: (key: string) => Promise<Place>
  /** The place by which a secret is recognized: the same for all secrets. */
  readonly check: Place
  readonly seal: (place: Place, value: string, nonce: Uint8Array<ArrayBuffer>) => Promise<string>
  readonly open: (place: Place, sealed: string) => Promise<Opened>
}

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** The bytes of a context, in JSON, so that no two contexts have the same bytes. */
const encodeContext = (purpose: string, ...parts: ReadonlyArray<string | number>) =>
  encoder.encode(JSON.stringify(["gatefold-data-vault", 1, purpose, ...parts]))

/** The bytes that a text in format 1 begins with; the vendor's begin with 1 and 0. */
const header = Uint8Array.of(0x47, 0x46, 1)

/** How many bytes a nonce has: that of AES-GCM. */
export const nonceLength = 12

const overhead = header.length + nonceLength

/** 600,000 iterations, in parts: Workers of Cloudflare refuse more than 100,000 at once. */
const rounds = 6
const iterationsPerRound = 100_000

/** Slow on purpose, for secrets that could be guessed. */
const stretch = async ({ projectId, secret, storeId }: Store) => {
  const { subtle } = globalThis.crypto
  let bytes = encoder.encode(secret)
  for (let round = 0; round < rounds; round++) {
    const salt = encodeContext("secret", projectId, storeId, round)
    const material = await subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"])
    const options = { name: "PBKDF2", hash: "SHA-256", salt, iterations: iterationsPerRound }
    bytes = new Uint8Array(await subtle.deriveBits(options, material, 256))
  }
  return bytes
}

/** Derives the keys of a store, which takes some tenths of a second. */
export const make = async (original: Store): Promise<VaultCipher> => {
  const { subtle } = globalThis.crypto
  const store = { ...original, projectId: original.projectId.toLowerCase() }
  const { projectId, storeId } = store
  const material = await subtle.importKey("raw", await stretch(store), "HKDF", false, ["deriveKey"])
  const makeDerivation = (purpose: string) => ({
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(0),
    info: encodeContext(purpose)
  })
  const hmac = { name: "HMAC", hash: "SHA-256", length: 256 }
  const hashing = await subtle.deriveKey(makeDerivation("hashing"), material, hmac, false, ["sign"])
  const aes = { name: "AES-GCM", length: 256 }
  const encryption = await subtle.deriveKey(makeDerivation("encryption"), material, aes, false, ["encrypt", "decrypt"])
  const makeParameters = (iv: Uint8Array<ArrayBuffer>, { boundTo }: Place) => ({
    name: "AES-GCM",
    iv,
    additionalData: boundTo
  })
  return {
    findPlace: async (key) => ({
      hashedKey: Base64.encode(new Uint8Array(await subtle.sign("HMAC", hashing, encoder.encode(key)))),
      boundTo: encodeContext("value", projectId, storeId, key)
    }),
    check: { hashedKey: checkPlace, boundTo: encodeContext("check", projectId, storeId) },
    seal: async (place, value, nonce) => {
      const encrypted = await subtle.encrypt(makeParameters(nonce, place), encryption, encoder.encode(value))
      const bytes = new Uint8Array(overhead + encrypted.byteLength)
      bytes.set(header)
      bytes.set(nonce, header.length)
      bytes.set(new Uint8Array(encrypted), overhead)
      return Base64.encode(bytes)
    },
    open: async (place, sealed) => {
      const bytes = Result.getOrUndefined(Base64.decode(sealed))
      if (bytes === undefined || header.some((byte, index) => bytes[index] !== byte)) return { _tag: "UnknownFormat" }
      const nonce = new Uint8Array(bytes.slice(header.length, overhead))
      try {
        const value = await subtle.decrypt(
          makeParameters(nonce, place),
          encryption,
          new Uint8Array(bytes.slice(overhead))
        )
        return { _tag: "Value", value: decoder.decode(value) }
      } catch {
        return { _tag: "Foreign" }
      }
    }
  }
}
