/** Clients of an app's own API, `HttpApi` and procedures, that act as the signed-in user of the app. */
import { createServer } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { Console, Effect, Layer, Schema } from "effect"
import { FetchHttpClient, HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiClient, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Rpc, RpcClient, RpcGroup, RpcSerialization, RpcServer } from "effect/rpc"
import { Http, Password } from "gatefold"
import { Backend } from "gatefold/backend"
import { AuthorizedClient } from "gatefold/backend/client"
import { CurrentUser, SignedIn, SignedInRpc } from "gatefold/backend/middleware"
import { Emulator } from "gatefold/emulator"
import { run } from "./demo.ts"

class Orders extends HttpApiGroup.make("orders")
  .add(HttpApiEndpoint.get("mine", "/orders", { success: Schema.String }))
  .middleware(SignedIn) {}

class Api extends HttpApi.make("shop").add(Orders) {}

class Procedures extends RpcGroup.make(Rpc.make("WhoAmI", { success: Schema.String }).middleware(SignedInRpc)) {}

const OrdersLive = HttpApiBuilder.group(Api, "orders", (handlers) =>
  handlers.handle("mine", () => Effect.map(CurrentUser, ({ id }) => `Orders of ${id}`))
)

const Routes = Layer.merge(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(OrdersLive)),
  RpcServer.layerHttp({ group: Procedures, path: "/rpc", protocol: "http" }).pipe(
    Layer.provide(Procedures.toLayer({ WhoAmI: () => Effect.map(CurrentUser, ({ id }) => id) })),
    Layer.provide(RpcSerialization.layerNdjson)
  )
).pipe(Layer.provide(Backend.layer()))

const ServerLive = HttpRouter.serve(Routes, { disableListenLog: true, disableLogger: true }).pipe(
  Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0 }))
)

/** The server asks the emulator, without a network. */
const EmulatedLive = Layer.unwrap(
  Effect.map(Emulator, ({ fetch }) => Layer.provide(ServerLive, Http.layerHandler(fetch)))
)

export const example = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  if (address._tag === "UnixPathAddress") return yield* Effect.die("the server has no port")
  const baseUrl = `http://127.0.0.1:${address.port}`

  const myOrders = Effect.gen(function* () {
    const client = yield* HttpApiClient.make(Api, { baseUrl })
    return yield* client.orders.mine()
  }).pipe(Effect.provide([AuthorizedClient.layer, FetchHttpClient.layer]))

  const whoAmI = Effect.gen(function* () {
    const client = yield* AuthorizedClient.makeRpc(Procedures)
    return yield* client.WhoAmI()
  }).pipe(
    Effect.scoped,
    Effect.provide(
      RpcClient.layerProtocolHttp({ url: `${baseUrl}/rpc` }).pipe(
        Layer.provide([RpcSerialization.layerNdjson, FetchHttpClient.layer])
      )
    )
  )

  yield* myOrders.pipe(Effect.catchTag("Unauthorized", (error) => Console.log(error.message)))
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  yield* Console.log(yield* myOrders)
  yield* Console.log("I am", yield* whoAmI)
}).pipe(Effect.provide(EmulatedLive))

run(import.meta.main, example)
