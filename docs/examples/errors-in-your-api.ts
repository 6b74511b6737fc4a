/** An HttpApi and a procedure of one's own that fail with Gatefold's errors, and a client that catches them by tag. */
import { Console, Effect, Layer, Schema } from "effect"
import { FetchHttpClient, HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiClient, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Rpc, RpcGroup, RpcTest } from "effect/rpc"
import { Password } from "gatefold"
import { EmailPasswordMismatch, Ids, TeamNotFound } from "gatefold/api"
import { type ServerApp, Teams } from "gatefold/server"
import { run, server } from "./demo.ts"

const Credentials = Schema.Struct({ email: Schema.String, password: Schema.String })

class Api extends HttpApi.make("shop").add(
  HttpApiGroup.make("door").add(
    HttpApiEndpoint.post("enter", "/enter", {
      payload: Credentials,
      success: Schema.String,
      error: EmailPasswordMismatch
    })
  )
) {}

const Shop = RpcGroup.make(
  Rpc.make("TeamName", { payload: { teamId: Ids.TeamId }, success: Schema.String, error: TeamNotFound })
)

const ShopLive = Shop.toLayer(
  Effect.gen(function* () {
    const app = yield* Effect.context<ServerApp.ServerApp>()
    return {
      TeamName: ({ teamId }) =>
        Teams.get(teamId).pipe(
          Effect.map((team) => team.displayName),
          Effect.catchTags({ RequestRefused: Effect.die, TransportError: Effect.die }),
          Effect.provideContext(app)
        )
    }
  })
)

export const example = Effect.gen(function* () {
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof Password.signIn>>>()
  const DoorLive = HttpApiBuilder.group(Api, "door", (handlers) =>
    handlers.handle("enter", ({ payload }) =>
      Password.signIn(payload).pipe(
        Effect.as("Come in."),
        // what is not part of the contract is a defect: 500
        Effect.catch((error) => (error._tag === "EmailPasswordMismatch" ? Effect.fail(error) : Effect.die(error))),
        Effect.provideContext(context)
      )
    )
  )
  const { dispose, handler } = HttpRouter.toWebHandler(
    HttpApiBuilder.layer(Api).pipe(Layer.provide(DoorLive), Layer.provideMerge(HttpServer.layerServices)),
    { disableLogger: true }
  )
  const client = yield* HttpApiClient.make(Api, { baseUrl: "https://shop.example.com" }).pipe(
    Effect.provide(FetchHttpClient.layer)
  )
  const answer = yield* client.door.enter({ payload: { email: "ann@example.org", password: "wrong horse" } }).pipe(
    Effect.catchTag("EmailPasswordMismatch", ({ message }) => Effect.succeed(`Refused: ${message}`)),
    Effect.provideService(FetchHttpClient.Fetch, (url, init) => handler(new Request(url, init)))
  )
  yield* Console.log(answer)
  yield* Effect.promise(dispose)

  const shop = yield* RpcTest.makeClient(Shop).pipe(Effect.provide(ShopLive))
  const teamId = "3ab9a1de-6b52-4a2c-8a4c-6a5f4e0a7d10"
  const name = yield* shop
    .TeamName({ teamId })
    .pipe(Effect.catchTag("TeamNotFound", ({ details }) => Effect.succeed(`No team ${details.teamId}`)))
  yield* Console.log(name)
}).pipe(Effect.scoped, Effect.provide(server))

run(import.meta.main, example)
