/**
 * The emulator's time: that of the place where it was started, plus what it was
 * moved forward. So tests and people see in a moment what takes an hour: expired
 * tokens, codes and invitations, the retries of webhooks.
 *
 * It moves for everything in the emulator. What waits there, such as the retry of
 * a webhook, goes on when it is due, and a network call that is under way times
 * out as if it had taken that long. Outside of the emulator nothing moves: apps
 * find out from the refusal of their tokens, and authenticator apps on a phone
 * show codes of the phone's time.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** A clock that can be moved. Provide it as `Clock` to whatever is to live in the emulator's time. */
export class MovableClock extends Context.Service<
  MovableClock,
  Clock.Clock & {
    /** How far the emulator is ahead. */
    readonly offset: Effect.Effect<Duration.Duration>
    /** Lets time pass at once: at least none, and at most {@link MAX_MILLIS} in all. */
    readonly advance: (duration: Duration.Input) => Effect.Effect<void>
    /** Goes back to the time of the place where the emulator was started. What was waited for stays over. */
    readonly reset: Effect.Effect<void>
  }
>()("gatefold/emulator/control/MovableClock") {}

/** Ten years. Farther ahead, times would not fit into what tokens and certificates hold. */
export const MAX_MILLIS = 10 * 366 * 86_400_000

const make = Effect.gen(function* () {
  const ambient = yield* Clock.Clock
  let offset = 0
  /** What has been skipped in all: elapsed time never goes back. */
  let skipped = 0
  let moved = Deferred.makeUnsafe<boolean>()

  const nanos = (millis: number) => BigInt(millis) * 1_000_000n
  const elapsed = () => Number(ambient.monotonicTimeNanosUnsafe()) / 1e6 + skipped
  const millis = () => ambient.currentTimeMillisUnsafe() + offset
  const nanosNow = () => ambient.currentTimeNanosUnsafe() + nanos(offset)
  const monotonic = () => ambient.monotonicTimeNanosUnsafe() + nanos(skipped)

  const waitUntil = (due: number): Effect.Effect<void> =>
    Effect.suspend(() =>
      Effect.raceFirst(
        Effect.as(ambient.sleep(Duration.millis(Math.max(0, due - elapsed()))), true),
        Deferred.await(moved)
      )
    ).pipe(Effect.flatMap((isOver) => (isOver ? Effect.void : waitUntil(due))))

  const advance = (duration: Duration.Input) =>
    Effect.suspend(() => {
      const by = Math.round(Duration.toMillis(duration))
      if (!(by >= 0 && offset + by <= MAX_MILLIS)) {
        return Effect.die(new Error("The emulator's clock goes forward, by ten years at most."))
      }
      offset += by
      skipped += by
      const before = moved
      moved = Deferred.makeUnsafe<boolean>()
      return Effect.asVoid(Deferred.succeed(before, false))
    })

  return MovableClock.of({
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanosNow,
    currentTimeNanos: Effect.sync(nanosNow),
    monotonicTimeNanosUnsafe: monotonic,
    monotonicTimeNanos: Effect.sync(monotonic),
    sleep: (duration) => Effect.suspend(() => waitUntil(elapsed() + Duration.toMillis(duration))),
    offset: Effect.sync(() => Duration.millis(offset)),
    advance,
    reset: Effect.sync(() => {
      offset = 0
    })
  })
})

/** The clock, also as the `Clock` of what is built over it. */
export const layer: Layer.Layer<MovableClock> = Layer.effectContext(
  Effect.map(make, (clock) => Context.make(MovableClock, clock).pipe(Context.add(Clock.Clock, clock)))
)
