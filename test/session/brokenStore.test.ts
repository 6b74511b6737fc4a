/** A session lives on while its store cannot be written. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { type Tokens, type TokenStore, TokenStoreUnavailable } from "../../src/token/TokenStore.ts"
import { credentials, expired, getMe, makeService, signIn, signOut, stored, withSession } from "./service.ts"

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
      const { service, tokens } = yield* expired()
      service.end(Redacted.value(tokens.refreshToken))
      yield* Effect.gen(function* () {
        yield* Effect.flip(getMe)
        yield* Effect.flip(getMe)
        expect(service.count("refresh")).toBe(1)
      }).pipe(withSession(service, brittle({ refreshToken: tokens.refreshToken })))
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
        yield* TestClock.adjust(60_000)
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
