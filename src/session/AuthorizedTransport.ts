/**
 * Calls endpoints on behalf of the session's user.
 */
import * as Effect from "effect/Effect"
import { isInvalidAccessToken, UserAuthenticationRequired } from "../domain/errors/Session.ts"
import type * as Endpoint from "../http/Endpoint.ts"
import type { CallError, ClientEndpoint, Credentials } from "../http/Transport.ts"
import { type RefreshError, Session } from "./Session.ts"

/** What a call as the current user can fail with. */
export type AuthorizedError<E extends Endpoint.Any> =
  | Endpoint.KnownErrors<E>
  | UserAuthenticationRequired
  | RefreshError
  | CallError

/**
 * Calls an endpoint as the signed-in user. Fails with
 * `UserAuthenticationRequired`, without a request, when nobody is signed in.
 *
 * An access token that the service refuses is replaced and the call repeated
 * once; that is safe for every method, because the service refused before it
 * acted (wire/headers §7). It is repeated as the same user or not at all.
 */
export const call = <E extends ClientEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<Endpoint.Success<E>, AuthorizedError<E>, Session> =>
  Effect.flatMap(Session, (session) => {
    type Answer = Effect.Effect<Endpoint.Success<E>, AuthorizedError<E>>
    const as =
      (send: (credentials: Credentials) => Answer) =>
      (credentials: Credentials | undefined): Answer =>
        credentials === undefined ? Effect.fail(new UserAuthenticationRequired()) : send(credentials)
    const send = (credentials: Credentials): Answer => session.app.call(endpoint, input, credentials)
    return Effect.flatMap(
      session.credentials,
      as((credentials) =>
        Effect.catch(send(credentials), (error): Answer =>
          isInvalidAccessToken(error) ? Effect.flatMap(session.renew(credentials), as(send)) : Effect.fail(error)
        )
      )
    )
  })
