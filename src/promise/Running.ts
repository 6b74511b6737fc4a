/**
 * A runtime that says so when it is used after its end.
 */
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { Run } from "./Method.ts"

/** The services of one app, built when they are first needed. */
export interface Running<Services, E> {
  readonly runtime: ManagedRuntime.ManagedRuntime<Services, E>
  readonly run: Run<Services>
  readonly dispose: () => Promise<void>
}

/** Starts nothing yet; the layer is built by the first run. */
export const make = <Services, E>(layer: Layer.Layer<Services, E>): Running<Services, E> => {
  const runtime = ManagedRuntime.make(layer)
  let disposed = false
  return {
    runtime,
    run: async (effect, { signal }) => {
      if (disposed) throw new Error("This app has been disposed")
      return runtime.runPromiseExit(effect, { signal })
    },
    dispose: () => {
      disposed = true
      return runtime.dispose()
    }
  }
}
