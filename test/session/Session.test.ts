/** A session keeps its tokens fresh, and refreshes once for all callers. */
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as AuthorizedTransport from "../../src/session/AuthorizedTransport.ts"
import { LifetimeUnavailable } from "../../src/session/Session.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { type IssuedTokens, type Tokens, type TokenStore, TokenStoreUnavailable } from "../../src/token/TokenStore.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { type Answer, broken, failing, knownError, refused, text, timed } from "../http/support.ts"
import { unsignedToken } from "../support/tokens.ts"
import { texts } from "../token/suite.ts"
import { makeService, type Service, Session, sessionOver, withSession } from "./service.ts"

const getMe = AuthorizedTransport.call(UsersWire.getMe, {})
const updateMe = AuthorizedTransport.call(UsersWire.updateMe, { payload: { displayName: "x" } })
const credentials = Effect.flatMap(Session, (session) => session.credentials)
const signOut = Effect.flatMap(Session, (session) => Effect.orDie(session.signOut))
const signIn = (pair: IssuedTokens) => Effect.flatMap(Session, (session) => session.signIn(Effect.succeed(pair)))
const stored = Effect.flatMap(Session, (session) => Effect.map(session.store.get, texts))

/** A signed-in session of `ada` whose access token has ended, and the service that knows it. */
const expired = (overrides: Parameters<typeof makeService>[0] = {}) =>
  Effect.gen(function* () {
    const service = makeService(overrides)
    const pair = yield* service.open("ada")
    const store = MemoryTokenStore.make({
      refreshToken: pair.refreshToken,
      accessToken: Redacted.make("ended.e30.token")
    })
    return { service, store, pair, run: withSession(service, store) }
  })

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

describe("Session", () => {
  describe("freshness", () => {
    it.effect("uses an access token until 20 s before its end, then refreshes it", () =>
      Effect.gen(function* () {
        const service = makeService({ lifeSeconds: 600 })
        const pair = yield* service.open("ada")
        yield* Effect.gen(function* () {
          yield* signIn(pair)
          yield* TestClock.adjust(580_000)
          yield* getMe
          expect(service.count("refresh")).toBe(0)
          yield* TestClock.adjust(1)
          yield* getMe
          expect(service.count("refresh")).toBe(1)
          yield* getMe
          expect(service.count("refresh")).toBe(1)
          expect(service.count("get")).toBe(3)
        }).pipe(withSession(service))
      })
    )

    it.effect(
      "refreshes tokens that live shorter than a minute in the middle of their life, not before each call",
      () =>
        Effect.gen(function* () {
          for (const [lifeSeconds, untilMillis] of [
            [1, 500],
            [5, 2500],
            [15, 7500],
            [39, 19_500],
            [41, 21_000],
            [60, 40_000]
          ] as const) {
            const service = makeService({ lifeSeconds })
            const pair = yield* service.open("ada")
            yield* Effect.gen(function* () {
              yield* signIn(pair)
              for (let call = 0; call < 5; call++) yield* getMe
              yield* TestClock.adjust(untilMillis)
              yield* getMe
              expect(service.count("refresh"), `${lifeSeconds}`).toBe(0)
              yield* TestClock.adjust(1)
              for (let call = 0; call < 5; call++) yield* getMe
              expect(service.count("refresh"), `${lifeSeconds}`).toBe(1)
            }).pipe(withSession(service))
          }
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
      Effect.gen(function* () {
        const service = makeService({ lifeSeconds: 600 })
        const { accessToken } = yield* service.open("ada")
        yield* Effect.gen(function* () {
          yield* signIn({ accessToken })
          yield* TestClock.adjust(599_000)
          expect((yield* getMe).displayName).toBe("ada")
          expect(service.network.sent[0]!.headers).not.toHaveProperty("x-stack-refresh-token")
          yield* TestClock.adjust(1000)
          expect((yield* Effect.flip(getMe))._tag).toBe("UserAuthenticationRequired")
          expect(service.count("refresh")).toBe(0)
        }).pipe(withSession(service))
      })
    )

    it.effect("refreshes a token that is no JWT, or has no valid expiry", () =>
      Effect.gen(function* () {
        const bad = [
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
        ]
        for (const accessToken of bad) {
          const service = makeService()
          const { refreshToken } = yield* service.open("ada")
          yield* getMe.pipe(
            withSession(service, MemoryTokenStore.make({ refreshToken, accessToken: Redacted.make(accessToken) }))
          )
          expect(service.count("refresh"), accessToken.slice(0, 60)).toBe(1)
        }
      })
    )

    const skews = [3600, -3600, 600, -600, -1_699_000_000, 1_700_000_000]

    const callsWith = Effect.fnUntraced(function* (options: {
      readonly skewSeconds: number
      readonly omitIat: boolean
    }) {
      const service = makeService({ lifeSeconds: 600, ...options })
      const pair = yield* service.open("ada")
      yield* Effect.forEach(Array.from({ length: 100 }), () => Effect.andThen(TestClock.adjust(100), getMe)).pipe(
        withSession(service, MemoryTokenStore.make(pair))
      )
      return service
    })

    it.effect("refreshes at most twice in 100 calls, whatever the device's clock says", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(1_700_000_000_000)
        for (const skewSeconds of skews) {
          const service = yield* callsWith({ skewSeconds, omitIat: false })
          expect(service.count("refresh"), `skew ${skewSeconds}`).toBeLessThanOrEqual(2)
          expect(service.count("get")).toBeLessThanOrEqual(201)
        }
      })
    )

    // Without `iat` there is nothing but the wall clock to judge by.
    it.effect(
      "answers 100 calls without `iat`, each with at most one repetition, whatever the device's clock says",
      () =>
        Effect.gen(function* () {
          yield* TestClock.setTime(1_700_000_000_000)
          for (const skewSeconds of skews) {
            const service = yield* callsWith({ skewSeconds, omitIat: true })
            expect(service.count("get"), `skew ${skewSeconds}`).toBeGreaterThanOrEqual(100)
            expect(service.count("get"), `skew ${skewSeconds}`).toBeLessThanOrEqual(200)
          }
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
            expect(service.count("refresh") - before).toBeLessThanOrEqual(1)
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

  describe("a refresh", () => {
    it.effect("is one for 1,000 concurrent calls", () =>
      Effect.gen(function* () {
        const { run, service } = yield* expired({ latencyMillis: 100 })
        yield* Effect.gen(function* () {
          const { exit } = yield* timed(
            Effect.forEach(Array.from({ length: 1000 }), () => getMe, { concurrency: "unbounded" })
          )
          expect(exit._tag).toBe("Success")
          expect(service.count("refresh")).toBe(1)
          expect(service.count("get")).toBe(1000)
        }).pipe(run)
      })
    )

    it.effect("is one for 1,000 calls whose token was refused", () =>
      Effect.gen(function* () {
        const service = makeService({ latencyMillis: 100, lifeSeconds: 600 })
        const pair = yield* service.open("ada")
        let bad = true
        service.settings.fault = (kind, _, pass) =>
          kind === "get" && bad
            ? Effect.delay(knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 1 }), 40)
            : pass
        yield* Effect.gen(function* () {
          yield* signIn(pair)
          const fiber = yield* Effect.forkChild(
            Effect.forEach(Array.from({ length: 1000 }), () => getMe, { concurrency: "unbounded" })
          )
          yield* TestClock.adjust(60)
          bad = false
          const { exit } = yield* timed(Fiber.join(fiber))
          expect(exit._tag).toBe("Success")
          expect(service.count("refresh")).toBe(1)
          expect(service.count("get")).toBe(2000)
        }).pipe(withSession(service))
      })
    )

    it.effect("survives the interruption of the call that started it", () =>
      Effect.gen(function* () {
        const { run, service } = yield* expired({ latencyMillis: 100, rotate: true })
        yield* Effect.gen(function* () {
          const fibers = yield* Effect.forEach(Array.from({ length: 10 }), () => Effect.forkChild(getMe))
          yield* TestClock.adjust(10)
          yield* Fiber.interrupt(fibers[0]!)
          const { exit } = yield* timed(Effect.forEach(fibers.slice(1), Fiber.join))
          expect(exit._tag).toBe("Success")
          expect(service.count("refresh")).toBe(1)
          expect(service.sessions.has((yield* stored)![0]!)).toBe(true)
        }).pipe(run)
      })
    )

    it.effect("is stored even when all its callers were interrupted", () =>
      Effect.gen(function* () {
        const { run, service } = yield* expired({ latencyMillis: 100, rotate: true })
        yield* Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(getMe)
          yield* TestClock.adjust(60)
          yield* Fiber.interrupt(fiber)
          yield* TestClock.adjust(100)
          expect(service.sessions.has((yield* stored)![0]!)).toBe(true)
          yield* timed(getMe)
          expect(service.count("refresh")).toBe(1)
        }).pipe(run)
      })
    )

    const faults: Readonly<Record<string, readonly [answer: Answer, tag: string]>> = {
      "a broken connection": [broken, "Network"],
      "a refused connection": [refused, "Network"],
      "500": [text("", 500), "UnexpectedStatus"],
      "429 for an hour": [text("", 429, { "retry-after": "3600" }), "RateLimited"],
      html: [text("<html>", 200, { "content-type": "text/html" }), "InvalidServerResponse"],
      "502 html": [text("<html>", 502), "UnexpectedStatus"],
      "a redirect": [text("", 302), "UnexpectedRedirect"],
      "a mismatch": [
        Effect.map(knownError("A", 400), (r) => ({
          ...r,
          header: (name: string) => (name === "x-stack-known-error" ? "B" : r.header(name))
        })),
        "ServerInvalid"
      ],
      "no answer": [Effect.never, "Timeout"]
    }
    for (const [name, [answer, tag]] of Object.entries(faults)) {
      it.effect(`that meets ${name} fails everybody who waits, keeps the session, and is forgotten`, () =>
        Effect.gen(function* () {
          const { run, service, store } = yield* expired({ latencyMillis: 100 })
          const before = texts(yield* store.get)
          service.settings.fault = (kind, _n, pass) => (kind === "refresh" ? answer : pass)
          yield* Effect.gen(function* () {
            const { exit } = yield* timed(
              Effect.forEach(Array.from({ length: 20 }), () => Effect.flip(getMe), { concurrency: "unbounded" })
            )
            expect(Exit.isSuccess(exit)).toBe(true)
            for (const error of Exit.isSuccess(exit) ? exit.value : []) {
              expect(error).toMatchObject({ _tag: "TransportError" })
              expect((error as { readonly reason: { readonly _tag: string } }).reason._tag).toBe(tag)
            }
            expect(service.count("refresh")).toBeLessThanOrEqual(5)
            expect(service.count("get")).toBe(0)
            expect(yield* stored).toStrictEqual(before)
            service.settings.fault = (_kind, _n, pass) => pass
            // Whoever waited has gone at the time limit; the refresh itself may look then whether the service is well.
            yield* TestClock.adjust("1 second")
            const { exit: next } = yield* timed(getMe)
            expect(next._tag).toBe("Success")
          }).pipe(run)
        })
      )
    }

    it.effect("is retried like any read after a broken connection, with the same delays", () =>
      Effect.gen(function* () {
        const { run, service } = yield* expired()
        service.settings.fault = (kind, n, pass) => (kind === "refresh" && n < 5 ? broken : pass)
        const { exit } = yield* timed(getMe.pipe(run))
        expect(Exit.isSuccess(exit)).toBe(true)
        const at = service.journal.filter(({ kind }) => kind === "refresh").map(({ atMillis }) => atMillis)
        expect(at).toHaveLength(5)
        for (const [i, base] of [1000, 2000, 4000, 8000].entries()) {
          const waited = at[i + 1]! - at[i]!
          expect(waited >= base / 2 && waited <= base * 1.5 + 50, `${i}: ${waited}`).toBe(true)
        }
        const second = yield* expired()
        second.service.settings.fault = (kind, _n, pass) => (kind === "refresh" ? broken : pass)
        yield* timed(Effect.exit(getMe.pipe(second.run)))
        expect(second.service.count("refresh")).toBe(5)
        expect(yield* second.store.get).toBeDefined()
      })
    )

    it.effect("that fails with another known error keeps the session", () =>
      Effect.gen(function* () {
        for (const code of ["INVALID_OAUTH_CLIENT_ID_OR_SECRET", "SCHEMA_ERROR", "NOPE_UNKNOWN"]) {
          const { run, service } = yield* expired()
          const details =
            code === "SCHEMA_ERROR" ? { message: "x" } : code.startsWith("INVALID") ? { client_id: null } : undefined
          service.settings.fault = (kind, _, pass) => (kind === "refresh" ? knownError(code, 400, details) : pass)
          yield* Effect.gen(function* () {
            yield* Effect.flip(getMe)
            expect(yield* stored).toBeDefined()
          }).pipe(run)
        }
      })
    )

    it.effect("that the service rejects signs out", () =>
      Effect.gen(function* () {
        const { pair, run, service } = yield* expired({ latencyMillis: 100 })
        service.end(Redacted.value(pair.refreshToken))
        yield* Effect.gen(function* () {
          const { exit } = yield* timed(
            Effect.forEach(Array.from({ length: 20 }), () => Effect.flip(getMe), { concurrency: "unbounded" })
          )
          for (const error of Exit.isSuccess(exit) ? exit.value : [])
            expect(error._tag).toBe("UserAuthenticationRequired")
          expect(yield* stored).toBeUndefined()
          yield* Effect.flip(getMe)
          expect(service.count("refresh")).toBe(1)
        }).pipe(run)
      })
    )

    it.effect("that is rejected keeps a session that has signed in meanwhile", () =>
      Effect.gen(function* () {
        const { pair, run, service } = yield* expired({ latencyMillis: 100 })
        const next = yield* service.open("bob")
        service.end(Redacted.value(pair.refreshToken))
        yield* Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(Effect.flip(getMe))
          yield* TestClock.adjust(60)
          yield* signIn(next)
          yield* TestClock.adjust(100)
          expect((yield* Fiber.join(fiber))._tag).toBe("UserAuthenticationRequired")
          expect(yield* stored).toStrictEqual(texts(next))
        }).pipe(run)
      })
    )

    it.effect("never lands beside another session's tokens, nor after sign-out", () =>
      Effect.gen(function* () {
        for (const rotate of [false, true]) {
          const { run, service } = yield* expired({ latencyMillis: 100, rotate })
          const next = yield* service.open("bob")
          yield* Effect.gen(function* () {
            const fiber = yield* Effect.forkChild(Effect.exit(getMe))
            yield* TestClock.adjust(60)
            yield* signIn(next)
            yield* TestClock.adjust(200)
            const exit = yield* Fiber.join(fiber)
            // The call was ada's: it must not become bob's.
            expect(exit._tag).toBe("Failure")
            expect(service.count("get")).toBe(0)
            expect(yield* stored).toStrictEqual(texts(next))
          }).pipe(run)
          const other = yield* expired({ latencyMillis: 100, rotate })
          yield* Effect.gen(function* () {
            const fiber = yield* Effect.forkChild(Effect.exit(getMe))
            yield* TestClock.adjust(10)
            yield* Effect.forkChild(signOut)
            yield* TestClock.adjust(1)
            expect(yield* stored).toBeUndefined()
            yield* TestClock.adjust(500)
            yield* Fiber.join(fiber)
            expect(yield* stored).toBeUndefined()
          }).pipe(other.run)
        }
      })
    )

    it.effect("stores a rotated refresh token before any caller resumes", () =>
      Effect.gen(function* () {
        const { run, service } = yield* expired({ latencyMillis: 20, rotate: true, lifeSeconds: 60 })
        yield* Effect.gen(function* () {
          for (let i = 0; i < 100; i++) {
            const { exit } = yield* timed(
              Effect.forEach(
                Array.from({ length: 3 }),
                () => Effect.andThen(credentials, (found) => Effect.map(stored, (held) => [texts(found), held])),
                { concurrency: "unbounded" }
              ),
              5
            )
            for (const [found, held] of Exit.isSuccess(exit) ? exit.value : []) expect(found).toStrictEqual(held)
            yield* TestClock.adjust(41_000)
          }
          expect(service.count("refresh")).toBe(100)
          expect(service.sessions.has((yield* stored)![0]!)).toBe(true)
        }).pipe(run)
      })
    )

    it.effect("uses the refresh token that another tab has rotated first", () =>
      Effect.gen(function* () {
        const service = makeService({ latencyMillis: 100, rotate: true })
        const pair = yield* service.open("ada")
        const store = MemoryTokenStore.make(pair)
        const inTab = withSession(service, store)
        yield* TestClock.adjust(590_000)
        const first = yield* Effect.forkChild(getMe.pipe(inTab))
        yield* TestClock.adjust(30)
        const second = yield* Effect.forkChild(getMe.pipe(inTab))
        const { exit } = yield* timed(Effect.forEach([first, second], Fiber.join))
        expect(exit._tag).toBe("Success")
        // The second tab's refresh was rejected, because the first had used the token up.
        expect(service.count("refresh")).toBe(2)
        expect(service.sessions.has(texts(yield* store.get)![0]!)).toBe(true)
      })
    )

    it.effect("of one session does not wait for that of another", () =>
      Effect.gen(function* () {
        const { pair, run, service, store } = yield* expired({ latencyMillis: 1000 })
        const bob = yield* service.open("bob")
        yield* Effect.gen(function* () {
          const ada = yield* Effect.forkChild(Effect.exit(credentials))
          yield* TestClock.adjust(10)
          yield* store.set({ refreshToken: bob.refreshToken })
          const second = yield* Effect.forkChild(credentials)
          yield* TestClock.adjust(10)
          // Ada comes back while her first refresh is still under way: it is joined.
          yield* store.set({ refreshToken: pair.refreshToken })
          const third = yield* Effect.forkChild(credentials)
          yield* TestClock.adjust(2000)
          expect(service.count("refresh")).toBe(2)
          expect(texts(yield* Fiber.join(third))![0]).toBe(Redacted.value(pair.refreshToken))
          expect((yield* Fiber.join(ada))._tag).toBe("Success")
          expect(yield* Fiber.join(second)).toBeUndefined()
        }).pipe(run)
      })
    )

    it.effect("ends with its session, and no caller hangs", () =>
      Effect.gen(function* () {
        const { service, store } = yield* expired({ fault: () => Effect.never })
        const scope = yield* Scope.make()
        const context = yield* Layer.buildWithScope(sessionOver(service, store), scope)
        const fiber = yield* Effect.forkChild(Effect.exit(Effect.provide(getMe, context)))
        yield* TestClock.adjust(10)
        // It is waited for a second, so that a rotated refresh token is not lost, and no longer.
        const { millis } = yield* timed(Scope.close(scope, Exit.void))
        expect(millis).toBeLessThanOrEqual(1050)
        expect((yield* Fiber.join(fiber))._tag).toBe("Failure")
        expect((yield* Effect.exit(Effect.provide(getMe, context)))._tag).toBe("Failure")
        yield* TestClock.adjust("1 hour")
        expect(service.count("refresh")).toBe(1)
      })
    )
  })

  describe("a refused access token", () => {
    it.effect("is refreshed, and the call repeated once, whatever the method", () =>
      Effect.gen(function* () {
        for (const [kind, call] of [
          ["get", getMe],
          ["patch", updateMe]
        ] as const) {
          const service = makeService({ lifeSeconds: 600 })
          const pair = yield* service.open("ada")
          yield* Effect.gen(function* () {
            yield* signIn(pair)
            for (const code of [
              "UNPARSABLE_ACCESS_TOKEN",
              "ACCESS_TOKEN_EXPIRED",
              "INVALID_PROJECT_FOR_ACCESS_TOKEN"
            ]) {
              const details =
                code === "ACCESS_TOKEN_EXPIRED"
                  ? { expired_at_millis: 1 }
                  : code.startsWith("INVALID")
                    ? { expected_project_id: "a", actual_project_id: "b" }
                    : undefined
              const n = service.count(kind) + 1
              service.settings.fault = (asked, m, pass) =>
                asked === kind && m === n ? knownError(code, 401, details) : pass
              const before = service.count("refresh")
              yield* call
              expect(service.count("refresh"), code).toBe(before + 1)
              expect(service.count(kind)).toBe(n + 1)
            }
          }).pipe(withSession(service))
        }
      })
    )

    it.effect("that is always refused costs at most 5 requests, and fails with the error", () =>
      Effect.gen(function* () {
        const service = makeService()
        service.settings.fault = (kind, _, pass) =>
          kind === "get" ? knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 1 }) : pass
        const pair = yield* service.open("ada")
        yield* Effect.gen(function* () {
          yield* signIn(pair)
          for (let i = 1; i <= 3; i++) {
            const before = service.journal.length
            const { error } = yield* failing(getMe)
            expect(error).toHaveProperty("reason._tag", "AccessTokenExpired")
            expect(service.journal.length - before).toBeLessThanOrEqual(5)
          }
          const sent = service.journal.filter(({ kind }) => kind === "get").map(({ token }) => token)
          expect(new Set(sent).size, "a refused token was sent again").toBe(sent.length)
          expect(yield* stored).toBeDefined()
        }).pipe(withSession(service))
      })
    )

    it.effect("ends a session without a refresh token", () =>
      Effect.gen(function* () {
        const service = makeService()
        service.settings.fault = () => knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 1 })
        const { accessToken } = yield* service.open("ada")
        yield* Effect.gen(function* () {
          yield* signIn({ accessToken })
          expect((yield* Effect.flip(getMe))._tag).toBe("UserAuthenticationRequired")
          expect(service.journal).toHaveLength(1)
          yield* Effect.flip(getMe)
          expect(service.journal).toHaveLength(1)
        }).pipe(withSession(service))
      })
    )

    it.effect("never makes a change run again as a user who has signed in meanwhile", () =>
      Effect.gen(function* () {
        const service = makeService({ latencyMillis: 100 })
        const [ada, bob] = [yield* service.open("ada"), yield* service.open("bob")]
        service.settings.fault = (kind, n, pass) =>
          kind === "patch" && n === 1 ? Effect.delay(knownError("UNPARSABLE_ACCESS_TOKEN", 401), 50) : pass
        yield* Effect.gen(function* () {
          yield* signIn(ada)
          const fiber = yield* Effect.forkChild(Effect.flip(updateMe))
          yield* TestClock.adjust(10)
          yield* signIn(bob)
          yield* TestClock.adjust(1000)
          expect((yield* Fiber.join(fiber))._tag).toBe("UserAuthenticationRequired")
          expect(service.count("patch")).toBe(1)
        }).pipe(withSession(service))
      })
    )

    it.effect("makes a read of the user run again for a user who has signed in meanwhile", () =>
      Effect.gen(function* () {
        const service = makeService({ latencyMillis: 100 })
        const [ada, bob] = [yield* service.open("ada"), yield* service.open("bob")]
        service.settings.fault = (kind, n, pass) =>
          kind === "get" && n === 1 ? Effect.delay(knownError("UNPARSABLE_ACCESS_TOKEN", 401), 50) : pass
        yield* Effect.gen(function* () {
          yield* signIn(ada)
          const fiber = yield* Effect.forkChild(CurrentUser.get)
          yield* TestClock.adjust(10)
          yield* signIn(bob)
          yield* TestClock.adjust(1000)
          expect((yield* Fiber.join(fiber))?.displayName).toBe("bob")
          expect(service.count("get")).toBe(2)
        }).pipe(withSession(service))
      })
    )

    it.effect("is not used again, even when its refusal comes late", () =>
      Effect.gen(function* () {
        const service = makeService()
        const pair = yield* service.open("ada")
        yield* Effect.gen(function* () {
          const session = yield* Session
          yield* signIn(pair)
          const first = (yield* session.credentials)!
          const second = (yield* session.renew(first))!
          const third = (yield* session.renew(second))!
          // An answer to the first token arrives after the second was refused.
          expect(texts(yield* session.renew(first))).toStrictEqual(texts(third))
          expect(service.count("refresh")).toBe(2)
        }).pipe(withSession(service))
      })
    )
  })

  describe("a sign-in under way", () => {
    /** Begins a sign-in whose answer takes a second, and does something else meanwhile. */
    const meanwhile = <A, E>(service: Service, other: Effect.Effect<A, E, Session>) =>
      Effect.gen(function* () {
        const slow = yield* service.open("slow")
        const signingIn = yield* Effect.forkChild(
          Effect.flatMap(Session, (session) => session.signIn(Effect.delay(Effect.succeed(slow), 1000)))
        )
        yield* TestClock.adjust(10)
        yield* other
        yield* TestClock.adjust(2000)
        const exit = yield* Fiber.await(signingIn)
        const isOpen = service.sessions.has(Redacted.value(slow.refreshToken))
        return { exit, isOpen, stored: yield* stored, slow: texts(slow) }
      }).pipe(withSession(service))

    it.effect("is given up when the user signs out, and its session ends at the service", () =>
      Effect.gen(function* () {
        const { exit, isOpen, stored } = yield* meanwhile(
          makeService(),
          Effect.flatMap(Session, (session) => session.signOut)
        )
        expect(Exit.hasInterrupts(exit)).toBe(true)
        expect(stored).toBeUndefined()
        expect(isOpen).toBe(false)
      })
    )

    it.effect("is given up when another user signs in", () =>
      Effect.gen(function* () {
        const service = makeService()
        const bob = yield* service.open("bob")
        const { exit, isOpen, stored } = yield* meanwhile(service, signIn(bob))
        expect(Exit.hasInterrupts(exit)).toBe(true)
        expect(stored).toStrictEqual(texts(bob))
        expect(isOpen).toBe(false)
      })
    )

    it.effect("goes on when another one fails", () =>
      Effect.gen(function* () {
        const failing = Effect.flatMap(Session, (session) => Effect.exit(session.signIn(Effect.fail("no"))))
        const { exit, isOpen, slow, stored } = yield* meanwhile(makeService(), failing)
        expect(Exit.isSuccess(exit)).toBe(true)
        expect(stored).toStrictEqual(slow)
        expect(isOpen).toBe(true)
      })
    )
  })

  describe("of several sign-ins", () => {
    /** Sessions over one store, and sign-ins whose answers come after so many milliseconds. */
    const overlapping = Effect.fnUntraced(function* (
      sessions: number,
      steps: ReadonlyArray<{ readonly user: string; readonly after: number; readonly fails?: boolean } | "signOut">
    ) {
      const service = makeService()
      const store = MemoryTokenStore.make()
      const made = yield* Effect.forEach(Array.from({ length: sessions }), () =>
        Effect.flatMap(Layer.build(sessionOver(service, store)), (context) => Effect.provide(Session, context))
      )
      const opened = new Map<string, string>()
      const fibers = yield* Effect.forEach(steps, (step, i) =>
        Effect.gen(function* () {
          const session = made[i % sessions]!
          if (step === "signOut") return yield* Effect.forkChild(Effect.orDie(session.signOut))
          const answer = Effect.gen(function* () {
            yield* Effect.sleep(step.after)
            if (step.fails === true) return yield* Effect.fail("refused")
            const pair = yield* service.open(step.user)
            opened.set(step.user, Redacted.value(pair.refreshToken))
            return pair
          })
          const fiber = yield* Effect.forkChild(Effect.asVoid(session.signIn(answer)))
          yield* TestClock.adjust(1)
          return fiber
        })
      )
      yield* TestClock.adjust("1 minute")
      const exits = yield* Effect.forEach(fibers, Fiber.await)
      const held = texts(yield* store.get)?.[0]
      return {
        exits: exits.map((exit) =>
          Exit.isSuccess(exit) ? "done" : Exit.hasInterrupts(exit) ? "interrupted" : "failed"
        ),
        held: [...opened].find(([, token]) => token === held)?.[0],
        open: [...opened].filter(([, token]) => service.sessions.has(token)).map(([user]) => user)
      }
    })
    const ada = (after: number) => ({ user: "ada", after })
    const bob = (after: number) => ({ user: "bob", after })

    for (const sessions of [1, 2]) {
      const over = sessions === 1 ? "one session" : "two sessions over one store"
      for (const [first, last] of [
        [100, 1000],
        [1000, 100]
      ] as const) {
        it.effect(`the one begun last counts, whose answer comes ${last < first ? "first" : "last"}, in ${over}`, () =>
          Effect.gen(function* () {
            expect(yield* overlapping(sessions, [ada(first), bob(last)])).toStrictEqual({
              exits: ["interrupted", "done"],
              held: "bob",
              open: ["bob"]
            })
          })
        )
      }

      it.effect(`none counts that began before a sign-out, whatever came in between, in ${over}`, () =>
        Effect.gen(function* () {
          expect(yield* overlapping(sessions, [ada(1000), "signOut"])).toStrictEqual({
            exits: ["interrupted", "done"],
            held: undefined,
            open: []
          })
          // Nobody, then bob, then nobody again.
          expect(yield* overlapping(sessions, [ada(1000), bob(0), "signOut"])).toStrictEqual({
            exits: ["interrupted", "done", "done"],
            held: undefined,
            open: []
          })
        })
      )

      it.effect(`an earlier one counts again when the last one has failed, in ${over}`, () =>
        Effect.gen(function* () {
          expect(yield* overlapping(sessions, [ada(1000), { ...bob(100), fails: true }])).toStrictEqual({
            exits: ["done", "failed"],
            held: "ada",
            open: ["ada"]
          })
        })
      )
    }

    it.effect("one that is interrupted while its session is ended leaves none open", () =>
      Effect.gen(function* () {
        const service = makeService({ latencyMillis: 500 })
        yield* Effect.gen(function* () {
          const slow = yield* service.open("slow")
          const signingIn = yield* Effect.forkChild(
            Effect.flatMap(Session, (session) => session.signIn(Effect.delay(Effect.succeed(slow), 100)))
          )
          yield* TestClock.adjust(10)
          yield* signOut
          yield* TestClock.adjust(100)
          yield* Fiber.interrupt(signingIn)
          yield* TestClock.adjust(1000)
          expect(service.sessions.size).toBe(0)
        }).pipe(withSession(service))
      })
    )
  })

  describe("a required lifetime", () => {
    const credentialsFor = (millis: number) => Effect.flatMap(Session, (session) => session.credentialsFor(millis))

    it.effect("must be below 60 000 ms", () =>
      Effect.gen(function* () {
        const service = makeService({ lifeSeconds: 600 })
        const pair = yield* service.open("ada")
        yield* Effect.gen(function* () {
          yield* signIn(pair)
          for (const millis of [60_000, 1e9, -1, NaN, Infinity]) {
            expect(yield* Effect.flip(credentialsFor(millis))).toBeInstanceOf(LifetimeUnavailable)
          }
          for (const millis of [0, 59_999]) expect(yield* credentialsFor(millis)).toBeDefined()
          expect(service.journal).toHaveLength(0)
          yield* TestClock.adjust(540_002)
          yield* credentialsFor(59_999)
          expect(service.count("refresh")).toBe(1)
        }).pipe(withSession(service))
      })
    )

    it.effect("that no token has fails with a typed error after one refresh", () =>
      Effect.gen(function* () {
        const service = makeService({ lifeSeconds: 10 })
        const pair = yield* service.open("ada")
        yield* Effect.gen(function* () {
          yield* signIn(pair)
          expect((yield* Effect.flip(credentialsFor(20_000)))._tag).toBe("LifetimeUnavailable")
          expect(service.count("refresh")).toBe(1)
          yield* signIn({ accessToken: pair.accessToken })
          expect((yield* Effect.flip(credentialsFor(20_000)))._tag).toBe("LifetimeUnavailable")
          expect(service.count("refresh")).toBe(1)
        }).pipe(withSession(service))
      })
    )

    it.effect("does not keep short-lived tokens from being used", () =>
      Effect.gen(function* () {
        const service = makeService({ lifeSeconds: 10 })
        yield* getMe.pipe(withSession(service, MemoryTokenStore.make(yield* service.open("ada"))))
        expect(service.count("get")).toBe(1)
      })
    )
  })

  describe("sign-out", () => {
    it.effect("ends the session here and at the service", () =>
      Effect.gen(function* () {
        const service = makeService()
        const pair = yield* service.open("ada")
        yield* Effect.gen(function* () {
          yield* signIn(pair)
          yield* signOut
          expect(yield* stored).toBeUndefined()
          expect(service.sessions.size).toBe(0)
          expect(service.journal.map(({ kind }) => kind)).toStrictEqual(["signOut"])
          yield* signOut
          expect(service.journal).toHaveLength(1)
        }).pipe(withSession(service))
      })
    )

    it.effect("renews an access token that has ended, or that the service refuses", () =>
      Effect.gen(function* () {
        const { run, service } = yield* expired()
        yield* signOut.pipe(run)
        expect(service.journal.map(({ kind }) => kind)).toStrictEqual(["refresh", "signOut"])
        expect(service.sessions.size).toBe(0)
        const second = makeService({ lifeSeconds: 600 })
        second.settings.fault = (kind, n, pass) =>
          kind === "signOut" && n === 1 ? knownError("UNPARSABLE_ACCESS_TOKEN", 401) : pass
        yield* signOut.pipe(withSession(second, MemoryTokenStore.make(yield* second.open("ada"))))
        expect(second.sessions.size).toBe(0)
      })
    )

    const faults: Readonly<Record<string, Answer>> = {
      "is down": refused,
      breaks: broken,
      hangs: Effect.never,
      "is limited": text("", 429, { "retry-after": "30" }),
      fails: text("", 500),
      dies: Effect.die("a defect of a layer"),
      "refuses every token": knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 1 }),
      "does not know the session": knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)
    }
    for (const [name, answer] of Object.entries(faults)) {
      it.effect(`clears at once and does not fail when the network ${name}`, () =>
        Effect.gen(function* () {
          for (const state of ["fresh", "ended"]) {
            const service = makeService({ lifeSeconds: 600, fault: () => answer })
            const pair = yield* service.open("ada")
            yield* Effect.gen(function* () {
              yield* signIn(pair)
              if (state === "ended") yield* TestClock.adjust(700_000)
              const fiber = yield* Effect.forkChild(signOut)
              yield* TestClock.adjust(0)
              expect(yield* stored).toBeUndefined()
              const { exit, millis } = yield* timed(Fiber.join(fiber))
              expect(Exit.isSuccess(exit)).toBe(true)
              expect(millis).toBeLessThanOrEqual(5100)
              const requests = service.journal.length
              yield* TestClock.adjust("10 minutes")
              expect(service.journal).toHaveLength(requests)
              expect(requests).toBeLessThanOrEqual(4)
            }).pipe(withSession(service))
          }
        })
      )
    }

    it.effect("waits for a refresh under way, and starts no other", () =>
      Effect.gen(function* () {
        const { run, service } = yield* expired({ latencyMillis: 100, rotate: true })
        yield* Effect.gen(function* () {
          const waiting = yield* Effect.forkChild(Effect.flip(getMe))
          yield* TestClock.adjust(10)
          const fiber = yield* Effect.forkChild(signOut)
          yield* TestClock.adjust(1)
          expect(yield* stored).toBeUndefined()
          yield* TestClock.adjust(1000)
          yield* Fiber.join(fiber)
          expect((yield* Fiber.join(waiting))._tag).toBe("UserAuthenticationRequired")
          expect(service.count("refresh")).toBe(1)
          expect(service.count("signOut")).toBe(1)
          expect(service.sessions.size).toBe(0)
        }).pipe(run)
      })
    )

    it.effect("clears the session even when interrupted", () =>
      Effect.gen(function* () {
        const service = makeService({ fault: () => Effect.never })
        const pair = yield* service.open("ada")
        yield* Effect.gen(function* () {
          yield* signIn(pair)
          const fiber = yield* Effect.forkChild(signOut)
          yield* TestClock.adjust(0)
          yield* Fiber.interrupt(fiber)
          expect(yield* stored).toBeUndefined()
        }).pipe(withSession(service))
      })
    )

    it.effect("ends a session that has no refresh token", () =>
      Effect.gen(function* () {
        const service = makeService()
        const { accessToken } = yield* service.open("ada")
        yield* signOut.pipe(withSession(service, MemoryTokenStore.make({ accessToken })))
        expect(service.sessions.size).toBe(0)
      })
    )
  })

  describe("a store that cannot be written", () => {
    /** A store in memory that refuses every write but the first `allowed` ones. */
    const brittle = (initial: Tokens | undefined): TokenStore["Service"] => {
      const store = MemoryTokenStore.make(initial)
      const refuse = () => Effect.fail(new TokenStoreUnavailable({ problem: "full" }))
      const begin = Effect.map(store.begin, (intent) => ({ ...intent, set: refuse }))
      return { ...store, begin, set: refuse, compareAndSet: refuse }
    }

    it.effect("does not lose a rotated refresh token while the session lives", () =>
      Effect.gen(function* () {
        const service = makeService({ rotate: true, lifeSeconds: 60 })
        const pair = yield* service.open("ada")
        yield* TestClock.adjust(59_000)
        yield* Effect.gen(function* () {
          for (let i = 1; i <= 5; i++) {
            expect((yield* getMe).displayName).toBe("ada")
            yield* getMe
            expect(service.count("refresh")).toBe(i)
            yield* TestClock.adjust(41_000)
          }
          yield* signOut
          expect(yield* stored).toBeUndefined()
          expect(yield* credentials).toBeUndefined()
          expect(service.sessions.size).toBe(0)
        }).pipe(withSession(service, brittle(pair)))
      })
    )

    it.effect("stays signed out after the service has ended the session", () =>
      Effect.gen(function* () {
        const { pair, service } = yield* expired()
        service.end(Redacted.value(pair.refreshToken))
        yield* Effect.gen(function* () {
          yield* Effect.flip(getMe)
          yield* Effect.flip(getMe)
          expect(service.count("refresh")).toBe(1)
        }).pipe(withSession(service, brittle({ refreshToken: pair.refreshToken })))
      })
    )

    it.effect("fails a sign-in, and the session is not left open", () =>
      Effect.gen(function* () {
        const service = makeService()
        const pair = yield* service.open("ada")
        yield* Effect.gen(function* () {
          expect((yield* Effect.flip(signIn(pair)))._tag).toBe("TokenStoreUnavailable")
          expect(yield* stored).toBeUndefined()
          expect(service.sessions.size).toBe(0)
        }).pipe(withSession(service, brittle(undefined)))
      })
    )
  })

  it.effect("the memory of a session does not grow with the sessions that it has seen", () =>
    Effect.gen(function* () {
      const service = makeService({ lifeSeconds: 600 })
      let listeners = 0
      const memory = MemoryTokenStore.make()
      const store: TokenStore["Service"] = {
        ...memory,
        changes: (listener) => Effect.tap(memory.changes(listener), () => Effect.sync(() => listeners++))
      }
      const cycles = (count: number) =>
        Effect.forEach(
          Array.from({ length: count }),
          () =>
            Effect.gen(function* () {
              const { refreshToken } = yield* service.open("ada")
              yield* signIn({ refreshToken })
              yield* credentials
              yield* signOut
              service.forget()
            }),
          { discard: true }
        )
      yield* Effect.gen(function* () {
        yield* cycles(300)
        const collect = (globalThis as { readonly gc?: () => void }).gc
        collect?.()
        const before = process.memoryUsage().heapUsed
        yield* cycles(1000)
        collect?.()
        // Without --expose-gc this only tells a leak of kilobytes per session from none; test/prove/soak measures
        // closer.
        expect(process.memoryUsage().heapUsed - before).toBeLessThan(40 * 1024 * 1024)
        expect(listeners).toBe(0)
      }).pipe(withSession(service, store))
    })
  )

  it.effect("a session accepts all tokens of its store, and shares none with another session", () =>
    Effect.gen(function* () {
      const service = makeService({ latencyMillis: 50 })
      const users = yield* Effect.forEach(
        Array.from({ length: 50 }, (_, i) => `user${i}`),
        (user) =>
          Effect.map(service.open(user), ({ refreshToken }) => [user, MemoryTokenStore.make({ refreshToken })] as const)
      )
      const { exit } = yield* timed(
        Effect.forEach(
          users,
          ([user, store]) =>
            Effect.forEach(
              Array.from({ length: 4 }),
              () => Effect.map(getMe, ({ displayName }) => expect(displayName).toBe(user)),
              { concurrency: "unbounded" }
            ).pipe(withSession(service, store)),
          { concurrency: "unbounded" }
        )
      )
      expect(exit._tag).toBe("Success")
      expect(service.count("refresh")).toBe(50)
    })
  )
})
