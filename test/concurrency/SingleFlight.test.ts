/** Concurrent callers share one run of the same work, whoever of them is interrupted. */
import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as SingleFlight from "../../src/concurrency/SingleFlight.ts"
import { alone, callers, inSchedules, schedules } from "../support/explore/sharing.ts"

describe("SingleFlight", () => {
  it.effect("shares one run of the work by key, and forgets it when it has landed", () =>
    Effect.gen(function* () {
      const flights = yield* SingleFlight.make<string, number>()
      const gate = yield* Deferred.make<void>()
      let runs = 0
      const work = Effect.andThen(
        Deferred.await(gate),
        Effect.sync(() => ++runs)
      )
      const callers = yield* Effect.forEach(["a", "a", "b"], (key) => Effect.forkChild(flights.run(key, work)))
      yield* Effect.yieldNow
      expect(flights.find("a")).toBeDefined()
      yield* Deferred.succeed(gate, undefined)
      const [one, two] = yield* Effect.forEach(callers, Fiber.join)
      expect(one).toBe(two)
      expect(runs).toBe(2)
      expect(flights.find("a")).toBeUndefined()
      yield* flights.run("a", work)
      expect(runs).toBe(3)
    })
  )

  it.effect("continues when the caller that started it is interrupted", () =>
    Effect.gen(function* () {
      const flights = yield* SingleFlight.make<string, string>()
      const gate = yield* Deferred.make<string>()
      const starter = yield* Effect.forkChild(flights.run("a", Deferred.await(gate)), { startImmediately: true })
      const other = yield* Effect.forkChild(flights.run("a", Effect.succeed("another")), { startImmediately: true })
      yield* Fiber.interrupt(starter)
      yield* Deferred.succeed(gate, "landed")
      expect(yield* Fiber.join(other)).toBe("landed")
    })
  )

  it.effect("runs in the context of its maker", () =>
    Effect.gen(function* () {
      const flights = yield* SingleFlight.make<string, string>().pipe(Effect.annotateLogs("who", "maker"))
      const who = Effect.map(Effect.service(References.CurrentLogAnnotations), ({ who }) => String(who))
      expect(yield* flights.run("a", who).pipe(Effect.annotateLogs("who", "caller"))).toBe("maker")
    })
  )

  it.effect("runs in the context of the caller that starts it where that is wanted", () =>
    Effect.gen(function* () {
      const flights = yield* SingleFlight.make<string, string>({ context: "starter" })
      const who = Effect.map(Effect.service(References.CurrentLogAnnotations), ({ who }) => String(who))
      expect(yield* flights.run("a", who).pipe(Effect.annotateLogs("who", "caller"))).toBe("caller")
    })
  )

  it.effect("reports the result of a run before its callers resume, except for a forgotten one", () =>
    Effect.gen(function* () {
      const told: Array<string> = []
      const flights = yield* SingleFlight.make<string, number, string>({
        onLanded: (key, exit) => told.push(`${key} ${exit._tag}`)
      })
      yield* flights.run("a", Effect.succeed(1))
      expect(told).toStrictEqual(["a Success"])
      yield* Effect.exit(flights.run("b", Effect.fail("no")))
      expect(told).toStrictEqual(["a Success", "b Failure"])
      const gate = yield* Deferred.make<number>()
      const caller = yield* Effect.forkChild(flights.run("c", Deferred.await(gate)), { startImmediately: true })
      flights.forget("c", flights.find("c")!)
      const next = yield* Effect.forkChild(flights.run("c", Effect.never), { startImmediately: true })
      yield* Deferred.succeed(gate, 3)
      expect(yield* Fiber.join(caller)).toBe(3)
      expect(told).toStrictEqual(["a Success", "b Failure"])
      expect(flights.find("c")).toBeDefined()
      yield* Fiber.interrupt(next)
    })
  )

  it.effect("lets callers wait in their own way, which may start again", () =>
    Effect.gen(function* () {
      const starts: Array<number> = []
      const flights = yield* SingleFlight.make<string, number>({
        join: (flight, _, again) => {
          starts.push(flight.startedMillis)
          return again
        }
      })
      const lost = yield* Effect.forkChild(flights.run("a", Effect.never), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      expect(yield* flights.run("a", Effect.succeed(2))).toBe(2)
      expect(Number((yield* Clock.monotonicTimeNanos) / 1_000_000n) - starts[0]!).toBe(1000)
      yield* Fiber.interrupt(lost)
    })
  )

  it.effect("forgets only the given run", () =>
    Effect.gen(function* () {
      const flights = yield* SingleFlight.make<string, never>()
      const start = () => Effect.forkChild(flights.run("a", Effect.never), { startImmediately: true })
      yield* start()
      const former = flights.find("a")!
      flights.forget("a", former)
      expect(flights.find("a")).toBeUndefined()
      yield* start()
      const latter = flights.find("a")!
      flights.forget("a", former)
      expect(flights.find("a")).toBe(latter)
    })
  )

  it.effect("drains the runs under way, however they end, and no later ones", () =>
    Effect.gen(function* () {
      const flights = yield* SingleFlight.make<string, void, string>()
      const start = (key: string, work: Effect.Effect<void, string>) =>
        Effect.forkChild(Effect.exit(flights.run(key, work)), { startImmediately: true })
      yield* start("fails", Effect.andThen(Effect.sleep(10), Effect.fail("no")))
      yield* start("lands", Effect.sleep(20))
      const drained = yield* Effect.forkChild(flights.drain, { startImmediately: true })
      yield* start("later", Effect.never)
      yield* TestClock.adjust(19)
      expect(drained.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(drained.pollUnsafe()).toStrictEqual(Exit.void)
    })
  )

  it.effect("interrupts callers once the scope has closed", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const flights = yield* Scope.provide(SingleFlight.make<string, never>(), scope)
      const caller = yield* Effect.forkChild(flights.run("a", Effect.never), { startImmediately: true })
      yield* Scope.close(scope, Exit.void)
      const exits = [yield* Fiber.await(caller), yield* Effect.exit(flights.run("a", Effect.never))]
      const isInterrupted = (exit: (typeof exits)[number]) =>
        Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
      expect(exits.map(isInterrupted)).toStrictEqual([true, true])
      expect(flights.find("a")).toBeUndefined()
    })
  )

  it(`leaves nobody waiting in ${schedules} schedules with interruptions anywhere`, async () => {
    const traces = await inSchedules("SingleFlight", (world) =>
      Effect.gen(function* () {
        const work = alone(world)(Effect.succeed(1))
        let flights: SingleFlight.SingleFlight<string, number, never> | undefined
        yield* callers(
          world,
          Effect.map(SingleFlight.make<string, number>(), (made) => (flights = made).run("a", work))
        )
        yield* flights!.drain
        expect(flights!.find("a")).toBeUndefined()
      })
    )
    expect(traces.size).toBeGreaterThan(schedules / 6)
  })
})
