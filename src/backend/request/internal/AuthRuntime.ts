/** The runtime in which a server without Effect authenticates requests. */
import type * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import * as CircuitBreaker from "../../../http/CircuitBreaker.ts"
import { AuthTimeout } from "../../AuthTimeout.ts"
import * as Draining from "../../Draining.ts"

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
  /** How long requests and refreshes may go on after `dispose`. Default: 10 seconds. */
  readonly drainTimeout?: Duration.Input | undefined
  /** Whether requests fail at once while the service does not answer. Default: true. */
  readonly circuitBreaker?: boolean | undefined
}

export const make = <R, E>(
  services: Layer.Layer<R, E>,
  { authTimeout, circuitBreaker, drainTimeout, http = Layer.empty, layer = Layer.empty }: AuthRuntimeOptions
): Draining.Runtime<R> =>
  Draining.makeRuntime(
    "requests",
    services.pipe(
      Layer.provideMerge(authTimeout === undefined ? Layer.empty : Layer.succeed(AuthTimeout, authTimeout)),
      Layer.provideMerge(drainTimeout === undefined ? Layer.empty : Layer.succeed(Draining.DrainTimeout, drainTimeout)),
      Layer.provideMerge(circuitBreaker === false ? CircuitBreaker.layerNone : Layer.empty),
      Layer.provideMerge(Layer.provideMerge(layer, http))
    ),
    drainTimeout
  )
