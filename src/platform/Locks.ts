/** Locks that the tabs of one browser share. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Runs an effect while nobody else holds the lock of that name. */
export type WithLock = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * How long to wait for a lock, in milliseconds; after that the caller continues without it, because its holder may hang
 * (docs/protocol/threats.md#hanging-locks).
 */
export const timeoutMillis = 10_000

/** The part of Web Locks that is used. */
export interface LockManager {
  readonly request: (
    name: string,
    options: { readonly signal: AbortSignal },
    whileHeld: () => Promise<void>
  ) => Promise<unknown>
}

/** Locks of a lock manager. The effect runs after at most {@link timeoutMillis}, with or without the lock. */
export const make =
  (manager: LockManager): WithLock =>
  (name, effect) =>
    Effect.suspend(() => {
      const controller = new AbortController()
      let release: (() => void) | undefined
      const granted = Effect.callback<void>((resume) => {
        const proceed = () => resume(Effect.void)
        manager
          .request(name, { signal: controller.signal }, () => {
            // Granted after the waiter was interrupted: released at once.
            if (controller.signal.aborted) return Promise.resolve()
            return new Promise((resolve) => {
              // Set first, because the waiter may resume and release synchronously.
              release = resolve
              proceed()
            })
          })
          .then(proceed, proceed)
      })
      return granted.pipe(
        Effect.timeoutOption(timeoutMillis),
        Effect.andThen(effect),
        // Also an interrupted waiter releases its lock.
        Effect.ensuring(
          Effect.sync(() => {
            controller.abort()
            release?.()
          })
        )
      )
    })

const runUnlocked: WithLock = (_name, effect) => effect

/**
 * The locks in use. Default: Web Locks where the browser has them. Without them only the comparison before each write
 * protects what tabs share.
 */
export const Locks = Context.Reference<WithLock>("gatefold/platform/Locks", {
  defaultValue: () => (globalThis.navigator?.locks === undefined ? runUnlocked : make(globalThis.navigator.locks))
})

/** Each effect runs at once, as if no tab shared its tokens. */
export const layerNone: Layer.Layer<never> = Layer.succeed(Locks, runUnlocked)

/** The locks of a lock manager. */
export const layer = (manager: LockManager): Layer.Layer<never> => Layer.succeed(Locks, make(manager))
