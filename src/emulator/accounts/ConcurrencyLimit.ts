/**
 * A limit on concurrent work with a bounded queue: so much at once, so much more
 * waiting in the order of arrival, and a refusal for what comes on top. A queue without bound
 * would only move the moment at which everybody gives up.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

/** As many wait as may: come back later. */
export class QueueFull extends Data.TaggedError("QueueFull")<{}> {}

/** A semaphore with a bounded queue. */
export interface ConcurrencyLimit {
  /**
   * Runs work when its turn has come. Who is interrupted while waiting leaves
   * the queue; work that has begun is not interrupted, because what it occupies
   * (a thread, memory) is occupied until it ends.
   */
  readonly run: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | QueueFull, R>
}

/** A limit that nothing runs under yet. */
export const makeUnsafe = (options: { readonly atOnce: number; readonly waiting: number }): ConcurrencyLimit => {
  const permits = Semaphore.makeUnsafe(options.atOnce)
  const most = options.atOnce + options.waiting
  let inside = 0
  const enter = Effect.suspend(() => {
    if (inside >= most) return Effect.fail(new QueueFull())
    inside++
    return Effect.void
  })
  const leave = () =>
    Effect.sync(() => {
      inside--
    })
  return {
    run: (work) => Effect.acquireUseRelease(enter, () => permits.withPermit(Effect.uninterruptible(work)), leave)
  }
}
