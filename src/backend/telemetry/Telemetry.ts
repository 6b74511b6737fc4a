/**
 * Traces and metrics of a server, for any exporter.
 *
 * Operations have spans with any tracer. This layer adds their outcome, a span and a measurement for each request to
 * the service, and counters of sessions (docs/guides/observability.md). Apps without it pay nothing.
 *
 * Neither spans nor metrics contain a secret, a header, a body, a query string or a user id. Of a failure they have tag
 * and code only, because its message may quote the request.
 *
 * @example
 * ```ts
 * const Observed = Telemetry.layer.pipe(
 *   Layer.provideMerge(Otlp.layer({ baseUrl: "http://127.0.0.1:4318" })),
 *   Layer.provide(Telemetry.layerOtlpJson)
 * )
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as UrlParams from "effect/http/UrlParams"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import * as CircuitBreaker from "../../http/CircuitBreaker.ts"
import { HttpObserver } from "../../http/Http.ts"
import * as OperationSpan from "../../operation/OperationSpan.ts"
import * as Instruments from "./Instruments.ts"
import { observeOperation } from "./internal/Operations.ts"
import { toServerAddress, observeRequests } from "./internal/Requests.ts"

export { layerOtlpJson } from "./internal/Exemplars.ts"
export { DebugShare, SendTraceContext } from "./internal/Requests.ts"
export { toPrometheusName as prometheusName } from "./Instruments.ts"

const states = { closed: 0, "half-open": 1, open: 2 } as const

const observeCircuit = (
  { host, isTransition, state }: CircuitBreaker.CircuitEvent,
  context: Context.Context<never>
): void => {
  const attributes = { "server.address": toServerAddress(new URL(`http://${host}`)) }
  if (isTransition) Instruments.record(context, Instruments.circuitState, states[state], attributes)
  if (state === "open") {
    Instruments.record(context, isTransition ? Instruments.circuitOpens : Instruments.circuitRefusals, 1, attributes)
  }
}

/** Query parameters whose values must not be in a trace. */
const secretParameters = /^(code|state|token|.*_token|.*-code|.*_code|client_secret|password)$/i

/**
 * Observes everything that is built and run with it. It can be above or below the layers of the tracer, the exporter
 * and `Http`.
 */
export const layer: Layer.Layer<never> = Layer.effectContext(
  Effect.gen(function* () {
    const headers = yield* Headers.CurrentRedactedNames
    const parameters = yield* UrlParams.CurrentRedactedNames
    return Context.make(OperationSpan.OperationObserver, { tracer: Tracer.nativeTracer, onEnd: observeOperation }).pipe(
      Context.add(HttpObserver, observeRequests(new WeakMap(), new WeakMap())),
      Context.add(CircuitBreaker.CircuitObserver, observeCircuit),
      // Effect's own spans of a server contain the URL, and headers if configured.
      Context.add(Headers.CurrentRedactedNames, [...headers, /^x-(?:stack|hexclave)-/i]),
      Context.add(UrlParams.CurrentRedactedNames, [...parameters, secretParameters])
    )
  })
)
