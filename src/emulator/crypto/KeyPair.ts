/**
 * ES256 key pairs, derived from a secret of the server and a name. They need no storage, and stay the same after a
 * restart on the same data.
 */
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Hex from "effect/encoding/Hex"
import * as Result from "effect/Result"
import { platform } from "#emulator/platform"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import { Randomness } from "./Randomness.ts"

/** A key pair. Uses no Node types, because the emulator's public types refer to it, and apps may lack Node's types. */
export interface KeyPair {
  readonly kid: string
  /** The public key, as a key set publishes it. */
  readonly publicJwk: PublicJwk
  /** A signed token: RFC 7515, section 7.1, with the signature of RFC 7518, section 3.4. */
  readonly sign: (payload: object) => string
}

/** An entry of a key set, with exactly the members that the service publishes. */
export interface PublicJwk {
  readonly kty: "EC"
  readonly alg: "ES256"
  readonly crv: "P-256"
  readonly x: string
  readonly y: string
  readonly kid: string
}

/** Creates a secret of the server, unless an earlier start did. */
export const ensureSecret = Effect.fnUntraced(function* (name: string) {
  const value = Hex.encode((yield* Randomness).bytes(32))
  yield* Database.run(sql`INSERT OR IGNORE INTO server_secrets ${sql.insert({ name, value })}`)
})

export const readSecret = (name: string) =>
  Effect.flatMap(Database.first(sql<{ value: string }>`SELECT value FROM server_secrets WHERE name = ${name}`), (row) =>
    row === undefined ? Effect.die(new Error(`The server has no secret ${name}.`)) : Effect.succeed(row.value)
  )

const utf8 = new TextEncoder()

const curveOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** 48 bytes reduced modulo the order: the bias is below 2^-120 (FIPS 186-5, A.2.1). */
const deriveScalar = (secret: string, name: string): Uint8Array => {
  const wide = platform.hkdf(decodeHex(secret), name, 48)
  const scalar = (BigInt(`0x${Hex.encode(wide)}`) % (curveOrder - 1n)) + 1n
  return decodeHex(scalar.toString(16).padStart(64, "0"))
}

const decodeHex = (hex: string): Uint8Array => Result.getOrThrow(Hex.decode(hex))

/** RFC 7638, section 3: the required members in this order. */
const computeThumbprint = ({ crv, kty, x, y }: Omit<PublicJwk, "kid">): string =>
  Base64Url.encode(platform.digest("sha256", JSON.stringify({ crv, kty, x, y })))

/** The pair of this name: the same each time. The public key reveals nothing about the secret. */
export const derive = (secret: string, name: string): KeyPair => {
  const key = platform.p256(deriveScalar(secret, name))
  const coordinates = {
    kty: "EC",
    alg: "ES256",
    crv: "P-256",
    x: Base64Url.encode(key.x),
    y: Base64Url.encode(key.y)
  } as const
  const kid = computeThumbprint(coordinates).slice(0, 12)
  return {
    kid,
    publicJwk: { ...coordinates, kid },
    sign: (payload) => {
      const input = `${encodePart({ alg: "ES256", kid })}.${encodePart(payload)}`
      return `${input}.${Base64Url.encode(key.sign(utf8.encode(input)))}`
    }
  }
}

const encodePart = (value: object): string => Base64Url.encode(JSON.stringify(value))
