/** The handlers, and the server. */
import { createServer } from "node:http"
import { NodeHttpServer, NodeRuntime } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Backend } from "gatefold/backend"
import { CurrentUser } from "gatefold/backend/middleware"
import * as ClientAppConfig from "gatefold/config"
import { Api } from "./articles-api.ts"

const articles: Array<string> = [] // your database

export const ArticlesLive = HttpApiBuilder.group(Api, "articles", (handlers) =>
  handlers
    .handle("list", () => Effect.sync(() => [...articles]))
    .handle("write", ({ payload }) =>
      Effect.gen(function* () {
        const { claims } = yield* CurrentUser
        articles.push(`${payload.title} by ${claims.userId}`)
      })
    )
    .handle("clear", () => Effect.sync(() => void articles.splice(0)))
)

/** Needs a `ClientApp`: the project whose users call. */
export const Routes = HttpApiBuilder.layer(Api).pipe(Layer.provide(ArticlesLive), Layer.provide(Backend.layer()))

if (import.meta.main) {
  const ServerLive = HttpRouter.serve(Routes).pipe(
    Layer.provide(ClientAppConfig.layerConfig()), // reads STACK_PROJECT_ID, STACK_API_URL, …
    Layer.provide(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: Number(process.env.PORT ?? 3000) }))
  )
  NodeRuntime.runMain(Layer.launch(ServerLive))
}
