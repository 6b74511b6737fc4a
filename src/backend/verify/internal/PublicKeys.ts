/** The keys that a project publishes: how they are fetched, which of them are usable, and their import. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type CryptoKey, importJWK } from "jose"
import { TaggedError } from "../../../domain/errors/TaggedError.ts"
import type { Execute, HttpResponse } from "../../../http/Http.ts"

const maxBytes = 65_536
const maxKeys = 64

/** The longest key id (docs/protocol/threats.md#key-ids). */
export const maxKidLength = 64

export interface PublicKey {
  readonly kid: string
  readonly x: string
  readonly y: string
}

export interface Imported {
  /** The public point, to recognize an unchanged key. */
  readonly point: string
  readonly key: CryptoKey
}

/** The public keys are unavailable: the service cannot be reached, or publishes none. */
export class KeysUnavailable extends TaggedError("KeysUnavailable")<{
  readonly problem: string
  /** When to ask again, in milliseconds from now, if that is known. */
  readonly retryAfterMillis?: number | undefined
}> {
  override get message() {
    return `The public keys of the project could not be fetched: ${this.problem}`
  }
}

export const fetch = (execute: Execute, url: string): Effect.Effect<ReadonlyArray<PublicKey>, KeysUnavailable> =>
  execute({
    method: "GET",
    url,
    template: "/api/v1/projects/:projectId/.well-known/jwks.json",
    headers: { accept: "application/json" },
    body: undefined,
    maxResponseBytes: maxBytes,
    timeoutMillis: 5000
  }).pipe(
    Effect.mapError(
      ({ detail, reason, retryAfterMillis }) =>
        new KeysUnavailable({ problem: `${reason} (${detail})`, retryAfterMillis })
    ),
    Effect.flatMap((response) => Effect.fromResult(parse(response)))
  )

const parse = (response: HttpResponse): Result.Result<ReadonlyArray<PublicKey>, KeysUnavailable> => {
  const fail = (problem: string) => Result.fail(new KeysUnavailable({ problem }))
  if (response.status !== 200) return fail(`status ${response.status}`)
  let body: unknown
  try {
    body = JSON.parse(response.text)
  } catch {
    return fail("it is not JSON")
  }
  if (typeof body !== "object" || body === null || !("keys" in body) || !Array.isArray(body.keys)) {
    return fail("it is not a key set")
  }
  return Result.succeed(body.keys.slice(0, maxKeys).filter(isPublicKey))
}

const isPublicKey = (u: unknown): u is PublicKey => {
  if (typeof u !== "object" || u === null) return false
  const { alg, crv, d, kid, kty, use, x, y } = u as Readonly<Record<string, unknown>>
  if (kty !== "EC" || crv !== "P-256" || (alg !== undefined && alg !== "ES256")) return false
  // A key set with private keys is compromised.
  if (d !== undefined || (use !== undefined && use !== "sig")) return false
  if (typeof kid !== "string" || !isKeyId(kid)) return false
  return typeof x === "string" && typeof y === "string"
}

const isKeyId = (kid: string): boolean => kid !== "" && kid.length <= maxKidLength

export const pickUsable = (keys: ReadonlyArray<PublicKey>): ReadonlyArray<PublicKey> =>
  keys.slice(0, maxKeys).filter(({ kid }) => isKeyId(kid))

export const toPublicKey = ([kid, { point }]: readonly [string, Imported]): PublicKey => {
  const [x = "", y = ""] = point.split(" ")
  return { kid, x, y }
}

/** Imports keys that are not in memory; of several with one id the first one counts. */
export const importAll = (
  published: ReadonlyArray<PublicKey>,
  cached: ReadonlyMap<string, Imported>
): Effect.Effect<ReadonlyMap<string, Imported>> =>
  Effect.promise(async () => {
    const entries = new Map<string, Imported>()
    for (const { kid, x, y } of published) {
      if (entries.has(kid)) continue
      const point = `${x} ${y}`
      const existing = cached.get(kid)
      const key = existing?.point === point ? existing.key : await importKey(x, y)
      if (key !== undefined) entries.set(kid, { point, key })
    }
    return entries
  })

/** Undefined for a point that is not on the curve. */
const importKey = async (x: string, y: string): Promise<CryptoKey | undefined> => {
  try {
    const key = await importJWK({ kty: "EC", crv: "P-256", x, y }, "ES256")
    return key instanceof Uint8Array ? undefined : key
  } catch {
    return undefined
  }
}
