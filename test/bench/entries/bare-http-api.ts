/** A browser app that calls a server of its own through Effect's typed client, without Gatefold. */
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Schema from "effect/Schema"

class Orders extends HttpApiGroup.make("orders").add(
  HttpApiEndpoint.get("mine", "/orders", { success: Schema.String }),
  HttpApiEndpoint.get("all", "/orders/all", { success: Schema.String })
) {}

class Api extends HttpApi.make("shop").add(Orders) {}

const program = Effect.gen(function* () {
  const { orders } = yield* HttpApiClient.make(Api, { baseUrl: "https://shop.example.com" })
  return [yield* orders.mine(), yield* orders.all()]
})

export const main = () => Effect.runPromise(Effect.provide(program, FetchHttpClient.layer))
