/**
 * ES256 key pairs, derived from a secret of the server and a name: they need no storage of their own, and stay the same
 * after a restart on the same data.
 */
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import * as crypto from "node:crypto"
import * as Database from "./Database.ts"
import { Randomness } from "./Randomness.ts"

/** A pair. It names no type of Node, because the types of the emulator lead here, and apps may have none of Node. */
export interface KeyPair {
  readonly kid: string
  /** What a key set publishes. */
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

/** Makes a secret of the server, unless an earlier start did. */
export const ensureSecret = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient
  const value = Buffer.from((yield* Randomness).bytes(32)).toString("hex")
  yield* Database.run(sql`INSERT OR IGNORE INTO server_secrets ${sql.insert({ name, value })}`)
})

/** A secret of the server, which there is. */
export const readSecret = (sql: SqlClient, name: string): Effect.Effect<string> =>
  Effect.flatMap(Database.first(sql<{ value: string }>`SELECT value FROM server_secrets WHERE name = ${name}`), (row) =>
    row === undefined ? Effect.die(new Error(`The server has no secret ${name}.`)) : Effect.succeed(row.value)
  )

const CURVE_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** 48 bytes reduced modulo the order: the bias is below 2^-120 (FIPS 186-5, A.2.1). */
const deriveScalar = (secret: string, name: string): Buffer => {
  const wide = Buffer.from(crypto.hkdfSync("sha256", Buffer.from(secret, "hex"), "", name, 48))
  const scalar = (BigInt(`0x${wide.toString("hex")}`) % (CURVE_ORDER - 1n)) + 1n
  return Buffer.from(scalar.toString(16).padStart(64, "0"), "hex")
}

/** RFC 7638, section 3: the required members in this order. */
const thumbprint = ({ crv, kty, x, y }: Omit<PublicJwk, "kid">): string =>
  crypto.createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url")

/** The pair of this name: the same each time. The public key reveals nothing about the secret. */
export const derive = (secret: string, name: string): KeyPair => {
  const scalar = deriveScalar(secret, name)
  const curve = crypto.createECDH("prime256v1")
  curve.setPrivateKey(scalar)
  const point = curve.getPublicKey()
  const coordinates = {
    kty: "EC",
    alg: "ES256",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33, 65).toString("base64url")
  } as const
  const kid = thumbprint(coordinates).slice(0, 12)
  const key = crypto.createPrivateKey({ key: { ...coordinates, d: scalar.toString("base64url") }, format: "jwk" })
  return {
    kid,
    publicJwk: { ...coordinates, kid },
    sign: (payload) => {
      const input = `${base64url({ alg: "ES256", kid })}.${base64url(payload)}`
      const signature = crypto.sign("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" })
      return `${input}.${signature.toString("base64url")}`
    }
  }
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")
