/** Calls endpoints on behalf of the session's user. */
import * as Effect from "effect/Effect"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"
import { isRefusedFor, type RequestRefused } from "../domain/errors/RequestRefused.ts"
import {
  isInvalidAccessToken,
  UserAuthenticationRequired,
  type AnonymousAuthenticationNotAllowed,
  type RestrictedUserNotAllowed
} from "../domain/errors/Session.ts"
import type { TransportError } from "../domain/errors/TransportError.ts"
import * as CallTimeout from "../http/CallTimeout.ts"
import type { ClientEndpoint } from "../http/Transport.ts"
import { continues, type Tokens } from "../token/TokenStore.ts"
import type * as Endpoint from "../wire/Endpoint.ts"
import { type SessionCredentials, Session } from "./Session.ts"

/** The errors of a call as the current user, for declarations that name their endpoint. */
export type AuthorizedError<E extends ClientEndpoint> = Effect.Error<ReturnType<typeof call<E>>>

/** A request that is sent with credentials of a session, within a time limit. */
interface Renewable<A, E, E2> {
  readonly timeoutMillis: number
  readonly current: Effect.Effect<SessionCredentials | undefined, E2>
  readonly isRefused: (error: unknown) => boolean
  readonly send: (credentials: SessionCredentials | undefined) => Effect.Effect<A, E>
}

/**
 * Sends with the current credentials of a session, and once more with others if the service refuses these. No later
 * call begins with credentials that were refused.
 */
export const sendRenewing = <A, E, E2>(
  session: Session["Service"],
  { current, isRefused, send, timeoutMillis }: Renewable<A, E, E2>
): Effect.Effect<A, E | E2 | RequestRefused | TransportError> => {
  const resend = (second: SessionCredentials | undefined) =>
    Effect.tapError(send(second), (error) =>
      second !== undefined && isRefused(error) ? session.reject(second) : Effect.void
    )
  const sent = Effect.flatMap(current, (first) =>
    Effect.catch(send(first), (error): Effect.Effect<A, E | RequestRefused | TransportError> =>
      first !== undefined && isRefused(error) ? Effect.flatMap(session.renew(first), resend) : Effect.fail(error)
    )
  )
  return CallTimeout.share(timeoutMillis, sent)
}

const isRefused = isRefusedFor(isInvalidAccessToken)

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
export const sendAsUser = <A, E>(
  send: (credentials: SessionCredentials, session: Session["Service"]) => Effect.Effect<A, E>,
  earlier?: SessionCredentials
): Effect.Effect<A, E | UserAuthenticationRequired | RequestRefused | TransportError, Session> =>
  Effect.flatMap(Session, (session) => {
    const sendWith = (credentials: SessionCredentials | undefined): Effect.Effect<A, E | UserAuthenticationRequired> =>
      credentials === undefined || (earlier !== undefined && !continues(earlier, credentials))
        ? Effect.fail(new UserAuthenticationRequired())
        : send(credentials, session)
    const { timeoutMillis } = session.app.project
    return sendRenewing(session, { timeoutMillis, current: session.credentials, isRefused, send: sendWith })
  })

/** Whether the tokens are those of a guest, and not taken over from a cookie that another host can write. */
const isAnonymous = ({ accessToken, isTakenOver }: Tokens): boolean =>
  isTakenOver !== true && AccessTokenClaims.decodeOnce(accessToken)?.isAnonymous === true

const keepAnonymous = (credentials: SessionCredentials | undefined): SessionCredentials | undefined =>
  credentials !== undefined && isAnonymous(credentials) ? credentials : undefined

/**
 * The credentials of the current guest. Undefined:
 *
 * - if nobody or an ordinary user is signed in;
 * - if the tokens of the service do not say who is a guest (2025-06);
 * - if another host may have planted the session: it would have tokens to the account that the guest becomes.
 */
export const anonymousCredentials = Effect.flatMap(Session, ({ credentials, store }) =>
  Effect.flatMap(store.get, (tokens) =>
    // An ordinary user is not refreshed for this; without an access token the kind is unknown until a refresh.
    tokens === undefined || tokens.isTakenOver === true || (tokens.accessToken !== undefined && !isAnonymous(tokens))
      ? Effect.undefined
      : Effect.map(credentials, keepAnonymous)
  )
)

/**
 * Sends a sign-up, with the {@link anonymousCredentials} if there are any: the service then makes that guest an
 * ordinary user with the same id.
 */
export const sendAsAnonymous = <A, E>(
  send: (anonymous: SessionCredentials | undefined) => Effect.Effect<A, E>
): Effect.Effect<A, E | RequestRefused | TransportError, Session> =>
  Effect.flatMap(Session, (session) =>
    sendRenewing(session, {
      timeoutMillis: session.app.project.timeoutMillis,
      current: Effect.provideService(anonymousCredentials, Session, session),
      isRefused,
      send: (credentials) => send(keepAnonymous(credentials))
    })
  )

const sendTo =
  <E extends ClientEndpoint>(endpoint: E, input: Endpoint.Input<E>) =>
  (credentials: SessionCredentials, { app }: Session["Service"]) =>
    app.call(endpoint, input, credentials)

/** Calls an endpoint as the signed-in user: see {@link sendAsUser}. */
export const call = <E extends ClientEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<
  Endpoint.Success<E>,
  // Spelled out, because editors would show an alias with the whole endpoint in it.
  | Endpoint.KnownErrors<E>
  | AnonymousAuthenticationNotAllowed
  | RestrictedUserNotAllowed
  | UserAuthenticationRequired
  | RequestRefused
  | TransportError,
  Session
> => sendAsUser(sendTo(endpoint, input))

/** Calls an endpoint like {@link call}, and also returns the credentials that it used, for {@link callAsSameUser}. */
export const callWithCredentials = <E extends ClientEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<
  { readonly answer: Endpoint.Success<E>; readonly credentials: SessionCredentials },
  Effect.Error<ReturnType<typeof call<E>>>,
  Session
> =>
  sendAsUser((credentials, session) =>
    Effect.map(session.app.call(endpoint, input, credentials), (answer) => ({ answer, credentials }))
  )

/** Calls an endpoint as the user of an earlier request of the same operation, or fails: see {@link sendAsUser}. */
export const callAsSameUser = <E extends ClientEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>,
  earlier: SessionCredentials
): ReturnType<typeof call<E>> => sendAsUser(sendTo(endpoint, input), earlier)
