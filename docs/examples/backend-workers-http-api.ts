/**
 * The middleware of "Protect a backend" on Cloudflare Workers: an `HttpApi` is a function from `Request` to `Response`.
 */
import { Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { ClientApp } from "gatefold"
import { Backend } from "gatefold/backend"
import { CurrentUser, SignedIn } from "gatefold/backend/middleware"

class Orders extends HttpApiGroup.make("orders")
  .add(HttpApiEndpoint.get("mine", "/", { success: Schema.String.pipe(HttpApiSchema.asText()) }))
  .middleware(SignedIn) {}

class Api extends HttpApi.make("shop").add(Orders) {}

const OrdersLive = HttpApiBuilder.group(Api, "orders", (handlers) =>
  handlers.handle("mine", () =>
    Effect.gen(function* () {
      const user = yield* (yield* CurrentUser).get
      return `Orders of ${user.primaryEmail}`
    })
  )
)

interface Env {
  readonly STACK_PROJECT_ID: string
  readonly STACK_PUBLISHABLE_CLIENT_KEY: string
  readonly STACK_API_URL?: string
}

const makeHandler = (env: Env) =>
  HttpRouter.toWebHandler(
    HttpApiBuilder.layer(Api).pipe(
      Layer.provide([OrdersLive, HttpServer.layerServices]),
      Layer.provide(Backend.layer()),
      Layer.provide(
        ClientApp.layer({
          projectId: env.STACK_PROJECT_ID,
          publishableClientKey: env.STACK_PUBLISHABLE_CLIENT_KEY,
          apiUrl: env.STACK_API_URL
        })
      )
    ),
    { disableLogger: true }
  ).handler

let handler: ReturnType<typeof makeHandler> | undefined

export default {
  fetch: (request: Request, env: Env): Promise<Response> => {
    handler ??= makeHandler(env)
    return handler(request)
  }
}
