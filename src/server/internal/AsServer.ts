/**
 * How operations of servers are defined and call endpoints.
 */
import * as Effect from "effect/Effect"
import type { RequestRefused } from "../../domain/RequestRefused.ts"
import type { TransportError } from "../../domain/TransportError.ts"
import type {
  UserAuthenticationRequired,
  AnonymousAuthenticationNotAllowed,
  RestrictedUserNotAllowed
} from "../../domain/errors/Session.ts"
import type * as Endpoint from "../../http/Endpoint.ts"
import {
  type Changes,
  type Define,
  type Operations,
  operations,
  type Sends,
  type SendsAlways,
  type Shows
} from "../../operation/Operation.ts"
import * as AuthorizedTransport from "../../session/AuthorizedTransport.ts"
import type { Session } from "../../session/Session.ts"
import { ServerApp, type ServerEndpoint } from "../ServerApp.ts"

interface DefineAsServer<Data> extends Define<Data> {
  <E extends ServerEndpoint, Input extends ReadonlyArray<unknown>, const Sent extends Endpoint.Input<NoInfer<E>>>(
    name: string,
    endpoint: E,
    data: Data & Sends<Sent, Input, Endpoint.Input<NoInfer<E>>>
  ): (
    ...input: Input
  ) => Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | RequestRefused | TransportError, ServerApp>
  <E extends ServerEndpoint>(
    name: string,
    endpoint: E,
    data: Data & SendsAlways<Endpoint.Input<NoInfer<E>>>
  ): Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | RequestRefused | TransportError, ServerApp>
}

const call = <E extends ServerEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | RequestRefused | TransportError, ServerApp> =>
  Effect.flatMap(ServerApp, (app) => app.call(endpoint, input))

/** As the server itself. */
export const asServer: Operations<typeof call, DefineAsServer<Shows>, DefineAsServer<Changes>> = operations(
  "server",
  call
)

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
    AuthorizedTransport.asUser((credentials) => app.call(endpoint, input, credentials))
  )
