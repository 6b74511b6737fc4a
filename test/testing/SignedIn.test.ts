/** The handlers of an API, tested as its author would. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpApiTest from "effect/http-api/HttpApiTest"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Guards from "../../src/backend/middleware/Guards.ts"
import { ApiKeyMiddleware, CurrentUser } from "../../src/backend/middleware/index.ts"
import * as ClientCurrentUser from "../../src/client/CurrentUser.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as Teams from "../../src/client/Teams.ts"
import { signedIn, type SignedInOptions, signedOut } from "../../src/testing/SignedIn.ts"
import { Api, OrdersLive } from "../backend/api.ts"

const noKeys = Layer.succeed(ApiKeyMiddleware, { apiKey: (httpEffect) => httpEffect as never })
const handlers = (options: SignedInOptions) =>
  OrdersLive.pipe(
    Layer.provideMerge(signedIn(options)),
    Layer.provideMerge(noKeys),
    Layer.merge(HttpServer.layerServices)
  )

const client = HttpApiTest.groups(Api, ["orders"])

describe("signedIn", () => {
  it.effect("lets a test call protected handlers", () =>
    Effect.gen(function* () {
      const { orders } = yield* client
      expect(yield* orders.name()).toBe("Ann")
      expect(yield* orders.all()).toBe("all")
      expect(yield* orders.invoices({ params: { teamId: "acme" } })).toBe("Acme")
      expect(yield* Effect.flip(orders.ofTeam({ params: { teamId: "other" } }))).toMatchObject({ reason: "team" })
    }).pipe(
      Effect.provide(
        handlers({
          user: { displayName: "Ann" },
          permissions: ["orders:read"],
          teams: [{ displayName: "Acme", permissions: ["invoices:read"] }]
        })
      )
    )
  )

  it.effect("gives no more than is asked for", () =>
    Effect.gen(function* () {
      const { orders } = yield* client
      expect(yield* Effect.flip(orders.all())).toMatchObject({ _tag: "Forbidden", permission: "orders:read" })
      expect(yield* Effect.flip(orders.nobody())).toMatchObject({ _tag: "Forbidden" })
    }).pipe(Effect.provide(handlers({})))
  )

  it.effect("lets a test call effects that need a user", () =>
    Effect.gen(function* () {
      const { id, get } = yield* CurrentUser
      expect((yield* get).id).toBe(id)
      expect((yield* ClientCurrentUser.get)?.displayName).toBe("Ann")
      expect((yield* Teams.list).map(({ displayName }) => displayName)).toStrictEqual(["Acme Inc."])
      yield* Guards.requirePermission("orders:read")
      yield* Sessions.signOut
      expect(yield* ClientCurrentUser.get).toBeNull()
    }).pipe(
      Effect.provide(
        signedIn({
          user: { displayName: "Ann" },
          permissions: ["orders:read"],
          teams: [{ displayName: "Acme Inc." }]
        })
      )
    )
  )

  it.effect("says so when it is asked for more than it knows", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(ClientCurrentUser.setDisplayName("Bob"))
      expect(String(exit)).toContain("use EmulatedApp for it")
    }).pipe(Effect.provide(signedIn()))
  )
})

describe("signedOut", () => {
  it.effect("is refused", () =>
    Effect.gen(function* () {
      const { orders } = yield* client
      expect(yield* Effect.flip(orders.mine())).toMatchObject({ _tag: "Unauthorized", reason: "missing" })
      expect(yield* ClientCurrentUser.get).toBeNull()
    }).pipe(
      Effect.provide(
        OrdersLive.pipe(
          Layer.provideMerge(signedOut),
          Layer.provideMerge(noKeys),
          Layer.merge(HttpServer.layerServices)
        )
      )
    )
  )
})
