/**
 * How operations of clients are defined and call endpoints: as the signed-in user, or without a user.
 *
 * The errors of each are spelled out: an alias would be shown with the whole endpoint in it.
 */
import * as Effect from "effect/Effect"
import type { RequestRefused } from "../../domain/RequestRefused.ts"
import type { TransportError } from "../../domain/TransportError.ts"
import type {
  UserAuthenticationRequired,
  AnonymousAuthenticationNotAllowed,
  RestrictedUserNotAllowed
} from "../../domain/errors/Session.ts"
import { ClientApp } from "../../http/ClientApp.ts"
import type * as Endpoint from "../../http/Endpoint.ts"
import type { ClientEndpoint } from "../../http/Transport.ts"
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

interface DefineAsUser<Data> extends Define<Data> {
  <E extends ClientEndpoint, Input extends ReadonlyArray<unknown>, const Sent extends Endpoint.Input<NoInfer<E>>>(
    name: string,
    endpoint: E,
    data: Data & Sends<Sent, Input, Endpoint.Input<NoInfer<E>>>
  ): (
    ...input: Input
  ) => Effect.Effect<
    Endpoint.Success<E>,
    | Endpoint.KnownErrors<E>
    | AnonymousAuthenticationNotAllowed
    | RestrictedUserNotAllowed
    | UserAuthenticationRequired
    | RequestRefused
    | TransportError,
    Session
  >
  <E extends ClientEndpoint>(
    name: string,
    endpoint: E,
    data: Data & SendsAlways<Endpoint.Input<NoInfer<E>>>
  ): Effect.Effect<
    Endpoint.Success<E>,
    | Endpoint.KnownErrors<E>
    | AnonymousAuthenticationNotAllowed
    | RestrictedUserNotAllowed
    | UserAuthenticationRequired
    | RequestRefused
    | TransportError,
    Session
  >
}

interface DefineAsClient<Data> extends Define<Data> {
  <E extends ClientEndpoint, Input extends ReadonlyArray<unknown>, const Sent extends Endpoint.Input<NoInfer<E>>>(
    name: string,
    endpoint: E,
    data: Data & Sends<Sent, Input, Endpoint.Input<NoInfer<E>>>
  ): (
    ...input: Input
  ) => Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | RequestRefused | TransportError, ClientApp>
  <E extends ClientEndpoint>(
    name: string,
    endpoint: E,
    data: Data & SendsAlways<Endpoint.Input<NoInfer<E>>>
  ): Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | RequestRefused | TransportError, ClientApp>
}

/** As the signed-in user: see `AuthorizedTransport.call`. */
export const asUser: Operations<
  typeof AuthorizedTransport.call,
  DefineAsUser<Shows>,
  DefineAsUser<Changes>
> = operations("user", AuthorizedTransport.call)

const call = <E extends ClientEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | RequestRefused | TransportError, ClientApp> =>
  Effect.flatMap(ClientApp, (app) => app.call(endpoint, input))

/** Without a user. */
export const asClient: Operations<typeof call, DefineAsClient<Shows>, DefineAsClient<Changes>> = operations(
  "client",
  call
)
