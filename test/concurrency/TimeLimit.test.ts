/** A time limit goes on at once, whatever the effect that it interrupts is still doing. */
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scheduler from "effect/Scheduler"
import * as TestClock from "effect/testing/TestClock"
import * as TimeLimit from "../../src/concurrency/TimeLimit.ts"

const second: TimeLimit.Limit<string, never, never> = {
  remainingMillis: () => 1000,
  orElse: Effect.succeed("too late")
}

/** Begins, and ends only when the gate opens, even when it is interrupted. */
const stubborn = Effect.gen(function* () {
  const gate = yield* Deferred.make<void>()
  const state = { hasBegun: false, hasEnded: false }
  const effect = Effect.uninterruptible(
    Effect.sync(() => void (state.hasBegun = true)).pipe(
      Effect.andThen(Deferred.await(gate)),
      Effect.andThen(Effect.sync(() => void (state.hasEnded = true)))
    )
  )
  return { effect, open: Deferred.succeed(gate, undefined), state }
})

describe("an effect within a time limit", () => {
  it.effect("gives its own result before the limit", () =>
    Effect.gen(function* () {
      const done = yield* Effect.forkChild(TimeLimit.runWithin(Effect.delay(Effect.succeed("done"), 999), second))
      const failed = yield* Effect.forkChild(TimeLimit.runWithin(Effect.delay(Effect.fail("no"), 999), second))
      yield* TestClock.adjust(999)
      expect(yield* Fiber.await(done)).toStrictEqual(Exit.succeed("done"))
      expect(yield* Fiber.await(failed)).toStrictEqual(Exit.fail("no"))
    })
  )

  it.effect("is interrupted after the limit", () =>
    Effect.gen(function* () {
      let isInterrupted = false
      const endless = Effect.onInterrupt(Effect.never, () => Effect.sync(() => void (isInterrupted = true)))
      const fiber = yield* Effect.forkChild(TimeLimit.runWithin(endless, second))
      yield* TestClock.adjust(999)
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(yield* Fiber.join(fiber)).toBe("too late")
      expect(isInterrupted).toBe(true)
    })
  )

  it.effect("is not waited for while it ends", () =>
    Effect.gen(function* () {
      const { effect, open, state } = yield* stubborn
      const fiber = yield* Effect.forkChild(TimeLimit.runWithin(effect, second))
      yield* TestClock.adjust(1000)
      expect(yield* Fiber.join(fiber)).toBe("too late")
      expect(state).toStrictEqual({ hasBegun: true, hasEnded: false })
      yield* open
    })
  )

  it.effect("ends with its caller, whenever that is interrupted", () =>
    Effect.gen(function* () {
      const scheduler = new Scheduler.MixedScheduler()
      const interruptAfter = Effect.fnUntraced(function* (lastStep: number) {
        let [steps, hasBegun, hasEnded] = [0, false, false]
        const endless = Effect.suspend(() => {
          hasBegun = true
          return Effect.never
        }).pipe(Effect.onInterrupt(() => Effect.sync(() => void (hasEnded = true))))
        const fiber = yield* TimeLimit.runWithin(endless, second).pipe(
          Effect.provideService(Scheduler.Scheduler, {
            executionMode: "async",
            makeDispatcher: () => scheduler.makeDispatcher(),
            shouldYield: () => ++steps === lastStep
          }),
          Effect.forkChild({ startImmediately: true })
        )
        yield* Fiber.interrupt(fiber)
        return { hasBegun, hasEnded }
      })
      const runs = yield* Effect.forEach(Array.from({ length: 15 }).keys(), (step) => interruptAfter(step + 1))
      expect(runs.some(({ hasBegun }) => hasBegun)).toBe(true)
      expect(runs.filter(({ hasBegun, hasEnded }) => hasBegun && !hasEnded)).toStrictEqual([])
    })
  )

  it.effect("reads no limit if it ends at once", () =>
    Effect.gen(function* () {
      const limit = { ...second, remainingMillis: () => expect.unreachable("nobody waits") }
      expect(yield* TimeLimit.runWithin(Effect.succeed("done"), limit)).toBe("done")
    })
  )

  it.effect("runs in the context of its caller", () =>
    Effect.gen(function* () {
      const Name = Context.Service<string>("Name")
      const named = Effect.provideService(TimeLimit.runWithin(Effect.service(Name), second), Name, "ann")
      expect(yield* named).toBe("ann")
    })
  )

  it.effect("is limited by another clock, if one is given", () =>
    Effect.gen(function* () {
      const clock = yield* TestClock.make()
      const fiber = yield* Effect.forkChild(TimeLimit.runWithin(Effect.never, { ...second, clock }))
      yield* TestClock.adjust(1000)
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* Effect.provideService(clock.adjust(1000), Clock.Clock, clock)
      expect(yield* Fiber.join(fiber)).toBe("too late")
    })
  )
})

describe("a caller that is interrupted", () => {
  it.effect.each([
    [false, "waits for the effect"],
    [true, "does not wait for a detached effect"]
  ] as const)("$1 to end", ([isDetached]) =>
    Effect.gen(function* () {
      const { effect, open, state } = yield* stubborn
      const caller = yield* Effect.forkChild(TimeLimit.runWithin(effect, { ...second, isDetached }), {
        startImmediately: true
      })
      const ended = yield* Effect.forkChild(Fiber.interrupt(caller), { startImmediately: true })
      yield* Effect.yieldNow
      expect({ hasBegun: state.hasBegun, hasEnded: ended.pollUnsafe() !== undefined }).toStrictEqual({
        hasBegun: true,
        hasEnded: isDetached
      })
      yield* open
      yield* Fiber.join(ended)
    })
  )
})
