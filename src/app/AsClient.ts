/** How operations of clients are defined and call endpoints: as the signed-in user, or without a user. */
import * as Effect from "effect/Effect"
import type { RequestRefused } from "../domain/errors/RequestRefused.ts"
import type {
  UserAuthenticationRequired,
  AnonymousAuthenticationNotAllowed,
  RestrictedUserNotAllowed
} from "../domain/errors/Session.ts"
import type { TransportError } from "../domain/errors/TransportError.ts"
import { ClientApp } from "../http/ClientApp.ts"
import type { ClientEndpoint } from "../http/Transport.ts"
import { defineLevel } from "../operation/Operation.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"
import type { Session } from "../session/Session.ts"
import type * as Endpoint from "../wire/Endpoint.ts"
import type { OperationsOver } from "./Define.ts"

/** Defines operations of the signed-in user, called by `AuthorizedTransport.call`. */
export const asUser: OperationsOver<
  ClientEndpoint,
  AnonymousAuthenticationNotAllowed | RestrictedUserNotAllowed | UserAuthenticationRequired,
  Session,
  typeof AuthorizedTransport.call
> = defineLevel("user", AuthorizedTransport.call)

const call = <E extends ClientEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | RequestRefused | TransportError, ClientApp> =>
  Effect.flatMap(ClientApp, (app) => app.call(endpoint, input))

/** Defines operations that need no user. */
export const asClient: OperationsOver<ClientEndpoint, never, ClientApp, typeof call> = defineLevel("client", call)
