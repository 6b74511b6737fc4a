/** The example backend on a free port, over an emulator in this process, and ways to call it. */
import { createServer } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Client from "../../../docs/examples/backend/Client.ts"
import { Routes } from "../../../docs/examples/backend/Routes.ts"
import type * as Emulator from "../../../src/emulator/node.ts"
import * as Session from "../../../src/session/Session.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"

/** A running backend. */
export class Running extends Context.Service<
  Running,
  {
    readonly url: string
    readonly client: ReturnType<typeof Client.make>
    /** A request without any help of ours. */
    readonly send: (path: string, init?: RequestInit) => Effect.Effect<Response>
  }
>()("test/Running") {}

const RunningLive = Layer.effect(
  Running,
  Effect.map(HttpServer.HttpServer, ({ address }) => {
    if (address._tag === "UnixPathAddress") throw new Error("the server has no port")
    const url = `http://127.0.0.1:${address.port}`
    return {
      url,
      client: Client.make(url),
      send: (path, init = {}) => Effect.promise(() => fetch(url + path, { redirect: "manual", ...init }))
    }
  })
)

/** The backend, with the emulator that it asks. */
export const layer = (options: Emulator.Options = {}) =>
  Layer.merge(HttpRouter.serve(Routes, { disableListenLog: true, disableLogger: true }), RunningLive).pipe(
    Layer.provide(NodeHttpServer.layer(() => createServer(), { port: 0, host: "127.0.0.1" })),
    Layer.provideMerge(
      EmulatedApp.layer({ project: { config: { allowUserApiKeys: true, allowTeamApiKeys: true } }, ...options })
    )
  )

/** Runs what needs a session as somebody who is signed in. */
export const as = (user: EmulatedApp.TestUser) =>
  Effect.provide(
    Layer.fresh(
      Session.layer.pipe(
        Layer.provide(
          Layer.succeed(
            TokenStore,
            MemoryTokenStore.make({
              accessToken: Redacted.make(user.accessToken),
              refreshToken: Redacted.make(user.refreshToken)
            })
          )
        )
      )
    )
  )
