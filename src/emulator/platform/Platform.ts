/**
 * The platform functions that the emulator needs besides a database. They return the same results everywhere, and Node
 * has them natively. `#emulator/platform` resolves to `NodePlatform.ts` in Node, and to `BrowserPlatform.ts` elsewhere.
 *
 * All but `argon2id` and `scrypt` are synchronous, unlike WebCrypto: the emulator hashes secrets within statements and
 * signs tokens within transactions, which block all others.
 */

/** The hash functions, by the names that Node has for them. */
export type Hash = "sha1" | "sha256" | "sha512"

/** The cost of scrypt (RFC 7914, section 2). */
export interface ScryptCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** The cost of Argon2 (RFC 9106, section 3.1): KiB of memory, passes over it, and lanes. */
export interface Argon2Cost {
  readonly m: number
  readonly t: number
  readonly p: number
}

export interface P256 {
  readonly x: Uint8Array
  readonly y: Uint8Array
  /** Signs with SHA-256 (ES256): `r` and `s`, 32 bytes each (RFC 7518, section 3.4). */
  readonly sign: (message: Uint8Array) => Uint8Array
}

export interface Platform {
  readonly digest: (hash: Hash, data: Uint8Array | string) => Uint8Array
  readonly hmac: (hash: Hash, key: Uint8Array, data: Uint8Array | string) => Uint8Array
  /** HKDF with SHA-256 and no salt (RFC 5869). */
  readonly hkdf: (secret: Uint8Array, info: string, size: number) => Uint8Array
  /** Takes the same time for any arrays of one size. Arrays of different sizes are not equal. */
  readonly timingSafeEqual: (left: Uint8Array, right: Uint8Array) => boolean
  /** `undefined` on Node before 24.7. */
  readonly argon2id:
    | ((password: Uint8Array | string, salt: Uint8Array, size: number, cost: Argon2Cost) => Promise<Uint8Array>)
    | undefined
  readonly scrypt: (
    password: Uint8Array | string,
    salt: Uint8Array,
    size: number,
    cost: ScryptCost
  ) => Promise<Uint8Array>
  /** For costs that take less time than a switch to another thread. */
  readonly scryptSync: (password: Uint8Array | string, salt: Uint8Array, size: number, cost: ScryptCost) => Uint8Array
  /** The key of a scalar of 32 bytes. */
  readonly p256: (scalar: Uint8Array) => P256
  /** A host name as people read it, of the form that a `URL` has. */
  readonly domainToUnicode: (hostname: string) => string
}
