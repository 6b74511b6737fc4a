/** The cache by itself: how often it asks, what it keeps, and what it forgets. */
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as AsyncCache from "../../src/cache/AsyncCache.ts"

interface Reads {
  started: number
  interrupted: number
  running: number
  mostAtOnce: number
  value: unknown
  error: string | undefined
  readonly source: AsyncCache.Source<unknown, string>
}

/** A source whose reads take a time each and answer what `value` holds when they end. */
const source = (options: { readonly millis?: number; readonly key?: string; readonly shared?: boolean } = {}) => {
  const made: Reads = {
    started: 0,
    interrupted: 0,
    running: 0,
    mostAtOnce: 0,
    value: "one",
    error: undefined,
    source: {
      key: options.key ?? "key",
      shows: [options.key ?? "key"],
      shared: options.shared,
      effect: Effect.suspend(() => {
        made.started++
        made.mostAtOnce = Math.max(made.mostAtOnce, ++made.running)
        const { error, value } = made
        return Effect.sleep(options.millis ?? 100).pipe(
          Effect.andThen(error === undefined ? Effect.succeed(value) : Effect.fail(error)),
          Effect.onInterrupt(() => Effect.sync(() => made.interrupted++)),
          Effect.ensuring(Effect.sync(() => made.running--))
        )
      })
    }
  }
  return made
}

/** A cache that ends with the scope. */
const makeCache = (options: Partial<AsyncCache.AsyncCacheOptions<never, never>> = {}) =>
  Effect.contextWith((context: Context.Context<Scope.Scope>) => {
    let emptied = 0
    const cache = AsyncCache.make<never, never>({
      clock: Context.get(context, Clock.Clock),
      read: ({ effect }) => Effect.runForkWith(context)(effect),
      keepsValue: () => false,
      onEmpty: () => void emptied++,
      ...options
    })
    return Effect.as(
      Effect.addFinalizer(() => Effect.sync(cache.clear)),
      Object.assign(cache, { emptied: () => emptied })
    )
  })

/** Reads, and answers what there is then. */
const read = <A, E>(view: AsyncCache.View<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    const done = view.refetch()
    return Effect.andThen(
      Effect.promise(() => done),
      Effect.suspend(() => {
        const { settled } = view.snapshot()
        if (settled._tag === "Failure") return Effect.failCause(settled.cause)
        return settled._tag === "Success" ? Effect.succeed(settled.value) : Effect.die("nothing is there")
      })
    )
  })

/** Whether nobody has to wait, as React's `use` looks at it. */
const isReady = (view: AsyncCache.View<unknown, unknown>) => "status" in view.ready()

const valueOf = (resource: AsyncCache.View<unknown, unknown>) => {
  const { settled } = resource.snapshot()
  return settled._tag === "Success" ? settled.value : settled._tag
}

/** Advances in steps, so that whatever wakes up can go to sleep again. */
const pass = (millis: number) =>
  Effect.gen(function* () {
    for (let left = millis; left > 0; left -= 50) yield* TestClock.adjust(Math.min(50, left))
  })

describe("reads", () => {
  it.effect("join the read under way", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source()
      const resource = cache.view(service.source)
      const fibers = yield* Effect.forEach(Array.from({ length: 1000 }), () => Effect.forkChild(read(resource)))
      yield* pass(100)
      for (const fiber of fibers) expect(yield* Fiber.join(fiber)).toBe("one")
      expect(service.started).toBe(1)
    })
  )

  it.effect("return the last value without waiting, within 300 ms of its start", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source()
      const view = cache.view(service.source)
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
      const cache = yield* makeCache()
      const service = source({ millis: 10 })
      const view = cache.view(service.source)
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
      const cache = yield* makeCache()
      const service = source()
      service.error = "down"
      const view = cache.view(service.source)
      const fibers = yield* Effect.forEach([1, 2], () => Effect.forkChild(Effect.exit(read(view))))
      yield* pass(100)
      for (const fiber of fibers) expect(yield* Fiber.join(fiber)).toStrictEqual(Exit.fail("down"))
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
      const cache = yield* makeCache()
      const service = source()
      const view = cache.view(service.source)
      const first = yield* Effect.forkChild(read(view))
      yield* pass(50)
      const second = yield* Effect.forkChild(read(view))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(first)
      yield* pass(50)
      expect(yield* Fiber.join(second)).toBe("one")
      expect([service.started, service.interrupted]).toStrictEqual([1, 0])
    })
  )

  it.effect("that take longer than the throttle are joined, not restarted", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source({ millis: 1_000 })
      const view = cache.view(service.source)
      const first = yield* Effect.forkChild(read(view))
      yield* pass(500)
      const second = yield* Effect.forkChild(read(view))
      yield* pass(500)
      expect([yield* Fiber.join(first), yield* Fiber.join(second)]).toStrictEqual(["one", "one"])
      expect([service.started, service.interrupted]).toStrictEqual([1, 0])
    })
  )

  it.effect("may take longer than the previous value is kept", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source({ millis: 1_000 })
      const view = cache.view(service.source)
      void view.refetch()
      yield* pass(5_900)
      service.value = "two"
      void view.refetch()
      yield* pass(1_000)
      expect([valueOf(view), service.interrupted]).toStrictEqual(["two", 0])
    })
  )

  it.effect("with `once` keep a failure but no value", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source()
      const view = cache.view({ ...service.source, once: true })
      const done = view.refetch()
      yield* pass(100)
      yield* Effect.promise(() => done)
      expect([view.snapshot(), cache.emptied()]).toStrictEqual([AsyncCache.nothing, 1])
      // Not even the throttle delays it.
      service.error = "down"
      void view.refetch()
      yield* pass(100)
      expect([view.snapshot().settled._tag, service.started]).toStrictEqual(["Failure", 2])
    })
  )

  it.effect("that are cleared end the wait of their callers", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const view = cache.view(source().source)
      const waits = [view.ready(), view.refetch()]
      yield* pass(50)
      cache.clear()
      yield* Effect.promise(() => Promise.all(waits))
      expect(view.snapshot()).toBe(AsyncCache.nothing)
    })
  )

  it.effect("that return undefined succeed, even after a failure", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source()
      service.error = "down"
      service.value = undefined
      const view = cache.view(service.source)
      view.subscribe(() => {})
      yield* pass(300)
      service.error = undefined
      void view.refetch()
      yield* pass(100)
      expect(view.snapshot().settled).toStrictEqual({ _tag: "Success", value: undefined })
    })
  )

  it.effect("that complete synchronously leave a value synchronously", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const resource = cache.view({ key: "k", shows: ["k"], effect: Effect.succeed(1) })
      expect(isReady(resource)).toBe(true)
      expect(valueOf(resource)).toBe(1)
    })
  )
})

describe("writes", () => {
  it.effect("within the throttle are seen by the next read", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source()
      const view = cache.view(service.source)
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
      const cache = yield* makeCache()
      const service = source()
      const resource = cache.view(service.source)
      const before = yield* Effect.forkChild(read(resource))
      yield* pass(50)
      service.value = "two"
      cache.invalidate(["key"])
      cache.invalidate(["key"])
      yield* pass(50)
      expect(valueOf(resource)).toBe("Pending")
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
      const leave = resource.subscribe(() => seen.push(valueOf(resource)))
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
      expect([a, b, c].map((one) => valueOf(one!))).toStrictEqual(["one", "one", "Pending"])
      leave.forEach((f) => f())
    })
  )
})

describe("snapshots", () => {
  it.effect("are empty before the first read, and unknown on a server", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const view = cache.view(source().source)
      expect(view.snapshot()).toStrictEqual({
        settled: { _tag: "Pending" },
        isRefreshing: false,
        refreshFailure: undefined
      })
      expect(view.serverSnapshot()).toBe(AsyncCache.notRead)
      expect(AsyncCache.notRead).toStrictEqual(AsyncCache.nothing)
      // A reader that waits for one must not take it for the other.
      expect(AsyncCache.notRead.settled).not.toBe(AsyncCache.nothing.settled)
      expect(cache.emptied()).toBe(0)
    })
  )

  it.effect("show a failure of the first read, even where a later failure would keep the value", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache({ keepsValue: () => true })
      const service = source()
      service.error = "down"
      const view = cache.view(service.source)
      view.subscribe(() => {})
      yield* pass(100)
      expect(view.snapshot().settled._tag).toBe("Failure")
      service.error = undefined
      void view.refetch()
      yield* pass(300)
      void view.refetch()
      yield* pass(100)
      service.error = "down"
      yield* pass(300)
      void view.refetch()
      yield* pass(100)
      const { isRefreshing, refreshFailure, settled } = view.snapshot()
      expect([settled._tag, isRefreshing, refreshFailure === undefined]).toStrictEqual(["Success", false, false])
    })
  )

  it.effect("do not stay refreshing after a read that completes synchronously", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const view = cache.view({ key: "k", shows: ["k"], effect: Effect.succeed(1) })
      view.subscribe(() => {})
      cache.invalidate(["k"])
      expect(view.snapshot()).toStrictEqual({
        settled: { _tag: "Success", value: 1 },
        isRefreshing: false,
        refreshFailure: undefined
      })
    })
  )

  it.effect("are the same object until something changes, even when a read returns the same value", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source()
      service.value = { a: [1, { at: new Date(5) }] }
      const resource = cache.view(service.source)
      let changes = 0
      const leave = resource.subscribe(() => changes++)
      expect(resource.snapshot()).toBe(resource.snapshot())
      expect(resource.snapshot()).toBe(AsyncCache.nothing)
      yield* pass(100)
      const first = resource.snapshot()
      expect(resource.snapshot()).toBe(first)
      expect(changes).toBe(1)
      service.value = { a: [1, { at: new Date(5) }] }
      cache.invalidate(["key"])
      expect(resource.snapshot().isRefreshing).toBe(true)
      expect(resource.snapshot().settled).toBe(first.settled)
      yield* pass(100)
      expect(resource.snapshot().isRefreshing).toBe(false)
      expect(resource.snapshot().settled).toBe(first.settled)
      service.value = { a: [2, { at: new Date(5) }] }
      cache.invalidate(["key"])
      yield* pass(100)
      expect(resource.snapshot().settled).not.toBe(first.settled)
      leave()
    })
  )

  it.effect("keep the value when a refresh fails in an allowed way, and report the failure", () =>
    Effect.gen(function* () {
      const failures: Array<unknown> = []
      const cache = yield* makeCache({
        keepsValue: (cause) => {
          failures.push(cause)
          return cause.reasons.some((reason) => reason._tag === "Fail" && reason.error === "network")
        }
      })
      const service = source()
      const resource = cache.view(service.source)
      const leave = resource.subscribe(() => {})
      yield* pass(100)
      service.error = "network"
      cache.invalidate(["key"])
      yield* pass(100)
      expect(valueOf(resource)).toBe("one")
      expect(resource.snapshot().refreshFailure).toBeDefined()
      expect(failures).toHaveLength(1)
      service.error = "gone"
      cache.invalidate(["key"])
      yield* pass(100)
      expect(valueOf(resource)).toBe("Failure")
      expect(failures).toHaveLength(2)
      leave()
    })
  )

  it.effect("belong to the key, whichever view reads them", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const leave = cache.view(source().source).subscribe(() => {})
      yield* pass(100)
      const other = source()
      expect(valueOf(cache.view(other.source))).toBe("one")
      expect(other.started).toBe(0)
      leave()
    })
  )
})

describe("subscribers", () => {
  it.effect("keep their entry while they stay, and a later subscriber starts no read", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source()
      const view = cache.view(service.source)
      view.subscribe(() => {})
      yield* pass(6_000)
      view.subscribe(() => {})
      yield* pass(6_000)
      expect([valueOf(view), service.started, cache.emptied()]).toStrictEqual(["one", 1, 0])
    })
  )

  it.effect("see a failure until a caller retries, however often they look", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source()
      service.error = "down"
      const view = cache.view(service.source)
      view.subscribe(() => {})
      for (let i = 0; i < 3; i++) {
        yield* pass(1_000)
        expect(view.settled()._tag).toBe("Failure")
      }
      expect(service.started).toBe(1)
    })
  )

  it.effect("start one read, and none when they leave immediately", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source()
      const resource = cache.view(service.source)
      resource.subscribe(() => {})()
      const leave = resource.subscribe(() => {})
      yield* pass(100)
      const more = Array.from({ length: 100 }, () => resource.subscribe(() => {}))
      leave()
      yield* pass(10_000)
      more.forEach((f) => f())
      resource.subscribe(() => {})
      yield* pass(1000)
      expect(service.started).toBe(1)
    })
  )

  it.effect("who return after more than 300 ms see the old value, then a fresh one", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source()
      const resource = cache.view(service.source)
      const leave = resource.subscribe(() => {})
      yield* pass(100)
      leave()
      leave()
      service.value = "two"
      yield* pass(300)
      resource.subscribe(() => {})
      expect(valueOf(resource)).toBe("one")
      yield* pass(100)
      expect(valueOf(resource)).toBe("two")
    })
  )

  it.effect("leave the entry in the cache for 5000 ms", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source()
      const resource = cache.view(service.source)
      const leave = resource.subscribe(() => {})
      yield* pass(100)
      leave()
      yield* pass(4_999)
      expect(valueOf(resource)).toBe("one")
      yield* pass(1)
      expect(valueOf(resource)).toBe("Pending")
      expect(cache.emptied()).toBe(1)
      resource.subscribe(() => {})
      yield* pass(100)
      expect(valueOf(resource)).toBe("one")
      expect(service.started).toBe(2)
    })
  )

  it.effect("that left stop their read after 5000 ms", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source({ millis: 60_000 })
      cache.view(service.source).subscribe(() => {})()
      yield* pass(4_999)
      expect(service.running).toBe(1)
      yield* pass(1)
      expect([service.running, service.interrupted]).toStrictEqual([0, 1])
      expect(cache.emptied()).toBe(1)
    })
  )

  it.effect("may unsubscribe others while they are notified", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const resource = cache.view(source().source)
      const leaves: Array<() => void> = []
      let calls = 0
      const listener = () => {
        calls++
        leaves.forEach((leave) => leave())
      }
      leaves.push(resource.subscribe(listener), resource.subscribe(listener))
      yield* pass(100)
      expect(calls).toBeGreaterThanOrEqual(1)
      yield* pass(5_000)
      expect(cache.emptied()).toBe(1)
    })
  )
})

describe("ready", () => {
  it.effect("returns the same promise until there is a value", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source()
      const resource = cache.view(service.source)
      const promise = resource.ready()
      expect(resource.ready()).toBe(promise)
      yield* pass(100)
      yield* Effect.promise(() => promise)
      expect(isReady(resource)).toBe(true)
      // A reader that waited may subscribe at any later time.
      yield* pass(4_000)
      resource.subscribe(() => {})
      yield* pass(100)
      expect(service.started).toBe(1)
    })
  )

  it.effect("drops the entry after 5000 ms when nobody subscribes", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const resource = cache.view(source().source)
      void resource.ready()
      yield* pass(5_099)
      expect(cache.emptied()).toBe(0)
      yield* pass(1)
      expect(cache.emptied()).toBe(1)
    })
  )

  it.effect("resolves after a failure, and retries when called more than 300 ms later", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source()
      service.error = "down"
      const resource = cache.view(service.source)
      void resource.ready()
      yield* pass(1_000)
      expect(isReady(resource)).toBe(true)
      expect(valueOf(resource)).toBe("Failure")
      yield* pass(299)
      expect(isReady(resource)).toBe(true)
      service.error = undefined
      yield* pass(1)
      const again = resource.ready()
      expect(isReady(resource)).toBe(false)
      expect(valueOf(resource)).toBe("Pending")
      yield* pass(100)
      yield* Effect.promise(() => again)
      expect(valueOf(resource)).toBe("one")
    })
  )
})

describe("a change of the owner", () => {
  it.effect("drops the former owner's values at once, and reads for the new owner", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const services = [source({ key: "a" }), source({ key: "b" })]
      const [a, b] = services.map((service) => cache.view(service.source))
      const seen: Array<unknown> = []
      const look = () => seen.push([valueOf(a!), valueOf(b!)])
      a!.subscribe(look)
      b!.subscribe(look)
      yield* pass(100)
      seen.length = 0
      services.forEach((service) => (service.value = "two"))
      cache.changeOwner()
      expect(seen).toStrictEqual([
        ["Pending", "Pending"],
        ["Pending", "Pending"]
      ])
      expect(services.map(({ started }) => started)).toStrictEqual([2, 2])
      yield* pass(100)
      expect([valueOf(a!), valueOf(b!)]).toStrictEqual(["two", "two"])
    })
  )

  it.effect("discards the reads under way, whose answers never show", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source()
      const resource = cache.view(service.source)
      const seen: Array<unknown> = []
      resource.subscribe(() => seen.push(valueOf(resource)))
      yield* pass(99)
      service.value = "two"
      cache.changeOwner()
      yield* pass(100)
      expect(seen).toStrictEqual(["Pending", "two"])
      expect([service.started, service.interrupted, service.mostAtOnce]).toStrictEqual([2, 1, 1])
    })
  )

  it.effect("from within a read restarts that read", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      let reads = 0
      const resource = cache.view({
        key: "k",
        shows: ["k"],
        effect: Effect.suspend(() => {
          if (++reads === 1) cache.changeOwner()
          return Effect.as(Effect.yieldNow, reads)
        })
      })
      resource.subscribe(() => {})
      yield* pass(10)
      expect(valueOf(resource)).toBe(2)
    })
  )

  it.effect("keeps entries without an owner, and drops those without a subscriber", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const shared = source({ key: "shared", shared: true })
      const mine = source({ key: "mine" })
      const resource = cache.view(shared.source)
      resource.subscribe(() => {})
      const reading = yield* Effect.forkChild(read(cache.view(mine.source)))
      yield* pass(100)
      yield* Fiber.join(reading)
      cache.changeOwner()
      expect(valueOf(resource)).toBe("one")
      expect(valueOf(cache.view(mine.source))).toBe("Pending")
      yield* pass(1000)
      expect([shared.started, mine.started]).toStrictEqual([1, 1])
    })
  )

  it.effect("drops restored values", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      cache.restore("key", ["key"], "of the server")
      const service = source()
      const resource = cache.view(service.source)
      expect(valueOf(resource)).toBe("of the server")
      cache.changeOwner()
      expect(valueOf(resource)).toBe("Pending")
    })
  )
})

describe("a restored value", () => {
  it.effect("is the server snapshot and survives late readers", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      cache.restore("key", ["key"], "restored")
      const service = source()
      const view = cache.view(service.source)
      const restored = {
        settled: { _tag: "Success", value: "restored" },
        isRefreshing: false,
        refreshFailure: undefined
      }
      expect(view.serverSnapshot()).toStrictEqual(restored)
      yield* pass(6_000)
      for (let i = 0; i < 2; i++) expect(view.settled()).toStrictEqual(restored.settled)
      expect(service.started).toBe(0)
      // What the server rendered stays on the page.
      view.subscribe(() => {})
      yield* pass(100)
      expect([valueOf(view), view.serverSnapshot()]).toStrictEqual(["one", restored])
    })
  )

  it.effect("counts as a read, and is refreshed for a subscriber who comes after 5000 ms", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      cache.restore("key", ["key"], "restored")
      cache.restore("late", ["late"], "restored")
      const [early, late] = [source(), source({ key: "late" })]
      const resource = cache.view(early.source)
      resource.subscribe(() => {})
      yield* pass(6_000)
      expect([valueOf(resource), early.started]).toStrictEqual(["restored", 0])
      const other = cache.view(late.source)
      other.subscribe(() => {})
      expect(valueOf(other)).toBe("restored")
      yield* pass(100)
      expect([valueOf(other), late.started]).toStrictEqual(["one", 1])
    })
  )
})

it.effect("all reads and timers end when it is cleared", () =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const cache = yield* Scope.provide(makeCache(), scope)
    const services = [source({ key: "a", millis: 60_000 }), source({ key: "b" })]
    const [a, b] = services.map((service) => cache.view(service.source))
    a!.subscribe(() => {})
    b!.subscribe(() => {})()
    yield* pass(100)
    yield* Scope.close(scope, Exit.void)
    expect(services.map(({ running }) => running)).toStrictEqual([0, 0])
    expect([valueOf(a!), valueOf(b!), cache.emptied()]).toStrictEqual(["Pending", "Pending", 1])
    // Its timer is gone, and no read has started.
    yield* pass(10_000)
    expect([services[0]!.started, services[1]!.started, cache.emptied()]).toStrictEqual([1, 1, 1])
  })
)
