/**
 * Hashes and compares passwords.
 *
 * scrypt with N=2^17, r=8, p=1 and a salt of 16 bytes (OWASP's parameters),
 * written beside the hash so that they can change without a migration.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { scrypt, timingSafeEqual } from "node:crypto"
import { Entropy } from "./Entropy.ts"
import { Settings } from "./Settings.ts"

/** The shortest password that may be set, in characters as JavaScript counts them (wire §1). */
export const MIN_LENGTH = 8

/** Password hashing. */
export class Passwords extends Context.Service<
  Passwords,
  {
    readonly hash: (password: string) => Effect.Effect<string>
    /**
     * Whether a password belongs to a hash. Without a hash (no such user, or one
     * without a password) it does the same work and answers false, so that the
     * time of the answer says nothing.
     */
    readonly verify: (password: string, hash: string | undefined | null) => Effect.Effect<boolean>
  }
>()("gatefold/emulator/Passwords") {}

interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}

const COSTS: Record<Settings["Service"]["passwordCost"], Cost> = {
  standard: { N: 2 ** 17, r: 8, p: 1 },
  "insecure-fast": { N: 2, r: 1, p: 1 }
}

const KEY_BYTES = 32

/** Each hash needs 128 MiB; more at once would not finish sooner on two cores. */
const MAX_AT_ONCE = 4

const derive = (password: string, salt: Uint8Array, { N, p, r }: Cost): Effect.Effect<Buffer> =>
  Effect.callback((resume) => {
    scrypt(password, salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r + 1024 * 1024 }, (error, key) =>
      resume(error === null ? Effect.succeed(key) : Effect.die(error))
    )
  })

const write = ({ N, p, r }: Cost, salt: Uint8Array, key: Uint8Array): string =>
  ["scrypt", N, r, p, Buffer.from(salt).toString("base64url"), Buffer.from(key).toString("base64url")].join("$")

const read = (hash: string): { readonly cost: Cost; readonly salt: Uint8Array; readonly key: Buffer } | undefined => {
  const [name, N, r, p, salt, key] = hash.split("$")
  if (name !== "scrypt" || salt === undefined || key === undefined) return undefined
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    key: Buffer.from(key, "base64url")
  }
}

/** One that another system has hashed (wire/endpoints §5), by the optional package `bcryptjs`. */
const verifyBcrypt = (password: string, hash: string): Effect.Effect<boolean> =>
  Effect.promise(() => import("bcryptjs")).pipe(
    Effect.flatMap(({ default: { compare } }) => Effect.tryPromise(() => compare(password, hash))),
    // `$2x$` marks the hashes of a faulty program, which no other can check.
    Effect.orElseSucceed(() => false)
  )

/** scrypt at the cost that the settings name. */
export const layer: Layer.Layer<Passwords, never, Entropy | Settings> = Layer.effect(
  Passwords,
  Effect.gen(function* () {
    const entropy = yield* Entropy
    const cost = COSTS[(yield* Settings).passwordCost]
    const slots = yield* Semaphore.make(MAX_AT_ONCE)
    const decoy = { cost, salt: entropy.bytes(16), key: Buffer.alloc(KEY_BYTES) }

    const hash: Passwords["Service"]["hash"] = Effect.fnUntraced(function* (password) {
      const salt = entropy.bytes(16)
      return write(cost, salt, yield* slots.withPermit(derive(password, salt, cost)))
    })

    const verify: Passwords["Service"]["verify"] = Effect.fnUntraced(function* (password, hash) {
      if (hash?.startsWith("$2")) return yield* verifyBcrypt(password, hash)
      const known = hash === undefined || hash === null ? undefined : read(hash)
      const expected = known ?? decoy
      const key = yield* slots.withPermit(derive(password, expected.salt, expected.cost))
      return timingSafeEqual(key, expected.key) && known !== undefined
    })

    return { hash, verify }
  })
)
