/** A server app whose options come from Effect's `Config`. It is a separate module, because `Config` needs `Schema`. */
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ClientApp } from "../http/ClientApp.ts"
import * as Environment from "../http/Environment.ts"
import * as ServerApp from "./ServerApp.ts"

/**
 * A server app, and the client app of the same project, from Effect's `Config`, by default the environment: what
 * `ClientAppConfig.layerConfig` reads, and `HEXCLAVE_SECRET_SERVER_KEY` or `STACK_SECRET_SERVER_KEY`.
 */
export const layerConfig: (
  overrides?: Partial<ServerApp.ServerAppOptions>
) => Layer.Layer<ServerApp.ServerApp | ClientApp, ServerApp.ServerAppError | Config.ConfigError> = Effect.fnUntraced(
  function* (overrides: Partial<ServerApp.ServerAppOptions> = {}) {
    const { secretServerKey = "", ...client } = yield* Environment.options("secretServerKey")
    return ServerApp.layer({ ...client, secretServerKey, ...Environment.withoutUndefined(overrides) })
  },
  Layer.unwrap
)
