/** A timer waits by the platform's timers on the live clock, and by any other clock itself. */
import { describe, expect, it, vi } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Timer from "../../src/concurrency/Timer.ts"

describe("a timer", () => {
  it("uses the platform's timer on the live clock, also for longer than that can wait", () => {
    vi.useFakeTimers()
    try {
      let called = 0
      const call = () => {
        called++
      }
      const cancel = Timer.schedule(Timer.liveClock, 1000, call)
      Timer.schedule(Timer.liveClock, 2000, call)
      cancel()
      vi.advanceTimersByTime(1999)
      expect(called).toBe(0)
      vi.advanceTimersByTime(1)
      expect(called).toBe(1)
      Timer.schedule(Timer.liveClock, Timer.maxMillis, call)
      vi.advanceTimersByTime(Timer.maxMillis - 1)
      expect(called).toBe(1)
      vi.advanceTimersByTime(1)
      expect(called).toBe(2)
      Timer.schedule(Timer.liveClock, Timer.maxMillis + 1, call)
      vi.advanceTimersByTime(Timer.maxMillis)
      expect(called).toBe(2)
      vi.advanceTimersByTime(1)
      expect(called).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it.effect("follows another clock, and can be cancelled", () =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      let called = 0
      Timer.schedule(clock, 1000, () => {
        called++
      })
      Timer.schedule(clock, 1000, () => {
        called += 10
      })()
      yield* TestClock.adjust(999)
      expect(called).toBe(0)
      const before = Timer.readMonotonicMillis(clock)
      yield* TestClock.adjust(1)
      expect(Timer.readMonotonicMillis(clock) - before).toBe(1)
      yield* Effect.yieldNow
      expect(called).toBe(1)
    })
  )
})
