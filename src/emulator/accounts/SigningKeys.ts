/**
 * The ES256 key pairs of the projects (docs/protocol/tokens.md#public-keys): two for each kind of token: the first one
 * signs, the second one is published in advance. The service of 2025-06 has only the first one of the normal kind.
 *
 * Like at the service, the pairs are derived from a secret of the server and the project id: a new project needs no
 * keys, and tokens stay valid after a restart on the same data. The public keys reveal nothing about the secret.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { createECDH, createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from "node:crypto"
import { type TokenKind, tokenKinds } from "../../domain/TokenKind.ts"
import * as LruMap from "../../cache/LruMap.ts"
import * as Database from "../storage/Database.ts"
import { Randomness } from "../storage/Randomness.ts"
import { Generation } from "../Generation.ts"

/** A project's pair; `publicJwk` is what the key set publishes. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly publicJwk: PublicJwk
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

/** The signing keys of the projects. */
export class SigningKeys extends Context.Service<
  SigningKeys,
  {
    /** The pair that signs tokens of a kind. */
    readonly of: (projectId: string, kind: TokenKind) => Effect.Effect<SigningKey>
    /** The keys to verify tokens of a kind with. */
    readonly published: (projectId: string, kind: TokenKind) => Effect.Effect<ReadonlyArray<PublicJwk>>
    /** The kinds of tokens that are signed. */
    readonly kinds: ReadonlyArray<TokenKind>
  }
>()("gatefold/emulator/accounts/SigningKeys") {}

const MAX_REMEMBERED = 1_000

const CURVE_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** 48 bytes reduced modulo the order: the bias is below 2^-120 (FIPS 186-5, A.2.1). */
const deriveScalar = (secret: string, name: string): Buffer => {
  const wide = Buffer.from(hkdfSync("sha256", Buffer.from(secret, "hex"), "", name, 48))
  const scalar = (BigInt(`0x${wide.toString("hex")}`) % (CURVE_ORDER - 1n)) + 1n
  return Buffer.from(scalar.toString(16).padStart(64, "0"), "hex")
}

/** RFC 7638, section 3: the required members in this order. */
const thumbprint = ({ crv, kty, x, y }: Omit<PublicJwk, "kid">): string =>
  createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url")

const derive = (secret: string, name: string): SigningKey => {
  const scalar = deriveScalar(secret, name)
  const curve = createECDH("prime256v1")
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
  return {
    kid,
    privateKey: createPrivateKey({ key: { ...coordinates, d: scalar.toString("base64url") }, format: "jwk" }),
    publicKey: createPublicKey({ key: coordinates, format: "jwk" }),
    publicJwk: { ...coordinates, kid }
  }
}

type Turn = "first" | "second"

/** The first pair of the normal kind is the same in both generations, so that data can be used with either. */
const nameOf = (projectId: string, kind: TokenKind, turn: Turn): string =>
  kind === "normal" && turn === "first" ? `access-token:${projectId}` : `access-token ${kind} ${turn}:${projectId}`

/** Reads the server's secret; the first start creates it. */
export const layer: Layer.Layer<SigningKeys, never, SqlClient | Randomness | Generation> = Layer.effect(
  SigningKeys,
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const randomness = yield* Randomness
    const fresh = Buffer.from(randomness.bytes(32)).toString("hex")
    yield* Database.run(sql`INSERT OR IGNORE INTO server_secrets ${sql.insert({ name: "signing", value: fresh })}`)
    const row = yield* Database.first(sql<{ value: string }>`SELECT value FROM server_secrets WHERE name = 'signing'`)
    const secret = row?.value ?? fresh
    // bounded, because tokens may claim any project
    const keys = LruMap.make<string, SigningKey>(MAX_REMEMBERED)
    const { isOnly } = yield* Generation
    const turns: ReadonlyArray<Turn> = isOnly("2025-06") ? ["first"] : ["first", "second"]

    const find = (projectId: string, kind: TokenKind, turn: Turn) =>
      Effect.sync(() => {
        const name = nameOf(projectId, kind, turn)
        let key = keys.get(name)
        if (key === undefined) {
          keys.set(name, (key = derive(secret, name)))
        }
        return key
      })

    return {
      of: (projectId, kind) => find(projectId, kind, "first"),
      published: (projectId, kind) =>
        Effect.forEach(turns, (turn) => Effect.map(find(projectId, kind, turn), ({ publicJwk }) => publicJwk)),
      kinds: isOnly("2025-06") ? ["normal"] : tokenKinds
    }
  })
)
