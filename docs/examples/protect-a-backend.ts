/** The guide "Protect a backend" as a program: an API with users, permissions, teams and API keys, over HTTP. */
import { createServer } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { Console, Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Anonymous, Http, Password, Sessions, Teams } from "gatefold"
import { Backend } from "gatefold/backend"
import {
  Allow,
  ApiKeyMiddleware,
  CurrentApiKey,
  CurrentTeam,
  CurrentUser,
  MaybeCurrentUser,
  MaybeSignedIn,
  Permission,
  RequirePermission,
  RequireTeamPermission,
  SignedIn,
  TeamMember
} from "gatefold/backend/middleware"
import * as Emulator from "gatefold/emulator"
import { ServerApp } from "gatefold/server"
import { run } from "./demo.ts"

export class Orders extends HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.get("mine", "/orders", { success: Schema.String }),
    HttpApiEndpoint.get("all", "/orders/all", { success: Schema.String })
      .annotate(Permission, "orders:read")
      .middleware(RequirePermission),
    HttpApiEndpoint.get("ofTeam", "/teams/:teamId/orders", {
      params: { teamId: Schema.String },
      success: Schema.String
    })
      .annotate(Permission, "$read_members")
      .middleware(RequireTeamPermission)
      .middleware(TeamMember)
  )
  .middleware(SignedIn) {}

export class Machines extends HttpApiGroup.make("machines")
  .add(HttpApiEndpoint.get("report", "/report", { success: Schema.String }))
  .middleware(ApiKeyMiddleware) {}

export class Front extends HttpApiGroup.make("front")
  .add(HttpApiEndpoint.get("hello", "/hello", { success: Schema.String }))
  .middleware(MaybeSignedIn) {}

export class Cart extends HttpApiGroup.make("cart")
  .add(
    HttpApiEndpoint.get("show", "/cart", { success: Schema.String }).annotate(Allow, ["restricted", "anonymous"]),
    HttpApiEndpoint.get("invite", "/cart/invite", { success: Schema.String }).annotate(Allow, ["restricted"])
  )
  .middleware(SignedIn) {}

export class Api extends HttpApi.make("shop").add(Orders).add(Machines).add(Front).add(Cart) {}

export const OrdersLive = HttpApiBuilder.group(Api, "orders", (handlers) =>
  handlers
    .handle("mine", () =>
      Effect.gen(function* () {
        const { claims, get } = yield* CurrentUser // claims cost nothing, `get` asks the service
        const user = yield* get
        return `Orders of ${user.displayName ?? claims.userId}`
      })
    )
    .handle("all", () => Effect.succeed("Orders of everybody"))
    .handle("ofTeam", () => Effect.map(CurrentTeam, (team) => `Orders of ${team.displayName}`))
)

const MachinesLive = HttpApiBuilder.group(Api, "machines", (handlers) =>
  handlers.handle("report", () => Effect.map(CurrentApiKey, (key) => `Report for a key of a ${key.type}`))
)

const FrontLive = HttpApiBuilder.group(Api, "front", (handlers) =>
  handlers.handle("hello", () =>
    Effect.map(MaybeCurrentUser, (user) => (user === null ? "Hello. Please sign in." : `Hello ${user.id}.`))
  )
)

const CartLive = HttpApiBuilder.group(Api, "cart", (handlers) =>
  handlers
    .handle("show", () => Effect.map(CurrentUser, ({ claims }) => `The cart of a user who is ${claims.kind}`))
    .handle("invite", () => Effect.succeed("Bring a friend"))
)

const Routes = HttpApiBuilder.layer(Api).pipe(
  Layer.provide([OrdersLive, MachinesLive, FrontLive, CartLive]),
  Layer.provide([Backend.layer(), Backend.layerApiKeys()])
)

const ServerLive = HttpRouter.serve(Routes, { disableListenLog: true, disableLogger: true }).pipe(
  Layer.provideMerge(NodeHttpServer.layer(() => createServer(), { port: 0 }))
)

export const example = Effect.gen(function* () {
  const { baseUrl, fetch: emulated, project } = yield* Emulator.Emulator
  if (project === undefined) return yield* Effect.die("the emulator has no project")
  // In your own code: `ServerAppConfig.layerConfig()`, which reads STACK_SECRET_SERVER_KEY and its like.
  const AppLive = ServerApp.layer({ ...project, apiUrl: baseUrl }).pipe(Layer.provideMerge(Http.layerHandler(emulated)))

  yield* Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    if (address._tag === "UnixPathAddress") return yield* Effect.die("the server has no port")
    const call = (path: string, headers: HeadersInit = {}) =>
      Effect.promise(async () => {
        const response = await fetch(`http://127.0.0.1:${address.port}${path}`, { headers })
        return Console.log(path, response.status, await response.text())
      }).pipe(Effect.flatten)

    yield* call("/orders")
    yield* call("/hello")
    yield* Anonymous.signUp
    const guest = yield* Sessions.authHeaders
    for (const path of ["/cart", "/cart/invite", "/orders", "/hello"]) yield* call(path, guest)
    yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
    const team = yield* Teams.create({ displayName: "Acme" })
    const headers = yield* Sessions.authHeaders
    yield* call("/orders", headers)
    yield* call("/hello", headers)
    yield* call("/orders/all", headers)
    yield* call(`/teams/${team.id}/orders`, headers)
    yield* call("/teams/another/orders", headers)
    yield* call("/report", { "x-api-key": "nonsense" })
  }).pipe(Effect.provide(ServerLive.pipe(Layer.provide(AppLive))))
})

run(import.meta.main, example)
