/**
 * A runtime that says so when it is used after its end.
 */
import type * as Context from "effect/Context"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { Run } from "./Method.ts"

/** The services of one app, built when they are first needed. */
export interface Running<Services, E> {
  readonly runtime: ManagedRuntime.ManagedRuntime<Services, E>
  /** The services themselves; rejects with why they cannot be built. */
  readonly services: () => Promise<Context.Context<Services>>
  readonly run: Run<Services>
  readonly dispose: () => Promise<void>
}

/** Starts nothing yet; the layer is built by the first run. */
export const make = <Services, E>(layer: Layer.Layer<Services, E>): Running<Services, E> => {
  const runtime = ManagedRuntime.make(layer)
  let disposed = false
  const requireAlive = () => {
    if (disposed) throw new Error("This app has been disposed")
  }
  return {
    runtime,
    services: async () => {
      requireAlive()
      return runtime.context()
    },
    run: async (effect, { signal }) => {
      requireAlive()
      return runtime.runPromiseExit(effect, { signal })
    },
    dispose: () => {
      disposed = true
      return runtime.dispose()
    }
  }
}
