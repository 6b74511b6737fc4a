/**
 * The runtime in which a server without Effect authenticates requests.
 */
import type * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { AuthTimeout } from "./AuthTimeout.ts"

/** How the service is reached, and how long a request waits for it. */
export interface AuthRuntimeOptions {
  /** How requests reach the service, such as `Http.layerHandler(emulator.fetch)`. Default: `fetch`. */
  readonly http?: Layer.Layer<never, unknown> | undefined
  /** Layers around the work, such as `Telemetry.layer` or a `Fleet`. They may use `http`. */
  readonly layer?: Layer.Layer<never, unknown> | undefined
  /**
   * How long a request waits for the service, however many calls that takes; after it the result is `Unavailable`. The
   * same limit applies to each permission check. Default: 5 seconds.
   */
  readonly authTimeout?: Duration.Input | undefined
}

/** Makes the runtime of these services. */
export const make = <R, E>(
  services: Layer.Layer<R, E>,
  { authTimeout, http = Layer.empty, layer = Layer.empty }: AuthRuntimeOptions
): ManagedRuntime.ManagedRuntime<R, unknown> =>
  ManagedRuntime.make(
    services.pipe(
      Layer.provideMerge(authTimeout === undefined ? Layer.empty : Layer.succeed(AuthTimeout, authTimeout)),
      Layer.provideMerge(Layer.provideMerge(layer, http))
    )
  )
