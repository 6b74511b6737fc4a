/** What the cache forgets with its owner or its end, and what it restores. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { makeCache, pass, read, source, readValue, viewed } from "./source.ts"

describe("a change of the owner", () => {
  it.effect("drops the former owner's values at once, and reads for the new owner", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const services = [source({ key: "a" }), source({ key: "b" })]
      const [a, b] = services.map((service) => cache.view(service.source))
      const seen: Array<unknown> = []
      const look = () => seen.push([readValue(a!), readValue(b!)])
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
      expect({ a: readValue(a!), b: readValue(b!) }).toStrictEqual({ a: "two", b: "two" })
    })
  )

  it.effect("discards the reads under way, whose answers never show", () =>
    Effect.gen(function* () {
      const { cache, service, view } = yield* viewed()
      const seen: Array<unknown> = []
      view.subscribe(() => seen.push(readValue(view)))
      yield* pass(99)
      service.value = "two"
      cache.changeOwner()
      yield* pass(100)
      expect(seen).toStrictEqual(["Pending", "two"])
      expect(service).toMatchObject({ started: 2, interrupted: 1, mostAtOnce: 1 })
    })
  )

  it.effect("restarts the read that makes it", () =>
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
      expect(readValue(resource)).toBe(2)
    })
  )

  it.effect("keeps entries without an owner, and drops those without a subscriber", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const shared = source({ key: "shared", isOwnerless: true })
      const mine = source({ key: "mine" })
      const resource = cache.view(shared.source)
      resource.subscribe(() => {})
      const reading = yield* Effect.forkChild(read(cache.view(mine.source)))
      yield* pass(100)
      yield* Fiber.join(reading)
      cache.changeOwner()
      expect(readValue(resource)).toBe("one")
      expect(readValue(cache.view(mine.source))).toBe("Pending")
      yield* pass(1000)
      expect({ shared: shared.started, mine: mine.started }).toStrictEqual({ shared: 1, mine: 1 })
    })
  )

  it.effect("drops restored values", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      cache.restore("key", ["key"], "of the server")
      const service = source()
      const resource = cache.view(service.source)
      expect(readValue(resource)).toBe("of the server")
      cache.changeOwner()
      expect(readValue(resource)).toBe("Pending")
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
        state: { _tag: "Success", value: "restored" },
        isRefreshing: false,
        refreshFailure: undefined
      }
      expect(view.serverSnapshot()).toStrictEqual(restored)
      yield* pass(6_000)
      for (let i = 0; i < 2; i++) expect(view.state()).toStrictEqual(restored.state)
      expect(service.started).toBe(0)
      // What the server rendered stays on the page.
      view.subscribe(() => {})
      yield* pass(100)
      expect({ value: readValue(view), serverSnapshot: view.serverSnapshot() }).toStrictEqual({
        value: "one",
        serverSnapshot: restored
      })
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
      expect({ value: readValue(resource), started: early.started }).toStrictEqual({ value: "restored", started: 0 })
      const other = cache.view(late.source)
      other.subscribe(() => {})
      expect(readValue(other)).toBe("restored")
      yield* pass(100)
      expect({ value: readValue(other), started: late.started }).toStrictEqual({ value: "one", started: 1 })
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
    expect({ a: readValue(a!), b: readValue(b!), emptied: cache.emptied() }).toStrictEqual({
      a: "Pending",
      b: "Pending",
      emptied: 1
    })
    // Its timer is gone, and no read has started.
    yield* pass(10_000)
    expect({ started: services.map(({ started }) => started), emptied: cache.emptied() }).toStrictEqual({
      started: [1, 1],
      emptied: 1
    })
  })
)
