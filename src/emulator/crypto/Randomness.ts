/** The emulator's only source of randomness. With a seed ids, tokens and codes are the same on every run. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { platform } from "#emulator/platform"
import { type Part, StateParts } from "../storage/StateParts.ts"

export class Randomness extends Context.Service<
  Randomness,
  {
    readonly bytes: (size: number) => Uint8Array
    /** A version 4 UUID, lower case. */
    readonly uuid: () => string
    /** 45 characters of Crockford base32 in lower case, 225 bits (docs/protocol/tokens.md#refresh-tokens). */
    readonly token: () => string
    /** `size` characters of Crockford base32 in lower case. */
    readonly base32: (size: number) => string
  }
>()("gatefold/emulator/crypto/Randomness") {}

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const make = (bytes: (size: number) => Uint8Array): Randomness["Service"] => {
  const makeBase32 = (size: number) => {
    let text = ""
    for (const byte of bytes(size)) text += alphabet[byte & 31]
    return text
  }
  const makeUuid = () => {
    const raw = bytes(16)
    raw[6] = (raw[6]! & 0x0f) | 0x40
    raw[8] = (raw[8]! & 0x3f) | 0x80
    const hex = Hex.encode(raw)
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }
  return { bytes, base32: makeBase32, uuid: makeUuid, token: () => makeBase32(45) }
}

const Position = Schema.Struct({
  counter: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  pool: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))
})
type Position = typeof Position.Type

/** SHA-256 in counter mode. Predictable: for tests only. */
export const fromSeed = (seed: string) => {
  let counter = 0
  let pool = new Uint8Array(0)
  const takeBytes = (size: number): Uint8Array<ArrayBuffer> => {
    while (pool.length < size) {
      const block = platform.digest("sha256", `${counter++}:${seed}`)
      pool = Uint8Array.from([...pool, ...block])
    }
    const next = pool.slice(0, size)
    pool = pool.slice(size)
    return next
  }
  const part: Part<Position | undefined> = {
    name: "randomness",
    // Optional, because an emulator without a random seed stores no position.
    schema: Schema.optional(Position),
    capture: () => ({ counter, pool: [...pool] }),
    restore: (position) => {
      counter = position?.counter ?? 0
      pool = Uint8Array.from(position?.pool ?? [])
    }
  }
  return { bytes: takeBytes, part }
}

/** The size of a read from the system, which takes little longer than a small one. */
const poolBytes = 4096

const fromSystem = () => {
  let pool = new Uint8Array(0)
  return (size: number): Uint8Array => {
    if (pool.length < size) pool = globalThis.crypto.getRandomValues(new Uint8Array(Math.max(size, poolBytes)))
    const next = pool.slice(0, size)
    pool = pool.subarray(size)
    return next
  }
}

/** The system's generator, or a reproducible one when a seed is given. */
export const layer = (seed: string | undefined): Layer.Layer<Randomness, never, StateParts> =>
  Layer.effect(
    Randomness,
    Effect.map(StateParts, (parts) => {
      if (seed === undefined) return make(fromSystem())
      const { bytes, part } = fromSeed(seed)
      parts.add(part)
      return make(bytes)
    })
  )
