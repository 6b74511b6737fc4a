/** A session hands out access tokens that last, whatever clocks say. */
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { LifetimeUnavailable } from "../../src/session/Session.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { unsignedToken } from "../support/tokens.ts"
import { credentials, credentialsFor, getMe, makeService, signIn, withAda, withNobody, withSession } from "./service.ts"

/** A clock whose wall is off by so many milliseconds, and whose monotonic time knows nothing of it. */
const jumpingClock = (real: Clock.Clock, offset: () => number): Clock.Clock => ({
  currentTimeMillisUnsafe: () => real.currentTimeMillisUnsafe() + offset(),
  currentTimeMillis: Effect.map(real.currentTimeMillis, (now) => now + offset()),
  currentTimeNanosUnsafe: () => real.currentTimeNanosUnsafe() + BigInt(offset()) * 1_000_000n,
  currentTimeNanos: Effect.map(real.currentTimeNanos, (now) => now + BigInt(offset()) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: real.monotonicTimeNanos,
  sleep: (duration) => real.sleep(duration)
})

describe("freshness", () => {
  it.effect("uses an access token until 20 s before its end, then refreshes it", () =>
    withAda({ lifeSeconds: 600 }, function* ({ service }) {
      yield* TestClock.adjust(580_000)
      yield* getMe
      expect(service.count("refresh")).toBe(0)
      yield* TestClock.adjust(1)
      yield* getMe
      expect(service.count("refresh")).toBe(1)
      yield* getMe
      expect(service.count("refresh")).toBe(1)
      expect(service.count("get")).toBe(3)
    })
  )

  it.effect.each([
    [1, 500],
    [5, 2500],
    [15, 7500],
    [39, 19_500],
    [41, 21_000],
    [60, 40_000]
  ] as const)(
    "refreshes tokens that live shorter than a minute in the middle of their life, not before each call: $0",
    ([lifeSeconds, untilMillis]) =>
      withAda({ lifeSeconds }, function* ({ service }) {
        for (let call = 0; call < 5; call++) yield* getMe
        yield* TestClock.adjust(untilMillis)
        yield* getMe
        expect(service.count("refresh"), `${lifeSeconds}`).toBe(0)
        yield* TestClock.adjust(1)
        for (let call = 0; call < 5; call++) yield* getMe
        expect(service.count("refresh"), `${lifeSeconds}`).toBe(1)
      })
  )

  it.effect("sends no request when nobody is signed in", () =>
    Effect.gen(function* () {
      const service = makeService()
      const error = yield* Effect.flip(getMe).pipe(withSession(service))
      expect(error._tag).toBe("UserAuthenticationRequired")
      expect(service.journal).toHaveLength(0)
    })
  )

  it.effect("uses an access token without a refresh token until it expires", () =>
    withNobody({ lifeSeconds: 600 }, function* ({ service }) {
      const { accessToken } = yield* service.open("ada")
      yield* signIn({ accessToken })
      yield* TestClock.adjust(599_000)
      expect((yield* getMe).displayName).toBe("ada")
      expect(service.network.sent[0]!.headers).not.toHaveProperty("x-stack-refresh-token")
      yield* TestClock.adjust(1000)
      expect((yield* Effect.flip(getMe))._tag).toBe("UserAuthenticationRequired")
      expect(service.count("refresh")).toBe(0)
    })
  )

  it.effect.each([
    "x",
    "a.b",
    "a.b.c",
    "a.e30.c",
    "....",
    unsignedToken({ exp: "9999999999" }),
    unsignedToken({ exp: 1e20 }),
    unsignedToken({ exp: -1 }),
    unsignedToken({ exp: null }),
    unsignedToken({ exp: 9999999999.5 }),
    unsignedToken({ exp: 9_999_999_999 }, "c.d"),
    unsignedToken({ exp: 9_999_999_999, x: "y".repeat(9000) })
  ])("refreshes a token that is no JWT, or has no valid expiry: $0", (accessToken) =>
    Effect.gen(function* () {
      const service = makeService()
      const { refreshToken } = yield* service.open("ada")
      const store = MemoryTokenStore.make({ refreshToken, accessToken: Redacted.make(accessToken) })
      yield* getMe.pipe(withSession(service, store))
      expect(service.count("refresh")).toBe(1)
    })
  )

  const skews = [3600, -3600, 600, -600, -1_699_000_000, 1_700_000_000]

  const callsWith = Effect.fnUntraced(function* (options: { readonly skewSeconds: number; readonly omitIat: boolean }) {
    yield* TestClock.setTime(1_700_000_000_000)
    const service = makeService({ lifeSeconds: 600, ...options })
    const pair = yield* service.open("ada")
    yield* Effect.forEach(Array.from({ length: 100 }), () => Effect.andThen(TestClock.adjust(100), getMe)).pipe(
      withSession(service, MemoryTokenStore.make(pair))
    )
    return service
  })

  it.effect.each(skews)(
    "refreshes at most twice in 100 calls, whatever the device's clock says: $0 s off",
    (skewSeconds) =>
      Effect.gen(function* () {
        const service = yield* callsWith({ skewSeconds, omitIat: false })
        expect(service.count("refresh")).toBeLessThanOrEqual(2)
        expect(service.count("get")).toBeLessThanOrEqual(201)
      })
  )

  // Without `iat` there is nothing but the wall clock to judge by.
  it.effect.each(skews)(
    "answers 100 calls without `iat`, each with at most one repetition, whatever the device's clock says: $0 s off",
    (skewSeconds) =>
      Effect.gen(function* () {
        const service = yield* callsWith({ skewSeconds, omitIat: true })
        expect(service.count("get")).toBeGreaterThanOrEqual(100)
        expect(service.count("get")).toBeLessThanOrEqual(200)
      })
  )

  it.effect("survives jumps of the wall clock with at most one refresh each", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_700_000_000_000)
      const service = makeService({ lifeSeconds: 600 })
      const pair = yield* service.open("ada")
      let offset = 0
      const jumping = jumpingClock(yield* Clock.Clock, () => offset)
      yield* Effect.gen(function* () {
        yield* signIn(pair)
        for (const jump of [3_600_000, -7_200_000, 3_600_000, -1_699_000_000_000, 0]) {
          offset = jump
          // The service's own clock does not jump with ours.
          service.settings.skewSeconds = -jump / 1000
          const before = service.count("refresh")
          yield* Effect.forEach(Array.from({ length: 20 }), () => getMe)
          expect(service.count("refresh") - before, `a jump of ${jump} ms`).toBeLessThanOrEqual(1)
        }
        expect(service.count("refresh")).toBeLessThanOrEqual(1)
      }).pipe(withSession(service), Effect.provideService(Clock.Clock, jumping))
    })
  )

  it.effect("hands out no token that ended while the device slept, when monotonic clocks stand still", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_700_000_000_000)
      // The device's clock is an hour behind the service's.
      const service = makeService({ lifeSeconds: 600, skewSeconds: 3600 })
      const pair = yield* service.open("ada")
      let slept = 0
      const sleepy = jumpingClock(yield* Clock.Clock, () => slept)
      yield* Effect.gen(function* () {
        yield* signIn(pair)
        for (const minutes of [0, 5, 15, 16, 500]) {
          slept = minutes * 60_000
          const found = yield* credentials
          expect(yield* service.accepts(Redacted.value(found!.accessToken)), `${minutes} minutes`).toBe(true)
        }
        expect(service.count("refresh")).toBe(2)
      }).pipe(withSession(service), Effect.provideService(Clock.Clock, sleepy))
    })
  )
})

describe("a required lifetime", () => {
  it.effect.each([60_000, 1e9, -1, NaN, Infinity])("must be below 60 000 ms, and is not if it is $0", (millis) =>
    withAda({ lifeSeconds: 600 }, function* ({ service }) {
      expect(yield* Effect.flip(credentialsFor(millis))).toBeInstanceOf(LifetimeUnavailable)
      expect(service.journal).toHaveLength(0)
    })
  )

  it.effect("costs a refresh only if the token does not have it", () =>
    withAda({ lifeSeconds: 600 }, function* ({ service }) {
      expect(yield* credentialsFor(0)).toBeDefined()
      expect(yield* credentialsFor(59_999)).toBeDefined()
      expect(service.journal).toHaveLength(0)
      yield* TestClock.adjust(540_002)
      yield* credentialsFor(59_999)
      expect(service.count("refresh")).toBe(1)
    })
  )

  it.effect("fails with a typed error after one refresh if no token has it", () =>
    withAda({ lifeSeconds: 10 }, function* ({ service, tokens }) {
      expect((yield* Effect.flip(credentialsFor(20_000)))._tag).toBe("LifetimeUnavailable")
      expect(service.count("refresh")).toBe(1)
      yield* signIn({ accessToken: tokens.accessToken })
      expect((yield* Effect.flip(credentialsFor(20_000)))._tag).toBe("LifetimeUnavailable")
      expect(service.count("refresh")).toBe(1)
    })
  )

  it.effect("is named in the error, with the reason why no token has it", () =>
    withNobody({ lifeSeconds: 30 }, function* ({ service }) {
      const messageFor = (millis: number) => Effect.map(Effect.flip(credentialsFor(millis)), ({ message }) => message)
      expect(yield* credentialsFor(0)).toBeUndefined()
      const { accessToken, refreshToken } = yield* service.open("ada")
      yield* signIn({ accessToken, refreshToken })
      expect(yield* credentialsFor(30_000)).toBeDefined()
      expect(yield* messageFor(60_000)).toBe(
        "No access token with 60000 ms left: it must be at least 0 and below 60000"
      )
      expect(yield* messageFor(30_001)).toBe(
        "No access token with 30001 ms left: the service issues tokens of a shorter life"
      )
      yield* signIn({ accessToken })
      expect(yield* messageFor(30_001)).toBe("No access token with 30001 ms left: the session has no refresh token")
    })
  )
})
