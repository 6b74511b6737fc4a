/**
 * The emulator's clock: that of its context, plus an offset. Tests move it forward to see expired tokens, codes and
 * invitations, or retries of webhooks, without waiting.
 *
 * It moves for everything in the emulator: waiting work, such as the retry of a webhook, continues when it is due, and
 * network calls in progress may time out. Clocks outside the emulator do not move: apps notice when it rejects their
 * tokens, and authenticator apps keep showing codes for the real time.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import { dayMillis } from "../../domain/Time.ts"
import { StateParts } from "../storage/StateParts.ts"

/** A clock that can be moved. Provide it as `Clock` to the emulator's parts. */
export class MovableClock extends Context.Service<
  MovableClock,
  Clock.Clock & {
    /** The offset in milliseconds. */
    readonly offset: Effect.Effect<Duration.Duration>
    /** Moves the clock forward; at most {@link maxMillis} in total. */
    readonly advance: (duration: Duration.Input) => Effect.Effect<void>
    /** Resets the offset. Waits that have ended stay ended. */
    readonly reset: Effect.Effect<void>
  }
>()("gatefold/emulator/control/MovableClock") {}

/** Ten years: later times would not fit into tokens and certificates. */
export const maxMillis = 10 * 366 * dayMillis

const make = Effect.gen(function* () {
  const ambient = yield* Clock.Clock
  let offset = 0
  /** The total that was skipped, for the monotonic clock. */
  let skipped = 0
  let moved = Deferred.makeUnsafe<boolean>()

  const toNanos = (millis: number) => BigInt(millis) * 1_000_000n
  const readElapsedMillis = () => Number(ambient.monotonicTimeNanosUnsafe()) / 1e6 + skipped
  // Whole milliseconds, as the database stores them: a test clock may have fractions.
  const readMillis = () => Math.floor(ambient.currentTimeMillisUnsafe()) + offset
  const readNanos = () => ambient.currentTimeNanosUnsafe() + toNanos(offset)
  const readMonotonicNanos = () => ambient.monotonicTimeNanosUnsafe() + toNanos(skipped)

  const waitUntil = (due: number): Effect.Effect<void> =>
    Effect.suspend(() =>
      Effect.raceFirst(
        Effect.as(ambient.sleep(Duration.millis(Math.max(0, due - readElapsedMillis()))), true),
        Deferred.await(moved)
      )
    ).pipe(Effect.flatMap((isOver) => (isOver ? Effect.void : waitUntil(due))))

  const forward = (by: number) => {
    offset += by
    skipped += by
    const before = moved
    moved = Deferred.makeUnsafe<boolean>()
    Deferred.doneUnsafe(before, Effect.succeed(false))
  }

  const advance = (duration: Duration.Input) =>
    Effect.suspend(() => {
      const by = Math.round(Duration.toMillis(duration))
      if (!(by >= 0 && offset + by <= maxMillis)) {
        return Effect.die(
          new InvalidOption({ option: "duration", problem: "The clock goes forward, by ten years at most." })
        )
      }
      return Effect.sync(() => forward(by))
    })

  const parts = yield* StateParts
  parts.add({
    name: "clock",
    schema: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: maxMillis })),
    capture: () => offset,
    restore: (captured) => {
      if (captured > offset) forward(captured - offset)
      else offset = captured
    }
  })

  return MovableClock.of({
    currentTimeMillisUnsafe: readMillis,
    currentTimeMillis: Effect.sync(readMillis),
    currentTimeNanosUnsafe: readNanos,
    currentTimeNanos: Effect.sync(readNanos),
    monotonicTimeNanosUnsafe: readMonotonicNanos,
    monotonicTimeNanos: Effect.sync(readMonotonicNanos),
    sleep: (duration) => Effect.suspend(() => waitUntil(readElapsedMillis() + Duration.toMillis(duration))),
    offset: Effect.sync(() => Duration.millis(offset)),
    advance,
    reset: Effect.sync(() => {
      offset = 0
    })
  })
})

/** The movable clock, also as `Clock`. */
export const layer: Layer.Layer<MovableClock, never, StateParts> = Layer.effectContext(
  Effect.map(make, (clock) => Context.make(MovableClock, clock).pipe(Context.add(Clock.Clock, clock)))
)
