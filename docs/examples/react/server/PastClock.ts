/**
 * A clock that can go back by up to some weeks, for a project that has a history. The emulator's own clock goes forward
 * only, for tokens and mails must not come from the future; so this one is the clock under it, and is back in the
 * present before anybody signs in.
 */
import { Clock, Context, Effect, Layer } from "effect"

/** The clock of the demo, to be given to the emulator. */
export class PastClock extends Context.Service<
  PastClock,
  {
    /** Goes to an hour (UTC) of a day that many days ago; never to a time that is still to come. */
    readonly goTo: (daysAgo: number, hour: number) => Effect.Effect<void>
    /** Goes back to the present. */
    readonly leave: Effect.Effect<void>
  }
>()("example/PastClock") {}

const HOUR_MILLIS = 3_600_000

const DAY_MILLIS = 24 * HOUR_MILLIS

const make = Effect.gen(function* () {
  const present = yield* Clock.Clock
  let behindMillis = 0
  const millis = () => present.currentTimeMillisUnsafe() - behindMillis
  const nanos = () => present.currentTimeNanosUnsafe() - BigInt(behindMillis) * 1_000_000n
  const goTo = (daysAgo: number, hour: number) =>
    Effect.sync(() => {
      const now = present.currentTimeMillisUnsafe()
      const today = now - (now % DAY_MILLIS)
      behindMillis = Math.max(0, Math.round(now - (today - daysAgo * DAY_MILLIS + hour * HOUR_MILLIS)))
    })
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    // what waits does not wait longer
    monotonicTimeNanosUnsafe: () => present.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: present.monotonicTimeNanos,
    sleep: (duration) => present.sleep(duration)
  }
  const leave = Effect.sync(() => {
    behindMillis = 0
  })
  return Context.make(PastClock, { goTo, leave }).pipe(Context.add(Clock.Clock, clock))
})

/** The clock, also as `Clock` of what it is provided to. */
export const layer: Layer.Layer<PastClock> = Layer.effectContext(make)
