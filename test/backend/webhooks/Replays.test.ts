/** Which process handles a message, and what becomes of it when that process is lost. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as Replays from "../../../src/backend/webhooks/Replays.ts"
import { startOne, store } from "../fleet/brokenStore.ts"

const world = Effect.map(store, (shared) => ({
  ...shared,
  start: startOne(Replays.Replays, Replays.layer().pipe(Layer.provide(shared.process())))
}))

const mine = (lease: Replays.Lease | "busy" | "done"): Replays.Lease => {
  if (typeof lease === "string") throw new Error(`the lease is ${lease}`)
  return lease
}

describe("a message", () => {
  it.effect("is handled by one of many processes that receive it at once", () =>
    Effect.gen(function* () {
      const { start } = yield* world
      const processes = yield* Effect.forEach(Array.from({ length: 20 }), () => start)
      const leases = yield* Effect.forEach(processes, ({ acquire }) => acquire("msg_1"), { concurrency: "unbounded" })
      const taken = leases.filter((lease) => typeof lease !== "string")
      expect({ taken: taken.length, busy: leases.filter((lease) => lease === "busy").length }).toStrictEqual({
        taken: 1,
        busy: 19
      })
      yield* mine(taken[0]!).complete
      const later = yield* Effect.forEach(processes, ({ acquire }) => acquire("msg_1"))
      expect(new Set(later)).toStrictEqual(new Set(["done"]))
      expect(yield* processes[0]!.acquire("msg_2")).not.toBe("done")
      yield* TestClock.adjust("47 hours")
      expect(yield* processes[1]!.acquire("msg_1")).toBe("done")
    })
  )

  it.effect("goes to another process when its handler fails, or its process is lost for five minutes", () =>
    Effect.gen(function* () {
      const { start } = yield* world
      const [first, second] = [yield* start, yield* start]
      yield* mine(yield* first.acquire("msg_1")).release
      const lost = mine(yield* second.acquire("msg_1"))
      yield* TestClock.adjust("299 seconds")
      expect(yield* first.acquire("msg_1")).toBe("busy")
      yield* TestClock.adjust("1 second")
      const lease = mine(yield* first.acquire("msg_1"))
      // Who comes back late does not take it from the one who has it now.
      yield* lost.release
      expect(yield* second.acquire("msg_1")).toBe("busy")
      yield* lease.complete
      expect(yield* second.acquire("msg_1")).toBe("done")
    })
  )

  it.effect.each(["fails", "dies"] as const)("must be sent again when its store %s", (mood) =>
    Effect.gen(function* () {
      const { becomes, start } = yield* world
      const process = yield* start
      becomes(mood)
      expect(yield* Effect.flip(process.acquire("msg_1"))).toMatchObject({ _tag: "Unavailable" })
      yield* TestClock.adjust("5 seconds")
      becomes("works")
      mine(yield* process.acquire("msg_1"))
    })
  )

  it.effect.each([
    [0, Replays.layer],
    [-1, Replays.layer],
    [NaN, Replays.layer],
    [0, Replays.layerMemory]
  ] as const)("is not remembered up to a limit of %s, which is refused", ([capacity, layer]) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(Layer.build(layer({ capacity })))).toMatchObject({
        _tag: "InvalidOption",
        option: "capacity"
      })
    })
  )

  it.effect("is remembered in the process without a fleet, up to a limit", () =>
    Effect.gen(function* () {
      const { acquire } = yield* startOne(Replays.Replays, Replays.layer({ capacity: 2 }))
      for (const id of ["a", "b", "c"]) yield* mine(yield* acquire(id)).complete
      expect(yield* acquire("c")).toBe("done")
      mine(yield* acquire("a"))
    })
  )
})
