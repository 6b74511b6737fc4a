/**
 * Single flight: callers that ask for the same thing at the same time share one run of the work.
 *
 * - A flight belongs to the scope of its maker. Closing the scope ends it for all callers.
 * - A caller that is interrupted leaves the flight, which goes on for the others.
 * - The start of a flight cannot be interrupted: one that never runs never ends, and its callers would wait forever.
 */
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import { readMonotonicMillis } from "./Timer.ts"

/** Work under way, as those who join it see it. */
export interface Flight<A, E> {
  readonly landed: Deferred.Deferred<A, E>
  /** When it was started, on the monotonic clock. */
  readonly startedMillis: number
}

export interface SingleFlight<K, A, E> {
  /** Joins the flight of the key, or starts one with `work`. Once the scope has closed, callers are interrupted. */
  readonly run: (key: K, work: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** The flight of the key, if one is under way. */
  readonly find: (key: K) => Flight<A, E> | undefined
  /**
   * Forgets a flight, so that the next caller starts another one. Callers that already wait for it continue to wait.
   */
  readonly forget: (key: K, flight: Flight<A, E>) => void
  /** Waits until every flight that is under way now has landed, however it ends. */
  readonly drain: Effect.Effect<void>
}

export interface Options<K, A, E> {
  /**
   * How a caller waits for a flight that another one started. Default: until it lands. Where a flight may be lost with
   * its starter (`RequestIsolation`), this calls `again` to start over.
   */
  readonly join?: (flight: Flight<A, E>, key: K, again: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** Called with the result of a flight before its waiters get it, unless it was forgotten. */
  readonly onLanded?: (key: K, exit: Exit.Exit<A, E>) => void
  /**
   * The context of the work, such as the parent of its spans. Default: that of the maker, because the work is for all
   * callers.
   */
  readonly context?: "maker" | "starter"
}

/** An empty map of flights, which end with the scope. */
export const make = Effect.fnUntraced(function* <K, A, E = never>({
  context: contextOf = "maker",
  join = ({ landed }) => Deferred.await(landed),
  onLanded
}: Options<K, A, E> = {}): Effect.fn.Return<SingleFlight<K, A, E>, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const context = yield* Effect.context<never>()
  const flights = new Map<K, Flight<A, E>>()

  const forget = (key: K, flight: Flight<A, E>) => {
    if (flights.get(key) === flight) flights.delete(key)
  }

  const run = (key: K, work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.clockWith((clock) => {
        const running = flights.get(key)
        if (running !== undefined) {
          const again = Effect.suspend(() => {
            forget(key, running)
            return run(key, work)
          })
          return restore(join(running, key, again))
        }
        const landed = Deferred.makeUnsafe<A, E>()
        const flight = { landed, startedMillis: readMonotonicMillis(clock) }
        flights.set(key, flight)
        return work.pipe(
          Effect.updateContext((starter: Context.Context<never>) => (contextOf === "maker" ? context : starter)),
          Effect.forkIn(scope),
          Effect.flatMap((fiber) => {
            // An observer also hears of a fiber that never ran because the scope had closed.
            fiber.addObserver((exit) => {
              if (flights.get(key) === flight) {
                flights.delete(key)
                onLanded?.(key, exit)
              }
              Deferred.doneUnsafe(landed, exit)
            })
            return restore(Deferred.await(landed))
          })
        )
      })
    )

  return {
    run,
    find: (key) => flights.get(key),
    forget,
    drain: Effect.suspend(() =>
      Effect.forEach([...flights.values()], ({ landed }) => Effect.exit(Deferred.await(landed)), { discard: true })
    )
  }
})
