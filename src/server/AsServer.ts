/** How operations of servers are defined and call endpoints. */
import * as Effect from "effect/Effect"
import type { OperationsOver } from "../app/Define.ts"
import type { RequestRefused } from "../domain/errors/RequestRefused.ts"
import type {
  UserAuthenticationRequired,
  AnonymousAuthenticationNotAllowed,
  RestrictedUserNotAllowed
} from "../domain/errors/Session.ts"
import type { TransportError } from "../domain/errors/TransportError.ts"
import { defineLevel } from "../operation/Operation.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"
import type { Session } from "../session/Session.ts"
import type * as Endpoint from "../wire/Endpoint.ts"
import { ServerApp, type ServerEndpoint } from "./ServerApp.ts"

const call = <E extends ServerEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | RequestRefused | TransportError, ServerApp> =>
  Effect.flatMap(ServerApp, (app) => app.call(endpoint, input))

/** Defines operations that the server calls for itself, with its secret key. */
export const asServer: OperationsOver<ServerEndpoint, never, ServerApp, typeof call> = defineLevel("server", call)

/** Calls an endpoint as the server; `me` is the user of the session in context. */
export const callForUser = <E extends ServerEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<
  Endpoint.Success<E>,
  | Endpoint.KnownErrors<E>
  | AnonymousAuthenticationNotAllowed
  | RestrictedUserNotAllowed
  | UserAuthenticationRequired
  | RequestRefused
  | TransportError,
  ServerApp | Session
> =>
  Effect.flatMap(ServerApp, (app) =>
    AuthorizedTransport.sendAsUser((credentials) => app.call(endpoint, input, credentials))
  )

/** The result of a `find` or `check` without a match. */
export const succeedNull: Effect.Effect<null> = Effect.succeed(null)
