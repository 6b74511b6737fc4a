/**
 * Connects to a Redis in the background, so that it need not be available when the app starts: attempts are repeated,
 * and commands fail until one succeeds. When the app ends, a client that still waits for an answer is destroyed.
 */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redis from "effect/persistence/Redis"
import * as Schedule from "effect/Schedule"

/** How long the start of an app waits for the first attempt to connect. */
const firstAttemptTimeout = "1 second"

/** How long the end of an app waits for a client to close: a silent server would block it. */
const closeTimeout = "500 millis"

/** The client of `NodeRedis` in `@effect/platform-node`, which can be destroyed while it closes. */
class NodeRedis extends Context.Service<NodeRedis, { readonly client: { readonly destroy: () => void } }>()(
  "@effect/platform-node/NodeRedis"
) {}

/**
 * Destroys the client while it is closing, so that the process can end. Clients of other packages are not known here.
 */
const cutOff = (context: Context.Context<never>): Effect.Effect<void> =>
  Option.match(Context.getOption(context as Context.Context<NodeRedis>, NodeRedis), {
    onNone: () => Effect.void,
    onSome: ({ client }) => Effect.ignore(Effect.try(() => client.destroy()))
  })

const retries = Schedule.min([Schedule.exponential("500 millis"), Schedule.spaced("30 seconds")])

const absent = new Redis.RedisError({ cause: "not connected yet" })

/** The Redis of a layer that may fail to be built, such as `NodeRedis.layer`. */
export const make = Effect.fnUntraced(function* <E, R>(layer: Layer.Layer<Redis.Redis, E, R>) {
  const scope = yield* Effect.scope
  const tried = yield* Deferred.make<void>()
  const connected = yield* Deferred.make<Redis.Redis["Service"]>()

  let held: { readonly fiber: Fiber.Fiber<never, E>; context?: Context.Context<Redis.Redis> } | undefined

  /**
   * A separate fiber holds the connection, because interrupting an attempt would wait for the client to close.
   */
  const connect = Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const built = yield* Deferred.make<Context.Context<Redis.Redis>, E>()
      const fiber = yield* Layer.build(Layer.fresh(layer)).pipe(
        Effect.flatMap((context) => Effect.andThen(Deferred.succeed(built, context), Effect.never)),
        // Resources of a failed attempt are released before the next one.
        Effect.scoped,
        Effect.onExit((exit) => (Exit.isFailure(exit) ? Deferred.failCause(built, exit.cause) : Effect.void)),
        Effect.forkDetach
      )
      held = { fiber }
      held.context = yield* restore(Deferred.await(built))
      return Context.get(held.context, Redis.Redis)
    })
  )

  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      if (held === undefined) return
      const { context, fiber } = held
      const closed = yield* Effect.timeoutOption(Fiber.interrupt(fiber), closeTimeout)
      if (Option.isNone(closed) && context !== undefined) yield* cutOff(context)
    })
  )

  yield* connect.pipe(
    Effect.tapError(() => Effect.logWarning("The Redis of the fleet cannot be reached; each process is on its own.")),
    Effect.tap((redis) => Deferred.succeed(connected, redis)),
    Effect.ensuring(Deferred.succeed(tried, undefined)),
    Effect.retry(retries),
    Effect.forkIn(scope)
  )
  yield* Effect.timeoutOption(Deferred.await(tried), firstAttemptTimeout)

  const now = <A, Error, R>(use: (redis: Redis.Redis["Service"]) => Effect.Effect<A, Error, R>) =>
    Effect.suspend((): Effect.Effect<A, Error | Redis.RedisError, R> =>
      Deferred.isDoneUnsafe(connected) ? Effect.flatMap(Deferred.await(connected), use) : Effect.fail(absent)
    )

  return Redis.Redis.of({
    send: (command, ...args) => now((redis) => redis.send(command, ...args)),
    eval:
      (script) =>
      (...params) =>
        now((redis) => redis.eval(script)(...params)),
    reserve: now((redis) => redis.reserve),
    subscribe: (channel) => Effect.flatMap(Deferred.await(connected), (redis) => redis.subscribe(channel))
  })
})
