/** Requests of any size and number leave a bounded amount in the emulator's memory. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Journal, layer as journal } from "../../src/emulator/control/Journal.ts"
import * as Randomness from "../../src/emulator/crypto/Randomness.ts"
import * as RateLimiter from "../../src/emulator/http/RateLimiter.ts"
import type * as RateLimitRules from "../../src/emulator/http/RateLimitRules.ts"
import * as Mailbox from "../../src/emulator/mail/Mailbox.ts"
import * as StateParts from "../../src/emulator/storage/StateParts.ts"
import { heapUsed } from "../support/heap.ts"

/** How many megabytes an effect leaves behind. */
const growth = Effect.fnUntraced(function* <R>(effect: Effect.Effect<void, never, R>) {
  const before = heapUsed()
  yield* effect
  return (heapUsed() - before) / 1_000_000
})

const large = (i: number) => `${i}${"a".repeat(1_000_000)}`

const makeLimiter = (rates: ReadonlyArray<readonly [RateLimitRules.Kind, RateLimitRules.Rate]>) =>
  RateLimiter.layer(new Map(rates)).pipe(Layer.provide(StateParts.layer))

describe("the memory that requests leave behind", () => {
  it.effect("is as much for a long key of a limit as for a short one", () =>
    Effect.gen(function* () {
      const limiter = yield* RateLimiter.RateLimiter
      const tries = Effect.forEach(Array(300).keys(), (i) => Effect.orDie(limiter.count("perIp", large(i))), {
        discard: true
      })
      expect(yield* growth(tries)).toBeLessThan(10)
    }).pipe(Effect.provide(makeLimiter([["perIp", { count: 1, perMillis: 60_000 }]])))
  )

  it.effect("is bounded for each kind of limit, and full buckets are none", () =>
    Effect.gen(function* () {
      const limiter = yield* RateLimiter.RateLimiter
      const miss = (key: string) => limiter.count("wrongPasswordsPerAddress", key)
      yield* miss("victim")
      for (let i = 0; i < RateLimiter.maxKeys; i++) yield* limiter.count("perIp", String(i))
      // Keys of another kind, however many, make nothing forgotten.
      expect((yield* Effect.flip(miss("victim"))).status).toBe(429)
      expect((yield* Effect.flip(limiter.count("perIp", "0"))).status).toBe(429)
      // Successes are given back, and push nobody out.
      for (let i = 0; i < 1_000; i++) {
        yield* limiter.countMisses("perIp", `success ${i}`, Effect.void, () => false)
      }
      expect((yield* Effect.flip(limiter.count("perIp", "2"))).status).toBe(429)
    }).pipe(
      Effect.provide(
        makeLimiter([
          ["perIp", { count: 1, perMillis: 60_000 }],
          ["wrongPasswordsPerAddress", { count: 1, perMillis: 60_000 }]
        ])
      )
    )
  )

  it.effect("includes no whole path, and no query", () =>
    Effect.gen(function* () {
      const { append, entries } = yield* Journal
      const entry = {
        at: 0,
        method: "GET",
        accessType: undefined,
        projectId: undefined,
        userId: undefined,
        status: 404,
        knownError: undefined,
        requestId: "r",
        durationMillis: 1,
        faults: []
      }
      const requests = Effect.sync(() => {
        for (let i = 0; i < 100; i++) {
          append({ ...entry, path: new URL(`http://localhost/${large(i)}`).pathname })
          append({ ...entry, path: new URL(`http://localhost/short-path-of-${i}?${large(i)}`).pathname })
        }
      })
      expect(yield* growth(requests)).toBeLessThan(10)
      expect((yield* entries).map(({ path }) => path.length).sort()[0]).toBe(16)
    }).pipe(Effect.provide(journal.pipe(Layer.provide(StateParts.layer))))
  )

  it.effect("does not include every mail, however long", () =>
    Effect.gen(function* () {
      const { clear, deliver, list } = yield* Mailbox.Mailbox
      const mail = { projectId: "p", from: "a@example.org", subject: "s", html: "", link: undefined, code: undefined }
      for (let i = 0; i < 100; i++) yield* deliver({ ...mail, to: `${i}@example.org`, text: large(i) })
      const mails = yield* list()
      expect({ mails: mails.length, to: mails.at(-1)?.to }).toStrictEqual({ mails: 49, to: "99@example.org" })
      // One that is longer than all may be together is still there to be read.
      yield* deliver({ ...mail, to: "last@example.org", text: "a".repeat(60_000_000) })
      expect((yield* list()).map(({ to }) => to)).toStrictEqual(["last@example.org"])
      yield* clear
      for (let i = 0; i < 1_001; i++) yield* deliver({ ...mail, to: `${i}@example.org`, text: "short" })
      expect((yield* list()).map(({ to }) => to).slice(0, 2)).toStrictEqual(["1@example.org", "2@example.org"])
    }).pipe(
      Effect.provide(Mailbox.layer.pipe(Layer.provide(Randomness.layer("test")), Layer.provide(StateParts.layer)))
    )
  )
})
