/**
 * Runs an effect on a schedule that a seed decides: any fiber may yield anywhere, any task may come first, and the
 * clock jumps to the next sleeper when nothing else is left to do. No real time passes, and a seed always gives the
 * same run.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Random from "effect/Random"
import * as Scheduler from "effect/Scheduler"
import { nextTurn } from "../turns.ts"

/** A generator of numbers in [0, 1) that a seed decides (mulberry32). */
export const makeRandom = (seed: number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** When every world begins, in milliseconds. */
export const startMillis = 1_000_000

/** How an effect is run; everything is optional. */
export interface Options {
  /** After so many decisions fibers yield no more, and tasks are taken in their order. */
  readonly steps?: number | undefined
  /** Decides what the effect itself asks chance for. Default: what decides the schedule. */
  readonly jitter?: (() => number) | undefined
}

/** What is left of a run that has ended. */
export interface Ended<A, E> {
  /** Undefined when the effect waits for something that never comes. */
  readonly exit: Exit.Exit<A, E> | undefined
  /** How many decisions the schedule has taken. */
  readonly steps: number
  /** Sleepers that nobody has woken or stopped, long after the end. */
  readonly leaked: number
}

interface Sleeper {
  readonly atMillis: number
  readonly wake: () => void
}

/** How long after its end something may still be waited for, such as an answer that nobody needs any more. */
const graceMillis = 600_000

/** Without an end in sight. */
const tooMany = 2_000_000

const makeWorld = (random: () => number, { jitter = random, steps = Infinity }: Options) => {
  const tasks: Array<() => void> = []
  const sleepers = new Set<Sleeper>()
  const outside = new Set<Promise<unknown>>()
  let now = startMillis
  let jumped = 0
  let taken = 0
  const decide = (): number => (taken++ < steps ? random() : 0.999)

  const scheduler: Scheduler.Scheduler = {
    executionMode: "async",
    // Where no other task waits, only promises could come first.
    shouldYield: () => decide() < (tasks.length === 0 ? 0.02 : 0.25),
    makeDispatcher: () => ({ scheduleTask: (task) => void tasks.push(task), flush: () => undefined })
  }
  const at = (millis: number, wake: () => void): Sleeper => {
    const sleeper = { atMillis: now + millis, wake }
    sleepers.add(sleeper)
    return sleeper
  }
  const nanos = (millis: number) => BigInt(Math.floor(millis * 1_000_000))
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => now + jumped,
    currentTimeMillis: Effect.sync(() => now + jumped),
    currentTimeNanosUnsafe: () => nanos(now + jumped),
    currentTimeNanos: Effect.sync(() => nanos(now + jumped)),
    monotonicTimeNanosUnsafe: () => nanos(now),
    monotonicTimeNanos: Effect.sync(() => nanos(now)),
    sleep: (duration) =>
      Effect.callback<void>((resume) => {
        const sleeper = at(Duration.toMillis(duration), () => resume(Effect.void))
        return Effect.sync(() => sleepers.delete(sleeper))
      })
  }
  return {
    scheduler,
    clock,
    random: { nextDoubleUnsafe: jitter, nextIntUnsafe: () => Math.floor(jitter() * 2 ** 53) },
    at,
    stop: (sleeper: Sleeper) => sleepers.delete(sleeper),
    outside,
    /** The end of the work outside that was begun last. */
    last: Promise.resolve(),
    taken: () => taken,
    decide,
    now: () => now,
    jump: (millis: number) => {
      jumped += millis
    },
    sleeping: () => sleepers.size,
    runTask: (): boolean => {
      if (tasks.length === 0) return false
      if (taken > tooMany) return false
      const [task] = tasks.splice(tasks.length === 1 || taken >= steps ? 0 : Math.floor(decide() * tasks.length), 1)
      task!()
      return true
    },
    passTime: (untilMillis = Infinity): boolean => {
      if (sleepers.size === 0 || taken > tooMany) return false
      const next = Math.max(now, Math.min(...Array.from(sleepers, ({ atMillis }) => atMillis)))
      if (next > untilMillis) return false
      now = next
      // All whose time has come wake together, so that their next steps interleave.
      for (const sleeper of sleepers) {
        if (sleeper.atMillis > now) continue
        sleepers.delete(sleeper)
        sleeper.wake()
      }
      return true
    }
  }
}

type World = ReturnType<typeof makeWorld>

let current: World | undefined

/** The time of the world that runs, which no jump of a device's clock changes. */
export const trueMillis = (): number => current?.now() ?? startMillis

/** Moves the clock of the device that runs. */
export const jumpClock = (millis: number): void => current?.jump(millis)

/**
 * Waits for work that is no part of the schedule, such as that of an emulator: nothing happens meanwhile. One after
 * another, because which of two ended first would be another one each time.
 */
export const outside = <A>(work: () => Promise<A>): Effect.Effect<A> =>
  Effect.promise(() => {
    const world = current
    const done = (world?.last ?? Promise.resolve()).then(work)
    if (world === undefined) return done
    const over = () => void world.outside.delete(done)
    world.last = done.then(over, over)
    world.outside.add(done)
    return done
  })

const defaults = {
  clock: Context.get(Context.empty(), Clock.Clock),
  scheduler: Context.get(Context.empty(), Scheduler.Scheduler),
  random: Context.get(Context.empty(), Random.Random)
}

/** Makes a world the one of all code in this process, also of what runs effects by itself. Answers how to end that. */
const install = (world: World): (() => void) => {
  const { clearTimeout, setTimeout } = globalThis
  const kept = Object.values(defaults).map((service) => [service, Object.getOwnPropertyDescriptors(service)] as const)
  Object.assign(defaults.clock, world.clock)
  Object.assign(defaults.scheduler, world.scheduler)
  Object.assign(defaults.random, world.random)
  const sleepersByTimer = new Map<unknown, Sleeper>()
  const timers = {
    setTimeout: (run: () => void, millis = 0) => {
      const timer = { unref: () => timer, ref: () => timer }
      sleepersByTimer.set(timer, world.at(millis, run))
      return timer
    },
    clearTimeout: (timer: unknown) => {
      const sleeper = sleepersByTimer.get(timer)
      if (sleeper === undefined) return clearTimeout(timer as NodeJS.Timeout)
      world.stop(sleeper)
    }
  }
  Object.assign(globalThis, timers)
  current = world
  return () => {
    current = undefined
    Object.assign(globalThis, { clearTimeout, setTimeout })
    for (const [service, own] of kept) {
      for (const name of Object.getOwnPropertyNames(service)) if (!(name in own)) Reflect.deleteProperty(service, name)
      Object.defineProperties(service, own)
    }
  }
}

/** Runs an effect to its end; undefined when it waits for something that never comes. */
export const run = <A, E>(random: () => number, effect: Effect.Effect<A, E>): Exit.Exit<A, E> | undefined => {
  const world = makeWorld(random, {})
  const end = install(world)
  try {
    const fiber = Effect.runFork(effect)
    while (world.runTask() || world.passTime());
    return fiber.pollUnsafe()
  } finally {
    end()
  }
}

/** The same for an effect that waits for promises, and all that remains to be said of its end. */
export const runToEnd = async <A, E>(
  random: () => number,
  effect: Effect.Effect<A, E>,
  options: Options = {}
): Promise<Ended<A, E>> => {
  const world = makeWorld(random, options)
  const end = install(world)
  try {
    const fiber = Effect.runFork(effect)
    let untilMillis = Infinity
    for (;;) {
      if (world.outside.size > 0) await Promise.allSettled(world.outside)
      if (world.decide() < 0.8 && world.runTask()) continue
      // All promises that can be resolved now come before the next turn.
      await nextTurn()
      if (world.outside.size > 0) continue
      if (untilMillis === Infinity && fiber.pollUnsafe() !== undefined) untilMillis = world.now() + graceMillis
      if (!world.runTask() && !world.passTime(untilMillis)) break
    }
    return { exit: fiber.pollUnsafe(), steps: world.taken(), leaked: world.sleeping() }
  } finally {
    end()
  }
}

/** {@link runToEnd}, for those who look at the exit only. */
export const runAsync = async <A, E>(random: () => number, effect: Effect.Effect<A, E>) =>
  (await runToEnd(random, effect)).exit
