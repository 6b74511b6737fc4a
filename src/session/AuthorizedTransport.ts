/**
 * Calls endpoints on behalf of the session's user.
 */
import * as Effect from "effect/Effect"
import type { TransportError } from "../domain/TransportError.ts"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"
import {
  isInvalidAccessToken,
  UserAuthenticationRequired,
  type AnonymousAuthenticationNotAllowed,
  type RestrictedUserNotAllowed
} from "../domain/errors/Session.ts"
import { isRefusedFor, type RequestRefused } from "../domain/RequestRefused.ts"
import * as CallTimeout from "../http/CallTimeout.ts"
import type * as Endpoint from "../http/Endpoint.ts"
import type { ClientEndpoint } from "../http/Transport.ts"
import type { Tokens } from "../token/TokenStore.ts"
import { continues, type Credentials, Session } from "./Session.ts"

/** What a call as the current user can fail with. */
export type AuthorizedError<E extends Endpoint.Any> =
  | Endpoint.KnownErrors<E>
  | AnonymousAuthenticationNotAllowed
  | RestrictedUserNotAllowed
  | UserAuthenticationRequired
  | RequestRefused
  | TransportError

/**
 * Runs a request with the signed-in user's credentials. Fails with `UserAuthenticationRequired`, without a request,
 * when nobody is signed in.
 *
 * When the access token is refused, it is replaced and the call repeated once; that is safe for every method, because
 * the service refused before it acted (docs/protocol/session.md#refused-tokens). It is repeated as the same user or not
 * at all, within one time limit.
 *
 * `earlier` are the credentials of an earlier request of the operation: if another user is signed in now, it fails with
 * `UserAuthenticationRequired`.
 */
export const asUser = <A, E>(
  send: (credentials: Credentials, session: Session["Service"]) => Effect.Effect<A, E>,
  earlier?: Credentials
): Effect.Effect<A, E | UserAuthenticationRequired | RequestRefused | TransportError, Session> =>
  Effect.flatMap(Session, (session) => {
    type Answer = Effect.Effect<A, E | UserAuthenticationRequired | RequestRefused | TransportError>
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
            isRefusedFor(isInvalidAccessToken)(error)
              ? Effect.flatMap(session.renew(credentials), as(once))
              : Effect.fail(error)
          )
        )
      )
    )
  })

/** Whether the tokens are those of a guest, and not taken over from a cookie that another host can write. */
const isGuest = ({ accessToken, isTakenOver }: Tokens): boolean =>
  isTakenOver !== true && accessToken !== undefined && AccessTokenClaims.of(accessToken)?.isAnonymous === true

const ifGuest = (credentials: Credentials | undefined): Credentials | undefined =>
  credentials !== undefined && isGuest(credentials) ? credentials : undefined

/**
 * The credentials of the guest who is here. Undefined if nobody or an ordinary user is signed in, if the service's
 * tokens do not say who is a guest (2025-06), and if another host may have planted the session: it would have tokens to
 * the account that the guest becomes.
 */
export const guest: Effect.Effect<Credentials | undefined, RequestRefused | TransportError, Session> = Effect.flatMap(
  Session,
  ({ credentials, store }) =>
    Effect.flatMap(store.get, (tokens) =>
      // an ordinary user is not refreshed for this; without an access token the kind is unknown until a refresh
      tokens === undefined || tokens.isTakenOver === true || (tokens.accessToken !== undefined && !isGuest(tokens))
        ? Effect.undefined
        : Effect.map(credentials, ifGuest)
    )
)

/**
 * Sends a sign-up, with the credentials of the signed-in {@link guest} if there is one: the service then makes that
 * guest an ordinary user with the same id.
 */
export const asGuest = <A, E>(
  send: (guest: Credentials | undefined) => Effect.Effect<A, E>
): Effect.Effect<A, E | RequestRefused | TransportError, Session> =>
  Effect.flatMap(Session, ({ app, renew }) =>
    CallTimeout.share(
      app.project.timeoutMillis,
      Effect.flatMap(guest, (guest) =>
        Effect.catch(send(guest), (error): Effect.Effect<A, E | RequestRefused | TransportError> =>
          guest !== undefined && isRefusedFor(isInvalidAccessToken)(error)
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
): Effect.Effect<
  Endpoint.Success<E>,
  | Endpoint.KnownErrors<E>
  | AnonymousAuthenticationNotAllowed
  | RestrictedUserNotAllowed
  | UserAuthenticationRequired
  | RequestRefused
  | TransportError,
  Session
> => asUser((credentials, session) => session.app.call(endpoint, input, credentials))

/** Calls an endpoint like {@link call}, and also answers the credentials that were used, for {@link callNext}. */
export const callFirst = <E extends ClientEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<
  { readonly answer: Endpoint.Success<E>; readonly credentials: Credentials },
  | Endpoint.KnownErrors<E>
  | AnonymousAuthenticationNotAllowed
  | RestrictedUserNotAllowed
  | UserAuthenticationRequired
  | RequestRefused
  | TransportError,
  Session
> =>
  asUser((credentials, session) =>
    Effect.map(session.app.call(endpoint, input, credentials), (answer) => ({ answer, credentials }))
  )

/** Calls an endpoint as the user of an earlier request of the same operation, or fails: see {@link asUser}. */
export const callNext = <E extends ClientEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>,
  earlier: Credentials
): Effect.Effect<
  Endpoint.Success<E>,
  | Endpoint.KnownErrors<E>
  | AnonymousAuthenticationNotAllowed
  | RestrictedUserNotAllowed
  | UserAuthenticationRequired
  | RequestRefused
  | TransportError,
  Session
> => asUser((credentials, session) => session.app.call(endpoint, input, credentials), earlier)
