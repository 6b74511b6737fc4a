/**
 * Locks that the tabs of one browser share.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Runs an effect while nobody else holds the lock of that name. */
export type WithLock = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * How long to wait for a lock: its holder may hang, and then it is better to go on without
 * (docs/protocol/threats.md#hanging-locks).
 */
export const timeoutMillis = 10_000

/** Web Locks, as far as they are used here. */
export interface LockManager {
  readonly request: (
    name: string,
    options: { readonly signal: AbortSignal },
    whileHeld: () => Promise<void>
  ) => Promise<unknown>
}

/** Locks by a lock manager. Whatever it does, the effect runs, at most {@link timeoutMillis} later. */
export const make =
  (manager: LockManager): WithLock =>
  (name, effect) =>
    Effect.suspend(() => {
      const over = new AbortController()
      let release: (() => void) | undefined
      const granted = Effect.callback<void>((resume) => {
        const goOn = () => resume(Effect.void)
        manager
          .request(name, { signal: over.signal }, () => {
            // Granted to somebody who has gone.
            if (over.signal.aborted) return Promise.resolve()
            return new Promise((resolve) => {
              // First, for who waits may go on at once, and be done with it at once.
              release = resolve
              goOn()
            })
          })
          .then(goOn, goOn)
      })
      return granted.pipe(
        Effect.timeoutOption(timeoutMillis),
        Effect.andThen(effect),
        // Around everything, so that no interruption comes between taking and giving back.
        Effect.ensuring(
          Effect.sync(() => {
            over.abort()
            release?.()
          })
        )
      )
    })

const none: WithLock = (_name, effect) => effect

/**
 * The locks that are used. By default Web Locks where the browser has them;
 * without, only the comparison before each write guards what tabs share.
 */
export const Locks: Context.Reference<WithLock> = Context.Reference<WithLock>("gatefold/platform/Locks", {
  defaultValue: () => (globalThis.navigator?.locks === undefined ? none : make(globalThis.navigator.locks))
})

/** No locks. */
export const layerNone: Layer.Layer<never> = Layer.succeed(Locks, none)

/** The locks of a lock manager. */
export const layer = (manager: LockManager): Layer.Layer<never> => Layer.succeed(Locks, make(manager))
