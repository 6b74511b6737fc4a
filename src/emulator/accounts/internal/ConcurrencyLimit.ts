/**
 * A limit on concurrent work with a bounded queue in the order of arrival; further work is refused. In an unbounded
 * queue all callers would time out.
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { TaggedError } from "../../../domain/errors/TaggedError.ts"

export class QueueFull extends TaggedError("QueueFull")<{}> {}

export interface ConcurrencyLimit {
  /**
   * Runs work when a slot is free. A caller that is interrupted while waiting leaves the queue. Running work is not
   * interrupted, because its thread and memory are in use until it ends.
   */
  readonly run: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | QueueFull, R>
}

export const makeUnsafe = (options: { readonly atOnce: number; readonly waiting: number }): ConcurrencyLimit => {
  const permits = Semaphore.makeUnsafe(options.atOnce)
  const maximum = options.atOnce + options.waiting
  let inside = 0
  const enter = Effect.suspend(() => {
    if (inside >= maximum) return Effect.fail(new QueueFull())
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
