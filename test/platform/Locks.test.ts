/** One holder at a time has a lock, and a hanging or interrupted one never blocks the others for good. */
import { describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as Locks from "../../src/platform/Locks.ts"
import { makeLocks } from "./locks.ts"

describe("Locks", () => {
  const journal = () => {
    const events: Array<string> = []
    const work = (name: string, millis = 100) =>
      Effect.gen(function* () {
        events.push(`${name}+`)
        yield* Effect.sleep(millis)
        events.push(`${name}-`)
        return name
      })
    return { events, work }
  }

  it.effect("run one holder after the other", () =>
    Effect.gen(function* () {
      const { events, work } = journal()
      const locks = makeLocks()
      const [one, two] = [Locks.make(locks.manager), Locks.make(locks.manager)]
      const fibers = yield* Effect.forEach(["a", "b", "c"], (name, i) =>
        Effect.forkChild((i % 2 === 0 ? one : two)("lock", work(name)))
      )
      const other = yield* Effect.forkChild(two("another", work("x")))
      for (let i = 0; i < 10; i++) yield* TestClock.adjust(50)
      expect(yield* Effect.forEach([...fibers, other], Fiber.join)).toStrictEqual(["a", "b", "c", "x"])
      expect(events.filter((event) => !event.startsWith("x"))).toStrictEqual(["a+", "a-", "b+", "b-", "c+", "c-"])
      expect(locks.pending()).toBe(0)
    })
  )

  it.effect("run synchronous work synchronously", () =>
    Effect.gen(function* () {
      const locks = makeLocks()
      const withLock = Locks.make(locks.manager)
      const holder = yield* Effect.forkChild(withLock("lock", Effect.sleep(100)))
      const fibers = yield* Effect.forEach([1, 2, 3], (n) => Effect.forkChild(withLock("lock", Effect.succeed(n))))
      yield* TestClock.adjust(100)
      yield* Fiber.join(holder)
      yield* Effect.forEach(fibers, Fiber.join)
      yield* locks.settle
      expect(locks.pending()).toBe(0)
    })
  )

  it.effect("release after failure and interruption, at any moment", () =>
    Effect.gen(function* () {
      const locks = makeLocks()
      const withLock = Locks.make(locks.manager)
      expect(yield* Effect.flip(withLock("lock", Effect.fail("no")))).toBe("no")
      for (const millis of [0, 1, 50, 150]) {
        const holder = yield* Effect.forkChild(withLock("lock", Effect.sleep(100)))
        const waiting = yield* Effect.forkChild(withLock("lock", Effect.sleep(100)))
        yield* TestClock.adjust(millis)
        yield* Fiber.interrupt(waiting)
        yield* Fiber.interrupt(holder)
        yield* locks.settle
        expect(locks.pending(), `${millis}`).toBe(0)
      }
      expect(yield* withLock("lock", Effect.succeed(1))).toBe(1)
    })
  )

  it.effect("run without a lock whose holder hangs, after ten seconds", () =>
    Effect.gen(function* () {
      const { events, work } = journal()
      const locks = makeLocks()
      locks.hang("lock")
      const fiber = yield* Effect.forkChild(Locks.make(locks.manager)("lock", work("a", 0)))
      yield* TestClock.adjust(9_999)
      expect(events).toStrictEqual([])
      yield* TestClock.adjust(1)
      expect(yield* Fiber.join(fiber)).toBe("a")
    })
  )

  it.effect("keep running when the lock is stolen, or the browser refuses it", () =>
    Effect.gen(function* () {
      const locks = makeLocks()
      const withLock = Locks.make(locks.manager)
      const fiber = yield* Effect.forkChild(withLock("lock", Effect.as(Effect.sleep(100), "done")))
      yield* TestClock.adjust(50)
      locks.steal("lock")
      yield* TestClock.adjust(50)
      expect(yield* Fiber.join(fiber)).toBe("done")
      const refusing = Locks.make({ request: () => Promise.reject(new DOMException("no", "SecurityError")) })
      expect(yield* refusing("lock", Effect.succeed("done"))).toBe("done")
    })
  )

  it.effect("release a lock that is granted when its caller has gone", () =>
    Effect.gen(function* () {
      let grant: (() => Promise<void>) | undefined
      const withLock = Locks.make({
        request: (_name, _options, whileHeld) =>
          new Promise((resolve) => {
            grant = () => whileHeld().then(resolve)
          })
      })
      const fiber = yield* Effect.forkChild(withLock("lock", Effect.void))
      yield* TestClock.adjust(0)
      yield* Fiber.interrupt(fiber)
      yield* Effect.promise(() => grant!())
    })
  )

  it.effect("are the browser's, or those that the app passes", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const { manager } = makeLocks()
      const locks: Locks.LockManager = {
        request: (name, ...rest) => {
          asked.push(name)
          return manager.request(name, ...rest)
        }
      }
      vi.stubGlobal("navigator", { locks })
      const ofBrowser = Locks.Locks.defaultValue()
      vi.stubGlobal("navigator", undefined)
      const ofNobody = Locks.Locks.defaultValue()
      vi.unstubAllGlobals()
      expect(yield* ofBrowser("browser", Effect.succeed(1))).toBe(1)
      expect(yield* ofNobody("nobody", Effect.succeed(2))).toBe(2)
      const given = Effect.flatMap(Locks.Locks, (lock) => lock("given", Effect.succeed(3)))
      expect(yield* Effect.provide(given, Locks.layer(locks))).toBe(3)
      expect(asked).toStrictEqual(["browser", "given"])
    })
  )

  it.effect("are the platform's own by default", () =>
    Effect.gen(function* () {
      const withLock = yield* Locks.Locks
      expect(yield* withLock("gatefold/test", Effect.succeed(1))).toBe(1)
      expect(
        yield* Effect.provide(
          Effect.flatMap(Locks.Locks, (lock) => lock("x", Effect.succeed(2))),
          Locks.layerNone
        )
      ).toBe(2)
    })
  )
})
