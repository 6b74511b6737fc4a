/** What components see of the cache, and what it keeps for them. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as EntryState from "../../src/cache/EntryState.ts"
import { isReady, makeCache, pass, source, readValue, viewed } from "./source.ts"

describe("snapshots", () => {
  it.effect("are empty before the first read, and unknown on a server", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const view = cache.view(source().source)
      expect(view.snapshot()).toStrictEqual({
        state: { _tag: "Pending" },
        isRefreshing: false,
        refreshFailure: undefined
      })
      expect(view.serverSnapshot()).toBe(EntryState.notRead)
      expect(EntryState.notRead).toStrictEqual(EntryState.noResult)
      // A reader that waits for one must not take it for the other.
      expect(EntryState.notRead.state).not.toBe(EntryState.noResult.state)
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
      expect(view.snapshot().state._tag).toBe("Failure")
      service.error = undefined
      void view.refetch()
      yield* pass(300)
      void view.refetch()
      yield* pass(100)
      service.error = "down"
      yield* pass(300)
      void view.refetch()
      yield* pass(100)
      const { isRefreshing, refreshFailure, state } = view.snapshot()
      expect({ state: state._tag, isRefreshing, hasRefreshFailed: refreshFailure !== undefined }).toStrictEqual({
        state: "Success",
        isRefreshing: false,
        hasRefreshFailed: true
      })
    })
  )

  it.effect("do not stay refreshing after a read that completes synchronously", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const view = cache.view({ key: "k", shows: ["k"], effect: Effect.succeed(1) })
      view.subscribe(() => {})
      cache.invalidate(["k"])
      expect(view.snapshot()).toStrictEqual({
        state: { _tag: "Success", value: 1 },
        isRefreshing: false,
        refreshFailure: undefined
      })
    })
  )

  it.effect("are the same object until something changes, even when a read returns the same value", () =>
    Effect.gen(function* () {
      const { cache, service, view } = yield* viewed()
      service.value = { a: [1, { at: new Date(5) }] }
      let changes = 0
      const leave = view.subscribe(() => changes++)
      expect(view.snapshot()).toBe(view.snapshot())
      expect(view.snapshot()).toBe(EntryState.noResult)
      yield* pass(100)
      const first = view.snapshot()
      expect(view.snapshot()).toBe(first)
      expect(changes).toBe(1)
      service.value = { a: [1, { at: new Date(5) }] }
      cache.invalidate(["key"])
      expect(view.snapshot().isRefreshing).toBe(true)
      expect(view.snapshot().state).toBe(first.state)
      yield* pass(100)
      expect(view.snapshot().isRefreshing).toBe(false)
      expect(view.snapshot().state).toBe(first.state)
      service.value = { a: [2, { at: new Date(5) }] }
      cache.invalidate(["key"])
      yield* pass(100)
      expect(view.snapshot().state).not.toBe(first.state)
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
      expect(readValue(resource)).toBe("one")
      expect(resource.snapshot().refreshFailure).toBeDefined()
      expect(failures).toHaveLength(1)
      service.error = "gone"
      cache.invalidate(["key"])
      yield* pass(100)
      expect(readValue(resource)).toBe("Failure")
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
      expect(readValue(cache.view(other.source))).toBe("one")
      expect(other.started).toBe(0)
      leave()
    })
  )
})

describe("subscribers", () => {
  it.effect("keep their entry while they stay, and a later subscriber starts no read", () =>
    Effect.gen(function* () {
      const { cache, service, view } = yield* viewed()
      view.subscribe(() => {})
      yield* pass(6_000)
      view.subscribe(() => {})
      yield* pass(6_000)
      expect({ value: readValue(view), started: service.started, emptied: cache.emptied() }).toStrictEqual({
        value: "one",
        started: 1,
        emptied: 0
      })
    })
  )

  it.effect("see a failure until a caller retries, however often they look", () =>
    Effect.gen(function* () {
      const { service, view } = yield* viewed()
      service.error = "down"
      view.subscribe(() => {})
      const looks = yield* Effect.forEach([1, 2, 3], () => Effect.map(pass(1_000), () => view.state()._tag))
      expect(looks).toStrictEqual(["Failure", "Failure", "Failure"])
      expect(service.started).toBe(1)
    })
  )

  it.effect("start one read, and none when they leave immediately", () =>
    Effect.gen(function* () {
      const { service, view } = yield* viewed()
      view.subscribe(() => {})()
      const leave = view.subscribe(() => {})
      yield* pass(100)
      const more = Array.from({ length: 100 }, () => view.subscribe(() => {}))
      leave()
      yield* pass(10_000)
      more.forEach((f) => f())
      view.subscribe(() => {})
      yield* pass(1000)
      expect(service.started).toBe(1)
    })
  )

  it.effect("who return after more than 300 ms see the old value, then a fresh one", () =>
    Effect.gen(function* () {
      const { service, view } = yield* viewed()
      const leave = view.subscribe(() => {})
      yield* pass(100)
      leave()
      leave()
      service.value = "two"
      yield* pass(300)
      view.subscribe(() => {})
      expect(readValue(view)).toBe("one")
      yield* pass(100)
      expect(readValue(view)).toBe("two")
    })
  )

  it.effect("leave the entry in the cache for 5000 ms", () =>
    Effect.gen(function* () {
      const { cache, service, view } = yield* viewed()
      const leave = view.subscribe(() => {})
      yield* pass(100)
      leave()
      yield* pass(4_999)
      expect(readValue(view)).toBe("one")
      yield* pass(1)
      expect(readValue(view)).toBe("Pending")
      expect(cache.emptied()).toBe(1)
      view.subscribe(() => {})
      yield* pass(100)
      expect(readValue(view)).toBe("one")
      expect(service.started).toBe(2)
    })
  )

  it.effect("stop their read 5000 ms after they left", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const service = source({ millis: 60_000 })
      cache.view(service.source).subscribe(() => {})()
      yield* pass(4_999)
      expect(service.running).toBe(1)
      yield* pass(1)
      expect(service).toMatchObject({
        running: 0,
        interrupted: 1
      })
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
      const { service, view } = yield* viewed()
      const promise = view.ready()
      expect(view.ready()).toBe(promise)
      yield* pass(100)
      yield* Effect.promise(() => promise)
      expect(isReady(view)).toBe(true)
      // A reader that waited may subscribe at any later time.
      yield* pass(4_000)
      view.subscribe(() => {})
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
      const { service, view } = yield* viewed()
      service.error = "down"
      void view.ready()
      yield* pass(1_000)
      expect(isReady(view)).toBe(true)
      expect(readValue(view)).toBe("Failure")
      yield* pass(299)
      expect(isReady(view)).toBe(true)
      service.error = undefined
      yield* pass(1)
      const again = view.ready()
      expect(isReady(view)).toBe(false)
      expect(readValue(view)).toBe("Pending")
      yield* pass(100)
      yield* Effect.promise(() => again)
      expect(readValue(view)).toBe("one")
    })
  )
})
