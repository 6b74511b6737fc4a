/** Exports a backend's traces and metrics over OTLP/HTTP to a collector, which this example simulates. */
import assert from "node:assert/strict"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { NodeHttpServer } from "@effect/platform-node"
import { Console, Effect, Layer, Redacted, Schema } from "effect"
import { FetchHttpClient, HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Otlp, OtlpExporter, PrometheusMetrics } from "effect/observability"
import { ApiKeys, Http, Password, Sessions } from "gatefold"
import { Backend, Telemetry } from "gatefold/backend"
import { ApiKeyMiddleware, CurrentUser, SignedIn } from "gatefold/backend/middleware"
import * as Emulator from "gatefold/emulator"
import { ServerApp } from "gatefold/server"
import { run } from "./demo.ts"

class Orders extends HttpApiGroup.make("orders")
  .add(HttpApiEndpoint.get("mine", "/orders", { success: Schema.String }))
  .middleware(SignedIn) {}

class Reports extends HttpApiGroup.make("reports")
  .add(HttpApiEndpoint.get("report", "/report", { success: Schema.String }))
  .middleware(ApiKeyMiddleware) {}

class Api extends HttpApi.make("shop").add(Orders).add(Reports) {}

const OrdersLive = HttpApiBuilder.group(Api, "orders", (handlers) =>
  handlers.handle("mine", () => Effect.map(CurrentUser, ({ id }) => `Orders of ${id}`))
)

const ReportsLive = HttpApiBuilder.group(Api, "reports", (handlers) =>
  handlers.handle("report", () => Effect.succeed("All is well"))
)

const Metrics = PrometheusMetrics.layerHttp({ metricNameMapper: Telemetry.prometheusName })

const Routes = HttpApiBuilder.layer(Api).pipe(
  Layer.provide([OrdersLive, ReportsLive]),
  Layer.provide([Backend.layer(), Backend.layerApiKeys()]),
  Layer.merge(Metrics)
)

const debugged = Layer.succeed(Telemetry.DebugShare, 0.01)
const traced = Layer.succeed(Telemetry.SendTraceContext, true)

const observed = (baseUrl: string) =>
  Telemetry.layer.pipe(
    Layer.provideMerge(Otlp.layer({ baseUrl, resource: { serviceName: "shop" } })),
    Layer.provide(Telemetry.layerOtlpJson),
    Layer.provide(FetchHttpClient.layer)
  )

/** Stores the exported data. */
const collector = Effect.acquireRelease(
  Effect.promise(async () => {
    const exported: Array<string> = []
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        exported.push(Buffer.concat(chunks).toString())
        response.writeHead(200, { "content-type": "application/json" }).end("{}")
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return { exported, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }),
  ({ server }) => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
)

/** The names in what was exported, of spans or of metrics. */
const namesOf = (exported: ReadonlyArray<string>, kind: "spans" | "metrics") => {
  const names = new Set<string>()
  const visit = (value: unknown, key?: string): void => {
    if (Array.isArray(value)) {
      for (const each of value) {
        if (key === kind) names.add((each as { readonly name: string }).name)
        visit(each)
      }
    } else if (typeof value === "object" && value !== null) {
      for (const [name, each] of Object.entries(value)) visit(each, name)
    }
  }
  for (const body of exported) visit(JSON.parse(body))
  return Array.from(names).toSorted()
}

export const example = Effect.gen(function* () {
  const { baseUrl, fetch: emulated, project } = yield* Emulator.Emulator
  if (project === undefined) return yield* Effect.die("the emulator has no project")
  const { exported, url } = yield* collector

  // In your own code: `Layer.launch` of this, with `ServerAppConfig.layerConfig()` and the URL of your collector.
  const ServerLive = HttpRouter.serve(Routes, { disableListenLog: true, disableLogger: true }).pipe(
    Layer.provideMerge(NodeHttpServer.layer(() => createServer(), { port: 0 })),
    Layer.provideMerge(ServerApp.layer({ ...project, apiUrl: baseUrl })),
    Layer.provideMerge(Layer.mergeAll(observed(url), debugged, traced)),
    Layer.provide(Http.layerHandler(emulated))
  )

  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  const headers = yield* Sessions.authHeaders
  const key = yield* ApiKeys.create({ description: "CI", expiresAt: null })

  yield* Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    if (address._tag === "UnixPathAddress") return yield* Effect.die("the server has no port")
    const call = (path: string, headers: HeadersInit = {}) =>
      Effect.promise(async () => {
        const response = await fetch(`http://127.0.0.1:${address.port}${path}`, { headers })
        return { status: response.status, text: await response.text() }
      })
    assert.equal((yield* call("/orders?code=SECRET", headers)).status, 200)
    assert.equal((yield* call("/orders")).status, 401)
    assert.equal((yield* call("/report", { "x-api-key": Redacted.value(key.value) })).status, 200)
    assert.match((yield* call("/metrics")).text, /^gatefold_api_key_checks_total\{gatefold_outcome="miss"\} 1$/m)
    // Otherwise every few seconds, and when the server ends.
    yield* (yield* OtlpExporter.Flusher).flush
  }).pipe(Effect.provide(ServerLive))

  const spans = namesOf(exported, "spans")
  const metrics = namesOf(exported, "metrics")
  assert(spans.includes("AccessTokenVerifier.verify"))
  assert(metrics.includes("gatefold.verify.duration"))
  assert(exported.some((body) => body.includes('"exemplars":[{"asDouble":')))
  for (const secret of ["SECRET", Redacted.value(key.value), ...Object.values(headers)]) {
    assert(!exported.some((body) => body.includes(secret)))
  }
  yield* Console.log(`spans: ${spans.join(", ")}`)
  yield* Console.log(`metrics: ${metrics.join(", ")}`)
}).pipe(Effect.scoped)

run(import.meta.main, example)
