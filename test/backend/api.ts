/** An API that uses every middleware, and a way to call it: requests and responses as browsers see them. */
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Scope } from "effect/Scope"
import { Forbidden, Unauthorized, Unavailable } from "../../src/backend/AuthErrors.ts"
import * as Guards from "../../src/backend/middleware/Guards.ts"
import {
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
} from "../../src/backend/middleware/index.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as Teams from "../../src/client/Teams.ts"

export class Orders extends HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.get("mine", "/orders", { success: Schema.String }),
    HttpApiEndpoint.get("name", "/name", { success: Schema.NullOr(Schema.String) }),
    HttpApiEndpoint.post("signOut", "/sign-out"),
    HttpApiEndpoint.get("crash", "/crash"),
    HttpApiEndpoint.get("all", "/orders/all", { success: Schema.String })
      .annotate(Permission, "orders:read")
      .middleware(RequirePermission),
    HttpApiEndpoint.get("nobody", "/nobody", { success: Schema.String }).middleware(RequirePermission),
    HttpApiEndpoint.get("guarded", "/guarded", {
      success: Schema.String,
      error: [Unauthorized, Forbidden, Unavailable]
    }),
    HttpApiEndpoint.get("ofTeam", "/teams/:teamId/orders", {
      params: { teamId: Schema.String },
      success: Schema.String
    }).middleware(TeamMember),
    HttpApiEndpoint.get("invoices", "/teams/:teamId/invoices", {
      params: { teamId: Schema.String },
      success: Schema.String
    })
      .annotate(Permission, "invoices:read")
      .middleware(RequireTeamPermission)
      .middleware(TeamMember),
    HttpApiEndpoint.get("ofSelectedTeam", "/team", { success: Schema.String }).middleware(TeamMember)
  )
  .middleware(SignedIn) {}

export class Machines extends HttpApiGroup.make("machines")
  .add(HttpApiEndpoint.get("whose", "/machine", { success: Schema.String }))
  .middleware(ApiKeyMiddleware) {}

export class Shop extends HttpApiGroup.make("shop")
  .add(
    HttpApiEndpoint.get("greeting", "/greeting", { success: Schema.NullOr(Schema.String) }),
    HttpApiEndpoint.get("teams", "/my-teams", { success: Schema.Number })
  )
  .middleware(MaybeSignedIn) {}

export class Api extends HttpApi.make("shop").add(Orders).add(Machines).add(Shop) {}

export const OrdersLive = HttpApiBuilder.group(Api, "orders", (handlers) =>
  handlers
    .handle("mine", () => Effect.map(CurrentUser, ({ claims }) => claims.userId))
    .handle("name", () => Effect.flatMap(CurrentUser, ({ get }) => Effect.map(get, (user) => user.displayName)))
    .handle("signOut", () => Effect.orDie(Sessions.signOut))
    .handle("crash", () => Effect.die(new Error("a defect")))
    .handle("all", () => Effect.succeed("all"))
    .handle("nobody", () => Effect.succeed("nobody"))
    .handle("guarded", () => Effect.as(Guards.requirePermission("orders:read"), "guarded"))
    .handle("ofTeam", () => Effect.map(CurrentTeam, ({ displayName }) => displayName))
    .handle("invoices", () => Effect.map(CurrentTeam, ({ displayName }) => displayName))
    .handle("ofSelectedTeam", () => Effect.map(CurrentTeam, ({ displayName }) => displayName))
)

const MachinesLive = HttpApiBuilder.group(Api, "machines", (handlers) =>
  handlers.handle("whose", () =>
    Effect.map(CurrentApiKey, (key) => (key.type === "user" ? `user ${key.userId}` : `team ${key.teamId}`))
  )
)

const ShopLive = HttpApiBuilder.group(Api, "shop", (handlers) =>
  handlers
    .handle("greeting", () => Effect.map(MaybeCurrentUser, (user) => user?.id ?? null))
    // What acts as the user fails for nobody.
    .handle("teams", () => Effect.match(Teams.list, { onFailure: () => -1, onSuccess: ({ length }) => length }))
)

/** The API, served to `Request`s. */
export const serve = Effect.gen(function* () {
  const app = yield* HttpRouter.toHttpEffect(
    HttpApiBuilder.layer(Api).pipe(
      Layer.provide([OrdersLive, MachinesLive, ShopLive]),
      Layer.provide(HttpServer.layerServices)
    )
  )
  const handler = HttpEffect.toWebHandlerWith<never, HttpServerRequest | Scope>(yield* Effect.context<never>())(app)
  return (path: string, headers: HeadersInit = {}, method = "GET") =>
    Effect.promise(() => handler(new Request(`https://shop.example.com${path}`, { method, headers })))
})
