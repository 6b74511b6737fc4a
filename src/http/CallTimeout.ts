/**
 * The time limit of a call, from its start to its answer: it includes the refresh of the session, all attempts, and the
 * waits between them.
 *
 * See docs/decisions/0027-time-limits.md for what counts and what does not.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as TimeLimit from "../concurrency/TimeLimit.ts"
import * as Timer from "../concurrency/Timer.ts"
import { invalidRequest, type TransportError } from "../domain/errors/TransportError.ts"

/**
 * The time limit of each call, such as `"5 seconds"` or milliseconds, at most {@link Timer.maxMillis}. Undefined leaves
 * it to the app's `timeout`. Override it with `Effect.provideService`.
 */
export const CallTimeout = Context.Reference<Duration.Input | undefined>("gatefold/http/CallTimeout", {
  defaultValue: () => undefined
})

/** The limit of an app without a `timeout`. */
export const defaultMillis = 30_000

/** The problem of a limit that is not valid. */
export const invalidTimeout = `must be a duration between 1 and ${Timer.maxMillis} ms, such as 5000 or "5 seconds"`

/** A limit in whole milliseconds; undefined when it cannot be one. */
export const parse = (timeout: unknown): number | undefined => {
  const millis = Math.floor(Timer.parseMillis(timeout))
  return millis >= 1 && millis <= Timer.maxMillis ? millis : undefined
}

/** The deadline of one call. */
export class Deadline {
  readonly limitMillis: number
  readonly clock: Clock.Clock
  readonly startedMillis: number

  constructor(limitMillis: number, clock: Clock.Clock) {
    this.limitMillis = limitMillis
    this.clock = clock
    this.startedMillis = Timer.readMonotonicMillis(clock)
  }

  elapsedMillis(): number {
    return Timer.readMonotonicMillis(this.clock) - this.startedMillis
  }

  remainingMillis(): number {
    return Math.max(0, this.limitMillis - this.elapsedMillis())
  }

  /** Interrupts an effect at the deadline, see {@link TimeLimit.runWithin} (docs/decisions/0027-time-limits.md). */
  within<A, E, R, A2, E2, R2>(
    effect: Effect.Effect<A, E, R>,
    orElse: () => Effect.Effect<A2, E2, R2>
  ): Effect.Effect<A | A2, E | E2, R | R2> {
    const { clock } = this
    return TimeLimit.runWithin(effect, {
      clock,
      orElse: Effect.suspend(orElse),
      remainingMillis: () => this.remainingMillis()
    })
  }
}

/** The deadline of the call that the fiber is making. */
const Current = Context.Reference<Deadline | undefined>("gatefold/http/CallTimeout/Current", {
  defaultValue: () => undefined
})

/**
 * Uses the deadline of the call that the fiber is part of, else a new one. `appLimitMillis` counts if the caller has no
 * limit. Fails if the caller's limit is not valid.
 */
export const withDeadline = <A, E, R>(
  appLimitMillis: number,
  use: (deadline: Deadline, fiber: Fiber.Fiber<unknown, unknown>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | TransportError, R> =>
  Effect.withFiber<A, E | TransportError, R>((fiber) => {
    const current = fiber.getRef(Current)
    if (current !== undefined) return use(current, fiber)
    const timeout = fiber.getRef(CallTimeout)
    const limitMillis = timeout === undefined ? appLimitMillis : parse(timeout)
    return limitMillis === undefined
      ? Effect.fail(invalidRequest("timeout", invalidTimeout))
      : use(new Deadline(limitMillis, fiber.getRef(Clock.Clock)), fiber)
  })

/** Gives several requests one deadline, as one call. */
export const share = <A, E, R>(
  appLimitMillis: number,
  call: Effect.Effect<A, E, R>
): Effect.Effect<A, E | TransportError, R> =>
  withDeadline(appLimitMillis, (deadline) => Effect.provideService(call, Current, deadline))

/** Runs work under a new deadline, which its calls share. */
export const runUnder = <A, E, R, E2>(
  limitMillis: number,
  work: Effect.Effect<A, E, R>,
  onLate: () => Effect.Effect<never, E2>
): Effect.Effect<A, E | E2, R> =>
  Effect.clockWith((clock) => {
    const deadline = new Deadline(limitMillis, clock)
    return Effect.provideService(deadline.within(work, onLate), Current, deadline)
  })

/** Waits for work that others share, until the deadline of the call. The work itself is not interrupted. */
export const waitFor = <A, E, R, E2>(
  appLimitMillis: number,
  work: Effect.Effect<A, E, R>,
  onLate: (deadline: Deadline) => Effect.Effect<never, E2>
): Effect.Effect<A, E | E2 | TransportError, R> =>
  withDeadline(appLimitMillis, (deadline) => deadline.within(work, () => onLate(deadline)))
