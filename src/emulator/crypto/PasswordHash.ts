/** The written form of password hashes: algorithm, three numbers of its cost, salt and key, between dollar signs. */
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"
import type { Argon2Cost, ScryptCost } from "../platform/Platform.ts"

export type Cost = ({ readonly name: "argon2id" } & Argon2Cost) | ({ readonly name: "scrypt" } & ScryptCost)

/** `scrypt` is the format of version 0.1; `scrypt-sha512` gets the SHA-512 of the password. */
export type Format = "argon2id" | "scrypt" | "scrypt-sha512"

/** A hash that can be compared. */
export interface PasswordHash {
  readonly format: Format
  readonly cost: Cost
  readonly salt: Uint8Array
  readonly key: Uint8Array
}

export const keyBytes = 32

/** The shortest salt of Argon2 (RFC 9106, section 3.1). */
const minSaltBytes = 8

/** More memory would end the process. The standard cost needs an eighth of it. */
const maxMemoryBytes = 2 ** 30

const maxPasses = 64

const written = /^(argon2id|scrypt|scrypt-sha512)\$([1-9]\d*)\$([1-9]\d*)\$([1-9]\d*)\$([\w-]+)\$([\w-]+)$/

const isFormat = (name: string | undefined): name is Format =>
  name === "argon2id" || name === "scrypt" || name === "scrypt-sha512"

/** The limits of the algorithms: RFC 9106, section 3.1, and RFC 7914, section 2. */
const isPossible = (cost: Cost): boolean =>
  cost.name === "argon2id"
    ? cost.m >= 8 * cost.p && cost.m * 1024 <= maxMemoryBytes && cost.t <= maxPasses
    : cost.N > 1 &&
      Number.isInteger(Math.log2(cost.N)) &&
      Math.log2(cost.N) < 16 * cost.r &&
      128 * cost.N * cost.r <= maxMemoryBytes &&
      cost.p <= maxPasses

const decodeBytes = (text = ""): Uint8Array => Result.getOrElse(Base64Url.decode(text), () => new Uint8Array())

/** Reads a hash that {@link write} has written; `undefined` for any other text. */
export const read = (text: string): PasswordHash | undefined => {
  const [, format, first, second, third, ...encoded] = written.exec(text) ?? []
  if (!isFormat(format)) return undefined
  const [a, b, p] = [Number(first), Number(second), Number(third)]
  const cost: Cost = format === "argon2id" ? { name: "argon2id", m: a, t: b, p } : { name: "scrypt", N: a, r: b, p }
  const salt = decodeBytes(encoded[0])
  const key = decodeBytes(encoded[1])
  return isPossible(cost) && salt.length >= minSaltBytes && key.length === keyBytes
    ? { format, cost, salt, key }
    : undefined
}

export const write = ({ cost, format, key, salt }: PasswordHash): string => {
  const numbers = cost.name === "scrypt" ? [cost.N, cost.r, cost.p] : [cost.m, cost.t, cost.p]
  return [format, ...numbers, Base64Url.encode(salt), Base64Url.encode(key)].join("$")
}

/** Whether a text is a bcrypt hash of another system. */
export const isBcrypt = (text: string): boolean => /^\$2[abxy]?\$(?:0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/.test(text)
