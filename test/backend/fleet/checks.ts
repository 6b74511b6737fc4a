/** What every store of a fleet does, whatever it is: each check has a world of its own. */
import { expect } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as References from "effect/References"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import type * as Fleet from "../../../src/backend/fleet/Fleet.ts"
import { timed } from "../../support/scriptedNetwork.ts"
import type { TcpProxy } from "../../support/TcpProxy.ts"
import { turns } from "../../support/turns.ts"
import type { World } from "./kinds.ts"

type Process = Fleet.Fleet["Service"]

export interface Check {
  readonly name: string
  /** Whether it takes a server. */
  readonly server: boolean
  readonly run: (world: World) => Effect.Effect<void, unknown, Scope.Scope>
}

const minute = 60_000
const hour = 60 * minute
/** Stores have whole milliseconds, or parts of them. */
const rounding = 40

const times = <A, E, R>(count: number, effect: Effect.Effect<A, E, R>) =>
  Effect.all(Array.from({ length: count }, () => effect))

/** Many at once, of several processes in turns. */
const atOnce = <A, E>(
  processes: ReadonlyArray<Process>,
  count: number,
  use: (process: Process, index: number) => Effect.Effect<A, E>
) =>
  Effect.forEach(
    Array.from({ length: count }, (_, i) => processes[i % processes.length]!),
    use,
    { concurrency: "unbounded" }
  )

const countAllowed = (counts: ReadonlyArray<{ readonly allowed: boolean }>) =>
  counts.filter(({ allowed }) => allowed).length

const check = (name: string, run: Check["run"]): Check => ({ name, server: false, run })

const serverCheck = (
  name: string,
  run: (world: World, server: NonNullable<World["server"]>) => ReturnType<Check["run"]>
) => ({
  name,
  server: true,
  run: (world: World) => (world.server === undefined ? Effect.die("it is no server") : run(world, world.server))
})

/** Texts that stores take for something else, or refuse. */
const strange = [
  "a",
  "A",
  "a ",
  "ä",
  "a\u0308",
  "é🎉\u2028",
  "\0",
  "\\0",
  "\\u0000",
  "'; DROP TABLE gatefold_fleet; --",
  '"',
  "%",
  "*",
  "a:b",
  "a\nb",
  "null",
  "x".repeat(1000),
  `${"x".repeat(999)}y`
]

export const checks: ReadonlyArray<Check> = [
  check("has what any process has written, and nothing else", ({ process }) =>
    Effect.gen(function* () {
      const [one, other] = [yield* process, yield* process]
      expect(yield* other.read("a")).toBeUndefined()
      yield* one.write("a", { text: "one" }, hour)
      expect(yield* other.read("a")).toStrictEqual({ text: "one" })
      yield* other.write("a", { text: "two" }, hour)
      expect(yield* one.read("a")).toStrictEqual({ text: "two" })
      expect(yield* one.read("b")).toBeUndefined()
    })
  ),
  check("takes names and texts of any characters", ({ process }) =>
    Effect.gen(function* () {
      const [one, other] = [yield* process, yield* process]
      yield* atOnce([one], strange.length, (fleet, i) => fleet.write(strange[i]!, { i, text: strange[i] }, hour))
      for (const [i, text] of strange.entries()) expect(yield* other.read(text)).toStrictEqual({ i, text })
      const lone = { "\ud800": ["\udfff", -0.5, 1e300, null, true, { "": "" }] }
      yield* one.write("lone", lone, hour)
      expect(yield* other.read("lone")).toStrictEqual(lone)
    })
  ),
  check("takes values from nothing to megabytes", ({ process }) =>
    Effect.gen(function* () {
      const [one, other] = [yield* process, yield* process]
      let deep: object = {}
      for (let i = 0; i < 1000; i++) deep = { deep }
      for (const value of [{}, [], { text: "x".repeat(1_000_000) }, { text: "🎉".repeat(1_000_000) }, { deep }]) {
        yield* one.write("a", value, hour)
        expect(JSON.stringify(yield* other.read("a")) === JSON.stringify(value)).toBe(true)
      }
    })
  ),
  check("forgets a value in time, counted from the last time it was written", ({ pass, process }) =>
    Effect.gen(function* () {
      const fleet = yield* process
      yield* fleet.write("a", { n: 1 }, hour)
      yield* pass("a", 50 * minute)
      expect(yield* fleet.read("a")).toStrictEqual({ n: 1 })
      yield* fleet.write("a", { n: 2 }, hour)
      yield* pass("a", 50 * minute)
      expect(yield* fleet.read("a")).toStrictEqual({ n: 2 })
      yield* pass("a", 10 * minute)
      expect(yield* fleet.read("a")).toBeUndefined()
    })
  ),
  check("counts to its limit, however many ask at once", ({ process }) =>
    Effect.gen(function* () {
      const processes = yield* times(4, process)
      for (const limit of [1, 7]) {
        const counts = yield* atOnce(processes, 40, (fleet) => fleet.count(`to ${limit}`, limit, hour))
        expect(countAllowed(counts)).toBe(limit)
        for (const { resetMillis } of counts) expect(resetMillis).toBeGreaterThan(0)
        for (const { resetMillis } of counts) expect(resetMillis).toBeLessThanOrEqual(hour + rounding)
      }
    })
  ),
  check("counts anew after its window, and as far as before", ({ pass, process }) =>
    Effect.gen(function* () {
      const processes = yield* times(4, process)
      const [fleet] = processes as [Process]
      for (let window = 0; window < 3; window++) {
        expect(countAllowed(yield* atOnce(processes, 40, (each) => each.count("a", 5, hour)))).toBe(5)
        yield* pass("a", 50 * minute)
        expect(yield* fleet.count("a", 5, hour)).toMatchObject({ allowed: false })
        yield* pass("a", 10 * minute)
      }
    })
  ),
  check("gives each request its part of the window, and a refused one none", ({ pass, process }) =>
    Effect.gen(function* () {
      const fleet = yield* process
      const nearly = (millis: number) => ({ millis, least: millis - 5 * minute })
      const expectReset = (resetMillis: number, { least, millis }: ReturnType<typeof nearly>) => {
        expect(resetMillis).toBeGreaterThan(least)
        expect(resetMillis).toBeLessThanOrEqual(millis + rounding)
      }
      for (const n of [1, 2, 3]) {
        const { allowed, resetMillis } = yield* fleet.count("a", 3, 3 * hour)
        expect(allowed).toBe(true)
        expectReset(resetMillis, nearly(n * hour))
      }
      yield* pass("a", hour)
      for (let i = 0; i < 3; i++) {
        const { allowed, resetMillis } = yield* fleet.count("a", 3, 3 * hour)
        expect(allowed).toBe(false)
        expectReset(resetMillis, nearly(2 * hour))
      }
      // One request alone is forgotten after its part.
      yield* fleet.count("b", 3, 3 * hour)
      yield* pass("b", hour)
      expect(countAllowed(yield* times(4, fleet.count("b", 3, 3 * hour)))).toBe(3)
    })
  ),
  check("gives a lease to one of many, and to one again when it has ended", ({ pass, process }) =>
    Effect.gen(function* () {
      const processes = yield* times(4, process)
      for (let round = 0; round < 3; round++) {
        const acquired = yield* atOnce(processes, 40, (fleet, i) => fleet.acquire("a", `${round} ${i}`, hour))
        expect(acquired.filter((each) => each === "acquired").length).toBe(1)
        expect(acquired.filter((each) => each === "busy").length).toBe(39)
        yield* pass("a", 50 * minute)
        expect(yield* processes[0]!.acquire("a", "another", hour)).toBe("busy")
        yield* pass("a", 10 * minute)
      }
    })
  ),
  check("gives back a lease of who holds it, and of nobody else", ({ pass, process }) =>
    Effect.gen(function* () {
      const [mine, other] = [yield* process, yield* process]
      expect(yield* mine.acquire("a", "mine", hour)).toBe("acquired")
      expect(yield* mine.acquire("a", "mine", hour)).toBe("busy")
      yield* other.release("a", "other")
      yield* other.release("b", "mine")
      expect(yield* other.acquire("a", "other", hour)).toBe("busy")
      yield* mine.release("a", "mine")
      expect(yield* other.acquire("a", "other", hour)).toBe("acquired")
      // A lease that has ended is not released by who had it.
      yield* mine.release("a", "mine")
      expect(yield* mine.acquire("a", "mine", hour)).toBe("busy")
      yield* pass("a", hour)
      expect(yield* mine.acquire("a", "again", hour)).toBe("acquired")
      yield* other.release("a", "other")
      expect(yield* other.acquire("a", "other", hour)).toBe("busy")
    })
  ),
  check("gives a lease that is released under way to one at a time", ({ process }) =>
    Effect.gen(function* () {
      const processes = yield* times(4, process)
      let [held, most, turns] = [0, 0, 0]
      yield* atOnce(processes, 16, (fleet, i) =>
        Effect.gen(function* () {
          for (let attempt = 0; attempt < 20; attempt++) {
            if ((yield* fleet.acquire("a", `${i} ${attempt}`, hour)) !== "acquired") continue
            turns++
            most = Math.max(most, ++held)
            yield* fleet.read("b")
            held--
            yield* fleet.release("a", `${i} ${attempt}`)
          }
        })
      )
      expect(most).toBe(1)
      expect(turns).toBeGreaterThan(1)
    })
  ),
  check("remembers what is done, whoever releases it, for as long as one says", ({ pass, process }) =>
    Effect.gen(function* () {
      const [mine, other] = [yield* process, yield* process]
      yield* mine.acquire("a", "mine", minute)
      yield* mine.complete("a", hour)
      yield* mine.release("a", "mine")
      yield* pass("a", 50 * minute)
      expect(yield* atOnce([mine, other], 10, (fleet) => fleet.acquire("a", "other", hour))).toStrictEqual(
        Array.from({ length: 10 }, () => "done")
      )
      yield* pass("a", 10 * minute)
      const again = yield* atOnce([mine, other], 10, (fleet, i) => fleet.acquire("a", `${i}`, hour))
      expect(again.toSorted().slice(0, 2)).toStrictEqual(["acquired", "busy"])
    })
  ),
  serverCheck("goes by the clock of the store, not by those of processes", ({ process }) =>
    Effect.gen(function* () {
      const fleet = yield* process
      const clock = yield* Clock.Clock
      const day = 24 * hour
      const skewed = (millis: number) => {
        const now = () => clock.currentTimeMillisUnsafe() + millis
        return Effect.provideService(
          Clock.Clock,
          Clock.Clock.of({ ...clock, currentTimeMillisUnsafe: now, currentTimeMillis: Effect.sync(now) })
        )
      }
      const [early, late] = [skewed(-day), skewed(day)]
      for (const [name, first, second] of [
        ["a", early, late],
        ["b", late, early]
      ] as const) {
        yield* first(fleet.write(`${name} value`, { name }, hour))
        expect(yield* second(fleet.read(`${name} value`))).toStrictEqual({ name })
        expect(yield* first(fleet.acquire(`${name} lease`, "mine", hour))).toBe("acquired")
        expect(yield* second(fleet.acquire(`${name} lease`, "other", hour))).toBe("busy")
        expect((yield* first(fleet.count(name, 1, hour))).allowed).toBe(true)
        const { allowed, resetMillis } = yield* second(fleet.count(name, 1, hour))
        expect(allowed).toBe(false)
        expect(resetMillis).toBeLessThanOrEqual(hour + rounding)
      }
    })
  ),
  serverCheck("believes nothing that is no entry", ({ process }, { put }) =>
    Effect.gen(function* () {
      for (const text of ["", "no JSON", "{", '{"a":', "\u2028", "done?", "x".repeat(1_000_000)]) {
        // What fails opens the circuit of its process.
        const fleet = yield* process
        yield* put("a", text)
        expect((yield* Effect.exit(fleet.read("a")))._tag).toBe("Failure")
        const other = yield* process
        expect(yield* other.acquire("a", "mine", hour)).toBe("busy")
        yield* other.release("a", "mine")
        expect(yield* other.acquire("a", "mine", hour)).toBe("busy")
        yield* put("counter", text)
        expect(countAllowed(yield* atOnce([other], 9, ({ count }) => count("counter", 2, hour)))).toBe(2)
        yield* other.write("counter", {}, 1)
      }
    }).pipe(quietly)
  ),
  serverCheck("fails at once when the line is cut, hangs or is noisy, and works again", ({ process }, server) =>
    Effect.gen(function* () {
      const line = yield* server.line
      const safe = yield* process
      const fleet = yield* server.processBehind(line)
      yield* safe.write("a", { n: 1 }, hour)
      for (const broken of ["cut", "hangs", "noise"] as const) {
        expect(yield* works(fleet, line)).toStrictEqual({ n: 1 })
        line.becomes(broken)
        const { exit, millis } = yield* timed(
          Effect.all(
            [
              Effect.flip(fleet.read("a")),
              Effect.flip(fleet.count(`count ${broken}`, 1, hour)),
              Effect.flip(fleet.acquire(`lease ${broken}`, "mine", hour)),
              Effect.flip(fleet.complete("done", hour))
            ],
            { concurrency: "unbounded" }
          ),
          5
        )
        for (const { _tag } of yield* exit) expect(_tag).toBe("FleetUnavailable")
        expect(millis).toBeLessThanOrEqual(300)
        // A client may wait for more of the noise; when the line ends, it connects again.
        if (broken === "noise") line.becomes("cut")
        // The others know nothing of it.
        expect(yield* safe.read("a")).toStrictEqual({ n: 1 })
      }
      expect(yield* works(fleet, line)).toStrictEqual({ n: 1 })
    }).pipe(quietly)
  ),
  serverCheck("does not take a lease from its holder with a late answer", ({ process }, server) =>
    Effect.gen(function* () {
      const line = yield* server.line
      const [safe, slow] = [yield* process, yield* server.processBehind(line)]
      yield* works(slow, line)
      line.becomes("hangs")
      const { exit } = yield* timed(Effect.flip(slow.acquire("lease", "slow", hour)), 5)
      expect((yield* exit)._tag).toBe("FleetUnavailable")
      expect(yield* safe.acquire("lease", "safe", hour)).toBe("acquired")
      // What was under way arrives now.
      expect(yield* works(slow, line)).toBeUndefined()
      expect(yield* slow.acquire("lease", "another", hour)).toBe("busy")
      yield* slow.release("lease", "slow")
      expect(yield* slow.acquire("lease", "another", hour)).toBe("busy")
      yield* safe.release("lease", "safe")
      expect(yield* slow.acquire("lease", "another", hour)).toBe("acquired")
    }).pipe(quietly)
  ),
  serverCheck("counts to its limit while lines of some processes break", ({ process }, server) =>
    Effect.gen(function* () {
      const line = yield* server.line
      const [safe, broken] = [yield* process, yield* server.processBehind(line)]
      yield* works(broken, line)
      const counting = yield* Effect.forkChild(
        atOnce([safe, broken], 60, (fleet) =>
          Effect.match(fleet.count("a", 20, hour), {
            onFailure: () => ({ allowed: false }),
            onSuccess: (count) => count
          })
        )
      )
      line.becomes("cut")
      const counts = yield* Fiber.join(counting)
      const rest = yield* times(30, safe.count("a", 20, hour))
      // A request whose answer got lost counts; none counts that was refused.
      expect(countAllowed(counts) + countAllowed(rest)).toBeLessThanOrEqual(20)
      expect(rest.at(-1)).toMatchObject({ allowed: false })
    }).pipe(quietly)
  )
]

const quietly = Effect.provideService(References.MinimumLogLevel, "None")

/** Mends the line, and reads an entry when the process uses the store again. */
const works = (fleet: Process, line: TcpProxy): Effect.Effect<object | undefined> => {
  line.becomes("works")
  const attempt: Effect.Effect<object | undefined> = Effect.catch(fleet.read("a"), () =>
    turns().pipe(Effect.andThen(TestClock.adjust(5000)), Effect.andThen(Effect.suspend(() => attempt)))
  )
  return attempt
}
