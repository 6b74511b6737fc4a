/** Records spans and metrics, without the registry that all tests share. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Tracer from "effect/Tracer"
import * as Telemetry from "../../../src/backend/telemetry/Telemetry.ts"

export const recorder = Effect.sync(() => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const registry = new Map()
  const base = Layer.succeed(Tracer.Tracer, tracer).pipe(Layer.merge(Layer.succeed(Metric.MetricRegistry, registry)))
  return {
    /** The tracer and the registry that record. */
    base,
    spans,
    /** The attributes of all spans of a name. */
    of: (name: string) =>
      spans.filter((span) => span.name === name).map(({ attributes }) => Object.fromEntries(attributes)),
    /** What the series of a metric came to, by their attributes; of a histogram how many were measured. */
    series: (name: string) =>
      Effect.map(Effect.provideService(Metric.snapshot, Metric.MetricRegistry, registry), (all) =>
        all.flatMap((one) =>
          one.id === name && (one.type === "Counter" || one.type === "Histogram")
            ? [{ ...one.attributes, count: Number(one.state.count) }]
            : []
        )
      ),
    /** The layer under test, over what is recorded and an `Http`. */
    layer: (http: Layer.Layer<never> = Layer.empty) => Telemetry.layer.pipe(Layer.provideMerge(Layer.merge(base, http)))
  }
})
