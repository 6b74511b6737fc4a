/** A session refreshes once for all callers. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as TransportReason from "../../src/domain/errors/TransportReason.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { type Answer, broken, knownError, refused, text, timed } from "../support/scriptedNetwork.ts"
import { countSeeds } from "../support/seeds.ts"
import { texts } from "../support/tokens.ts"
import {
  credentials,
  expired,
  getMe,
  makeService,
  type Session,
  sessionOver,
  signIn,
  signOut,
  stored,
  withAda,
  withExpiredAda,
  withSession
} from "./service.ts"

/** How many callers there are at once: 1,000 in `npm run test:all`. */
const callers = countSeeds(1000)

describe("a refresh", () => {
  it.effect("happens once for all concurrent calls", () =>
    withExpiredAda({ latencyMillis: 100 }, function* ({ service }) {
      const { exit } = yield* timed(
        Effect.forEach(Array.from({ length: callers }), () => getMe, { concurrency: "unbounded" })
      )
      expect(exit._tag).toBe("Success")
      expect(service.count("refresh")).toBe(1)
      expect(service.count("get")).toBe(callers)
    })
  )

  it.effect("happens once for all calls whose token was refused", () =>
    withAda({ latencyMillis: 100, lifeSeconds: 600 }, function* ({ service }) {
      let bad = true
      service.settings.fault = (kind, _, pass) =>
        kind === "get" && bad
          ? Effect.delay(knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 1 }), 40)
          : pass
      const fiber = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: callers }), () => getMe, { concurrency: "unbounded" })
      )
      yield* TestClock.adjust(60)
      bad = false
      const { exit } = yield* timed(Fiber.join(fiber))
      expect(exit._tag).toBe("Success")
      expect(service.count("refresh")).toBe(1)
      expect(service.count("get")).toBe(2 * callers)
    })
  )

  it.effect("survives the interruption of the call that started it", () =>
    withExpiredAda({ latencyMillis: 100, rotate: true }, function* ({ service }) {
      const fibers = yield* Effect.forEach(Array.from({ length: 10 }), () => Effect.forkChild(getMe))
      yield* TestClock.adjust(10)
      yield* Fiber.interrupt(fibers[0]!)
      const { exit } = yield* timed(Effect.forEach(fibers.slice(1), Fiber.join))
      expect(exit._tag).toBe("Success")
      expect(service.count("refresh")).toBe(1)
      expect(service.sessions.has((yield* stored)![0]!)).toBe(true)
    })
  )

  it.effect("is stored even when all its callers were interrupted", () =>
    withExpiredAda({ latencyMillis: 100, rotate: true }, function* ({ service }) {
      const fiber = yield* Effect.forkChild(getMe)
      yield* TestClock.adjust(60)
      yield* Fiber.interrupt(fiber)
      yield* TestClock.adjust(100)
      expect(service.sessions.has((yield* stored)![0]!)).toBe(true)
      yield* timed(getMe)
      expect(service.count("refresh")).toBe(1)
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
  /** Twenty calls at once whose refresh meets a fault, and a session to run them in while time passes. */
  const meeting = Effect.fnUntraced(function* (answer: Answer) {
    const { run, service, store } = yield* expired({ latencyMillis: 100 })
    service.settings.fault = (kind, _n, pass) => (kind === "refresh" ? answer : pass)
    return {
      service,
      store,
      errors: Effect.forEach(Array.from({ length: 20 }), () => Effect.flip(getMe), { concurrency: "unbounded" }),
      run: <A, E>(effect: Effect.Effect<A, E, Session>) => Effect.flatMap(timed(run(effect)), ({ exit }) => exit)
    }
  })

  const eachFault = it.effect.each(Object.entries(faults).map(([name, [answer, tag]]) => [name, answer, tag] as const))

  eachFault("that meets $0 fails all callers with $2", ([, answer, tag]) =>
    Effect.gen(function* () {
      const { errors, run, service } = yield* meeting(answer)
      const expected = { _tag: "TransportError", reason: { _tag: tag } }
      expect(yield* run(errors)).toMatchObject(Array.from({ length: 20 }, () => expected))
      expect(service.count("refresh")).toBeLessThanOrEqual(5)
      expect(service.count("get")).toBe(0)
    })
  )

  eachFault("that meets $0 keeps the session", ([, answer]) =>
    Effect.gen(function* () {
      const { errors, run, store } = yield* meeting(answer)
      const before = texts(yield* store.get)
      expect(yield* run(Effect.andThen(errors, stored))).toStrictEqual(before)
    })
  )

  eachFault("that meets $0 is forgotten by the next call", ([, answer]) =>
    Effect.gen(function* () {
      const { errors, run, service } = yield* meeting(answer)
      const next = Effect.gen(function* () {
        yield* errors
        service.settings.fault = (_kind, _n, pass) => pass
        // The callers have gone at their time limit; the refresh itself may then ask whether the service is well.
        yield* Effect.sleep("1 second")
        return yield* getMe
      })
      expect(yield* run(next)).toMatchObject({ displayName: "ada" })
    })
  )

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
    })
  )

  it.effect("is tried five times, after which the session is still there", () =>
    Effect.gen(function* () {
      const { run, service, store } = yield* expired()
      service.settings.fault = (kind, _n, pass) => (kind === "refresh" ? broken : pass)
      yield* timed(Effect.exit(getMe.pipe(run)))
      expect(service.count("refresh")).toBe(5)
      expect(yield* store.get).toBeDefined()
    })
  )

  it.effect.each([
    ["INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id: null }],
    ["SCHEMA_ERROR", { message: "x" }],
    ["NOPE_UNKNOWN", undefined]
  ] as const)("keeps the session if it fails with another known error: $0", ([code, details]) =>
    withExpiredAda({}, function* ({ service, tokens }) {
      service.settings.fault = (kind, _, pass) => (kind === "refresh" ? knownError(code, 400, details) : pass)
      yield* Effect.flip(getMe)
      expect((yield* stored)?.[0]).toBe(Redacted.value(tokens.refreshToken))
    })
  )

  it.effect("signs out if the service rejects it", () =>
    withExpiredAda({ latencyMillis: 100 }, function* ({ service, tokens }) {
      service.end(Redacted.value(tokens.refreshToken))
      const { exit } = yield* timed(
        Effect.forEach(Array.from({ length: 20 }), () => Effect.flip(getMe), { concurrency: "unbounded" })
      )
      const tags = Exit.isSuccess(exit) ? exit.value.map(({ _tag }) => _tag) : []
      expect(tags).toStrictEqual(Array.from({ length: 20 }, () => "UserAuthenticationRequired"))
      expect(yield* stored).toBeUndefined()
      yield* Effect.flip(getMe)
      expect(service.count("refresh")).toBe(1)
    })
  )

  it.effect("keeps a session that has signed in meanwhile if it is rejected", () =>
    withExpiredAda({ latencyMillis: 100 }, function* ({ service, tokens }) {
      const next = yield* service.open("bob")
      service.end(Redacted.value(tokens.refreshToken))
      const fiber = yield* Effect.forkChild(Effect.flip(getMe))
      yield* TestClock.adjust(60)
      yield* signIn(next)
      yield* TestClock.adjust(100)
      expect((yield* Fiber.join(fiber))._tag).toBe("UserAuthenticationRequired")
      expect(yield* stored).toStrictEqual(texts(next))
    })
  )

  it.effect.each([false, true])("never lands beside another session's tokens: rotated $0", (rotate) =>
    withExpiredAda({ latencyMillis: 100, rotate }, function* ({ service }) {
      const next = yield* service.open("bob")
      const fiber = yield* Effect.forkChild(Effect.exit(getMe))
      yield* TestClock.adjust(60)
      yield* signIn(next)
      yield* TestClock.adjust(200)
      const exit = yield* Fiber.join(fiber)
      // The call was ada's: it must not become bob's.
      expect(exit._tag).toBe("Failure")
      expect(service.count("get")).toBe(0)
      expect(yield* stored).toStrictEqual(texts(next))
    })
  )

  it.effect.each([false, true])("never lands after sign-out: rotated $0", (rotate) =>
    withExpiredAda({ latencyMillis: 100, rotate }, function* () {
      const fiber = yield* Effect.forkChild(Effect.exit(getMe))
      yield* TestClock.adjust(10)
      yield* Effect.forkChild(signOut)
      yield* TestClock.adjust(1)
      expect(yield* stored).toBeUndefined()
      yield* TestClock.adjust(500)
      yield* Fiber.join(fiber)
      expect(yield* stored).toBeUndefined()
    })
  )

  it.effect("stores a rotated refresh token before any caller resumes", () =>
    withExpiredAda({ latencyMillis: 20, rotate: true, lifeSeconds: 60 }, function* ({ service }) {
      for (let i = 0; i < 100; i++) {
        const { exit } = yield* timed(
          Effect.forEach(
            Array.from({ length: 3 }),
            () => Effect.andThen(credentials, (found) => Effect.map(stored, (held) => [texts(found), held])),
            { concurrency: "unbounded" }
          ),
          5
        )
        const pairs = Exit.isSuccess(exit) ? exit.value : []
        expect(pairs).toHaveLength(3)
        expect(pairs.map(([found]) => found)).toStrictEqual(pairs.map(([, held]) => held))
        yield* TestClock.adjust(41_000)
      }
      expect(service.count("refresh")).toBe(100)
      expect(service.sessions.has((yield* stored)![0]!)).toBe(true)
    })
  )

  it.effect("does not wait for that of another session", () =>
    withExpiredAda({ latencyMillis: 1000 }, function* ({ service, store, tokens }) {
      const bob = yield* service.open("bob")
      const ada = yield* Effect.forkChild(Effect.exit(credentials))
      yield* TestClock.adjust(10)
      yield* store.set({ refreshToken: bob.refreshToken })
      const second = yield* Effect.forkChild(credentials)
      yield* TestClock.adjust(10)
      // Ada comes back while her first refresh is still under way: it is joined.
      yield* store.set({ refreshToken: tokens.refreshToken })
      const third = yield* Effect.forkChild(credentials)
      yield* TestClock.adjust(2000)
      expect(service.count("refresh")).toBe(2)
      expect(texts(yield* Fiber.join(third))![0]).toBe(Redacted.value(tokens.refreshToken))
      expect((yield* Fiber.join(ada))._tag).toBe("Success")
      expect(yield* Fiber.join(second)).toBeUndefined()
    })
  )

  it.effect("ends with its session, a second later, if it hangs", () =>
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

  it.effect("times out after the limit of a call if it is never answered", () =>
    Effect.gen(function* () {
      const service = makeService({ fault: () => Effect.never })
      const { refreshToken } = yield* service.open("ada")
      const waiting = Effect.flip(credentials).pipe(withSession(service, MemoryTokenStore.make({ refreshToken })))
      // One more second, in which the session ends.
      const fiber = yield* Effect.forkChild(waiting)
      for (let i = 0; i < 31; i++) yield* TestClock.adjust(1000)
      const error = yield* Fiber.join(fiber)
      expect(error).toMatchObject({
        _tag: "TransportError",
        reason: new TransportReason.Timeout({ limitMillis: 30_000, waitedFor: "session", healthy: undefined }),
        method: "POST",
        path: "/auth/oauth/token",
        attempts: 0,
        elapsedMillis: 30_000,
        outcomeUnknown: false
      })
    })
  )
})
