/**
 * The example backend as a program. It needs a project: STACK_PROJECT_ID,
 * STACK_PUBLISHABLE_CLIENT_KEY, STACK_SECRET_SERVER_KEY, STACK_SUPER_SECRET_ADMIN_KEY
 * and, unless it is the hosted service, STACK_API_URL. `npm start` prints such keys.
 */
import { NodeRuntime } from "@effect/platform-node"
import { Config, Console, Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import * as AdminAppConfig from "gatefold/admin/config"
import * as Listen from "./Listen.ts"
import { Routes } from "./Routes.ts"

const Announcement = Layer.effectDiscard(
  Effect.flatMap(Listen.url, (url) => Console.log(`The backend is at ${url}, its API described at ${url}/openapi.json`))
)

const Server = Effect.map(Config.Port("PORT").pipe(Config.withDefault(8104)), (port) =>
  Layer.merge(HttpRouter.serve(Routes, { disableListenLog: true }), Announcement).pipe(
    Layer.provide(Listen.layer(port)),
    Layer.provide(AdminAppConfig.layerConfig())
  )
)

// Stops cleanly with Ctrl-C.
NodeRuntime.runMain(Layer.launch(Layer.unwrap(Server)))
