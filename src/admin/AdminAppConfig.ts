/** An admin app whose options come from Effect's `Config`. It is a separate module, because `Config` needs `Schema`. */
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ClientApp } from "../http/ClientApp.ts"
import * as Environment from "../http/Environment.ts"
import type { ServerApp, ServerAppError } from "../server/ServerApp.ts"
import * as AdminApp from "./AdminApp.ts"

/**
 * An admin app, with the server app and the client app of the same project, from Effect's `Config`, by default the
 * environment: what `ServerAppConfig.layerConfig` reads, and `HEXCLAVE_SUPER_SECRET_ADMIN_KEY` or
 * `STACK_SUPER_SECRET_ADMIN_KEY`.
 */
export const layerConfig: (
  overrides?: Partial<AdminApp.AdminAppOptions>
) => Layer.Layer<AdminApp.AdminApp | ServerApp | ClientApp, ServerAppError | Config.ConfigError> = Effect.fnUntraced(
  function* (overrides: Partial<AdminApp.AdminAppOptions> = {}) {
    const { superSecretAdminKey = "", ...others } = yield* Environment.options("superSecretAdminKey", "secretServerKey")
    return AdminApp.layer({ ...others, superSecretAdminKey, ...Environment.withoutUndefined(overrides) })
  },
  Layer.unwrap
)
