/**
 * Hashes and compares passwords.
 *
 * Argon2id with 19 MiB, two passes and one lane; without it (Node before 24.7), scrypt with N=2^17, r=8 and p=1. Both
 * are OWASP's parameters, with a salt of 16 bytes. They are written beside the hash, so that they can change without a
 * migration.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { platform } from "#emulator/platform"
import * as PasswordHash from "../crypto/PasswordHash.ts"
import { Randomness } from "../crypto/Randomness.ts"
import { TextAnswer } from "../errors/TextAnswer.ts"
import type { ScryptCost } from "../platform/Platform.ts"
import { Settings } from "../settings/Settings.ts"
import * as ConcurrencyLimit from "./internal/ConcurrencyLimit.ts"

/** The shortest password that may be set, in characters (docs/protocol/sign-in.md#passwords). */
export const minPasswordLength = 8

/**
 * Password hashing. Both fail with 429 if the queue is full, and with 501 if the optional package for a hash is
 * missing.
 */
export class Passwords extends Context.Service<
  Passwords,
  {
    readonly hash: (password: string) => Effect.Effect<string, TextAnswer>
    /**
     * Whether a password matches a hash. Without a hash (an unknown user, or one without a password) it does the same
     * work and returns false, so that the time reveals nothing.
     */
    readonly verify: (password: string, hash: string | undefined | null) => Effect.Effect<boolean, TextAnswer>
  }
>()("gatefold/emulator/accounts/Passwords") {}

const costs: Record<Settings["Service"]["passwordCost"], PasswordHash.Cost> = {
  standard:
    platform.argon2id === undefined
      ? { name: "scrypt", N: 2 ** 17, r: 8, p: 1 }
      : { name: "argon2id", m: 19 * 1024, t: 2, p: 1 },
  "insecure-fast": { name: "scrypt", N: 2, r: 1, p: 1 }
}

/**
 * Hashes and WebCrypto, such as checks of access tokens, share the four threads of libuv: with passwords on all
 * threads, other requests would wait. All emulators of a process share this limit. A hash of scrypt needs 128 MiB.
 */
const maxAtOnce = 2

/** The length of the queue: about 20 seconds of work with scrypt, because clients give up after 30. */
const maxWaiting = 128

const limit = ConcurrencyLimit.makeUnsafe({ atOnce: maxAtOnce, waiting: maxWaiting })

/** `Retry-After` in seconds: the time of about half of the queue. */
const retryAfterSeconds = 10

const runInTurn = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | TextAnswer, R> =>
  Effect.catchTag(limit.run(work), "QueueFull", () =>
    Effect.fail(
      new TextAnswer({
        status: 429,
        text: `Too many passwords are being checked. Try again in ${retryAfterSeconds} seconds.`,
        retryAfter: retryAfterSeconds
      })
    )
  )

/** Cheap hashes need neither the limit nor a thread, because a handover would take longer than hashing. */
const isQuick = ({ N, p, r }: ScryptCost): boolean => N * r * p <= 1024

const noArgon2id = new TextAnswer({ status: 501, text: "Hashes of Argon2id need Node 24.7 or newer." })

const deriveHash = (
  password: string | Uint8Array,
  salt: Uint8Array,
  cost: PasswordHash.Cost
): Effect.Effect<Uint8Array, TextAnswer> => {
  if (cost.name === "scrypt") {
    return isQuick(cost)
      ? Effect.sync(() => platform.scryptSync(password, salt, PasswordHash.keyBytes, cost))
      : runInTurn(Effect.promise(() => platform.scrypt(password, salt, PasswordHash.keyBytes, cost)))
  }
  const { argon2id } = platform
  return argon2id === undefined
    ? Effect.fail(noArgon2id)
    : runInTurn(Effect.promise(() => argon2id(password, salt, PasswordHash.keyBytes, cost)))
}

/**
 * The input of a hash; `undefined` for a password that it cannot distinguish from another. scrypt begins with HMAC,
 * which pads a short key with NUL, so that `secret` and `secret\0` would have the same hash: it gets the SHA-512 of the
 * password.
 */
const normalizeInput = (format: PasswordHash.Format, password: string): string | Uint8Array | undefined => {
  if (format === "scrypt-sha512") return platform.digest("sha512", password)
  return format === "scrypt" && password.endsWith("\0") ? undefined : password
}

const toFormat = ({ name }: PasswordHash.Cost): PasswordHash.Format => (name === "scrypt" ? "scrypt-sha512" : name)

const utf8 = new TextEncoder()

const bcryptBytes = 72

/** bcrypt repeats the password with a NUL at its end, so a password with a NUL could match a shorter one. */
const isAmbiguousToBcrypt = (password: string): boolean =>
  password.includes("\0") || utf8.encode(password).length > bcryptBytes

const library = Effect.tryPromise({
  try: () => import("bcryptjs"),
  catch: () =>
    new TextAnswer({ status: 501, text: "Imported bcrypt hashes need a package: npm install --save-dev bcryptjs" })
})

/** Checks a bcrypt hash of another system (docs/protocol/sign-in.md#passwords), by the optional package `bcryptjs`. */
const verifyBcrypt = (password: string, hash: string): Effect.Effect<boolean, TextAnswer> =>
  Effect.flatMap(library, ({ default: { compare } }) =>
    Effect.tryPromise(() => compare(password, hash)).pipe(
      // `$2x$` marks hashes of a faulty implementation, which cannot be checked.
      Effect.orElseSucceed(() => false),
      Effect.map((matches) => matches && !isAmbiguousToBcrypt(password))
    )
  )

const make = Effect.gen(function* () {
  const randomness = yield* Randomness
  const cost = costs[(yield* Settings).passwordCost]
  const format = toFormat(cost)
  const decoy: PasswordHash.PasswordHash = {
    format,
    cost,
    salt: randomness.bytes(16),
    key: new Uint8Array(PasswordHash.keyBytes)
  }

  const hash: Passwords["Service"]["hash"] = Effect.fnUntraced(function* (password) {
    const salt = randomness.bytes(16)
    const key = yield* deriveHash(normalizeInput(format, password) ?? "", salt, cost)
    return PasswordHash.write({ format, cost, salt, key })
  })

  const verify: Passwords["Service"]["verify"] = Effect.fnUntraced(function* (password, storedHash) {
    if (storedHash?.startsWith("$2")) return yield* runInTurn(verifyBcrypt(password, storedHash))
    const stored = storedHash === undefined || storedHash === null ? undefined : PasswordHash.read(storedHash)
    const expected = stored ?? decoy
    const input = normalizeInput(expected.format, password)
    const key = yield* deriveHash(input ?? "", expected.salt, expected.cost)
    return platform.timingSafeEqual(key, expected.key) && input !== undefined && stored !== undefined
  })

  return Passwords.of({ hash, verify })
})

/** Hashes at the cost that the settings name. */
export const layer = Layer.effect(Passwords, make)
