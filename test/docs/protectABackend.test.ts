/** The guide to protecting a backend: its permission check works as the page says. */
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { HttpApi, HttpApiTest } from "effect/http-api"
import { signedIn, signedOut } from "gatefold/testing"
import { Orders, OrdersLive } from "../../docs/examples/protect-a-backend.ts"

const client = HttpApiTest.groups(HttpApi.make("shop").add(Orders), ["orders"])
const handlers = (user: typeof signedOut) =>
  Layer.merge(OrdersLive.pipe(Layer.provideMerge(user)), HttpServer.layerServices)

describe("the permission check of the guide", () => {
  it.effect("shows all orders to a user with the permission", () =>
    Effect.gen(function* () {
      const { orders } = yield* client
      expect(yield* orders.all()).toBe("Orders of everybody")
    }).pipe(Effect.provide(handlers(signedIn({ permissions: ["orders:read"] }))))
  )

  it.effect("refuses a user without the permission", () =>
    Effect.gen(function* () {
      const { orders } = yield* client
      expect(yield* Effect.flip(orders.all())).toMatchObject({ _tag: "Forbidden", permission: "orders:read" })
    }).pipe(Effect.provide(handlers(signedIn({ teams: [{ displayName: "Acme" }] }))))
  )

  it.effect("refuses signed-out visitors", () =>
    Effect.gen(function* () {
      const { orders } = yield* client
      expect(yield* Effect.flip(orders.mine())).toMatchObject({ _tag: "Unauthorized", reason: "missing" })
    }).pipe(Effect.provide(handlers(signedOut)))
  )
})
