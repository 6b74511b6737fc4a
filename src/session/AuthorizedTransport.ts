/**
 * Calls endpoints on behalf of the session's user.
 */
import * as Effect from "effect/Effect"
import { isInvalidAccessToken, UserAuthenticationRequired } from "../domain/errors/Session.ts"
import type * as Endpoint from "../http/Endpoint.ts"
import type { CallError, ClientEndpoint } from "../http/Transport.ts"
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
 * acted (wire/headers §7).
 */
export const call = <E extends ClientEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<Endpoint.Success<E>, AuthorizedError<E>, Session> =>
  Effect.gen(function*() {
    const session = yield* Session
    const attempt = Effect.gen(function*() {
      const credentials = yield* session.credentials
      if (credentials === undefined) return yield* new UserAuthenticationRequired()
      return yield* Effect.tapError(
        session.app.call(endpoint, input, credentials),
        (error) => isInvalidAccessToken(error) ? session.reject(credentials.accessToken) : Effect.void
      )
    })
    return yield* Effect.retry(attempt, { times: 1, while: isInvalidAccessToken })
  })
