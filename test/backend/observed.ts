/**
 * A backend in its own process that exports over OTLP: `observed.ts <settings as JSON>`. Prints its URL, and ends with
 * its parent.
 */
import { createServer } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Otlp from "effect/observability/Otlp"
import * as Guards from "../../src/backend/middleware/Guards.ts"
import * as Backend from "../../src/backend/request/Backend.ts"
import * as Telemetry from "../../src/backend/telemetry/Telemetry.ts"
import * as Teams from "../../src/client/Teams.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import { Shop } from "./observedApi.ts"

/** What the process is told. */
export interface Settings {
  readonly apiUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
  /** Where it exports to. */
  readonly collector: string
}

const { collector, ...project } = JSON.parse(process.argv[2]!) as Settings

const Handlers = HttpApiBuilder.group(Shop, "teams", (handlers) =>
  handlers
    .handle("count", () => Effect.map(Effect.orDie(Teams.list), (teams) => teams.length))
    .handle("close", () => Effect.as(Guards.requirePermission("teams:close"), "closed"))
)

const Observed = Layer.mergeAll(
  Telemetry.layer,
  Layer.succeed(Telemetry.SendTraceContext, true),
  Layer.succeed(Telemetry.DebugShare, 1)
).pipe(
  Layer.provideMerge(
    Otlp.layerJson({
      baseUrl: collector,
      resource: { serviceName: "backend" },
      tracerExportInterval: "200 millis",
      metricsExportInterval: "200 millis",
      loggerExportInterval: "200 millis"
    })
  ),
  Layer.provide(FetchHttpClient.layer)
)

const Announced = Layer.effectDiscard(
  Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
    address._tag === "UnixPathAddress" ? Effect.void : Console.log(`http://127.0.0.1:${address.port}`)
  )
)

const Served = HttpRouter.serve(
  HttpApiBuilder.layer(Shop).pipe(
    Layer.provide(Handlers),
    Layer.provide(Backend.layer()),
    Layer.provide(ClientApp.layer(project))
  ),
  { disableListenLog: true, disableLogger: true }
)

process.once("disconnect", () => process.exit())

Effect.runFork(
  Layer.launch(
    // The server listens before it has routes.
    Announced.pipe(
      Layer.provide(Served),
      Layer.provide(NodeHttpServer.layer(() => createServer(), { port: 0, host: "127.0.0.1" })),
      Layer.provide(Observed)
    )
  )
)
