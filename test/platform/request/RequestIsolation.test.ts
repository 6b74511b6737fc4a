/** Waiting for what another request has started. */
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { readMonotonicMillis } from "../../../src/concurrency/Timer.ts"
import { joinFlight, RequestIsolation } from "../../../src/platform/request/RequestIsolation.ts"

const lostMillis = 100

/** A flight that somebody has just started, and a caller that joins it 50 ms later. */
const joined = Effect.fnUntraced(function* (isIsolated: boolean) {
  const landed = yield* Deferred.make<string>()
  const flight = { landed, startedMillis: readMonotonicMillis(yield* Clock.Clock) }
  yield* TestClock.adjust(50)
  const caller = yield* Effect.forkChild(
    joinFlight(flight, { isIsolated, lostMillis, again: Effect.succeed("again") }),
    {
      startImmediately: true
    }
  )
  const answer = () => {
    const exit = caller.pollUnsafe()
    return exit?._tag === "Success" ? exit.value : exit
  }
  return { landed, answer }
})

describe("the flight of another request", () => {
  it.effect("is awaited where requests share I/O, however long it takes", () =>
    Effect.gen(function* () {
      const { answer, landed } = yield* joined(false)
      yield* TestClock.adjust(lostMillis * 10)
      expect(answer()).toBeUndefined()
      yield* Deferred.succeed(landed, "landed")
      yield* Effect.yieldNow
      expect(answer()).toBe("landed")
    })
  )

  it.effect("is polled where requests are isolated", () =>
    Effect.gen(function* () {
      const { answer, landed } = yield* joined(true)
      yield* Deferred.succeed(landed, "landed")
      yield* Effect.yieldNow
      expect(answer()).toBeUndefined()
      yield* TestClock.adjust(10)
      expect(answer()).toBe("landed")
    })
  )

  it.effect("is repeated once the other request must have ended", () =>
    Effect.gen(function* () {
      const { answer } = yield* joined(true)
      yield* TestClock.adjust(49)
      expect(answer()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(answer()).toBe("again")
    })
  )
})

describe("requests are isolated", () => {
  afterEach(() => vi.unstubAllGlobals())

  it("only on Cloudflare Workers", () => {
    expect(RequestIsolation.defaultValue()).toBe(false)
    vi.stubGlobal("WebSocketPair", class {})
    expect(RequestIsolation.defaultValue()).toBe(true)
  })
})
