/**
 * Calls endpoints through the server app in context.
 */
import * as Effect from "effect/Effect"
import type { UserAuthenticationRequired } from "../domain/errors/Session.ts"
import type * as Endpoint from "../http/Endpoint.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"
import type { RefreshError, Session } from "../session/Session.ts"
import { type CallError, ServerApp, type ServerEndpoint } from "./ServerApp.ts"

/** Calls an endpoint as the server itself. */
export const call = <E extends ServerEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<Endpoint.Success<E>, CallError<E>, ServerApp> =>
  Effect.flatMap(ServerApp, (app) => app.call(endpoint, input))

/** Calls an endpoint as the server, about the user of the session in context, who is `me` there. */
export const callAsUser = <E extends ServerEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<Endpoint.Success<E>, CallError<E> | UserAuthenticationRequired | RefreshError, ServerApp | Session> =>
  Effect.flatMap(ServerApp, (app) =>
    AuthorizedTransport.asUser((credentials) => app.call(endpoint, input, credentials))
  )
