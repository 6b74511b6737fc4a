/**
 * Runs an effect in a world of its own: a scheduler that picks tasks by a seed,
 * and a clock that jumps to the next sleeper when nothing else is left to do. No
 * real time passes, no event loop turns, and a seed always gives the same run.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Random from "effect/Random"
import type * as Scheduler from "effect/Scheduler"

/** A generator of numbers in [0, 1) that a seed decides (mulberry32). */
export const randomOf = (seed: number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Sleeper {
  readonly atMillis: number
  readonly wake: () => void
}

/** Starts an effect; `step` answers false when nothing is left to do, or to wait for. */
const start = <A, E>(random: () => number, effect: Effect.Effect<A, E>) => {
  const tasks: Array<() => void> = []
  const sleepers = new Set<Sleeper>()
  let now = 1_000_000

  const scheduler: Scheduler.Scheduler = {
    executionMode: "async",
    shouldYield: () => random() < 0.25,
    makeDispatcher: () => ({ scheduleTask: (task) => void tasks.push(task), flush: () => undefined })
  }
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanosUnsafe: () => BigInt(Math.floor(now * 1_000_000)),
    currentTimeNanos: Effect.sync(() => BigInt(Math.floor(now * 1_000_000))),
    monotonicTimeNanosUnsafe: () => BigInt(Math.floor(now * 1_000_000)),
    monotonicTimeNanos: Effect.sync(() => BigInt(Math.floor(now * 1_000_000))),
    sleep: (duration) =>
      Effect.callback<void>((resume) => {
        const sleeper = { atMillis: now + Duration.toMillis(duration), wake: () => resume(Effect.void) }
        sleepers.add(sleeper)
        return Effect.sync(() => sleepers.delete(sleeper))
      })
  }

  const fiber = Effect.runFork(
    effect.pipe(
      Effect.provideService(Clock.Clock, clock),
      Effect.provideService(Random.Random, {
        nextDoubleUnsafe: random,
        nextIntUnsafe: () => Math.floor(random() * 2 ** 53)
      })
    ),
    { scheduler }
  )
  const runTask = (): boolean => {
    if (tasks.length === 0) return false
    const [task] = tasks.splice(Math.floor(random() * tasks.length), 1)
    task!()
    return true
  }
  const passTime = (): boolean => {
    if (sleepers.size === 0) return false
    now = Math.max(now, Math.min(...Array.from(sleepers, ({ atMillis }) => atMillis)))
    // All whose time has come wake together, so that their next steps interleave.
    for (const sleeper of sleepers) {
      if (sleeper.atMillis > now) continue
      sleepers.delete(sleeper)
      sleeper.wake()
    }
    return true
  }
  return { fiber, runTask, passTime }
}

/** Runs an effect to its end; undefined when it waits for something that never comes. */
export const run = <A, E>(random: () => number, effect: Effect.Effect<A, E>): Exit.Exit<A, E> | undefined => {
  const { fiber, passTime, runTask } = start(random, effect)
  while (runTask() || passTime());
  return fiber.pollUnsafe()
}

/**
 * The same for an effect that waits for promises, which are resolved between its
 * steps. A seed gives the same run as long as they wait for nothing but each other.
 */
export const runAsync = async <A, E>(
  random: () => number,
  effect: Effect.Effect<A, E>
): Promise<Exit.Exit<A, E> | undefined> => {
  const { fiber, passTime, runTask } = start(random, effect)
  for (;;) {
    if (random() < 0.5 && runTask()) continue
    await settled()
    if (!runTask() && !passTime()) return fiber.pollUnsafe()
  }
}

/** All promises that can be resolved now have been: they come before the next turn of the event loop. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
