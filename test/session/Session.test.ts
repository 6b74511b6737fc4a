/** A session belongs to one user, its work outlives callers but not the session, and its memory does not grow. */
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { type TokenStore } from "../../src/token/TokenStore.ts"
import { collectGarbage } from "../support/heap.ts"
import { timed } from "../support/scriptedNetwork.ts"
import { turns } from "../support/turns.ts"
import { credentials, getMe, makeService, Session, sessionOver, signIn, signOut, withSession } from "./service.ts"

describe("a session", () => {
  it.effect("sends the tokens of its own store, beside 49 other sessions", () =>
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

  it.effect("takes no more memory with the sessions that it has seen", () =>
    Effect.gen(function* () {
      const service = makeService({ lifeSeconds: 600 })
      const seen: Array<WeakRef<object>> = []
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
              seen.push(new WeakRef(refreshToken))
              yield* signIn({ refreshToken })
              yield* credentials
              yield* signOut
              service.forget()
            }),
          { discard: true }
        )
      yield* Effect.gen(function* () {
        yield* cycles(1000)
        // A `WeakRef` keeps its value until the end of the turn.
        yield* turns(2)
        collectGarbage()
        expect(seen.filter((tokens) => tokens.deref() !== undefined).length).toBeLessThan(100)
        expect(listeners).toBe(0)
      }).pipe(withSession(service, store))
    })
  )
})

describe("detached work", () => {
  it.effect("returns its result", () =>
    Effect.gen(function* () {
      const session = yield* Session
      expect(yield* session.detached(Effect.succeed("answer"))).toBe("answer")
      expect(yield* Effect.flip(session.detached(Effect.fail("no")))).toBe("no")
    }).pipe(withSession(makeService()))
  )

  it.effect("starts immediately", () =>
    Effect.gen(function* () {
      const session = yield* Session
      let hasBegun = false
      const work = Effect.andThen(
        Effect.sync(() => void (hasBegun = true)),
        Effect.never
      )
      yield* Effect.forkChild(session.detached(work), { startImmediately: true })
      expect(hasBegun).toBe(true)
    }).pipe(withSession(makeService()))
  )

  it.effect("survives the interruption of its caller", () =>
    Effect.gen(function* () {
      const session = yield* Session
      const gate = yield* Deferred.make<void>()
      let hasEnded = false
      const work = Effect.andThen(
        Deferred.await(gate),
        Effect.sync(() => void (hasEnded = true))
      )
      const waiting = yield* Effect.forkChild(session.detached(work), { startImmediately: true })
      yield* Fiber.interrupt(waiting)
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.yieldNow
      expect(hasEnded).toBe(true)
    }).pipe(withSession(makeService()))
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
      yield* TestClock.adjust(1000)
      yield* Fiber.join(closing)
      expect(ended).toBe(true)
    })
  )
})
