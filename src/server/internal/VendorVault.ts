/**
 * The format in which the vendor's SDK stores values of the data vault, to read what it has written
 * (docs/decisions/0032-data-vault.md). Gatefold does not write it.
 */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"

/** A value of the vendor's SDK. */
export interface VendorVault {
  readonly hashedKey: string
  /** The value; undefined for a text that the vendor's SDK has not written for this secret and key. */
  readonly open: (sealed: string) => Promise<string | undefined>
}

const encoder = new TextEncoder()

const encodeJson = (...parts: ReadonlyArray<string>) => encoder.encode(JSON.stringify(parts))

const formatPurpose = (name: string) => `stack-data-vault-client-side-encryption-${name}`

/** PBKDF2 with the secret as a part of the salt. */
const hash = async (use: string, secret: string, value: Uint8Array<ArrayBuffer>, iterations: number) => {
  const { subtle } = globalThis.crypto
  const salt = encodeJson("stack-crypto-helper-iterated-hash", formatPurpose(use), "", Base64.encode(secret))
  const material = await subtle.importKey("raw", value, "PBKDF2", false, ["deriveBits"])
  const bits = await subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations }, material, 256)
  return new Uint8Array(bits)
}

const deriveKey = async (material: CryptoKey, salt: Uint8Array<ArrayBuffer>) => {
  const use = formatPurpose("value-encryption-value-encryption")
  const info = encodeJson("stack-crypto-helper-derived-symmetric-key", use, "binary-key", Base64.encode(salt))
  const derivation = { name: "HKDF", hash: "SHA-256", salt, info }
  return globalThis.crypto.subtle.deriveKey(derivation, material, { name: "AES-GCM", length: 256 }, false, ["decrypt"])
}

/** Version 1.0, 16 bytes of salt, 12 of nonce, then what AES-GCM has made. */
const parseSealed = (sealed: string) => {
  const bytes = Result.getOrUndefined(Base64.decode(sealed))
  if (bytes === undefined || bytes[0] !== 1 || bytes[1] !== 0) return undefined
  const takePart = (start: number, end?: number) => new Uint8Array(bytes.slice(start, end))
  return { salt: takePart(2, 18), iv: takePart(18, 30), encrypted: takePart(30) }
}

/** The value of a key under a secret; the derivation takes some hundredths of a second. */
export const make = async (secret: string, key: string): Promise<VendorVault> => {
  const { subtle } = globalThis.crypto
  const derived = await hash("value-encryption-key-hash", secret, encoder.encode(key), 100_000)
  const material = await subtle.importKey("raw", derived, "HKDF", false, ["deriveKey"])
  return {
    hashedKey: Base64.encode(await hash("key-hash", secret, derived, 1)),
    open: async (sealed) => {
      const parts = parseSealed(sealed)
      if (parts === undefined) return undefined
      const { encrypted, iv, salt } = parts
      try {
        const value = await subtle.decrypt({ name: "AES-GCM", iv }, await deriveKey(material, salt), encrypted)
        return new TextDecoder().decode(value)
      } catch {
        return undefined
      }
    }
  }
}
