/**
 * One user's session: hands out fresh access tokens, refreshes them once for
 * everybody who waits, and forgets them when the service says so.
 *
 * Every write compares before it replaces, so that work begun for one session
 * never changes the tokens of another, nor brings them back after sign-out.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as OAuth from "../api/OAuth.ts"
import * as Sessions from "../api/Sessions.ts"
import { isInvalidAccessToken, isRefreshTokenError, type RefreshTokenError } from "../domain/errors/Session.ts"
import * as CallTimeout from "../http/CallTimeout.ts"
import { ClientApp } from "../http/ClientApp.ts"
import type * as Endpoint from "../http/Endpoint.ts"
import * as RetryPolicy from "../http/RetryPolicy.ts"
import type * as Transport from "../http/Transport.ts"
import { Timeout, TransportError } from "../http/TransportError.ts"
import { Locks } from "../platform/Locks.ts"
import * as SingleFlight from "../platform/SingleFlight.ts"
import {
  type Intent,
  isSameSession,
  type Provenance,
  provenanceOf,
  type Tokens,
  TokenStore,
  type TokenStoreUnavailable
} from "../token/TokenStore.ts"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"
import * as AccessTokenLifetimes from "./internal/AccessTokenLifetimes.ts"

/**
 * An access token with less than this left is refreshed before it is used
 * (docs/protocol/session.md#fresh-tokens). A service whose tokens live no longer than this is thus asked
 * for a new one before each call; what it answers is used however short it
 * lives, and calls at the same time share one refresh.
 */
export const freshnessMillis = 20_000

/** A longer remaining lifetime cannot be asked for (docs/protocol/session.md#fresh-tokens). */
export const maxRequiredLifetimeMillis = 60_000

/** The remaining lifetime that was asked for cannot be had. */
export class LifetimeUnavailable extends Data.TaggedError("LifetimeUnavailable")<{
  readonly requiredMillis: number
  readonly problem: string
}> {
  override get message() {
    return `No access token with ${this.requiredMillis} ms left: ${this.problem}`
  }
}

/** What requests of the session carry, and where it comes from. */
export interface Credentials extends Transport.Credentials, Provenance {}

/** Why no access token could be had although somebody may be signed in. The session is kept. */
export type RefreshError =
  | Transport.CallError
  | Exclude<Endpoint.KnownErrors<typeof OAuth.refreshToken>, RefreshTokenError>

/** The tokens of one user agent or of one request, kept fresh. */
export class Session extends Context.Service<
  Session,
  {
    readonly app: ClientApp["Service"]
    readonly store: TokenStore["Service"]
    /**
     * Credentials whose access token has {@link freshnessMillis} left, after a
     * refresh if need be; undefined when signed out. Fails when no token can be
     * had although the session may go on, such as offline.
     */
    readonly credentials: Effect.Effect<Credentials | undefined, RefreshError>
    /** Like `credentials`, with at least this much of its lifetime left (below 60 000 ms). */
    readonly credentialsFor: (
      requiredMillis: number
    ) => Effect.Effect<Credentials | undefined, RefreshError | LifetimeUnavailable>
    /**
     * After the service refused the access token of these credentials: others of
     * the same session, never those of another; undefined when it has ended.
     */
    readonly renew: (refused: Credentials) => Effect.Effect<Credentials | undefined, RefreshError>
    /**
     * Signs in with the tokens that a request brings, and answers them. Of several sign-ins in one store the last
     * one begun counts, in whichever tab, unless it fails; of a sign-in and a later sign-out, the sign-out. When
     * the answer of one comes that does not count any more, the session that it opened is ended, and the caller
     * interrupted (docs/protocol/session.md#order-of-sign-ins).
     *
     * A `fallback` is a sign-in that no user has asked for: it counts only if nobody is signed in when its answer
     * comes, ends no other sign-in, and interrupts nobody.
     */
    readonly signIn: <A extends Tokens, E, R>(
      request: Effect.Effect<A, E, R>,
      fallback?: boolean
    ) => Effect.Effect<A, E | TokenStoreUnavailable, R>
    /**
     * Runs what cannot be begun again, such as the exchange of a code. It goes on when whoever waits for it is
     * interrupted, and ends with the session's layer.
     */
    readonly goOn: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Signs out: here at once, then at the service as well as possible. Never fails. */
    readonly signOut: Effect.Effect<void>
  }
>()("gatefold/session/Session") {}

type Refreshable = Tokens & { readonly refreshToken: Redacted.Redacted }

/** What a refresh comes to; only `Rejected` signs the user out. */
type RefreshOutcome =
  /** `stored` is false when the session was left or replaced in the meantime. */
  | { readonly _tag: "Refreshed"; readonly credentials: Credentials & Refreshable; readonly stored: boolean }
  | { readonly _tag: "Rejected" }
  /** Nothing was asked: the session was left or replaced while another tab had its turn. */
  | { readonly _tag: "Left" }
  | { readonly _tag: "Unavailable"; readonly error: RefreshError }

const make = Effect.gen(function* () {
  const app = yield* ClientApp
  const store = yield* TokenStore
  const withLock = yield* Locks
  const scope = yield* Scope.make()
  const refreshes = yield* SingleFlight.make<string, RefreshOutcome>().pipe(Scope.provide(scope))

  const lifetimes = AccessTokenLifetimes.make()

  /* ------------------------------------------------------------------ store */

  /** What the store would hold instead of `instead` if it had not refused to be written. */
  let unsaved: { readonly instead: Tokens; readonly tokens: Tokens | undefined } | undefined

  const read = (stored: Tokens | undefined): Tokens | undefined =>
    unsaved !== undefined && isSameSession(stored, unsaved.instead) ? unsaved.tokens : stored

  const current = Effect.map(store.get, read)

  /**
   * Replaces the tokens of a session, in memory if the store refuses: what
   * cannot be stored is still good until the page or process ends. Answers
   * false when another session, or none, has taken its place.
   */
  const replace = (tokens: Tokens, next: Tokens | undefined): Effect.Effect<boolean> =>
    Effect.suspend(() => {
      const instead = unsaved?.tokens !== undefined && isSameSession(unsaved.tokens, tokens) ? unsaved.instead : tokens
      return Effect.matchEffect(store.compareAndSet(instead, next), {
        onSuccess: (replaced) =>
          Effect.sync(() => {
            if (replaced) unsaved = undefined
            return replaced
          }),
        onFailure: () =>
          Effect.map(store.get, (stored) => {
            if (!isSameSession(stored, instead)) return false
            unsaved = { instead, tokens: next }
            return true
          })
      })
    })

  /* ---------------------------------------------------------------- refresh */

  // A refresh that is cut off might leave a rotated refresh token unsaved.
  yield* Effect.addFinalizer((exit) =>
    refreshes.drain.pipe(Effect.raceFirst(Effect.sleep("1 second")), Effect.andThen(Scope.close(scope, exit)))
  )

  /** Asks the service for an access token; changes nothing here. */
  const requestTokens = ({ refreshToken, ...tokens }: Refreshable) => {
    const provenance = provenanceOf(tokens)
    return app
      .call(OAuth.refreshToken, {
        payload: {
          grantType: "refresh_token",
          refreshToken,
          clientId: app.project.projectId,
          clientSecret: app.oauthClientSecret
        }
      })
      .pipe(
        // It changes nothing at the service, so it is repeated like any read (docs/protocol/session.md#refresh).
        Effect.provideService(RetryPolicy.Repeatable, true),
        Effect.flatMap((answer) =>
          Effect.clockWith((clock) => {
            lifetimes.receive(Redacted.value(answer.accessToken), clock)
            // The service does not rotate refresh tokens; one that does is followed.
            return Effect.succeed({
              accessToken: answer.accessToken,
              refreshToken: answer.refreshToken ?? refreshToken,
              ...provenance
            })
          })
        )
      )
  }

  const refresh = (tokens: Refreshable): Effect.Effect<RefreshOutcome> =>
    Effect.matchEffect(requestTokens(tokens), {
      onSuccess: (credentials) =>
        Effect.map(replace(tokens, credentials), (stored): RefreshOutcome => ({
          _tag: "Refreshed",
          credentials,
          stored
        })),
      onFailure: (error): Effect.Effect<RefreshOutcome> =>
        isRefreshTokenError(error)
          ? Effect.as(replace(tokens, undefined), { _tag: "Rejected" as const })
          : Effect.succeed({ _tag: "Unavailable" as const, error })
    })

  /**
   * Refreshes in turn with the other tabs that share the store, and adopts what
   * one of them has got for the same session in the meantime: a service that
   * rotates refresh tokens takes each of them once.
   */
  const refreshInTurn = (tokens: Refreshable): Effect.Effect<RefreshOutcome> =>
    store.lockName === undefined
      ? refresh(tokens)
      : withLock(
          store.lockName,
          Effect.clockWith((clock) =>
            Effect.flatMap(current, (now) => {
              if (now?.refreshToken === undefined || !continues(tokens, now)) {
                return Effect.succeed({ _tag: "Left" as const })
              }
              const { accessToken, refreshToken } = now
              const provenance = provenanceOf(now)
              return accessToken === undefined ||
                isSameAccessToken(tokens, now) ||
                usable(now, freshnessMillis, clock) === undefined
                ? refresh({ accessToken, refreshToken, ...provenance })
                : Effect.succeed({
                    _tag: "Refreshed" as const,
                    credentials: { accessToken, refreshToken, ...provenance },
                    stored: true
                  })
            })
          )
        )

  /** Joins the refresh of these tokens that is under way, or starts one. */
  const refreshOnce = (tokens: Refreshable): Effect.Effect<RefreshOutcome> =>
    refreshes.run(Redacted.value(tokens.refreshToken), refreshInTurn(tokens))

  /* ------------------------------------------------------------ credentials */

  /** The tokens as credentials, if the access token lasts long enough to be used. */
  const usable = (tokens: Tokens, requiredMillis: number, clock: Clock.Clock): Credentials | undefined => {
    const { accessToken, refreshToken } = tokens
    if (accessToken === undefined) return undefined
    const remaining = lifetimes.remainingMillis(Redacted.value(accessToken), clock)
    // Without a refresh token there is nothing better to wait for: use it to its end.
    const enough = refreshToken === undefined ? remaining > 0 : remaining >= requiredMillis
    return enough ? { accessToken, refreshToken, ...provenanceOf(tokens) } : undefined
  }

  const fresh = (tokens: Tokens, requiredMillis: number): Effect.Effect<Credentials | undefined, RefreshError> =>
    Effect.clockWith((clock) => {
      const credentials = usable(tokens, requiredMillis, clock)
      if (credentials !== undefined || tokens.refreshToken === undefined) return Effect.succeed(credentials)
      return Effect.flatMap(refreshOnce(tokens), (outcome): Effect.Effect<Credentials | undefined, RefreshError> => {
        if (outcome._tag === "Unavailable") return Effect.fail(outcome.error)
        if (outcome._tag === "Refreshed" && outcome.stored) return Effect.succeed(outcome.credentials)
        // Somebody else, such as another tab, may have refreshed the same session first.
        return Effect.map(current, (now) =>
          now !== undefined && continues(tokens, now) ? usable(now, requiredMillis, clock) : undefined
        )
      })
    })

  const credentialsWithin = (requiredMillis: number) =>
    Effect.flatMap(current, (tokens) => (tokens === undefined ? Effect.undefined : fresh(tokens, requiredMillis)))

  const credentialsFor = Effect.fnUntraced(function* (requiredMillis: number) {
    if (!(requiredMillis >= 0 && requiredMillis < maxRequiredLifetimeMillis)) {
      return yield* new LifetimeUnavailable({
        requiredMillis,
        problem: `it must be at least 0 and below ${maxRequiredLifetimeMillis}`
      })
    }
    const credentials = yield* credentialsWithin(Math.max(requiredMillis, freshnessMillis))
    if (credentials === undefined) return undefined
    const clock = yield* Clock.Clock
    if (lifetimes.remainingMillis(Redacted.value(credentials.accessToken), clock) < requiredMillis) {
      return yield* new LifetimeUnavailable({
        requiredMillis,
        problem:
          credentials.refreshToken === undefined
            ? "the session has no refresh token"
            : "the service issues tokens of a shorter life"
      })
    }
    return credentials
  })

  const renew = (refused: Credentials) =>
    Effect.suspend(() => {
      lifetimes.reject(Redacted.value(refused.accessToken))
      return Effect.flatMap(current, (tokens) =>
        tokens !== undefined && continues(refused, tokens) ? fresh(tokens, freshnessMillis) : Effect.undefined
      )
    })

  /* --------------------------------------------------------------- sign-out */

  /** Ends a session at the service: best effort, one attempt at each request, a few seconds. */
  const revoke = (tokens: Tokens): Effect.Effect<void> =>
    Effect.clockWith((clock) => {
      const end = (credentials: Credentials) => app.call(Sessions.deleteCurrentSession, {}, credentials)
      const credentials = usable(tokens, 0, clock)
      return credentials === undefined
        ? Effect.flatMap(renewed(tokens), end)
        : Effect.catchIf(end(credentials), isInvalidAccessToken, () => Effect.flatMap(renewed(tokens), end))
    }).pipe(
      Effect.raceFirst(Effect.sleep("5 seconds")),
      Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none),
      // It has the limit above. Nobody would hear of one that cannot be, or is too short, and the session go on.
      Effect.provideService(CallTimeout.CallTimeout, undefined),
      Effect.exit,
      Effect.asVoid
    )

  /** Fresh credentials of a session that is not in the store any more. */
  const renewed = (tokens: Tokens) =>
    Effect.gen(function* () {
      if (tokens.refreshToken === undefined) return yield* Effect.fail("over")
      const underWay = refreshes.underWay(Redacted.value(tokens.refreshToken))
      if (underWay === undefined) return yield* requestTokens(tokens)
      const outcome = yield* Deferred.await(underWay.landed)
      if (outcome._tag === "Left") return yield* requestTokens(tokens)
      return outcome._tag === "Refreshed" ? outcome.credentials : yield* Effect.fail("over")
    })

  /** Who waits for fresh tokens does so within the time limit of the call; the refresh, which others share, goes on. */
  const inTime = <A, E>(tokens: Effect.Effect<A, E>) =>
    CallTimeout.waitFor(app.project.timeoutMillis, tokens, refreshTooLate)

  /* ---------------------------------------------------------------- sign-in */

  const fallbackIntent: Intent = { set: (tokens) => store.compareAndSet(undefined, tokens), drop: Effect.void }

  const signIn: Session["Service"]["signIn"] = (request, fallback = false) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(fallback ? Effect.succeed(fallbackIntent) : store.begin, (intent) =>
        restore(request).pipe(
          Effect.tap(({ accessToken, refreshToken }: Tokens) => {
            const tokens = refreshToken === undefined ? { accessToken } : { accessToken, refreshToken }
            // A session that nobody is to have is not left open, not even when whoever waits for that has gone.
            const discard = intent.drop.pipe(
              Effect.andThen(Effect.forkIn(revoke(tokens), scope)),
              Effect.flatMap((fiber) => restore(Fiber.await(fiber)))
            )
            return Effect.clockWith((clock) => {
              if (accessToken !== undefined) lifetimes.receive(Redacted.value(accessToken), clock)
              return Effect.flatMap(
                Effect.tapError(intent.set(tokens), () => discard),
                (counts) => (counts ? Effect.void : Effect.andThen(discard, fallback ? Effect.void : Effect.interrupt))
              )
            })
          }),
          Effect.onError(() => intent.drop)
        )
      )
    )

  return Session.of({
    app,
    store,
    credentials: inTime(credentialsWithin(freshnessMillis)),
    credentialsFor: (requiredMillis) => inTime(credentialsFor(requiredMillis)),
    renew: (refused) => inTime(renew(refused)),
    signIn,
    goOn: (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(Effect.forkIn(effect, scope, { startImmediately: true }), (fiber) => restore(Fiber.join(fiber)))
      ),
    signOut: Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(store.clear, (removed) => {
        const tokens = read(removed)
        unsaved = undefined
        return tokens === undefined ? Effect.void : restore(revoke(tokens))
      })
    )
  })
})

/** Fails for whoever has waited for fresh tokens as long as they may. The refresh goes on for those who come next. */
export const refreshTooLate = (deadline: CallTimeout.Deadline): Effect.Effect<never, TransportError> =>
  Effect.fail(
    new TransportError({
      reason: new Timeout({ limitMillis: deadline.limitMillis, waitedFor: "session", healthy: undefined }),
      method: OAuth.refreshToken.method,
      path: OAuth.refreshToken.path,
      attempts: 0,
      elapsedMillis: deadline.elapsedMillis(),
      outcomeUnknown: false
    })
  )

/**
 * Whether `later` are tokens of the same session as `earlier`. A rotated refresh
 * token differs; the session's id in the access token does not.
 */
export const continues = (earlier: Tokens, later: Tokens): boolean => {
  if (isSameSession(earlier, later)) return true
  const id = sessionId(earlier)
  return id !== undefined && id === sessionId(later)
}

const isSameAccessToken = (a: Tokens, b: Tokens): boolean =>
  a.accessToken !== undefined &&
  b.accessToken !== undefined &&
  Redacted.value(a.accessToken) === Redacted.value(b.accessToken)

const sessionId = ({ accessToken }: Tokens): string | undefined =>
  accessToken === undefined ? undefined : AccessTokenClaims.of(accessToken)?.sessionId

/**
 * A session over the app and the token store in context. Lives as long as the
 * layer, and each build makes another one: within a program that has a session
 * of its own, that of a request or a visitor is never the program's. Build it
 * once where several parts need the same one, and pass it on with its store, by
 * `Layer.provideMerge`.
 *
 * What you compose of it and give a name is a layer like any other, which Effect
 * shares with everything built inside: compose it where it is built, as the
 * example of `ServerCookieTokenStore.layer` does, or wrap it in `Layer.fresh`.
 */
export const layer: Layer.Layer<Session, never, ClientApp | TokenStore> = Layer.fresh(Layer.effect(Session, make))
