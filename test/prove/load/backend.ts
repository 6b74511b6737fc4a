/**
 * A backend with `SignedIn`, with API keys, and with neither: `backend.ts <settings as JSON>`. Prints its URL, and ends
 * with its parent.
 */
import { createServer } from "node:http"
import { NodeHttpServer, NodeRedis } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Fleet from "../../../src/backend/fleet/Fleet.ts"
import { ApiKeyMiddleware, CurrentApiKey, CurrentUser, SignedIn } from "../../../src/backend/middleware/index.ts"
import * as Backend from "../../../src/backend/request/Backend.ts"
import * as ClientApp from "../../../src/http/ClientApp.ts"
import * as ServerApp from "../../../src/server/ServerApp.ts"
import type { StoreSettings } from "../../support/storeServers.ts"

/** Where the service is, and what the backend is told. */
export interface Settings extends StoreSettings {
  readonly apiUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
  readonly secretServerKey: string
  /** How long an answer about an API key is believed. */
  readonly cacheSeconds: number
}

const Who = Schema.Struct({ id: Schema.NullOr(Schema.String), session: Schema.NullOr(Schema.String) })

class Bare extends HttpApiGroup.make("bare").add(HttpApiEndpoint.get("nobody", "/bare", { success: Who })) {}

class Users extends HttpApiGroup.make("users")
  .add(HttpApiEndpoint.get("me", "/me", { success: Who }))
  .middleware(SignedIn) {}

class Machines extends HttpApiGroup.make("machines")
  .add(HttpApiEndpoint.get("whose", "/key", { success: Who }))
  .middleware(ApiKeyMiddleware) {}

class Api extends HttpApi.make("load").add(Bare).add(Users).add(Machines) {}

const Handlers = Layer.mergeAll(
  HttpApiBuilder.group(Api, "bare", (handlers) =>
    handlers.handle("nobody", () => Effect.succeed({ id: null, session: null }))
  ),
  HttpApiBuilder.group(Api, "users", (handlers) =>
    handlers.handle("me", () => Effect.map(CurrentUser, ({ claims, id }) => ({ id, session: claims.sessionId })))
  ),
  HttpApiBuilder.group(Api, "machines", (handlers) =>
    handlers.handle("whose", () =>
      Effect.map(CurrentApiKey, (key) => ({ id: key.type === "user" ? key.userId : null, session: null }))
    )
  )
)

const { cacheSeconds, postgresUrl, redisUrl, ...project } = JSON.parse(process.argv[2]!) as Settings

const secret = "a secret of the fleet under load, 32 characters or more"

const Shared =
  redisUrl !== undefined
    ? Fleet.layerRedis({ redis: NodeRedis.layer({ url: redisUrl, disableOfflineQueue: true }), secret })
    : postgresUrl !== undefined
      ? Fleet.layerPostgres({ sql: PgClient.layer({ url: Redacted.make(postgresUrl), maxConnections: 5 }), secret })
      : Layer.empty

const Authentication = Layer.merge(
  Backend.layer(),
  Backend.layerApiKeys({ cacheTtl: Duration.seconds(cacheSeconds) })
).pipe(Layer.provide(Shared), Layer.provide(Layer.merge(ClientApp.layer(project), ServerApp.layer(project))))

const Announced = Layer.effectDiscard(
  Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
    address._tag === "UnixPathAddress" ? Effect.void : Console.log(`http://127.0.0.1:${address.port}`)
  )
)

const Served = HttpRouter.serve(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(Handlers), Layer.provide(Authentication)),
  {
    disableListenLog: true,
    disableLogger: true
  }
)

/** How much CPU time it has used. */
process.on("message", () => process.send!(process.cpuUsage()))
process.once("disconnect", () => process.exit())

Effect.runFork(
  Layer.launch(
    // The server listens before it has routes.
    Announced.pipe(
      Layer.provide(Served),
      Layer.provide(NodeHttpServer.layer(() => createServer(), { port: 0, host: "127.0.0.1" }))
    )
  )
)
