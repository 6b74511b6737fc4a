/** The app of `bare-http-api.ts`, whose server asks for signed-in users: what its API says of that comes with it. */
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Schema from "effect/Schema"
import { Permission, RequirePermission, SignedIn } from "../../../src/backend/middleware/index.ts"

class Orders extends HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.get("mine", "/orders", { success: Schema.String }),
    HttpApiEndpoint.get("all", "/orders/all", { success: Schema.String })
      .annotate(Permission, "orders:read")
      .middleware(RequirePermission)
  )
  .middleware(SignedIn) {}

class Api extends HttpApi.make("shop").add(Orders) {}

const program = Effect.gen(function* () {
  const { orders } = yield* HttpApiClient.make(Api, { baseUrl: "https://shop.example.com" })
  return [yield* orders.mine(), yield* orders.all()]
})

export const main = () => Effect.runPromise(Effect.provide(program, FetchHttpClient.layer))
