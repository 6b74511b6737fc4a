/** How often the cache asks, and what reads see of writes. */
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as EntryState from "../../src/cache/EntryState.ts"
import { isReady, makeCache, pass, read, source, readValue, viewed } from "./source.ts"

describe("reads", () => {
  it.effect("join the read under way", () =>
    Effect.gen(function* () {
      const { service, view } = yield* viewed()
      const fibers = yield* Effect.forEach(Array.from({ length: 1000 }), () => Effect.forkChild(read(view)))
      yield* pass(100)
      expect(new Set(yield* Effect.forEach(fibers, Fiber.join))).toStrictEqual(new Set(["one"]))
      expect(service.started).toBe(1)
    })
  )

  it.effect("return the last value without waiting, within 300 ms of its start", () =>
    Effect.gen(function* () {
      const { service, view } = yield* viewed()
      const first = yield* Effect.forkChild(read(view))
      yield* pass(100)
      yield* Fiber.join(first)
      service.value = "two"
      expect(yield* read(view)).toBe("one")
      yield* pass(199)
      expect(yield* read(view)).toBe("one")
      expect(service.started).toBe(1)
      yield* pass(1)
      const second = yield* Effect.forkChild(read(view))
      yield* pass(100)
      expect(yield* Fiber.join(second)).toBe("two")
      expect(service.started).toBe(2)
    })
  )

  it.effect("reach the network at most once in 300 ms, however many callers read", () =>
    Effect.gen(function* () {
      const { service, view } = yield* viewed({ millis: 10 })
      for (let i = 0; i < 300; i++) {
        yield* Effect.forkChild(read(view))
        yield* TestClock.adjust(10)
      }
      expect(service.started).toBe(10)
      expect(service.mostAtOnce).toBe(1)
    })
  )

  it.effect("share failures like values, and retry after the throttle", () =>
    Effect.gen(function* () {
      const { service, view } = yield* viewed()
      service.error = "down"
      const fibers = yield* Effect.forEach([1, 2], () => Effect.forkChild(Effect.exit(read(view))))
      yield* pass(100)
      const down = Exit.fail("down")
      expect(yield* Effect.forEach(fibers, Fiber.join)).toStrictEqual([down, down])
      expect(yield* Effect.exit(read(view))).toStrictEqual(Exit.fail("down"))
      expect(service.started).toBe(1)
      service.error = undefined
      yield* pass(200)
      const again = yield* Effect.forkChild(read(view))
      yield* pass(100)
      expect(yield* Fiber.join(again)).toBe("one")
    })
  )

  it.effect("continue when the first caller is interrupted", () =>
    Effect.gen(function* () {
      const { service, view } = yield* viewed()
      const first = yield* Effect.forkChild(read(view))
      yield* pass(50)
      const second = yield* Effect.forkChild(read(view))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(first)
      yield* pass(50)
      expect(yield* Fiber.join(second)).toBe("one")
      expect(service).toMatchObject({
        started: 1,
        interrupted: 0
      })
    })
  )

  it.effect("are joined, not restarted, when they take longer than the throttle", () =>
    Effect.gen(function* () {
      const { service, view } = yield* viewed({ millis: 1_000 })
      const first = yield* Effect.forkChild(read(view))
      yield* pass(500)
      const second = yield* Effect.forkChild(read(view))
      yield* pass(500)
      expect([yield* Fiber.join(first), yield* Fiber.join(second)]).toStrictEqual(["one", "one"])
      expect(service).toMatchObject({
        started: 1,
        interrupted: 0
      })
    })
  )

  it.effect("may take longer than the previous value is kept", () =>
    Effect.gen(function* () {
      const { service, view } = yield* viewed({ millis: 1_000 })
      void view.refetch()
      yield* pass(5_900)
      service.value = "two"
      void view.refetch()
      yield* pass(1_000)
      expect({ value: readValue(view), interrupted: service.interrupted }).toStrictEqual({
        value: "two",
        interrupted: 0
      })
    })
  )

  it.effect("keep a failure but no value if they are actions", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source()
      const view = cache.view({ ...service.source, isAction: true })
      const done = view.refetch()
      yield* pass(100)
      yield* Effect.promise(() => done)
      expect({ snapshot: view.snapshot(), emptied: cache.emptied() }).toStrictEqual({
        snapshot: EntryState.noResult,
        emptied: 1
      })
      // Not even the throttle delays it.
      service.error = "down"
      void view.refetch()
      yield* pass(100)
      expect({ _tag: view.snapshot().state._tag, started: service.started }).toStrictEqual({
        _tag: "Failure",
        started: 2
      })
    })
  )

  it.effect("end the wait of their callers when they are cleared", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const view = cache.view(source().source)
      const waits = [view.ready(), view.refetch()]
      yield* pass(50)
      cache.clear()
      yield* Effect.promise(() => Promise.all(waits))
      expect(view.snapshot()).toBe(EntryState.noResult)
    })
  )

  it.effect("succeed with undefined, even after a failure", () =>
    Effect.gen(function* () {
      const { service, view } = yield* viewed()
      service.error = "down"
      service.value = undefined
      view.subscribe(() => {})
      yield* pass(300)
      service.error = undefined
      void view.refetch()
      yield* pass(100)
      expect(view.snapshot().state).toStrictEqual({ _tag: "Success", value: undefined })
    })
  )

  it.effect("leave a value synchronously when they complete synchronously", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const resource = cache.view({ key: "k", shows: ["k"], effect: Effect.succeed(1) })
      expect(isReady(resource)).toBe(true)
      expect(readValue(resource)).toBe(1)
    })
  )
})

describe("writes", () => {
  it.effect("within the throttle are seen by the next read", () =>
    Effect.gen(function* () {
      const { cache, service, view } = yield* viewed()
      const leave = view.subscribe(() => {})
      yield* pass(100)
      service.value = "two"
      cache.invalidate(["key"])
      const after = yield* Effect.forkChild(read(view))
      yield* pass(100)
      expect(yield* Fiber.join(after)).toBe("two")
      expect(service.started).toBe(2)
      leave()
    })
  )

  it.effect("restart the read under way, one at a time, and its callers see the write", () =>
    Effect.gen(function* () {
      const { cache, service, view } = yield* viewed()
      const before = yield* Effect.forkChild(read(view))
      yield* pass(50)
      service.value = "two"
      cache.invalidate(["key"])
      cache.invalidate(["key"])
      yield* pass(50)
      expect(readValue(view)).toBe("Pending")
      yield* pass(50)
      expect(yield* Fiber.join(before)).toBe("two")
      expect(service.mostAtOnce).toBe(1)
    })
  )

  it.effect("discard the late value of a read that cannot be interrupted", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const answers = [yield* Deferred.make<string>(), yield* Deferred.make<string>()]
      let reads = 0
      const resource = cache.view({
        key: "k",
        shows: ["k"],
        effect: Effect.suspend(() => Effect.uninterruptible(Deferred.await(answers[reads++]!)))
      })
      const seen: Array<unknown> = []
      const leave = resource.subscribe(() => seen.push(readValue(resource)))
      yield* Effect.yieldNow
      cache.invalidate(["k"])
      yield* Effect.yieldNow
      expect(reads).toBe(2)
      yield* Deferred.succeed(answers[0]!, "late")
      yield* Effect.yieldNow
      yield* Deferred.succeed(answers[1]!, "new")
      yield* pass(10)
      expect(seen).toStrictEqual(["Pending", "new"])
      leave()
    })
  )

  it.effect("refresh only the entries that they name, and drop those without a subscriber", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const services = ["a", "b", "c"].map((key) => source({ key }))
      const [a, b, c] = services.map((service) => cache.view(service.source))
      const leave = [a!.subscribe(() => {}), b!.subscribe(() => {})]
      const reading = yield* Effect.forkChild(read(c!))
      yield* pass(100)
      yield* Fiber.join(reading)
      cache.invalidate(["a", "c"])
      yield* pass(100)
      expect(services.map(({ started }) => started)).toStrictEqual([2, 1, 1])
      expect([a, b, c].map((one) => readValue(one!))).toStrictEqual(["one", "one", "Pending"])
      leave.forEach((f) => f())
    })
  )
})
