/**
 * The services of a promise app. They are built with the first call. If that fails, the next call builds them again.
 * After it was disposed of, an app rejects with a clear error.
 */
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Listeners from "../concurrency/Listeners.ts"
import type { Interrupted } from "../operation/Interrupted.ts"
import { mayHaveChanged } from "../operation/MayHaveChanged.ts"
import type { AnyResource } from "../operation/OperationData.ts"
import type { CallOptions, RunToExit, TypedPromise } from "./Method.ts"

/**
 * Calls the listener with the resources, such as `teams`, that an operation has changed, or may have changed although
 * no answer came; returns a function that stops it.
 */
export type OnStale = (listener: (changed: ReadonlyArray<AnyResource>) => void) => () => void

/** Runs effects over the services of one app. */
export interface AppRuntime<Services, E> {
  readonly services: Effect.Effect<Context.Context<Services>, E>
  readonly run: RunToExit<Services>
  readonly onStale: OnStale
  readonly dispose: () => Promise<void>
}

/** Undefined, from a caller without types, becomes `{}`: the check of the options then names the first missing one. */
export const orEmpty = <Options extends object>(options: Options): Options =>
  (options as Options | undefined) ?? ({} as Options)

const makeEndedError = () =>
  new Error(
    "This app has been disposed of: await each call before that, such as `return await app.…` in a block with " +
      "`await using`, or create another app"
  )

/** Makes a runtime, without building the layer. */
export const make = <Services, E>(layer: Layer.Layer<Services, E>): AppRuntime<Services, E> => {
  let current = ManagedRuntime.make(layer)
  const listeners = Listeners.make<[changed: ReadonlyArray<AnyResource>]>()
  let disposed = false

  const runToExit = async <A, E2>(effect: Effect.Effect<A, E2, Services>, signal: AbortSignal | undefined) => {
    const runtime = current
    const exit = await runtime.runPromiseExit(effect, { signal })
    const isUnbuilt = Exit.isFailure(exit) && !Cause.hasInterrupts(exit.cause) && runtime.cachedContext === undefined
    if (isUnbuilt && !disposed && runtime === current) {
      current = ManagedRuntime.make(layer)
      await runtime.dispose()
    }
    return exit
  }

  return {
    services: Effect.suspend(() => current.contextEffect),
    run: async (effect, { signal }, changes = []) => {
      if (disposed) throw makeEndedError()
      const exit = await runToExit(effect, signal)
      if (disposed && !signal?.aborted && Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) {
        throw makeEndedError()
      }
      if (changes.length > 0 && mayHaveChanged(exit)) listeners.notify(changes)
      return exit
    },
    onStale: listeners.add,
    dispose: () => {
      disposed = true
      return current.dispose()
    }
  }
}

/** Apps over the same services. */
export interface Apps<Services> {
  /** Makes an app of the methods over a runtime, which it disposes of. */
  readonly make: <Provided, E, Methods extends object>(
    layer: Layer.Layer<Provided | Services, E>,
    methods: (runtime: AppRuntime<Provided | Services, E>) => Methods
  ) => Methods & Disposable
  /** Runs effects over the services of an app; undefined for any value that was not made here. */
  readonly findRunner: (app: object) => RunToExit<Services> | undefined
}

/** Runs effects, in apps of `gatefold/promise/effect`. */
export interface Runs<Services, E> {
  /** Runs any effect over this app's services. Rejects with the effect's own error. */
  readonly run: <A, E2>(
    effect: Effect.Effect<A, E2, Services>,
    options?: CallOptions
  ) => TypedPromise<A, E | E2 | Interrupted>
}

/** Apps hold resources until they are disposed of. */
export interface Disposable extends AsyncDisposable {
  /** Ends work in the background. The app cannot be used afterwards. */
  readonly dispose: () => Promise<void>
}

/** Makes a kind of apps, which know each other by their services. */
export const makeApps = <Services>(): Apps<Services> => {
  const runners = new WeakMap<object, RunToExit<Services>>()
  return {
    make: (layer, methods) => {
      const runtime = make(layer)
      const { dispose } = runtime
      const app = { ...methods(runtime), dispose, [Symbol.asyncDispose]: dispose }
      runners.set(app, runtime.run)
      return app
    },
    findRunner: (app) => runners.get(app)
  }
}

/** Uses an app, and disposes of it afterwards. */
export const withApp = async <App extends AsyncDisposable, A>(app: App, use: (app: App) => Promise<A>): Promise<A> => {
  try {
    return await use(app)
  } finally {
    await app[Symbol.asyncDispose]()
  }
}
