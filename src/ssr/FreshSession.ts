/** Refreshes the session of a request before a page renders, while cookies can still be written. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as SharedRefreshes from "../backend/middleware/SharedRefreshes.ts"
import * as ClientApp from "../http/ClientApp.ts"
import * as RetryPolicy from "../http/RetryPolicy.ts"
import * as AppRuntime from "../promise/AppRuntime.ts"
import type { CreateClientAppOptions } from "../promise/ClientApp.ts"
import * as Session from "../session/Session.ts"
import { TokenStore } from "../token/TokenStore.ts"

/** How long a page waits, at most; it then tries itself. */
const timeout = "5 seconds"

/**
 * Makes a function that refreshes the session of a store if necessary. Failures are ignored: the page meets them
 * itself. Concurrent requests with the same refresh token share one refresh.
 */
export const make = (options: CreateClientAppOptions): ((store: TokenStore["Service"]) => Promise<void>) => {
  const app = AppRuntime.make(
    Layer.effect(ClientApp.ClientApp, Effect.flatMap(ClientApp.ClientApp, SharedRefreshes.share)).pipe(
      Layer.provide(ClientApp.layer(options)),
      Layer.provide(Layer.merge(options.http ?? Layer.empty, Layer.succeed(RetryPolicy.RetryPolicy, RetryPolicy.none)))
    )
  )
  const refresh = (store: TokenStore["Service"]) =>
    Effect.flatMap(Scope.make(), (scope) =>
      Layer.buildWithScope(Layer.fresh(Layer.provide(Session.layer, Layer.succeed(TokenStore, store))), scope).pipe(
        Effect.flatMap((context) => Context.get(context, Session.Session).credentials),
        // Closing waits for a refresh under way, so it happens in the background.
        Effect.onExit((exit) => Effect.forkDetach(Scope.close(scope, exit)))
      )
    )
  return async (store) => {
    await app.run(Effect.timeoutOption(refresh(store), timeout), {})
  }
}
