/** What is used where an app says nothing: timers, messages, prompts. */
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { Interrupted } from "../../src/operation/Interrupted.ts"
import * as MfaPrompt from "../../src/platform/MfaPrompt.ts"
import * as Notifier from "../../src/platform/Notifier.ts"
import { isHttps, lastOf } from "../../src/platform/RequestHeaders.ts"
import * as Timer from "../../src/platform/Timer.ts"

class Typed extends Data.TaggedError("Typed")<{}> {
  override readonly message = "What went wrong"
}

const general = "Something went wrong. Please try again."

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe("a message for the user", () => {
  it("is the message of a typed error, and a general one for anything else", () => {
    expect(Notifier.messageOf(new Typed())).toBe("What went wrong")
    for (const other of [new Error("inside"), { _tag: "Typed", message: "inside" }, "inside", undefined, null]) {
      expect(Notifier.messageOf(other)).toBe(general)
    }
    expect(new Interrupted().message).toBe("Interrupted")
  })

  const notify = (error: unknown) => Effect.flatMap(Notifier.Notifier, (tell) => tell(error))

  it.effect("goes to the console, the browser's dialog or the app's own function", () =>
    Effect.gen(function* () {
      const log = vi.spyOn(console, "error").mockReturnValue()
      yield* notify(new Typed())
      expect(log.mock.calls).toStrictEqual([["What went wrong"]])
      yield* notify("x").pipe(Effect.provide(Notifier.layerAlert))
      const alert = vi.fn()
      vi.stubGlobal("alert", alert)
      yield* notify("x").pipe(Effect.provide(Notifier.layerAlert))
      expect(alert.mock.calls).toStrictEqual([[general]])
      const told: Array<unknown> = []
      yield* notify("x").pipe(Effect.provide(Notifier.layerCustom((error) => Effect.sync(() => told.push(error)))))
      expect(told).toStrictEqual(["x"])
      expect(log.mock.calls).toHaveLength(1)
    })
  )
})

describe("the prompt for the second factor", () => {
  it.effect("is the browser's dialog where there is one", () =>
    Effect.gen(function* () {
      const question = "Please enter the six-digit code of your authenticator app"
      const prompt = vi.fn((_question: string): string | null => "123456")
      vi.stubGlobal("prompt", prompt)
      // A reference computes its default once, so it is asked for anew.
      vi.resetModules()
      const fresh = yield* Effect.promise(() => import("../../src/platform/MfaPrompt.ts"))
      const ask = (yield* fresh.MfaPrompt)!
      expect(yield* ask(false)).toBe("123456")
      prompt.mockReturnValue(null)
      expect(yield* ask(true)).toBeUndefined()
      expect(prompt.mock.calls).toStrictEqual([[question], [`That code is wrong. ${question}`]])
    })
  )

  it.effect("is missing outside browsers, unless the app passes its own", () =>
    Effect.gen(function* () {
      expect(yield* MfaPrompt.MfaPrompt).toBeUndefined()
      const ask = (given: Parameters<typeof MfaPrompt.layerCustom>[0], again: boolean) =>
        Effect.flatMap(MfaPrompt.MfaPrompt, (ask) => ask!(again)).pipe(Effect.provide(MfaPrompt.layerCustom(given)))
      expect(yield* ask(Effect.succeed("1"), true)).toBe("1")
      expect(yield* ask((again) => Promise.resolve(String(again)), true)).toBe("true")
      expect(yield* ask((again) => Promise.resolve(String(again)), false)).toBe("false")
      expect(yield* Effect.provide(MfaPrompt.MfaPrompt, MfaPrompt.layerNone)).toBeUndefined()
    })
  )
})

describe("a timer", () => {
  it("on the live clock uses the platform's timer, also for longer than that can wait", () => {
    vi.useFakeTimers()
    try {
      let called = 0
      const call = () => {
        called++
      }
      const cancel = Timer.after(Timer.liveClock, 1000, call)
      Timer.after(Timer.liveClock, 2000, call)
      cancel()
      vi.advanceTimersByTime(1999)
      expect(called).toBe(0)
      vi.advanceTimersByTime(1)
      expect(called).toBe(1)
      Timer.after(Timer.liveClock, Timer.maxMillis, call)
      vi.advanceTimersByTime(Timer.maxMillis - 1)
      expect(called).toBe(1)
      vi.advanceTimersByTime(1)
      expect(called).toBe(2)
      Timer.after(Timer.liveClock, Timer.maxMillis + 1, call)
      vi.advanceTimersByTime(Timer.maxMillis)
      expect(called).toBe(2)
      vi.advanceTimersByTime(1)
      expect(called).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it.effect("on another clock follows that clock, and can be cancelled", () =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      let called = 0
      Timer.after(clock, 1000, () => {
        called++
      })
      Timer.after(clock, 1000, () => {
        called += 10
      })()
      yield* TestClock.adjust(999)
      expect(called).toBe(0)
      const before = Timer.monotonicMillis(clock)
      yield* TestClock.adjust(1)
      expect(Timer.monotonicMillis(clock) - before).toBe(1)
      yield* Effect.yieldNow
      expect(called).toBe(1)
    })
  )
})

describe("forwarded headers", () => {
  it("are read up to the number of trusted proxies", () => {
    expect(lastOf("a, b ,c", 1)).toBe("c")
    expect(lastOf("a, b ,c", 2)).toBe("b")
    expect(lastOf("a, b ,c", 3)).toBe("a")
    expect(lastOf("a, b ,c", 4)).toBe("a")
    expect(lastOf("a, b ,c", 0)).toBe("")
  })

  it("decide about https before the URL does", () => {
    const request = (forwarded: string | null, url?: string) => ({
      headers: { get: (name: string) => (name === "x-forwarded-proto" ? forwarded : "https") },
      url
    })
    expect(isHttps(request("HTTPS"))).toBe(true)
    expect(isHttps(request(" ", "https://a.test"))).toBe(true)
    expect(isHttps(request("http", "https://a.test"))).toBe(false)
    expect(isHttps(request("http", "https://a.test"), { trustedProxies: 0 })).toBe(true)
    expect(isHttps(request(null))).toBe(false)
    expect(isHttps(request(null, "http://a.test"))).toBe(false)
    expect(isHttps(request(null, "//"))).toBe(false)
  })
})
