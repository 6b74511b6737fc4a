/** Moving the emulator's clock wakes what is due, expires what has ended, and never goes back. */
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as MovableClock from "../../../src/emulator/control/MovableClock.ts"
import * as Emulator from "../../../src/emulator/index.ts"
import * as StateParts from "../../../src/emulator/storage/StateParts.ts"
import { call, layer, raw, signUp } from "../../support/emulatorCalls.ts"

const day = Duration.toMillis("1 day")

/** Not the layer, for that would be the clock of the test as well. */
const makeClock = Effect.provide(MovableClock.MovableClock, MovableClock.layer.pipe(Layer.provide(StateParts.layer)))

describe("the clock of an emulator", () => {
  it.effect("has whole milliseconds, like the database, whatever its surroundings have", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1500 micros")
      yield* signUp("ann@example.org")
      expect(yield* (yield* Emulator.Emulator).clock.currentTimeMillis).toBe(1)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is ahead of its surroundings by what it was moved", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(5_000)
      const clock = yield* makeClock
      yield* clock.advance("1 day")
      yield* clock.advance("2 seconds")
      yield* TestClock.adjust("3 seconds")
      expect(yield* clock.currentTimeMillis).toBe(10_000 + day)
      expect(yield* clock.currentTimeNanos).toBe(BigInt(10_000 + day) * 1_000_000n)
      expect(Duration.toMillis(yield* clock.offset)).toBe(day + 2_000)
      const before = yield* clock.monotonicTimeNanos
      yield* clock.reset
      expect(yield* clock.currentTimeMillis).toBe(8_000)
      // What has passed has passed.
      expect(yield* clock.monotonicTimeNanos).toBe(before)
    })
  )

  it.effect("wakes timers that are due, and no others", () =>
    Effect.gen(function* () {
      const clock = yield* makeClock
      const woken: Array<string> = []
      const sleeper = (duration: Duration.Input) =>
        Effect.sleep(duration).pipe(
          Effect.andThen(Effect.sync(() => woken.push(String(duration)))),
          Effect.provideService(Clock.Clock, clock),
          Effect.forkChild({ startImmediately: true })
        )
      yield* sleeper("1 hour")
      const last = yield* sleeper("3 hours")
      yield* clock.advance("30 minutes")
      yield* Effect.yieldNow
      expect(woken).toStrictEqual([])
      // Both kinds of time count.
      yield* TestClock.adjust("30 minutes")
      expect(woken).toStrictEqual(["1 hour"])
      yield* clock.reset
      yield* clock.advance("2 hours")
      yield* Fiber.join(last)
      expect(woken).toStrictEqual(["1 hour", "3 hours"])
    })
  )

  it.effect("moves up to the latest possible time", () =>
    Effect.gen(function* () {
      const clock = yield* makeClock
      yield* clock.advance(MovableClock.maxMillis)
      yield* clock.advance(0)
      expect(Exit.hasDies(yield* Effect.exit(clock.advance(1)))).toBe(true)
    })
  )

  it.effect.each([-1, Infinity, MovableClock.maxMillis + 1])("refuses to move by $0 ms", (duration) =>
    Effect.gen(function* () {
      const clock = yield* makeClock
      expect(Exit.hasDies(yield* Effect.exit(clock.advance(duration)))).toBe(true)
    })
  )

  it.effect("decides what has expired", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 0, 1))
      const { clock } = yield* Emulator.Emulator
      const { access_token: token } = yield* signUp("ann@example.org")
      expect((yield* call("GET", "/users/me", { token })).status).toBe(200)
      yield* clock.advance("11 minutes")
      expect((yield* call("GET", "/users/me", { token })).knownError).toBe("ACCESS_TOKEN_EXPIRED")
      yield* clock.reset
      expect((yield* call("GET", "/users/me", { token })).status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is read and moved by those with the token of this start", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000)
      const { clock, controlToken } = yield* Emulator.Emulator
      const headers = { "x-gatefold-emulator-token": Redacted.value(controlToken) }
      const post = (body: unknown, more = {}) =>
        raw("POST", "/__emulator/clock", { headers: { ...headers, ...more }, body: JSON.stringify(body) })
      expect((yield* raw("GET", "/__emulator/clock", { headers })).body).toStrictEqual({
        now_millis: 1_000,
        offset_millis: 0
      })
      expect((yield* post({ advance_millis: 60_000 })).body).toStrictEqual({
        now_millis: 61_000,
        offset_millis: 60_000
      })
      expect(yield* clock.currentTimeMillis).toBe(61_000)

      expect((yield* raw("GET", "/__emulator/clock")).status).toBe(401)
      expect((yield* post({ advance_millis: 1 }, { origin: "https://evil.com" })).status).toBe(403)
      // It has moved already, and would move further than it can.
      expect((yield* post({ advance_millis: MovableClock.maxMillis })).status).toBe(400)
      expect((yield* post({ reset: true })).body).toStrictEqual({ now_millis: 1_000, offset_millis: 0 })
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([{ advance_millis: -1 }, { advance_millis: 1.5 }, { reset: false }, {}, null, "now"])(
    "is not moved by $0",
    (body) =>
      Effect.gen(function* () {
        const { controlToken } = yield* Emulator.Emulator
        const headers = { "x-gatefold-emulator-token": Redacted.value(controlToken) }
        const answer = yield* raw("POST", "/__emulator/clock", { headers, body: JSON.stringify(body) })
        expect(answer.status).toBe(400)
      }).pipe(Effect.provide(layer()))
  )

  it.effect("belongs to one emulator", () =>
    Effect.gen(function* () {
      const first = yield* Effect.provide(Emulator.Emulator, layer())
      const second = yield* Emulator.Emulator
      yield* first.clock.advance("1 hour")
      expect(Duration.toMillis(yield* second.clock.offset)).toBe(0)
    }).pipe(Effect.provide(layer()))
  )
})
