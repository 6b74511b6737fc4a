/** Hashes of passwords are salted and compared whole, and hashes of other systems can be imported. */
import * as crypto from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import * as bcrypt from "bcryptjs"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Passwords from "../../../src/emulator/accounts/Passwords.ts"
import * as Randomness from "../../../src/emulator/crypto/Randomness.ts"
import { Settings } from "../../../src/emulator/settings/Settings.ts"
import * as StateParts from "../../../src/emulator/storage/StateParts.ts"

const layer = (passwordCost: "standard" | "insecure-fast") =>
  Passwords.layer.pipe(
    Layer.provide(Randomness.layer("passwords").pipe(Layer.provide(StateParts.layer))),
    Layer.provide(
      Layer.succeed(Settings, {
        publicUrl: "http://localhost",
        accessTokenLifetimeMillis: 1,
        anonymousSignUp: true,
        rejectsSignUp: () => false,
        requiresBotChallenge: false,
        passwordCost
      })
    )
  )

describe("Passwords", () => {
  it.effect(
    "are hashed with Argon2id of 19 MiB and two passes where Node has it, or with scrypt at N=2^17, r=8, p=1",
    () =>
      Effect.gen(function* () {
        const passwords = yield* Passwords.Passwords
        const hash = yield* passwords.hash("correct horse")
        expect(hash).toMatch(
          "argon2" in crypto
            ? /^argon2id\$19456\$2\$1\$[\w-]{22}\$[\w-]{43}$/
            : /^scrypt-sha512\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/
        )
        expect(yield* passwords.verify("correct horse\0", hash)).toBe(false)
        expect(yield* passwords.verify("correct horse", hash)).toBe(true)
      }).pipe(Effect.provide(layer("standard"))),
    300_000
  )

  it.effect("are salted, compared whole, and never equal to nothing", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords.Passwords
      const hash = yield* passwords.hash("correct horse")
      expect(yield* passwords.hash("correct horse")).not.toBe(hash)
      expect(yield* passwords.verify("correct horse ", hash)).toBe(false)
      expect(yield* passwords.verify("", undefined)).toBe(false)
      expect(yield* passwords.verify("", null)).toBe(false)
    }).pipe(Effect.provide(layer("insecure-fast")))
  )

  it.effect("match no stored hash that cannot be checked", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords.Passwords
      const hash = yield* passwords.hash("correct horse")
      for (const broken of ["scrypt$x$8$1$AAAA$AAAA", hash.replace("$2$", "$3$"), hash.slice(0, -3), `${hash}$`, ""]) {
        expect(yield* passwords.verify("correct horse", broken), broken).toBe(false)
      }
    }).pipe(Effect.provide(layer("insecure-fast")))
  )

  // Of the test vectors of the first implementations.
  it.effect.each([
    ["abc", "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i"],
    ["abcdefghijklmnopqrstuvwxyz", "$2a$06$.rCVZVOThsIa97pEDOxvGuRRgzG64bvtJ0938xuqzv18d3ZpQhstC"]
  ] as const)("may come as bcrypt hashes of another system: %s", ([password, hash]) =>
    Effect.gen(function* () {
      const passwords = yield* Passwords.Passwords
      expect({
        right: yield* passwords.verify(password, hash),
        wrong: yield* passwords.verify(`${password} `, hash),
        newerVersion: yield* passwords.verify(password, hash.replace("$2a$", "$2b$")),
        brokenVersion: yield* passwords.verify(password, hash.replace("$2a$", "$2x$")),
        anotherHash: yield* passwords.verify(password, "$2b$10$" + "a".repeat(53))
      }).toStrictEqual({ right: true, wrong: false, newerVersion: true, brokenVersion: false, anotherHash: false })
    }).pipe(Effect.provide(layer("insecure-fast")))
  )

  it.effect("are distinguished where bcrypt would not", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords.Passwords
      const long = "x".repeat(72)
      const makeHash = (password: string) => Effect.promise(() => bcrypt.hash(password, 4))
      const ofLong = yield* makeHash(long)
      expect(yield* passwords.verify(long, ofLong)).toBe(true)
      expect(yield* Effect.promise(() => bcrypt.compare(`${long}y`, ofLong))).toBe(true)
      expect(yield* passwords.verify(`${long}y`, ofLong)).toBe(false)
      const accents = yield* makeHash("é".repeat(36))
      expect(yield* passwords.verify("é".repeat(36), accents)).toBe(true)
      expect(yield* passwords.verify("é".repeat(37), accents)).toBe(false)
      const short = yield* makeHash("secret")
      expect(yield* Effect.promise(() => bcrypt.compare("secret\0secret", short))).toBe(true)
      expect(yield* passwords.verify("secret\0secret", short)).toBe(false)
    }).pipe(Effect.provide(layer("insecure-fast")))
  )

  it.effect("are distinguished where HMAC would not", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords.Passwords
      // "correct horse", as version 0.1 hashed it.
      const salt = Buffer.alloc(16, 7)
      const key = crypto.scryptSync("correct horse", salt, 32, { N: 2, r: 1, p: 1 })
      const old = `scrypt$2$1$1$${salt.toString("base64url")}$${key.toString("base64url")}`
      expect(yield* passwords.verify("correct horse", old)).toBe(true)
      expect(yield* passwords.verify("correct horse\0", old)).toBe(false)
      expect(yield* passwords.verify("correct", old)).toBe(false)
    }).pipe(Effect.provide(layer("insecure-fast")))
  )

  it.effect.each([
    ["correct horse", "correct horse\0"],
    ["correct horse\0", "correct horse"],
    ["", "\0"]
  ] as const)("distinguish $0 from $1, where HMAC would not", ([one, other]) =>
    Effect.gen(function* () {
      const passwords = yield* Passwords.Passwords

      const hash = yield* passwords.hash(one)
      expect(yield* passwords.verify(one, hash)).toBe(true)
      expect(yield* passwords.verify(other, hash)).toBe(false)
    }).pipe(Effect.provide(layer("insecure-fast")))
  )

  it.effect(
    "are refused at once when the queue is full, with the time to retry",
    () =>
      Effect.gen(function* () {
        const passwords = yield* Passwords.Passwords
        const attempts = yield* Effect.forEach(Array.from({ length: 200 }), () =>
          Effect.forkChild(passwords.verify("correct horse", undefined), { startImmediately: true })
        )
        const refused = attempts.map((fiber) => fiber.pollUnsafe()).filter((exit) => exit !== undefined)
        expect(refused).toHaveLength(70)
        const error = yield* Effect.flip(passwords.hash("correct horse"))
        expect(error).toMatchObject({ status: 429, retryAfter: 10 })
        // Those who go away make room.
        yield* Fiber.interruptAll(attempts)
        expect(yield* passwords.verify("correct horse", undefined)).toBe(false)
      }).pipe(Effect.provide(layer("standard"))),
    300_000
  )

  it.effect(
    "keep the cost that they were hashed with",
    () =>
      Effect.gen(function* () {
        const hash = yield* Effect.flatMap(Passwords.Passwords, (fast) => fast.hash("correct horse")).pipe(
          Effect.provide(layer("insecure-fast"))
        )
        expect(yield* (yield* Passwords.Passwords).verify("correct horse", hash)).toBe(true)
      }).pipe(Effect.provide(layer("standard"))),
    300_000
  )
})
