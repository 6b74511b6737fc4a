/** How long an access token is used: until the clock that is later, or the service, says that it ended. */
import { describe, expect, it } from "@effect/vitest"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as AccessTokenLifetimes from "../../src/session/internal/AccessTokenLifetimes.ts"
import { unsignedToken } from "../support/tokens.ts"

const clockAt = (wall: number, monotonic: number): Clock.Clock => ({
  currentTimeMillisUnsafe: () => wall,
  currentTimeMillis: Effect.succeed(wall),
  currentTimeNanosUnsafe: () => BigInt(wall) * 1_000_000n,
  currentTimeNanos: Effect.succeed(BigInt(wall) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => BigInt(monotonic) * 1_000_000n,
  monotonicTimeNanos: Effect.succeed(BigInt(monotonic) * 1_000_000n),
  sleep: () => Effect.never
})

const accessToken = (payload: object) => Redacted.make(unsignedToken(payload))

describe("the life of an access token", () => {
  const token = accessToken({ iat: 1000, exp: 1600 })

  it("ends by the wall clock if it was read from a store", () => {
    const lifetimes = AccessTokenLifetimes.make()
    expect(lifetimes.remainingMillis(token, clockAt(1_100_000, 7))).toBe(500_000)
    expect(lifetimes.remainingMillis(token, clockAt(1_700_000, 8))).toBe(-100_000)
    expect(lifetimes.remainingMillis(Redacted.make("no token"), clockAt(0, 9))).toBe(-Infinity)
  })

  it("ends by the wall clock or the monotonic clock, whichever comes first, if it was received", () => {
    const lifetimes = AccessTokenLifetimes.make()
    // The device is an hour ahead of the service.
    lifetimes.receive(token, clockAt(4_600_000, 50_000))
    expect({
      received: lifetimes.remainingMillis(token, clockAt(4_600_000, 50_000)),
      byMonotonicClock: lifetimes.remainingMillis(token, clockAt(4_600_000, 60_000)),
      byWallClock: lifetimes.remainingMillis(token, clockAt(4_900_000, 60_000)),
      foundAfterwards: lifetimes.remainingMillis(accessToken({ exp: 1700 }), clockAt(4_600_000, 60_000))
    }).toStrictEqual({ received: 600_000, byMonotonicClock: 590_000, byWallClock: 300_000, foundAfterwards: 700_000 })
  })

  it("ends by the wall clock without `iat`", () => {
    const lifetimes = AccessTokenLifetimes.make()
    lifetimes.receive(accessToken({ exp: 1600 }), clockAt(4_600_000, 0))
    lifetimes.receive(Redacted.make("no token"), clockAt(4_600_000, 0))
    expect(lifetimes.remainingMillis(accessToken({ exp: 1600 }), clockAt(1_100_000, 0))).toBe(500_000)
  })

  it("is over once the service has refused it, whatever its claims", () => {
    const lifetimes = AccessTokenLifetimes.make()
    lifetimes.receive(token, clockAt(1_000_000, 0))
    lifetimes.reject(token)
    expect(lifetimes.remainingMillis(token, clockAt(1_000_000, 0))).toBe(-Infinity)
  })

  it("is remembered for the sixteen newest tokens", () => {
    const lifetimes = AccessTokenLifetimes.make()
    const many = Array.from({ length: 17 }, (_, i) => accessToken({ exp: 1600, i }))
    const remaining = (i: number) => lifetimes.remainingMillis(many[i]!, clockAt(1_100_000, 0))
    for (const each of many.slice(0, 16)) lifetimes.reject(each)
    expect({ first: remaining(0), last: remaining(15) }).toStrictEqual({ first: -Infinity, last: -Infinity })
    // Refused again, the first one is the newest.
    lifetimes.reject(many[0]!)
    lifetimes.reject(many[16]!)
    expect({ first: remaining(0), third: remaining(2), last: remaining(16) }).toStrictEqual({
      first: -Infinity,
      third: -Infinity,
      last: -Infinity
    })
    expect(remaining(1)).toBe(500_000)
  })
})
