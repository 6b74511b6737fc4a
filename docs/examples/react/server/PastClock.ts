/**
 * A clock that can go back by some weeks, for a project with a history. The emulator's own clock only goes forward,
 * because tokens and emails must not come from the future. So this is the clock under it, and it returns to the present
 * before anyone signs in.
 */
import { Clock, Context, Effect, Layer } from "effect"

/** The clock of the demo, for the emulator. */
export class PastClock extends Context.Service<
  PastClock,
  {
    /** Goes to an hour (UTC) of the day `daysAgo` days ago, never to a future time. */
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
