/** Hashes of long random secrets, which need no salt. */
import * as Base64Url from "effect/encoding/Base64Url"
import * as Hex from "effect/encoding/Hex"
import * as Result from "effect/Result"
import { platform } from "#emulator/platform"

/** SHA-256 in hexadecimal digits, for keys, refresh tokens and codes. */
export const sha256 = (text: string): string => Hex.encode(platform.digest("sha256", text))

export const isEqual = (left: string, right: string): boolean =>
  platform.timingSafeEqual(platform.digest("sha256", left), platform.digest("sha256", right))

/** HMAC with SHA-256, in base64url. */
export const mac = (key: string, text: string): string =>
  Base64Url.encode(platform.hmac("sha256", new TextEncoder().encode(key), text))

/** Combines bytes with a keystream that only the key can produce. */
const combine = (key: string, bytes: Uint8Array): Uint8Array => {
  const secret = new TextEncoder().encode(key)
  let block = new Uint8Array()
  return bytes.map((byte, at) => {
    if (at % 32 === 0) block = new Uint8Array(platform.hmac("sha256", secret, `seal ${at}`))
    return byte ^ block[at % 32]!
  })
}

/** Encrypts a text, to protect it from readers of the database. The key is random, in no table, and seals one text. */
export const seal = (key: string, text: string): string => Hex.encode(combine(key, new TextEncoder().encode(text)))

export const unseal = (key: string, sealed: string): string =>
  new TextDecoder().decode(combine(key, Result.getOrThrow(Hex.decode(sealed))))
