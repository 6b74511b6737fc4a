/** The platform of browsers and their workers: the functions of `@noble/hashes` and `@noble/curves`, optional peers. */
import { p256 } from "@noble/curves/nist.js"
import { argon2idAsync } from "@noble/hashes/argon2.js"
import { hkdf } from "@noble/hashes/hkdf.js"
import { hmac } from "@noble/hashes/hmac.js"
import { sha1 } from "@noble/hashes/legacy.js"
import { scrypt, scryptAsync } from "@noble/hashes/scrypt.js"
import { sha256, sha512 } from "@noble/hashes/sha2.js"
import { domainToUnicode } from "./internal/Punycode.ts"
import type { Platform } from "./Platform.ts"

const hashes = { sha1, sha256, sha512 }

const utf8 = new TextEncoder()

const toBytes = (data: Uint8Array | string): Uint8Array => (typeof data === "string" ? utf8.encode(data) : data)

/** Digests and signatures in JavaScript, on the only thread. */
export const platform: Platform = {
  digest: (hash, data) => hashes[hash](toBytes(data)),
  hmac: (hash, key, data) => hmac(hashes[hash], key, toBytes(data)),
  hkdf: (secret, info, size) => hkdf(sha256, secret, undefined, utf8.encode(info), size),
  timingSafeEqual: (left, right) => {
    if (left.length !== right.length) return false
    let difference = 0
    for (let i = 0; i < left.length; i++) difference |= left[i]! ^ right[i]!
    return difference === 0
  },
  argon2id: (password, salt, size, cost) => argon2idAsync(toBytes(password), salt, { ...cost, dkLen: size }),
  scrypt: (password, salt, size, cost) => scryptAsync(toBytes(password), salt, { ...cost, dkLen: size }),
  scryptSync: (password, salt, size, cost) => scrypt(toBytes(password), salt, { ...cost, dkLen: size }),
  p256: (scalar) => {
    const point = p256.getPublicKey(scalar, false)
    return {
      x: point.subarray(1, 33),
      y: point.subarray(33, 65),
      sign: (message) => p256.sign(message, scalar)
    }
  },
  domainToUnicode
}
