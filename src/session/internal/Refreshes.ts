/** Refreshes of the access token: one request for all who wait for it, in one tab at a time. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as SingleFlight from "../../concurrency/SingleFlight.ts"
import type { RequestRefused } from "../../domain/errors/RequestRefused.ts"
import { isRefreshTokenError } from "../../domain/errors/Session.ts"
import type { TransportError } from "../../domain/errors/TransportError.ts"
import { hashShort } from "../../domain/text/ShortHash.ts"
import type { ClientApp } from "../../http/ClientApp.ts"
import * as RetryPolicy from "../../http/RetryPolicy.ts"
import { Locks } from "../../platform/Locks.ts"
import { toTokenText } from "../../platform/request/TokenText.ts"
import { continues, isSameSession, type IssuedTokens, pickProvenance } from "../../token/TokenStore.ts"
import type * as Endpoint from "../../wire/Endpoint.ts"
import * as Wire from "../../wire/generated/Refresh.ts"
import type { AccessTokenLifetimes } from "./AccessTokenLifetimes.ts"
import type { SessionCredentials } from "./SessionCredentials.ts"
import type { StoredTokens } from "./StoredTokens.ts"

export type Refreshable = IssuedTokens & { readonly refreshToken: Redacted.Redacted }

/** The outcome of a refresh; only `Rejected` signs the user out. */
export type RefreshOutcome =
  /** `stored` is false if the session was ended or replaced meanwhile. */
  | { readonly _tag: "Refreshed"; readonly credentials: SessionCredentials & Refreshable; readonly stored: boolean }
  | { readonly _tag: "Rejected" }
  /** No request was sent: the session was ended or replaced while another tab held the lock. */
  | { readonly _tag: "Replaced" }
  | { readonly _tag: "Unavailable"; readonly error: RequestRefused | TransportError }

export interface Refreshes {
  /** Joins the refresh of these tokens that is under way, or starts one. */
  readonly run: (tokens: Refreshable) => Effect.Effect<RefreshOutcome>
  /** Asks the service for an access token; changes nothing here. */
  readonly request: (
    tokens: Refreshable
  ) => Effect.Effect<
    SessionCredentials & Refreshable,
    Endpoint.KnownErrors<typeof Wire.refreshToken> | RequestRefused | TransportError
  >
  /** The refresh of these tokens, if one is under way. */
  readonly find: (tokens: Refreshable) => SingleFlight.Flight<RefreshOutcome, never> | undefined
  /** Waits until every refresh that is under way now has ended. */
  readonly drain: Effect.Effect<void>
}

const requestTokens = (app: ClientApp["Service"], lifetimes: AccessTokenLifetimes) => (tokens: Refreshable) =>
  app
    .call(Wire.refreshToken, {
      payload: {
        grantType: "refresh_token",
        refreshToken: tokens.refreshToken,
        clientId: app.project.projectId,
        clientSecret: app.oauthClientSecret
      }
    })
    .pipe(
      // Repeated like a read, because it changes nothing at the service (docs/protocol/session.md#refresh).
      Effect.provideService(RetryPolicy.Repeatable, true),
      Effect.tap(({ accessToken }) => Effect.map(Clock.Clock, (clock) => lifetimes.receive(accessToken, clock))),
      // The service does not rotate refresh tokens; a new one in the answer is used.
      Effect.map(({ accessToken, refreshToken = tokens.refreshToken }) => ({
        accessToken,
        refreshToken,
        ...pickProvenance(tokens)
      }))
    )

/** The refreshes of a session over its store, which end with the scope. */
export const make = Effect.fnUntraced(function* (
  app: ClientApp["Service"],
  lockName: string | undefined,
  stored: StoredTokens,
  lifetimes: AccessTokenLifetimes
): Effect.fn.Return<Refreshes, never, Scope.Scope> {
  const withLock = yield* Locks
  const flights = yield* SingleFlight.make<string, RefreshOutcome>()
  const request = requestTokens(app, lifetimes)

  const run = (tokens: Refreshable) =>
    flights.run(
      Redacted.value(tokens.refreshToken),
      lockName === undefined ? refresh(tokens) : refreshUnderLock(lockName, tokens)
    )

  /**
   * Refreshes under a lock that tabs with the same store share. It adopts tokens that another tab got for the same
   * session meanwhile, because a service that rotates refresh tokens accepts each of them once. Each refresh token has
   * its own lock, so that nobody waits for the refresh of a session that was left.
   */
  const refreshUnderLock = (lock: string, tokens: Refreshable): Effect.Effect<RefreshOutcome> =>
    withLock(
      `${lock}.${hashShort(Redacted.value(tokens.refreshToken))}`,
      Effect.clockWith((clock) =>
        Effect.flatMap(stored.current, (now) => {
          if (now?.refreshToken === undefined || !continues(tokens, now)) {
            return Effect.succeed({ _tag: "Replaced" as const })
          }
          const { accessToken, refreshToken } = now
          const refreshable: Refreshable = { accessToken, refreshToken, ...pickProvenance(now) }
          if (
            accessToken !== undefined &&
            toTokenText(accessToken) !== toTokenText(tokens.accessToken) &&
            lifetimes.credentials(now, 0, clock) !== undefined
          ) {
            const credentials = { ...refreshable, accessToken }
            return Effect.succeed({ _tag: "Refreshed" as const, credentials, stored: true })
          }
          // Another tab has rotated the refresh token, and its access token is spent already.
          return isSameSession(tokens, now) ? refresh(refreshable) : refreshUnderLock(lock, refreshable)
        })
      )
    )

  const refresh = (tokens: Refreshable): Effect.Effect<RefreshOutcome> =>
    Effect.matchEffect(request(tokens), {
      onSuccess: (credentials) =>
        Effect.map(stored.replace(tokens, credentials), (isStored): RefreshOutcome => ({
          _tag: "Refreshed",
          credentials,
          stored: isStored
        })),
      onFailure: (error): Effect.Effect<RefreshOutcome> =>
        isRefreshTokenError(error)
          ? Effect.as(stored.replace(tokens, undefined), { _tag: "Rejected" as const })
          : Effect.succeed({ _tag: "Unavailable" as const, error })
    })

  return { run, request, find: ({ refreshToken }) => flights.find(Redacted.value(refreshToken)), drain: flights.drain }
})
