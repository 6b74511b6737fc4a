/** Two processes of one backend: they share public keys and count rate limits together. */
import { NodeRedis } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { Config, Console, Effect, Layer, Option, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ClientApp, Http, Password, Sessions } from "gatefold"
import { Backend, Fleet } from "gatefold/backend"
import { LimitPerAddress, LimitPerUser, RateLimit, SignedIn } from "gatefold/backend/middleware"
import * as Emulator from "gatefold/emulator"
import { run } from "./demo.ts"

class Mails extends HttpApiGroup.make("mails")
  .add(
    HttpApiEndpoint.get("send", "/send", { success: Schema.String })
      .annotate(RateLimit, { perUser: { limit: 3, window: "1 minute" } })
      .middleware(LimitPerUser)
  )
  .middleware(SignedIn)
  .middleware(LimitPerAddress) {}

class Api extends HttpApi.make("mails").add(Mails) {}

const MailsLive = HttpApiBuilder.group(Api, "mails", (handlers) =>
  handlers.handle("send", () => Effect.succeed("sent"))
)

const Routes = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(MailsLive),
  Layer.provide([Backend.layer(), Backend.layerRateLimits({ trustedProxies: 1 })])
)

/** Shared by the processes. The layer connects on its own, now or later. */
export const Shared = Fleet.layerRedisConfig({
  redis: NodeRedis.layerConfig({ url: Config.String("REDIS_URL"), disableOfflineQueue: Config.succeed(true) }),
  secret: Config.Redacted("FLEET_SECRET")
})

/** The same over a table of a Postgres. */
export const SharedPostgres = Fleet.layerPostgresConfig({
  sql: PgClient.layerConfig({ url: Config.Redacted("DATABASE_URL"), maxConnections: Config.succeed(5) }),
  secret: Config.Redacted("FLEET_SECRET")
})

/** Without Redis, this example uses a store in memory and runs both processes in one. */
const shared = Effect.gen(function* () {
  const url = yield* Config.option(Config.String("REDIS_URL"))
  if (Option.isSome(url)) return Shared
  return Fleet.layer(yield* Fleet.memory, { secret: "in your own code, a secret of the environment" })
})

export const example = Effect.gen(function* () {
  const emulator = yield* Emulator.Emulator
  const app = yield* ClientApp.ClientApp
  const FleetLive = yield* shared
  // In your own code: `HttpRouter.serve(Routes)` in each process, over `ClientAppConfig.layerConfig()` and `Shared`.
  const startProcess = () =>
    HttpRouter.toWebHandler(
      Routes.pipe(
        Layer.provide(FleetLive),
        Layer.provide(Layer.succeed(ClientApp.ClientApp, app)),
        Layer.provide(Http.layerHandler(emulator.fetch)),
        Layer.provideMerge(HttpServer.layerServices)
      ),
      { disableLogger: true }
    )
  const processes = [startProcess(), startProcess()]

  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  const headers = yield* Sessions.authHeaders
  for (const i of [0, 1, 0, 1, 0]) {
    const response = yield* Effect.promise(() =>
      processes[i]!.handler(new Request("https://mails.example.com/send", { headers }))
    )
    const retryAfter = response.headers.get("retry-after")
    yield* Console.log(`process ${i}: ${response.status}${retryAfter === null ? "" : `, retry after ${retryAfter} s`}`)
  }
  const entries = yield* emulator.journal.entries
  const fetches = entries.filter(({ path }) => path.endsWith("/jwks.json")).length
  yield* Console.log(`fetches of the public keys: ${fetches}`)
  yield* Effect.promise(() => Promise.all(processes.map(({ dispose }) => dispose())))
}).pipe(Effect.scoped)

run(import.meta.main, example)
