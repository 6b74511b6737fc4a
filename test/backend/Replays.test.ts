/** Which process handles a message, and what becomes of it when that process is lost. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as Replays from "../../src/backend/webhooks/Replays.ts"
import { startOne, store } from "./fleet.ts"

const world = Effect.map(store, (shared) => ({
  ...shared,
  start: startOne(Replays.Replays, Replays.layer().pipe(Layer.provide(shared.process())))
}))

const mine = (claim: Replays.Claim | "busy" | "done"): Replays.Claim => {
  if (typeof claim === "string") throw new Error(`the claim is ${claim}`)
  return claim
}

describe("a message", () => {
  it.effect("is handled by one of many processes that get it at once", () =>
    Effect.gen(function* () {
      const { start } = yield* world
      const processes = yield* Effect.forEach(Array.from({ length: 20 }), () => start)
      const claims = yield* Effect.forEach(processes, ({ claim }) => claim("msg_1"), { concurrency: "unbounded" })
      const taken = claims.filter((claim) => typeof claim !== "string")
      expect([taken.length, claims.filter((claim) => claim === "busy").length]).toEqual([1, 19])
      yield* mine(taken[0]!).settle
      for (const { claim } of processes) expect(yield* claim("msg_1")).toBe("done")
      expect(yield* processes[0]!.claim("msg_2")).not.toBe("done")
      yield* TestClock.adjust("47 hours")
      expect(yield* processes[1]!.claim("msg_1")).toBe("done")
    })
  )

  it.effect("goes to another process when its handler fails, or its process is lost for five minutes", () =>
    Effect.gen(function* () {
      const { start } = yield* world
      const [first, second] = [yield* start, yield* start]
      yield* mine(yield* first.claim("msg_1")).release
      const lost = mine(yield* second.claim("msg_1"))
      yield* TestClock.adjust("299 seconds")
      expect(yield* first.claim("msg_1")).toBe("busy")
      yield* TestClock.adjust("1 second")
      const claim = mine(yield* first.claim("msg_1"))
      // Who comes back late does not take it from the one who has it now.
      yield* lost.release
      expect(yield* second.claim("msg_1")).toBe("busy")
      yield* claim.settle
      expect(yield* second.claim("msg_1")).toBe("done")
    })
  )

  it.effect("has to come again when nobody can tell whether it was handled", () =>
    Effect.gen(function* () {
      const { becomes, start } = yield* world
      const process = yield* start
      for (const mood of ["fails", "dies"] as const) {
        becomes(mood)
        expect(yield* Effect.flip(process.claim("msg_1"))).toMatchObject({ _tag: "Unavailable" })
        yield* TestClock.adjust("5 seconds")
      }
      becomes("works")
      mine(yield* process.claim("msg_1"))
    })
  )

  it.effect("is remembered by a process alone without a fleet, the newest ones of them", () =>
    Effect.gen(function* () {
      const { claim } = yield* startOne(Replays.Replays, Replays.layer({ capacity: 2 }))
      for (const id of ["a", "b", "c"]) yield* mine(yield* claim(id)).settle
      expect(yield* claim("c")).toBe("done")
      mine(yield* claim("a"))
    })
  )
})
