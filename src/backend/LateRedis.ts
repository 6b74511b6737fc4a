/**
 * A Redis that need not be there when the app starts: it is connected to in the
 * background, again and again, and commands fail until then.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"

/** How long the start of an app waits for the first attempt to connect. */
const patience = "1 second"

const again = Schedule.min([Schedule.exponential("500 millis"), Schedule.spaced("30 seconds")])

const absent = new Redis.RedisError({ cause: "not connected yet" })

/** The Redis of a layer that may fail to be built, such as `NodeRedis.layer`. */
export const make = Effect.fnUntraced(function* <E, R>(layer: Layer.Layer<Redis.Redis, E, R>) {
  const scope = yield* Effect.scope
  const tried = yield* Deferred.make<void>()
  const connected = yield* Deferred.make<Redis.Redis["Service"]>()

  const connect = Effect.gen(function* () {
    // What a failed attempt has opened is closed before the next one.
    const own = yield* Scope.fork(scope)
    const context = yield* Layer.buildWithScope(Layer.fresh(layer), own).pipe(
      Effect.onError(() => Scope.close(own, Exit.void))
    )
    return yield* Redis.Redis.pipe(Effect.provideContext(context))
  })

  yield* connect.pipe(
    Effect.tapError(() => Effect.logWarning("The Redis of the fleet cannot be reached; each process is on its own.")),
    Effect.tap((redis) => Deferred.succeed(connected, redis)),
    Effect.ensuring(Deferred.succeed(tried, undefined)),
    Effect.retry(again),
    Effect.forkIn(scope)
  )
  yield* Effect.timeoutOption(Deferred.await(tried), patience)

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
