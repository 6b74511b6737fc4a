/** What a cache reads from in tests, which counts how often it is asked. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as AsyncCache from "../../src/cache/AsyncCache.ts"

export interface Reads {
  started: number
  interrupted: number
  running: number
  mostAtOnce: number
  value: unknown
  error: string | undefined
  readonly source: AsyncCache.Read<unknown, string>
}

/** A source whose reads take a time each and answer what `value` holds when they end. */
export const source = (
  options: { readonly millis?: number; readonly key?: string; readonly isOwnerless?: boolean } = {}
) => {
  const made: Reads = {
    started: 0,
    interrupted: 0,
    running: 0,
    mostAtOnce: 0,
    value: "one",
    error: undefined,
    source: {
      key: options.key ?? "key",
      shows: [options.key ?? "key"],
      isOwnerless: options.isOwnerless,
      effect: Effect.suspend(() => {
        made.started++
        made.mostAtOnce = Math.max(made.mostAtOnce, ++made.running)
        const { error, value } = made
        return Effect.sleep(options.millis ?? 100).pipe(
          Effect.andThen(error === undefined ? Effect.succeed(value) : Effect.fail(error)),
          Effect.onInterrupt(() => Effect.sync(() => made.interrupted++)),
          Effect.ensuring(Effect.sync(() => made.running--))
        )
      })
    }
  }
  return made
}

/** A cache that ends with the scope. */
export const makeCache = (options: Partial<AsyncCache.AsyncCacheOptions<never, never>> = {}) =>
  Effect.contextWith((context: Context.Context<Scope.Scope>) => {
    let emptied = 0
    const cache = AsyncCache.make<never, never>({
      clock: Context.get(context, Clock.Clock),
      fork: ({ effect }) => Effect.runForkWith(context)(effect),
      keepsValue: () => false,
      onEmpty: () => void emptied++,
      ...options
    })
    return Effect.as(
      Effect.addFinalizer(() => Effect.sync(cache.clear)),
      Object.assign(cache, { emptied: () => emptied })
    )
  })

/** Reads, and answers what there is then. */
export const read = <A, E>(view: AsyncCache.View<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    const done = view.refetch()
    return Effect.andThen(
      Effect.promise(() => done),
      Effect.suspend(() => {
        const { state } = view.snapshot()
        if (state._tag === "Failure") return Effect.failCause(state.cause)
        return state._tag === "Success" ? Effect.succeed(state.value) : Effect.die("nothing is there")
      })
    )
  })

/** Whether nobody has to wait, as React's `use` looks at it. */
export const isReady = (view: AsyncCache.View<unknown, unknown>) => "status" in view.ready()

export const readValue = (resource: AsyncCache.View<unknown, unknown>) => {
  const { state } = resource.snapshot()
  return state._tag === "Success" ? state.value : state._tag
}

/** Advances in steps, so that whatever wakes up can go to sleep again. */
export const pass = (millis: number) =>
  Effect.gen(function* () {
    for (let left = millis; left > 0; left -= 50) yield* TestClock.adjust(Math.min(50, left))
  })

/** A cache and a view of a source in it. */
export const viewed = Effect.fnUntraced(function* (options?: Parameters<typeof source>[0]) {
  const cache = yield* makeCache()
  const service = source(options)
  return { cache, service, view: cache.view(service.source) }
})
