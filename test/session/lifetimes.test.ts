/** What an access token says of itself, and how long it is used. */
import { describe, expect, it } from "@effect/vitest"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as AccessTokenClaims from "../../src/domain/AccessTokenClaims.ts"
import * as AccessTokenLifetimes from "../../src/session/internal/AccessTokenLifetimes.ts"
import { continues } from "../../src/token/TokenStore.ts"
import tokens2026 from "../fixtures/tokens-2026.json" with { type: "json" }
import { unsignedToken } from "../support/tokens.ts"
import { tokens } from "../token/suite.ts"

const nothingElse = {
  iat: undefined,
  userId: undefined,
  sessionId: undefined,
  isAnonymous: false,
  isRestricted: false,
  restrictedReason: undefined
}

describe("the claims of an access token", () => {
  it("are read, and unknown ones ignored", () => {
    for (const [payload, claims] of [
      [{ exp: 1 }, { exp: 1 }],
      [{ exp: 8.64e12 - 1 }, { exp: 8.64e12 - 1 }],
      [
        { exp: 2, iat: 0 },
        { exp: 2, iat: 0 }
      ],
      [
        { exp: 2, iat: 1, refreshTokenId: "s" },
        { exp: 2, iat: 1, sessionId: "s" }
      ],
      [
        { exp: 2, refreshTokenId: "" },
        { exp: 2, sessionId: "" }
      ],
      [
        { exp: 2, refresh_token_id: "s" },
        { exp: 2, sessionId: "s" }
      ],
      [
        { exp: 2, refresh_token_id: "s", refreshTokenId: "s" },
        { exp: 2, sessionId: "s" }
      ],
      [{ exp: 2, other: "???>>>~~~" }, { exp: 2 }],
      [
        { exp: 2, sub: "u" },
        { exp: 2, userId: "u" }
      ],
      [{ exp: 2, sub: 7 }, { exp: 2 }],
      [{ exp: 2, is_anonymous: "true", is_restricted: 1, restricted_reason: "x" }, { exp: 2 }],
      [{ exp: 2, restricted_reason: { type: 1 } }, { exp: 2 }],
      [{ exp: 2, is_anonymous: false, is_restricted: false, restricted_reason: null }, { exp: 2 }],
      [
        { exp: 2, is_anonymous: true },
        { exp: 2, isAnonymous: true, isRestricted: true }
      ],
      [
        { exp: 2, is_restricted: true, restricted_reason: { type: "of tomorrow" } },
        { exp: 2, isRestricted: true, restrictedReason: "of tomorrow" }
      ]
    ] as const) {
      expect(AccessTokenClaims.decode(unsignedToken(payload))).toStrictEqual({ ...nothingElse, ...claims })
    }
  })

  it("are read from every kind of token of the current service", () => {
    const { anonymous, normal, restricted_by_admin, restricted_email_not_verified } = tokens2026
    for (const [payload, isAnonymous, restrictedReason] of [
      [normal, false, undefined],
      [restricted_by_admin, false, "restricted_by_administrator"],
      [restricted_email_not_verified, false, "email_not_verified"],
      [anonymous, true, "anonymous"]
    ] as const) {
      expect(AccessTokenClaims.decode(unsignedToken(payload))).toStrictEqual({
        exp: payload.exp,
        iat: payload.iat,
        userId: payload.sub,
        sessionId: payload.refresh_token_id,
        isAnonymous,
        isRestricted: restrictedReason !== undefined,
        restrictedReason
      })
    }
  })

  it("are rejected when one of them has a shape that the service never writes", () => {
    for (const claims of [
      null,
      1,
      "exp",
      [],
      {},
      ...["1", 0, -1, 1.5, 8.64e12, null, true].map((exp) => ({ exp })),
      ...["1", -1, 1.5, 8.64e12, null].map((iat) => ({ exp: 2, iat })),
      ...[1, null, {}].map((refreshTokenId) => ({ exp: 2, refreshTokenId })),
      ...[1, null, {}].map((id) => ({ exp: 2, refresh_token_id: id, refreshTokenId: "s" }))
    ]) {
      expect(AccessTokenClaims.decode(unsignedToken(claims)), JSON.stringify(claims)).toBeUndefined()
    }
  })

  it("are read from three parts of up to 8,192 characters", () => {
    const token = unsignedToken({ exp: 1 }, "c")
    expect(AccessTokenClaims.decode(token + "c".repeat(8192 - token.length))?.exp).toBe(1)
    expect(AccessTokenClaims.decode(token + "c".repeat(8193 - token.length))).toBeUndefined()
    for (const text of ["", "a", token.slice(0, -2), `${token}.d`, `${token}.d.e`, `a.!.c`, `a.${btoa("{")}.c`]) {
      expect(AccessTokenClaims.decode(text), text).toBeUndefined()
    }
    expect(AccessTokenClaims.decode(`${token.slice(0, -1)}`)?.exp).toBe(1)
  })

  it("are decoded once for each token of a session", () => {
    const [token, same, other] = [{ exp: 1 }, { exp: 1 }, { exp: 2 }].map((claims) =>
      Redacted.make(unsignedToken(claims))
    )
    const claims = AccessTokenClaims.of(token!)
    expect(claims?.exp).toBe(1)
    expect(AccessTokenClaims.of(token!)).toBe(claims)
    expect(AccessTokenClaims.of(same!)).toStrictEqual(claims)
    expect(AccessTokenClaims.of(other!)?.exp).toBe(2)
    expect(AccessTokenClaims.of(Redacted.make("a.!.c"))).toBeUndefined()
  })
})

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

  it("that was read from a store ends by the wall clock", () => {
    const lifetimes = AccessTokenLifetimes.make()
    expect(lifetimes.remainingMillis(token, clockAt(1_100_000, 7))).toBe(500_000)
    expect(lifetimes.remainingMillis(token, clockAt(1_700_000, 8))).toBe(-100_000)
    expect(lifetimes.remainingMillis(Redacted.make("no token"), clockAt(0, 9))).toBe(-Infinity)
  })

  it("that was received ends by the wall clock or the monotonic clock, whichever comes first", () => {
    const lifetimes = AccessTokenLifetimes.make()
    // The device is an hour ahead of the service.
    lifetimes.receive(token, clockAt(4_600_000, 50_000))
    expect(lifetimes.remainingMillis(token, clockAt(4_600_000, 50_000))).toBe(600_000)
    expect(lifetimes.remainingMillis(token, clockAt(4_600_000, 60_000))).toBe(590_000)
    expect(lifetimes.remainingMillis(token, clockAt(4_900_000, 60_000))).toBe(300_000)
    // The same holds for those that are found afterwards.
    expect(lifetimes.remainingMillis(accessToken({ exp: 1700 }), clockAt(4_600_000, 60_000))).toBe(700_000)
  })

  it("without `iat` ends by the wall clock", () => {
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
    expect([remaining(0), remaining(15)]).toStrictEqual([-Infinity, -Infinity])
    // Refused again, the first one is the newest.
    lifetimes.reject(many[0]!)
    lifetimes.reject(many[16]!)
    expect([remaining(0), remaining(2), remaining(16)]).toStrictEqual([-Infinity, -Infinity, -Infinity])
    expect(remaining(1)).toBe(500_000)
  })
})

describe("a session", () => {
  it("is the same with the same refresh token, or with the same session ID in its access tokens", () => {
    const of = (session: string | undefined, n: number) =>
      unsignedToken({ exp: 1600, n, ...(session !== undefined && { refreshTokenId: session }) })
    expect(continues(tokens("r1", of("one", 1)), tokens("r1", of("two", 2)))).toBe(true)
    expect(continues(tokens("r1", of("one", 1)), tokens("r2", of("one", 2)))).toBe(true)
    expect(continues(tokens(undefined, of("one", 1)), tokens("r2", of("one", 2)))).toBe(true)
    expect(continues(tokens("r1", of("one", 1)), tokens("r2", of("two", 2)))).toBe(false)
    expect(continues(tokens("r1", of(undefined, 1)), tokens("r2", of(undefined, 2)))).toBe(false)
    expect(continues(tokens("r1"), tokens("r2"))).toBe(false)
    expect(continues(tokens("r1", "x"), tokens("r2", "x"))).toBe(false)
  })
})
