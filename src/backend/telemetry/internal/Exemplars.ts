/**
 * Exemplars: with each bucket of a histogram, the trace of one measurement in it, so that a dashboard leads from a slow
 * bucket to what was slow. Effect's exporter has none, so they are added where it makes the body of a request.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import type { MetricsData } from "effect/observability/OtlpMetrics"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import type * as Tracer from "effect/Tracer"
import type { Attributes, Instrument } from "../Instruments.ts"

interface Exemplar {
  readonly asDouble: number
  readonly timeUnixNano: string
  readonly traceId: string
  readonly spanId: string
}

/** The exemplars since the last export, by series and by index of the bucket. */
type Measured = Map<string, Map<number, Exemplar>>

/**
 * The exemplars of each registry. A registry without an entry is exported without exemplars, so none are kept for it.
 */
const measurements = new WeakMap<object, Measured>()

/** More series than this get no exemplars. */
const maxSeries = 1000

const makeSeriesKey = (id: string, attributes: Iterable<readonly [name: string, value: unknown]>): string =>
  JSON.stringify([id, ...Array.from(attributes, ([name, value]) => `${name}=${String(value)}`).toSorted()])

export interface Measurement {
  readonly seconds: number
  readonly attributes: Attributes
  readonly span: Tracer.Span
  readonly endTime: bigint
}

/**
 * Measures with a histogram, and keeps the span as the exemplar of the bucket if it is sampled and someone exports it.
 */
export const measure = (
  context: Context.Context<never>,
  instrument: Instrument,
  { attributes, endTime, seconds, span }: Measurement
): void => {
  const series = instrument.series(attributes)
  series.updateUnsafe(seconds, context)
  const measured = measurements.get(Context.get(context, Metric.MetricRegistry))
  if (measured === undefined || !span.sampled) return
  const key = makeSeriesKey(series.id, Object.entries(series.attributes ?? {}))
  const buckets = measured.get(key) ?? new Map<number, Exemplar>()
  if (buckets.size === 0 && measured.size >= maxSeries) return
  const bucket = instrument.boundaries.findIndex((boundary) => seconds <= boundary)
  buckets.set(bucket, { asDouble: seconds, timeUnixNano: String(endTime), traceId: span.traceId, spanId: span.spanId })
  measured.set(key, buckets)
}

/** Adds the exemplars since the last export to what is exported now. */
const withExemplars = (measured: Measured, data: MetricsData): MetricsData => {
  if (measured.size === 0) return data
  const exported = new Map(measured)
  measured.clear()
  return {
    resourceMetrics: data.resourceMetrics.map((resource) => ({
      ...resource,
      scopeMetrics: resource.scopeMetrics.map((scope) => ({
        ...scope,
        metrics: scope.metrics.map((metric) =>
          metric.histogram === undefined
            ? metric
            : {
                ...metric,
                histogram: {
                  ...metric.histogram,
                  dataPoints: metric.histogram.dataPoints.map((point) => {
                    const attributes = (point.attributes ?? []).map(
                      ({ key, value }) => [key, value.stringValue] as const
                    )
                    const buckets = exported.get(makeSeriesKey(metric.name, attributes))
                    return buckets === undefined ? point : { ...point, exemplars: [...buckets.values()] }
                  })
                }
              }
        )
      }))
    }))
  }
}

/**
 * Serializes OTLP as JSON, like Effect's `OtlpSerialization.layerJson`, with exemplars in Gatefold's histograms. An
 * exemplar is the value, time, trace ID and span ID of the last measurement in a bucket since the previous export.
 * Spans that aren't sampled leave none.
 *
 * @example
 * ```ts
 * const Exported = Otlp.layer({ baseUrl: "http://127.0.0.1:4318" }).pipe(Layer.provide(Telemetry.layerOtlpJson))
 * ```
 */
export const layerOtlpJson: Layer.Layer<OtlpSerialization.OtlpSerialization> = Layer.effect(
  OtlpSerialization.OtlpSerialization,
  Effect.gen(function* () {
    const json = yield* OtlpSerialization.OtlpSerialization
    const registry = yield* Metric.MetricRegistry
    const measured = measurements.get(registry) ?? new Map()
    measurements.set(registry, measured)
    return OtlpSerialization.OtlpSerialization.of({
      ...json,
      metrics: (data) => json.metrics(withExemplars(measured, data))
    })
  })
).pipe(Layer.provide(OtlpSerialization.layerJson))
