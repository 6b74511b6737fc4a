/** What becomes of those who call as a session's user: in turn, in time, or not at all. */
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as TransportReason from "../../src/domain/TransportReason.ts"
import { Locks, type WithLock } from "../../src/platform/Locks.ts"
import * as AuthorizedTransport from "../../src/session/AuthorizedTransport.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { type IssuedTokens, type Tokens, type TokenStore, TokenStoreUnavailable } from "../../src/token/TokenStore.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { knownError } from "../http/support.ts"
import { lasting, unsignedToken } from "../support/tokens.ts"
import { makeService, Session, sessionOver, withSession } from "./service.ts"

const getMe = AuthorizedTransport.call(UsersWire.getMe, {})
const credentials = Effect.flatMap(Session, (session) => session.credentials)
const credentialsFor = (millis: number) => Effect.flatMap(Session, (session) => session.credentialsFor(millis))
const signOut = Effect.flatMap(Session, (session) => session.signOut)
const signIn = (tokens: IssuedTokens) => Effect.flatMap(Session, (session) => session.signIn(Effect.succeed(tokens)))

const secondsLater = (seconds: number) => TestClock.adjust(seconds * 1000)

describe("requests of one operation", () => {
  it.effect("go as one user, even when the session was refreshed in between", () =>
    Effect.gen(function* () {
      const service = makeService({ rotate: true })
      yield* Effect.gen(function* () {
        yield* signIn(yield* service.open("ada"))
        const first = yield* AuthorizedTransport.callFirst(UsersWire.getMe, {})
        expect(first.answer.displayName).toBe("ada")
        expect(Redacted.value(first.credentials.accessToken)).toBe(service.journal[0]!.token)
        yield* secondsLater(600)
        const next = yield* AuthorizedTransport.callNext(UsersWire.getMe, {}, first.credentials)
        expect(next.displayName).toBe("ada")
        expect(service.count("refresh")).toBe(1)
      }).pipe(withSession(service))
    })
  )

  it.effect("are not sent after another user has signed in or the user has signed out", () =>
    Effect.gen(function* () {
      const service = makeService()
      yield* Effect.gen(function* () {
        yield* signIn(yield* service.open("ada"))
        const { credentials } = yield* AuthorizedTransport.callFirst(UsersWire.getMe, {})
        const next = Effect.flip(AuthorizedTransport.callNext(UsersWire.getMe, {}, credentials))
        yield* signIn(yield* service.open("bob"))
        expect((yield* next)._tag).toBe("UserAuthenticationRequired")
        yield* signOut
        expect((yield* next)._tag).toBe("UserAuthenticationRequired")
        expect(service.count("get")).toBe(1)
      }).pipe(withSession(service))
    })
  )
})

describe("a sign-up while a guest is signed in", () => {
  const accessToken = (claims: object) =>
    Redacted.make(unsignedToken({ ...lasting, sub: "ada", refreshTokenId: "s", ...claims }))
  const refreshToken = Redacted.make("r")
  const guest = { refreshToken, accessToken: accessToken({ is_anonymous: true }) }
  const sent = (tokens: Tokens | undefined) =>
    AuthorizedTransport.asGuest((guest) => Effect.succeed(guest)).pipe(
      withSession(makeService(), MemoryTokenStore.make(tokens))
    )

  it.effect("carries the tokens of a guest, and never those of a user", () =>
    Effect.gen(function* () {
      expect(yield* sent(guest)).toStrictEqual(guest)
      expect(yield* sent({ accessToken: guest.accessToken })).toStrictEqual({ accessToken: guest.accessToken })
      for (const other of [
        undefined,
        { refreshToken, accessToken: accessToken({}) },
        { refreshToken, accessToken: accessToken({ is_anonymous: "true" }) },
        { refreshToken, accessToken: Redacted.make("unreadable") },
        { ...guest, isTakenOver: true as const }
      ]) {
        expect(yield* sent(other)).toBeUndefined()
      }
    })
  )

  it.effect("refreshes a session without an access token first, unless the session was taken over", () =>
    Effect.gen(function* () {
      for (const isTakenOver of [undefined, true as const]) {
        const service = makeService()
        const { refreshToken } = yield* service.open("ada")
        const store = MemoryTokenStore.make({ refreshToken, isTakenOver })
        const guest = yield* AuthorizedTransport.guest.pipe(withSession(service, store))
        expect(guest).toBeUndefined()
        expect(service.count("refresh")).toBe(isTakenOver ? 0 : 1)
      }
    })
  )

  it.effect("is repeated without the guest if their access token is refused, and only then", () =>
    Effect.gen(function* () {
      for (const [tokens, code, times] of [
        [guest, "UNPARSABLE_ACCESS_TOKEN", 2],
        [guest, "TEAM_NOT_FOUND", 1],
        [undefined, "UNPARSABLE_ACCESS_TOKEN", 1]
      ] as const) {
        const seen: Array<unknown> = []
        const service = makeService({ fault: (kind, _, pass) => (kind === "get" ? knownError(code, 401) : pass) })
        const signUp = Effect.flatMap(Session, ({ app }) =>
          AuthorizedTransport.asGuest((guest) => {
            seen.push(guest)
            return app.call(UsersWire.getMe, {}, guest)
          })
        )
        const exit = yield* Effect.exit(signUp).pipe(withSession(service, MemoryTokenStore.make(tokens)))
        expect(Exit.isFailure(exit)).toBe(true)
        expect(seen).toStrictEqual([tokens, undefined].slice(0, times))
      }
    })
  )
})

describe("detached work", () => {
  it.effect("starts immediately, returns its result, and survives the interruption of its caller", () =>
    Effect.gen(function* () {
      yield* Effect.gen(function* () {
        const session = yield* Session
        expect(yield* session.detached(Effect.succeed("answer"))).toBe("answer")
        expect(yield* Effect.flip(session.detached(Effect.fail("no")))).toBe("no")
        const steps: Array<string> = []
        const gate = yield* Deferred.make<void>()
        const work = Effect.gen(function* () {
          steps.push("begun")
          yield* Deferred.await(gate)
          steps.push("done")
        })
        const waiting = yield* Effect.forkChild(session.detached(work), { startImmediately: true })
        expect(steps).toStrictEqual(["begun"])
        yield* Fiber.interrupt(waiting)
        yield* Deferred.succeed(gate, undefined)
        yield* Effect.yieldNow
        expect(steps).toStrictEqual(["begun", "done"])
      }).pipe(withSession(makeService()))
    })
  )

  it.effect("is interrupted when the session's layer closes", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(sessionOver(makeService()), scope)
      let ended = false
      const work = Effect.onInterrupt(Effect.never, () => Effect.sync(() => (ended = true)))
      const goOn = Effect.flatMap(Session, (session) => session.detached(work))
      yield* Effect.forkChild(Effect.provide(goOn, context), { startImmediately: true })
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* secondsLater(1)
      yield* Fiber.join(closing)
      expect(ended).toBe(true)
    })
  )
})

describe("an access token lifetime that no token can have", () => {
  it.effect("fails with the reason", () =>
    Effect.gen(function* () {
      const service = makeService({ lifeSeconds: 30 })
      yield* Effect.gen(function* () {
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
      }).pipe(withSession(service))
    })
  )
})

describe("a refresh that never answers", () => {
  it.effect("times out after the limit of a call", () =>
    Effect.gen(function* () {
      const service = makeService({ fault: () => Effect.never })
      const { refreshToken } = yield* service.open("ada")
      const waiting = Effect.flip(credentials).pipe(withSession(service, MemoryTokenStore.make({ refreshToken })))
      // One more second, in which the session ends.
      const fiber = yield* Effect.forkChild(waiting)
      for (let i = 0; i < 31; i++) yield* secondsLater(1)
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

describe("an access token that cannot be used", () => {
  it.effect("is not refreshed if the user signed out before its refusal arrived", () =>
    Effect.gen(function* () {
      const service = makeService({
        fault: (kind, _n, pass) =>
          kind === "get" ? Effect.delay(knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 1 }), 100) : pass
      })
      yield* Effect.gen(function* () {
        yield* signIn(yield* service.open("ada"))
        const fiber = yield* Effect.forkChild(Effect.flip(getMe))
        yield* TestClock.adjust(10)
        yield* signOut
        yield* TestClock.adjust(100)
        expect((yield* Fiber.join(fiber))._tag).toBe("UserAuthenticationRequired")
        expect(service.count("refresh")).toBe(0)
      }).pipe(withSession(service))
    })
  )

  it.effect("is not sent when it has expired and there is no refresh token", () =>
    Effect.gen(function* () {
      const service = makeService({ lifeSeconds: 600 })
      const { accessToken } = yield* service.open("ada")
      yield* Effect.gen(function* () {
        yield* signIn({ accessToken })
        yield* secondsLater(600)
        expect((yield* Effect.flip(getMe))._tag).toBe("UserAuthenticationRequired")
        expect(service.journal).toHaveLength(0)
      }).pipe(withSession(service))
    })
  )
})

describe("a sign-out", () => {
  it.effect("sends no request when the refresh under way finds the session ended", () =>
    Effect.gen(function* () {
      const service = makeService({ latencyMillis: 100 })
      const { refreshToken } = yield* service.open("ada")
      yield* Effect.gen(function* () {
        service.end(Redacted.value(refreshToken))
        yield* Effect.forkChild(Effect.exit(getMe))
        yield* TestClock.adjust(10)
        const leaving = yield* Effect.forkChild(signOut)
        for (let i = 0; i < 10; i++) yield* TestClock.adjust(50)
        yield* Fiber.join(leaving)
        expect(service.journal.map(({ kind }) => kind)).toStrictEqual(["refresh"])
      }).pipe(withSession(service, MemoryTokenStore.make({ refreshToken })))
    })
  )
})

describe("a session that shares a lock with other tabs", () => {
  /** A session whose turn comes after `before`, such as what another tab does first. */
  const inTurn = (
    service: ReturnType<typeof makeService>,
    store: TokenStore["Service"],
    before: Effect.Effect<void>
  ) => {
    const withLock: WithLock = (_name, effect) => Effect.andThen(before, effect)
    return Layer.provide(sessionOver(service, { ...store, lockName: "lock" }), Layer.succeed(Locks, withLock))
  }

  it.effect("uses the token that another tab has stored, unless that has expired too", () =>
    Effect.gen(function* () {
      const service = makeService({ lifeSeconds: 600 })
      const { refreshToken } = yield* service.open("ada")
      const store = MemoryTokenStore.make({ refreshToken, accessToken: Redacted.make("ended.e30.token") })
      const ended = { refreshToken, accessToken: Redacted.make("another.e30.token") }
      const tab = (before: Effect.Effect<void>) => Effect.provide(getMe, inTurn(service, store, before))
      const write = (tokens: Tokens) => Effect.orDie(store.set(tokens))
      expect((yield* tab(write(ended))).displayName).toBe("ada")
      expect(service.count("refresh")).toBe(1)
      expect(service.count("get")).toBe(1)

      const refreshed = (yield* store.get)!
      yield* write(ended)
      expect((yield* tab(write(refreshed))).displayName).toBe("ada")
      expect(service.count("refresh")).toBe(1)
    })
  )

  it.effect("refreshes when the stored token is the one it already has", () =>
    Effect.gen(function* () {
      const service = makeService({ lifeSeconds: 60 })
      const store = MemoryTokenStore.make(yield* service.open("ada"))
      yield* secondsLater(30)
      // The token is fresh, but not as fresh as it has to be.
      yield* Effect.provide(credentialsFor(50_000), inTurn(service, store, Effect.void))
      expect(service.count("refresh")).toBe(1)
    })
  )
})

describe("a store that refuses writes for a while", () => {
  /** A store that refuses to replace tokens while it is told to. */
  const moody = (initial: Tokens) => {
    const mood = { refuses: true, meanwhile: undefined as Tokens | undefined }
    const memory = MemoryTokenStore.make(initial)
    const store: TokenStore["Service"] = {
      ...memory,
      compareAndSet: (expected, next) =>
        Effect.gen(function* () {
          if (mood.meanwhile !== undefined) yield* memory.set(mood.meanwhile)
          if (mood.refuses) return yield* new TokenStoreUnavailable({ problem: "full" })
          return yield* memory.compareAndSet(expected, next)
        })
    }
    return { mood, store }
  }

  it.effect("is written at the next refresh, and read from then on", () =>
    Effect.gen(function* () {
      const service = makeService({ lifeSeconds: 60 })
      const { refreshToken } = yield* service.open("ada")
      const { mood, store } = moody({ refreshToken })
      yield* Effect.gen(function* () {
        yield* getMe
        mood.refuses = false
        yield* secondsLater(60)
        yield* getMe
        expect(service.count("refresh")).toBe(2)
        expect((yield* store.get)?.accessToken).toBeDefined()
        yield* getMe
        expect(service.count("refresh")).toBe(2)
      }).pipe(withSession(service, store))
    })
  )

  it.effect("does not keep a short-lived token from the callers that waited for it", () =>
    Effect.gen(function* () {
      const service = makeService({ lifeSeconds: 10 })
      const { refreshToken } = yield* service.open("ada")
      expect((yield* getMe.pipe(withSession(service, moody({ refreshToken }).store))).displayName).toBe("ada")
    })
  )

  it.effect("never sends a request of one user with the tokens of the next", () =>
    Effect.gen(function* () {
      const service = makeService()
      const { refreshToken } = yield* service.open("ada")
      const { mood, store } = moody({ refreshToken })
      mood.meanwhile = yield* service.open("bob")
      yield* Effect.gen(function* () {
        expect((yield* Effect.flip(getMe))._tag).toBe("UserAuthenticationRequired")
        expect(service.count("get")).toBe(0)
        expect((yield* getMe).displayName).toBe("bob")
      }).pipe(withSession(service, store))
    })
  )
})
