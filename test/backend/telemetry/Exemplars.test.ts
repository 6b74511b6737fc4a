/** Exemplars: a bucket of a histogram leads to the trace of what was measured. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Otlp from "effect/observability/Otlp"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import type { MetricsData } from "effect/observability/OtlpMetrics"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import * as Instruments from "../../../src/backend/telemetry/Instruments.ts"
import * as Telemetry from "../../../src/backend/telemetry/Telemetry.ts"
import { ClientApp } from "../../../src/http/ClientApp.ts"
import * as UsersWire from "../../../src/wire/generated/Users.ts"
import { clientApp, json, network, userJson } from "../../support/scriptedNetwork.ts"

type Traces = {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{
      readonly spans: ReadonlyArray<{ readonly traceId: string; readonly spanId: string; readonly name: string }>
    }>
  }>
}

/** An exporter into memory, with a registry of its own. */
const exporter = (metricsTemporality: "cumulative" | "delta" = "cumulative") => {
  const bodies: Array<MetricsData | Traces> = []
  const client = HttpClient.make((request) =>
    Effect.sync(() => {
      if (request.body._tag === "Uint8Array") {
        bodies.push(JSON.parse(new TextDecoder().decode(request.body.body)) as MetricsData | Traces)
      }
      return HttpClientResponse.fromWeb(request, new Response("{}", { status: 200 }))
    })
  )
  const layer = Telemetry.layer.pipe(
    Layer.provideMerge(
      Otlp.layer({
        baseUrl: "http://127.0.0.1:4318",
        resource: { serviceName: "test" },
        metricsTemporality,
        metricsExportInterval: "1 day",
        tracerExportInterval: "1 day"
      })
    ),
    Layer.provide(Telemetry.layerOtlpJson),
    Layer.provide(Layer.succeed(HttpClient.HttpClient, client)),
    Layer.provideMerge(Layer.sync(Metric.MetricRegistry, () => new Map()))
  )
  /** The data points of a histogram in the last export. */
  const points = (name: string) => {
    const last = bodies.findLast((body): body is MetricsData => "resourceMetrics" in body)
    return (last?.resourceMetrics ?? [])
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
      .filter((metric) => metric.name === name)
      .flatMap(({ histogram }) => histogram?.dataPoints ?? [])
  }
  const spans = () =>
    bodies
      .filter((body): body is Traces => "resourceSpans" in body)
      .flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      )
  return { layer, points, spans }
}

const { id } = Instruments.requests

/** Each request to the service takes one of these times. */
const app = (...millis: ReadonlyArray<number>) =>
  clientApp().pipe(
    Layer.provideMerge(network((_, n) => Effect.delay(json(userJson), millis[(n - 1) % millis.length]!)).layer)
  )

const getMe = Effect.flatMap(ClientApp, ({ call }) =>
  Effect.forkChild(call(UsersWire.getMe, {}, { accessToken: Redacted.make("token") }), { startImmediately: true })
)

const flush = Effect.flatMap(OtlpExporter.Flusher, ({ flush }) => flush)

describe("an exemplar", () => {
  it.effect.each(["cumulative", "delta"] as const)(
    "is the trace of the last measurement of each bucket, in %s exports",
    (temporality) => {
      const { layer, points, spans } = exporter(temporality)
      return Effect.gen(function* () {
        for (const millis of [30, 31, 800]) {
          yield* getMe
          yield* TestClock.adjust(millis)
        }
        yield* flush
        const exemplars = points(id).flatMap((point) => point.exemplars ?? [])
        expect(exemplars.map(({ asDouble }) => asDouble)).toStrictEqual([0.031, 0.8])
        expect(exemplars.map(({ timeUnixNano }) => timeUnixNano)).toStrictEqual(["61000000", "861000000"])
        const exported = spans().map(({ spanId, traceId }) => ({ spanId, traceId }))
        expect(exported).toHaveLength(3)
        expect(exemplars.map(({ spanId, traceId }) => ({ spanId, traceId }))).toStrictEqual(exported.slice(1))

        // The next export has only what was measured since.
        yield* flush
        expect(points(id)).toHaveLength(1)
        expect(points(id)[0]).not.toHaveProperty("exemplars")
      }).pipe(Effect.provide(app(30, 31, 800).pipe(Layer.provideMerge(layer))))
    }
  )

  it.effect("belongs to its own series only, and a span that is not sampled leaves none", () => {
    const { layer, points } = exporter()
    return Effect.gen(function* () {
      yield* getMe
      yield* TestClock.adjust(30)
      const unsampled = Tracer.externalSpan({
        traceId: "0".repeat(31) + "1",
        spanId: "0".repeat(15) + "1",
        sampled: false
      })
      yield* Effect.provideService(getMe, Tracer.ParentSpan, unsampled)
      yield* TestClock.adjust(800)
      yield* flush
      expect(points(id).flatMap(({ exemplars = [] }) => exemplars.map(({ asDouble }) => asDouble))).toStrictEqual([
        0.03
      ])
      expect(points(id)[0]!.count).toBe(2)
    }).pipe(Effect.provide(app(30, 800).pipe(Layer.provideMerge(layer))))
  })
})
