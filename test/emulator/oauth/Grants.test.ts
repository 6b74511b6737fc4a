/** Tokens that a provider gave: which of them is handed out, and when it is asked for others. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as Randomness from "../../../src/emulator/crypto/Randomness.ts"
import * as Grants from "../../../src/emulator/oauth/Grants.ts"
import {
  makeAnsweredFailure,
  makeFailure,
  type Grant,
  type Provider,
  type ProviderFailure
} from "../../../src/emulator/oauth/Provider.ts"
import * as Database from "../../../src/emulator/storage/Database.ts"
import { sql } from "../../../src/emulator/storage/Database.ts"
import * as StateParts from "../../../src/emulator/storage/StateParts.ts"
import { database } from "../../support/database.ts"

const layer = Layer.provideMerge(
  Grants.layer,
  Layer.mergeAll(database(), Randomness.layer("test")).pipe(Layer.provide(StateParts.layer))
)

const providerAccountId = "6d4b1cbb-3f62-4a6e-8f0e-2b7f0f7c1a11"

const hour = 3_600_000

const grant = (accessToken: string, more: Partial<Grant> = {}): Grant => ({
  accessToken,
  expiresInMillis: hour,
  refreshToken: undefined,
  scope: "email",
  ...more
})

/** A provider that renews tokens as it is told, and remembers what it was shown. */
const renewing = (answer: (refreshToken: string) => Effect.Effect<Grant, ProviderFailure>) => {
  const shown: Array<string> = []
  const provider: Provider = {
    authorizationUrl: () => Effect.die("nobody signs in"),
    exchange: () => Effect.die("nobody signs in"),
    verify: () => Effect.die("nobody signs in"),
    refresh: (refreshToken, scope) => {
      shown.push(`${refreshToken} for ${scope}`)
      return answer(refreshToken)
    }
  }
  const token = (scope = "email") => Grants.findAccessToken({ providerAccountId, scope, provider })
  return { shown, token }
}

const store = (...grants: ReadonlyArray<Grant>) =>
  Effect.forEach(grants, (grant) => Grants.store(providerAccountId, grant))

/** Grants belong to accounts, which need not be there for this. */
const alone = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* Database.run(sql`PRAGMA foreign_keys = OFF`)
    return yield* test
  }).pipe(Effect.provide(layer))

describe("a token of a provider", () => {
  it.effect("is handed out while it lives for more than five minutes, and the newest first", () =>
    Effect.gen(function* () {
      const { shown, token } = renewing(() => Effect.succeed(grant("another")))
      yield* store(grant("old", { refreshToken: "r" }), grant("new"))
      expect(yield* token()).toBe("new")
      yield* TestClock.adjust(hour - Grants.marginMillis - 1)
      expect(yield* token()).toBe("new")
      expect(shown).toStrictEqual([])
      yield* TestClock.adjust(1)
      expect(yield* token()).toBe("another")
      expect(shown).toStrictEqual(["r for email"])
    }).pipe(alone)
  )

  it.effect("is handed out for ever when the provider does not say how long it lives", () =>
    Effect.gen(function* () {
      const { token } = renewing(() => Effect.die("nothing is to be renewed"))
      yield* store(grant("for ever", { expiresInMillis: undefined }))
      yield* TestClock.adjust("1000 days")
      expect(yield* token()).toBe("for ever")
    }).pipe(alone)
  )

  it.effect("is not lost to one that cannot be renewed", () =>
    Effect.gen(function* () {
      const { shown, token } = renewing((refreshToken) =>
        refreshToken === "r2"
          ? Effect.succeed(grant("renewed", { refreshToken: "r3" }))
          : Effect.fail(makeAnsweredFailure("invalid_grant"))
      )
      yield* store(grant("first", { refreshToken: "r1" }), grant("second"), grant("third", { refreshToken: "r2" }))
      yield* store(grant("fourth"))
      yield* TestClock.adjust(hour)
      expect(yield* token()).toBe("renewed")
      yield* TestClock.adjust(hour)
      expect(yield* Effect.flip(token())).toMatchObject({ reason: "InvalidGrant" })
      // And the first, in whose place there is another, is not tried at all.
      expect(shown).toStrictEqual(["r2 for email", "r3 for email"])
    }).pipe(alone)
  )

  it.effect("is not tried again if the provider takes it back", () =>
    Effect.gen(function* () {
      const { shown, token } = renewing(() => Effect.fail(makeAnsweredFailure("invalid_grant")))
      yield* store(grant("old", { expiresInMillis: 0, refreshToken: "r" }))
      expect(yield* Effect.flip(token())).toMatchObject({ reason: "InvalidGrant" })
      expect(yield* token()).toBeUndefined()
      expect(shown).toHaveLength(1)
    }).pipe(alone)
  )

  it.effect("is tried again when the provider was away", () =>
    Effect.gen(function* () {
      let isAway = true
      const { token } = renewing(() =>
        isAway ? Effect.fail(makeFailure("It did not answer.")) : Effect.succeed(grant("new"))
      )
      yield* store(grant("old", { expiresInMillis: 0, refreshToken: "r" }))
      expect(yield* Effect.flip(token())).toMatchObject({ reason: "Failed" })
      isAway = false
      expect(yield* token()).toBe("new")
    }).pipe(alone)
  )

  it.effect("is not handed out if it was renewed with less than was asked for", () =>
    Effect.gen(function* () {
      const { token } = renewing((refreshToken) =>
        Effect.succeed(grant(`of ${refreshToken}`, { scope: refreshToken === "r2" ? "email" : "email drive" }))
      )
      const expired = { expiresInMillis: 0 }
      yield* store(
        grant("a", { ...expired, refreshToken: "r1", scope: "email drive" }),
        grant("b", { ...expired, refreshToken: "r2", scope: "drive email" })
      )
      expect(yield* token("drive")).toBe("of r1")
    }).pipe(alone)
  )
})
