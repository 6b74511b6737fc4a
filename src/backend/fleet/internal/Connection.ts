/**
 * Connects to a store in the background, so that it need not be available when the app starts: attempts are repeated,
 * and operations fail until one succeeds. When the app ends, it does not wait for a store that is silent.
 */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { TaggedError } from "../../../domain/errors/TaggedError.ts"

/** The store has not been reached yet. */
export class NotConnected extends TaggedError("NotConnected") {}

/** The client of a store, once it is connected. */
export interface Connection<S> {
  /** Fails until the client is connected. */
  readonly now: Effect.Effect<S, NotConnected>
  readonly later: Effect.Effect<S>
}

/** How long the start of an app waits for a store, in milliseconds. */
export const firstAttemptMillis = 1000

/** How long the end of an app waits for a client to close: a silent server would block it. */
const closeTimeout = "500 millis"

const retries = Schedule.min([Schedule.exponential("500 millis"), Schedule.spaced("30 seconds")])

interface Options<I> {
  /** The name of the store in warnings. */
  readonly store: string
  /** Ends a client that waits for a silent server while it closes. */
  readonly cutOff?: (context: Context.Context<I>) => Effect.Effect<void>
}

/** Makes attempts to connect, one after the other. The connection ends with the scope. */
const makeAttempts = Effect.fnUntraced(function* <I, S, E, R>(
  client: Context.Key<I, S>,
  layer: Layer.Layer<I, E, R>,
  cutOff: Options<I>["cutOff"]
) {
  let current: { readonly fiber: Fiber.Fiber<never, E>; context?: Context.Context<I> } | undefined

  yield* Effect.addFinalizer(
    Effect.fnUntraced(function* () {
      if (current === undefined) return
      const { context, fiber } = current
      const closed = yield* Effect.timeoutOption(Fiber.interrupt(fiber), closeTimeout)
      if (Option.isNone(closed) && context !== undefined && cutOff !== undefined) yield* cutOff(context)
    })
  )

  /** A separate fiber holds the connection, because interrupting an attempt would wait for the client to close. */
  const connect = Effect.uninterruptibleMask(
    Effect.fnUntraced(function* (restore) {
      const built = yield* Deferred.make<Context.Context<I>, E>()
      const fiber = yield* Layer.build(Layer.fresh(layer)).pipe(
        Effect.flatMap((context) => Effect.andThen(Deferred.succeed(built, context), Effect.never)),
        // Resources of a failed attempt are released before the next one.
        Effect.scoped,
        Effect.onExit((exit) => (Exit.isFailure(exit) ? Deferred.failCause(built, exit.cause) : Effect.void)),
        Effect.forkDetach
      )
      current = { fiber }
      current.context = yield* restore(Deferred.await(built))
      return Context.get(current.context, client)
    })
  )

  return { connect }
})

/** The client of a layer that may fail to be built, such as `NodeRedis.layer`. */
export const make = Effect.fnUntraced(function* <I, S, E, R>(
  client: Context.Key<I, S>,
  layer: Layer.Layer<I, E, R>,
  { cutOff, store }: Options<I>
): Effect.fn.Return<Connection<S>, never, R | Scope.Scope> {
  const tried = yield* Deferred.make<void>()
  const connected = yield* Deferred.make<S>()
  const { connect } = yield* makeAttempts(client, layer, cutOff)
  yield* connect.pipe(
    Effect.tapError(() =>
      Effect.logWarning(`The ${store} of the fleet cannot be reached; each process is on its own.`)
    ),
    Effect.tap((service) => Deferred.succeed(connected, service)),
    Effect.ensuring(Deferred.succeed(tried, undefined)),
    Effect.retry(retries),
    Effect.forkScoped
  )
  yield* Effect.timeoutOption(Deferred.await(tried), firstAttemptMillis)

  const later = Deferred.await(connected)
  return {
    later,
    now: Effect.suspend((): Effect.Effect<S, NotConnected> =>
      Deferred.isDoneUnsafe(connected) ? later : Effect.fail(new NotConnected())
    )
  }
})
