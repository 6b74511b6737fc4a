/** Protecting an HttpApi: sessions, permissions, and the responses for everyone else. */
import { Console, Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ClientApp, Http, Password, Sessions } from "gatefold"
import { Backend, CurrentUser, Permission, RequirePermission, SignedIn } from "gatefold/backend"
import * as Emulator from "gatefold/emulator"
import { run } from "./demo.ts"

class Orders extends HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.get("mine", "/orders", { success: Schema.String }),
    HttpApiEndpoint.get("all", "/orders/all", { success: Schema.String })
      .annotate(Permission, "orders:read")
      .middleware(RequirePermission)
  )
  .middleware(SignedIn) {}

class Api extends HttpApi.make("shop").add(Orders) {}

const OrdersLive = HttpApiBuilder.group(Api, "orders", (handlers) =>
  handlers
    .handle("mine", () =>
      Effect.flatMap(CurrentUser, ({ get }) => Effect.map(get, (user) => `of ${user.primaryEmail}`))
    )
    .handle("all", () => Effect.succeed("of everybody"))
)

const Routes = HttpApiBuilder.layer(Api).pipe(Layer.provide(OrdersLive), Layer.provide(Backend.layer()))

export const example = Effect.gen(function* () {
  const emulator = yield* Emulator.Emulator
  const app = yield* ClientApp.ClientApp
  // In your own code: `HttpRouter.serve(Routes)`, over `ClientAppConfig.layerConfig()` and `NodeHttpServer.layer`.
  const { dispose, handler } = HttpRouter.toWebHandler(
    Routes.pipe(
      Layer.provide(Layer.succeed(ClientApp.ClientApp, app)),
      Layer.provide(Http.layerHandler(emulator.fetch)),
      Layer.provideMerge(HttpServer.layerServices)
    ),
    { disableLogger: true }
  )
  const call = (path: string, headers: HeadersInit) =>
    Effect.promise(async () => {
      const response = await handler(new Request(`https://shop.example.com${path}`, { headers }))
      return `${path} ${response.status} ${await response.text()}`
    })
  yield* Console.log(yield* call("/orders", {}))
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  const headers = yield* Sessions.authHeaders
  yield* Console.log(yield* call("/orders", headers))
  yield* Console.log(yield* call("/orders/all", headers))
  yield* Effect.promise(dispose)
})

run(import.meta.main, example)
