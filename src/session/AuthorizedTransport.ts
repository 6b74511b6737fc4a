/**
 * Calls endpoints on behalf of the session's user.
 */
import * as Effect from "effect/Effect"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"
import { isInvalidAccessToken, UserAuthenticationRequired } from "../domain/errors/Session.ts"
import * as CallTimeout from "../http/CallTimeout.ts"
import type * as Endpoint from "../http/Endpoint.ts"
import type { CallError, ClientEndpoint } from "../http/Transport.ts"
import type { Tokens } from "../token/TokenStore.ts"
import { continues, type Credentials, type RefreshError, Session } from "./Session.ts"

/** What a call as the current user can fail with. */
export type AuthorizedError<E extends Endpoint.Any> =
  | Endpoint.KnownErrors<E>
  | UserAuthenticationRequired
  | RefreshError
  | CallError

/**
 * Sends something with the signed-in user's credentials. Fails with
 * `UserAuthenticationRequired`, without a request, when nobody is signed in.
 *
 * When the access token is refused, it is replaced and the call repeated once;
 * that is safe for every method, because the service refused before it acted
 * (docs/protocol/session.md#refused-tokens). It is repeated as the same user or not at all. All of it
 * counts to one time limit.
 *
 * With the credentials that an earlier request went with it goes as the same
 * user too, or not at all: then it fails with `UserAuthenticationRequired`.
 */
export const asUser = <A, E>(
  send: (credentials: Credentials, session: Session["Service"]) => Effect.Effect<A, E>,
  earlier?: Credentials
): Effect.Effect<A, E | UserAuthenticationRequired | RefreshError, Session> =>
  Effect.flatMap(Session, (session) => {
    type Answer = Effect.Effect<A, E | UserAuthenticationRequired | RefreshError>
    const as =
      (send: (credentials: Credentials) => Answer) =>
      (credentials: Credentials | undefined): Answer =>
        credentials === undefined || (earlier !== undefined && !continues(earlier, credentials))
          ? Effect.fail(new UserAuthenticationRequired())
          : send(credentials)
    const once = (credentials: Credentials): Answer => send(credentials, session)
    return CallTimeout.share(
      session.app.project.timeoutMillis,
      Effect.flatMap(
        session.credentials,
        as((credentials) =>
          Effect.catch(once(credentials), (error): Answer =>
            isInvalidAccessToken(error) ? Effect.flatMap(session.renew(credentials), as(once)) : Effect.fail(error)
          )
        )
      )
    )
  })

/** Whether they are a guest's, whom this app made: one who was taken over may be somebody else's. */
const isGuest = ({ accessToken, isTakenOver }: Tokens): boolean =>
  isTakenOver !== true && accessToken !== undefined && AccessTokenClaims.of(accessToken)?.isAnonymous === true

const ifGuest = (credentials: Credentials | undefined): Credentials | undefined =>
  credentials !== undefined && isGuest(credentials) ? credentials : undefined

/**
 * The credentials of the guest who is here. None when nobody is here or somebody
 * else, where the service does not tell guests from others (2025-06), and where
 * another host of the site may have planted the guest's session: the account of
 * who signs up would be open to whoever has planted it.
 */
export const guest: Effect.Effect<Credentials | undefined, RefreshError, Session> = Effect.flatMap(
  Session,
  ({ credentials, store }) =>
    Effect.flatMap(store.get, (tokens) =>
      // for whoever is no guest nothing is refreshed; a session without an access token may be anybody's
      tokens === undefined || tokens.isTakenOver === true || (tokens.accessToken !== undefined && !isGuest(tokens))
        ? Effect.undefined
        : Effect.map(credentials, ifGuest)
    )
)

/**
 * Sends a sign-up, along with the credentials of the {@link guest} who is here,
 * if one is: the service then makes an ordinary user of them, with the same id.
 */
export const asGuest = <A, E>(
  send: (guest: Credentials | undefined) => Effect.Effect<A, E>
): Effect.Effect<A, E | RefreshError, Session> =>
  Effect.flatMap(Session, ({ app, renew }) =>
    CallTimeout.share(
      app.project.timeoutMillis,
      Effect.flatMap(guest, (guest) =>
        Effect.catch(send(guest), (error): Effect.Effect<A, E | RefreshError> =>
          guest !== undefined && isInvalidAccessToken(error)
            ? Effect.flatMap(Effect.map(renew(guest), ifGuest), send)
            : Effect.fail(error)
        )
      )
    )
  )

/** Calls an endpoint as the signed-in user: see {@link asUser}. */
export const call = <E extends ClientEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<Endpoint.Success<E>, AuthorizedError<E>, Session> =>
  asUser((credentials, session) => session.app.call(endpoint, input, credentials))

/** The same with the credentials that it went with, for the next request of the same operation: see {@link asUser}. */
export const callFirst = <E extends ClientEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<
  { readonly answer: Endpoint.Success<E>; readonly credentials: Credentials },
  AuthorizedError<E>,
  Session
> =>
  asUser((credentials, session) =>
    Effect.map(session.app.call(endpoint, input, credentials), (answer) => ({ answer, credentials }))
  )

/** The next request of the same operation, as the same user or not at all: see {@link asUser}. */
export const callNext = <E extends ClientEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>,
  earlier: Credentials
): Effect.Effect<Endpoint.Success<E>, AuthorizedError<E>, Session> =>
  asUser((credentials, session) => session.app.call(endpoint, input, credentials), earlier)
