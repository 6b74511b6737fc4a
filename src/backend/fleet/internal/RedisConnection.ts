/** A Redis that need not be available when the app starts. Commands fail until it is connected. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redis from "effect/persistence/Redis"
import type * as Scope from "effect/Scope"
import * as Connection from "./Connection.ts"

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

/** The Redis of a layer that may fail to be built, such as `NodeRedis.layer`. */
export const make = Effect.fnUntraced(function* <E, R>(
  layer: Layer.Layer<Redis.Redis, E, R>
): Effect.fn.Return<Redis.Redis["Service"], never, R | Scope.Scope> {
  const connection = yield* Connection.make(Redis.Redis, layer, { store: "Redis", cutOff })
  const now = Effect.mapError(connection.now, () => new Redis.RedisError({ cause: "not connected yet" }))

  return Redis.Redis.of({
    send: (command, ...args) => Effect.flatMap(now, (redis) => redis.send(command, ...args)),
    eval:
      (script) =>
      (...params) =>
        Effect.flatMap(now, (redis) => redis.eval(script)(...params)),
    reserve: Effect.flatMap(now, (redis) => redis.reserve),
    subscribe: (channel) => Effect.flatMap(connection.later, (redis) => redis.subscribe(channel))
  })
})
