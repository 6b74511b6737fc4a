/** Listeners for changes. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The listeners of one thing, in the order in which they came. */
export interface Listeners<in out Args extends ReadonlyArray<unknown>> {
  readonly isEmpty: () => boolean
  /** Adds a listener, and returns a function that removes it. */
  readonly add: (listener: (...args: Args) => void) => () => void
  /** Adds a listener until the scope closes. */
  readonly listen: (listener: (...args: Args) => void) => Effect.Effect<void, never, Scope.Scope>
  readonly notify: (...args: Args) => void
}

/** A listener that runs an effect at each change. The runs end with the scope. */
export const makeForking = Effect.fnUntraced(function* <R>(
  effect: Effect.Effect<unknown, never, R>
): Effect.fn.Return<() => void, never, R | Scope.Scope> {
  const scope = yield* Effect.scope
  const run = Effect.runForkWith(yield* Effect.context<R>())
  return () => void run(Effect.forkIn(effect, scope, { startImmediately: true }))
})

export const make = <Args extends ReadonlyArray<unknown> = []>(): Listeners<Args> => {
  const entries = new Set<(...args: Args) => void>()
  const add = (listener: (...args: Args) => void) => {
    // A new object, because the same function may listen twice.
    const callListener = (...args: Args) => listener(...args)
    entries.add(callListener)
    return () => void entries.delete(callListener)
  }
  return {
    isEmpty: () => entries.size === 0,
    add,
    listen: (listener) =>
      Effect.suspend(() => {
        const remove = add(listener)
        return Effect.addFinalizer(() => Effect.sync(remove))
      }),
    notify: (...args) => entries.forEach((entry) => entry(...args))
  }
}
