/** The procedures of `DeveloperContract.ts`. They show codes and grant rights: never a part of a real backend. */
import { Duration, Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { RpcSerialization, RpcServer } from "effect/rpc"
import { Backend } from "gatefold/backend"
import { CurrentUser } from "gatefold/backend/middleware"
import { Emulator } from "gatefold/emulator"
import { Permissions } from "gatefold/server"
import { adminPermission } from "../../backend/AdminPermission.ts"
import { Developer, developerPath } from "../../backend/DeveloperContract.ts"
import { isFromOwnPage } from "../../backend/SameOrigin.ts"
import { only } from "../../backend/ServiceErrors.ts"
import * as Mails from "./Mails.ts"
import { accounts } from "./People.ts"
import * as Requests from "./Requests.ts"
import * as TerminalLogins from "./TerminalLogins.ts"

const clock = Effect.gen(function* () {
  const { clock } = yield* Emulator
  return {
    now: new Date(yield* clock.currentTimeMillis),
    offsetMillis: Duration.toMillis(yield* clock.offset)
  }
})

const DeveloperLive = Developer.toLayer(
  Effect.gen(function* () {
    const emulator = yield* Emulator
    const logins = yield* TerminalLogins.TerminalLogins
    return {
      DemoAccounts: () => Effect.succeed(accounts),
      Mails: Mails.list,
      Requests: Requests.list,
      GetClock: () => clock,
      AdvanceClock: ({ millis }) => Effect.andThen(emulator.clock.advance(millis), clock),
      ResetClock: () => Effect.andThen(emulator.clock.reset, clock),
      StartTerminalLogin: logins.start,
      GetTerminalLogin: ({ id }) => logins.get(id),
      MakeMeAdmin: () =>
        Effect.flatMap(CurrentUser, ({ id }) =>
          Permissions.grant({ userId: id, permissionId: adminPermission }).pipe(Effect.asVoid, only())
        )
    }
  })
)

/** Refuses every request that doesn't come from a page of this server. */
const OwnPagesOnly = HttpRouter.middleware((httpEffect) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    isFromOwnPage(request)
      ? httpEffect
      : Effect.succeed(HttpServerResponse.text("This is for the pages of the demo.", { status: 403 }))
  )
).layer

const Procedures = RpcServer.layerHttp({ group: Developer, path: developerPath, protocol: "http" }).pipe(
  Layer.provide(DeveloperLive),
  Layer.provide(TerminalLogins.layer),
  Layer.provide(RpcSerialization.layerJson)
)

/** The routes, over the emulator and the apps of the demo's project. */
export const DeveloperRoutes = Layer.mergeAll(Procedures, Mails.PageRoute).pipe(
  Layer.provide(OwnPagesOnly),
  Layer.provide(Backend.layer())
)
