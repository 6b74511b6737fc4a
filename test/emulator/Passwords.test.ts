import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Entropy from "../../src/emulator/Entropy.ts"
import * as Passwords from "../../src/emulator/Passwords.ts"
import { Settings } from "../../src/emulator/Settings.ts"

const layer = (passwordCost: "standard" | "insecure-fast") =>
  Passwords.layer.pipe(
    Layer.provide(Entropy.layer("passwords")),
    Layer.provide(
      Layer.succeed(Settings, {
        publicUrl: "http://localhost",
        accessTokenLifetimeMillis: 1,
        anonymousSignUp: true,
        passwordCost
      })
    )
  )

describe("Passwords", () => {
  it.effect("are hashed with scrypt at N=2^17, r=8, p=1 and 16 bytes of salt by default", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords.Passwords
      const hash = yield* passwords.hash("correct horse")
      expect(hash).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
      expect(yield* passwords.verify("correct horse", hash)).toBe(true)
    }).pipe(Effect.provide(layer("standard")))
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

  it.effect("may come as bcrypt hashes of another system", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords.Passwords
      // of the test vectors of the first implementations
      const hashes = {
        abc: "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i",
        abcdefghijklmnopqrstuvwxyz: "$2a$06$.rCVZVOThsIa97pEDOxvGuRRgzG64bvtJ0938xuqzv18d3ZpQhstC"
      }
      for (const [password, hash] of Object.entries(hashes)) {
        expect(yield* passwords.verify(password, hash)).toBe(true)
        expect(yield* passwords.verify(`${password} `, hash)).toBe(false)
        expect(yield* passwords.verify(password, hash.replace("$2a$", "$2b$"))).toBe(true)
        expect(yield* passwords.verify(password, hash.replace("$2a$", "$2x$"))).toBe(false)
      }
      expect(yield* passwords.verify("abc", "$2b$10$" + "a".repeat(53))).toBe(false)
    }).pipe(Effect.provide(layer("insecure-fast")))
  )

  it.effect("keep the cost that they were hashed with", () =>
    Effect.gen(function* () {
      const hash = yield* Effect.flatMap(Passwords.Passwords, (fast) => fast.hash("correct horse")).pipe(
        Effect.provide(layer("insecure-fast"))
      )
      expect(yield* (yield* Passwords.Passwords).verify("correct horse", hash)).toBe(true)
    }).pipe(Effect.provide(layer("standard")))
  )
})
