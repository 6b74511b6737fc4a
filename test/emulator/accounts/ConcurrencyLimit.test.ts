/** The limit of work at once loses no permit, however its users are interrupted. */
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as ConcurrencyLimit from "../../../src/emulator/accounts/internal/ConcurrencyLimit.ts"
import { inSchedules, pauseBriefly, schedules } from "../../support/explore/sharing.ts"

describe("ConcurrencyLimit", () => {
  it.effect("refuses work beyond a full queue", () =>
    Effect.gen(function* () {
      const limit = ConcurrencyLimit.makeUnsafe({ atOnce: 2, waiting: 3 })
      const gate = yield* Deferred.make<void>()
      const fibers = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7], () =>
        Effect.forkChild(limit.run(Deferred.await(gate)), { startImmediately: true })
      )
      const refused = yield* Effect.forEach(fibers.slice(5), (fiber) => Effect.flip(Fiber.join(fiber)))
      expect(refused.map((error) => error._tag)).toStrictEqual(["QueueFull", "QueueFull"])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.joinAll(fibers.slice(0, 5))
      yield* limit.run(Effect.void)
    })
  )

  it.effect("releases a permit only when the work has really ended", () =>
    Effect.gen(function* () {
      const limit = ConcurrencyLimit.makeUnsafe({ atOnce: 1, waiting: 1 })
      const gate = yield* Deferred.make<void>()
      const first = yield* Effect.forkChild(limit.run(Deferred.await(gate)), { startImmediately: true })
      const second = yield* Effect.forkChild(limit.run(Effect.void), { startImmediately: true })
      first.interruptUnsafe()
      yield* Effect.yieldNow
      expect(second.pollUnsafe()).toBeUndefined()
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(second)
    })
  )

  it.effect("gives permits in the order of arrival", () =>
    Effect.gen(function* () {
      const limit = ConcurrencyLimit.makeUnsafe({ atOnce: 2, waiting: 10 })
      const begun: Array<number> = []
      const visitors = yield* Effect.forEach([0, 1, 2, 3, 4, 5, 6, 7], (ticket) =>
        Effect.forkChild(
          limit.run(
            Effect.andThen(
              Effect.sync(() => begun.push(ticket)),
              Effect.yieldNow
            )
          ),
          {
            startImmediately: true
          }
        )
      )
      visitors[4]?.interruptUnsafe()
      yield* Effect.forEach(visitors, Fiber.await)
      expect(begun).toStrictEqual([0, 1, 2, 3, 5, 6, 7])
    })
  )

  it(`loses no turn, in ${schedules} schedules with interruptions anywhere`, async () => {
    let refused = 0
    await inSchedules("ConcurrencyLimit", (world) =>
      Effect.gen(function* () {
        const pause = pauseBriefly(world)
        const limit = ConcurrencyLimit.makeUnsafe({ atOnce: 2, waiting: 3 })
        let running = 0
        const work = Effect.gen(function* () {
          expect(++running).toBeLessThanOrEqual(2)
          yield* pause
          running--
        })
        const visitors = yield* Effect.forEach(Array.from({ length: 8 }), () =>
          Effect.forkChild(Effect.andThen(pause, limit.run(work)))
        )
        yield* Effect.forEach(
          visitors.filter(() => world.chance(0.4)),
          (visitor) => Effect.andThen(pause, Fiber.interrupt(visitor)),
          { concurrency: "unbounded" }
        )
        const exits = yield* Effect.forEach(visitors, Fiber.await)
        expect(exits.filter(Exit.hasDies)).toStrictEqual([])
        refused += exits.filter(Exit.hasFails).length
        // Every place is free again.
        yield* Effect.forEach([1, 2, 3, 4, 5], () => limit.run(work), { concurrency: "unbounded" })
        expect(running).toBe(0)
      })
    )
    expect(refused).toBeGreaterThan(0)
  })
})
