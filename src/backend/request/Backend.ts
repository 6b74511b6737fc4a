/** Authentication for an app's own server, in one layer. */
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import type { TransportError } from "../../domain/errors/TransportError.ts"
import type * as ClientApp from "../../http/ClientApp.ts"
import * as ClientAppConfig from "../../http/ClientAppConfig.ts"
import type { ServerApp } from "../../server/ServerApp.ts"
import type { ApiKeyMiddleware } from "../middleware/AuthMiddleware.ts"
import * as AuthMiddlewareLayer from "../middleware/AuthMiddlewareLayer.ts"
import * as RateLimits from "../middleware/RateLimits.ts"
import * as RequestSessions from "../middleware/RequestSessions.ts"
import * as AccessTokenVerifier from "../verify/AccessTokenVerifier.ts"
import * as ApiKeyChecks from "../verify/ApiKeyChecks.ts"
import * as Readiness from "./internal/Readiness.ts"

/** How tokens are verified and requests read; everything is optional. */
export interface BackendOptions extends AccessTokenVerifier.VerifierOptions, RequestSessions.RequestOptions {}

/** The services that {@link layer} provides. */
export type Backend =
  | Layer.Success<typeof AuthMiddlewareLayer.layer>
  | Readiness.Readiness
  | RequestSessions.RequestSessions
  | AccessTokenVerifier.AccessTokenVerifier

/** The middleware for users, and its parts, over the client app in context. */
export const layer = (options: BackendOptions = {}): Layer.Layer<Backend, InvalidOption, ClientApp.ClientApp> =>
  Layer.merge(AuthMiddlewareLayer.layer, Readiness.layer).pipe(
    Layer.provideMerge(RequestSessions.layer(options)),
    Layer.provideMerge(AccessTokenVerifier.layer(options))
  )

/** A backend whose client app comes from Effect's `Config`, by default the environment. */
export const layerConfig = (
  options: BackendOptions = {}
): Layer.Layer<Backend | ClientApp.ClientApp, InvalidOption | TransportError | Config.ConfigError> =>
  layer(options).pipe(Layer.provideMerge(ClientAppConfig.layerConfig()))

/**
 * Succeeds when the process can authenticate requests: it has the project's public keys, and has reached the store of
 * its fleet. For readiness probes; it fetches what is missing.
 */
export const ready: Effect.Effect<void, Readiness.NotReady, Readiness.Readiness> = Effect.flatMap(
  Readiness.Readiness,
  (readiness) => readiness.ready
)

/** Becomes {@link ready} in the background when the server starts, instead of with the first request. */
export const warm: Layer.Layer<never, never, Readiness.Readiness> = Layer.effectDiscard(
  Effect.forkScoped(Effect.ignore(Effect.retry(ready, Schedule.spaced("1 second"))))
)

export { NotReady, Readiness } from "./internal/Readiness.ts"

/** The middleware about API keys, over the server app in context. */
export const layerApiKeys = (
  options: ApiKeyChecks.ApiKeyOptions = {}
): Layer.Layer<ApiKeyMiddleware, InvalidOption, ServerApp> =>
  AuthMiddlewareLayer.layerApiKeys.pipe(Layer.provide(ApiKeyChecks.layer(options)))

/** Rate limits and their middleware. With a `Fleet` in context its processes share the counters. */
export const layerRateLimits = RateLimits.layer
