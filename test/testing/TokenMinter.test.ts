/** Tokens for tests of an app's own server. */
import { expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as AccessTokenClaims from "../../src/domain/AccessTokenClaims.ts"
import * as TokenMinter from "../../src/testing/TokenMinter.ts"

it.effect("live as long as they are asked to, also if that is over", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(1_750_000_000_000)
    const minter = yield* TokenMinter.make({ projectId: "project" })
    const token = Redacted.make(yield* minter.mint({ lifetime: -1000 }))
    expect(AccessTokenClaims.decodeOnce(token)).toMatchObject({ exp: 1_749_999_999 })
  })
)

it.effect.each([NaN, Infinity, "soon" as "1 second"])("cannot have a lifetime of %s", (lifetime) =>
  Effect.gen(function* () {
    const minter = yield* TokenMinter.make({ projectId: "project" })
    const exit = yield* Effect.exit(minter.mint({ lifetime }))
    expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toMatchObject({
      _tag: "InvalidOption",
      option: "lifetime"
    })
  })
)
