/**
 * One user's session: provides fresh access tokens, refreshes them with one request for all who wait, and drops them
 * when the service has ended the session.
 *
 * Every write to the store compares before it replaces, so that work begun for one session neither changes the tokens
 * of another one nor restores them after a sign-out.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"
import { isInvalidAccessToken, isRefreshTokenError } from "../domain/errors/Session.ts"
import { isRefusedFor, type RequestRefused } from "../domain/RequestRefused.ts"
import { TaggedError } from "../domain/TaggedError.ts"
import { notSent, type TransportError } from "../domain/TransportError.ts"
import * as TransportReason from "../domain/TransportReason.ts"
import * as CallTimeout from "../http/CallTimeout.ts"
import { ClientApp } from "../http/ClientApp.ts"
import * as RetryPolicy from "../http/RetryPolicy.ts"
import type * as Transport from "../http/Transport.ts"
import { Locks } from "../platform/Locks.ts"
import { shortHash } from "../platform/ShortHash.ts"
import * as SingleFlight from "../platform/SingleFlight.ts"
import * as Overlay from "../token/Overlay.ts"
import type { SignOutElsewhere } from "../token/SignOutElsewhere.ts"
import {
  type Intent,
  isSameSession,
  type IssuedTokens,
  provenanceOf,
  type Tokens,
  TokenStore,
  type TokenStoreUnavailable
} from "../token/TokenStore.ts"
import * as RefreshWire from "../wire/generated/Refresh.ts"
import * as SessionsWire from "../wire/generated/Sessions.ts"
import * as AccessTokenLifetimes from "./internal/AccessTokenLifetimes.ts"

/**
 * An access token with less than this left is refreshed before it is used, or with less than half of its lifetime, if
 * that is shorter (docs/protocol/session.md#fresh-tokens).
 */
export const freshnessMillis = 20_000

/** How much an access token must have left to be used without a refresh, in milliseconds. */
export const freshnessOf = (accessToken: Redacted.Redacted): number => {
  const claims = AccessTokenClaims.of(accessToken)
  return claims?.iat === undefined
    ? freshnessMillis
    : Math.max(1, Math.min(freshnessMillis, (claims.exp - claims.iat) * 500))
}

/** Remaining lifetimes must be below this, in milliseconds (docs/protocol/session.md#fresh-tokens). */
export const maxRequiredLifetimeMillis = 60_000

/** No access token with the requested remaining lifetime is available. */
export class LifetimeUnavailable extends TaggedError("LifetimeUnavailable")<{
  readonly requiredMillis: number
  readonly problem: string
}> {
  override get message() {
    return `No access token with ${this.requiredMillis} ms left: ${this.problem}`
  }
}

/** The tokens for requests of the session, and its provenance. */
export type Credentials = Tokens & Transport.Credentials

/** The tokens that a sign-in returns. */
export type Opened = IssuedTokens & {
  /** Whether the session is also in use elsewhere, and was not opened by this sign-in. Default: false. */
  readonly isShared?: boolean
}

/** The tokens of one user agent or of one request, kept fresh. */
export class Session extends Context.Service<
  Session,
  {
    readonly app: ClientApp["Service"]
    readonly store: TokenStore["Service"]
    /**
     * Credentials whose access token has enough of its lifetime left ({@link freshnessMillis}), refreshed if necessary;
     * undefined when signed out. Fails if no token is available although the session may still be valid, such as
     * offline.
     */
    readonly credentials: Effect.Effect<Credentials | undefined, RequestRefused | TransportError>
    /** Like `credentials`, with at least this much of its lifetime left (below 60 000 ms). */
    readonly credentialsFor: (
      requiredMillis: number
    ) => Effect.Effect<Credentials | undefined, RequestRefused | TransportError | LifetimeUnavailable>
    /**
     * Other credentials of the same session, after the service has refused these; undefined if the session has ended or
     * was replaced.
     */
    readonly renew: (refused: Credentials) => Effect.Effect<Credentials | undefined, RequestRefused | TransportError>
    /** Notes that the service has refused these credentials, so that no later call begins with them. */
    readonly reject: (refused: Credentials) => Effect.Effect<void>
    /**
     * Signs in with the tokens in the answer of a request, and returns that answer. Of several sign-ins in one store
     * the last one begun counts, in whichever tab, unless it fails; of a sign-in and a later sign-out, the sign-out. If
     * a sign-in does not count any more when its answer comes, the session that it opened is ended, unless it is
     * shared, and the caller is interrupted (docs/protocol/session.md#order-of-sign-ins).
     *
     * A `fallback` is a sign-in that the user has not asked for, such as that of a guest. It counts only if nobody is
     * signed in when its answer comes. It neither ends another sign-in nor interrupts its caller.
     */
    readonly signIn: <A extends Opened, E, R>(
      request: Effect.Effect<A, E, R>,
      options?: { readonly fallback?: boolean | undefined }
    ) => Effect.Effect<A, E | TokenStoreUnavailable, R>
    /**
     * Runs work that cannot be repeated, such as the exchange of a code. It continues when its caller is interrupted,
     * and ends with the session's layer.
     */
    readonly detached: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /**
     * Signs out: empties the store at once, then tries to end the session at the service. Fails only if a provider
     * keeps the session; the user then stays signed in.
     */
    readonly signOut: Effect.Effect<void, SignOutElsewhere>
  }
>()("gatefold/session/Session") {}

type Refreshable = IssuedTokens & { readonly refreshToken: Redacted.Redacted }

/** The outcome of a refresh; only `Rejected` signs the user out. */
type RefreshOutcome =
  /** `stored` is false if the session was ended or replaced meanwhile. */
  | { readonly _tag: "Refreshed"; readonly credentials: Credentials & Refreshable; readonly stored: boolean }
  | { readonly _tag: "Rejected" }
  /** No request was sent: the session was ended or replaced while another tab held the lock. */
  | { readonly _tag: "Left" }
  | { readonly _tag: "Unavailable"; readonly error: RequestRefused | TransportError }

const make = Effect.gen(function* () {
  const app = yield* ClientApp
  const store = yield* TokenStore
  const withLock = yield* Locks
  const scope = yield* Scope.make()
  const refreshes = yield* SingleFlight.make<string, RefreshOutcome>().pipe(Scope.provide(scope))

  const lifetimes = AccessTokenLifetimes.make()

  /* ------------------------------------------------------------------ store */

  /** Tokens that the store refused to write. */
  const unsaved = Overlay.make()

  const current = Effect.map(store.get, unsaved.over)

  /**
   * Replaces the tokens of a session, in memory if the store refuses them. Answers false if the store holds another
   * session now, or none.
   */
  const replace = (tokens: Tokens, next: Tokens | undefined): Effect.Effect<boolean> =>
    Effect.suspend(() => {
      const instead = unsaved.under(tokens)
      return Effect.matchEffect(store.compareAndSet(instead, next), {
        onSuccess: (replaced) =>
          Effect.sync(() => {
            if (replaced) unsaved.clear()
            return replaced
          }),
        onFailure: () =>
          Effect.map(store.get, (stored) => {
            if (!isSameSession(stored, instead)) return false
            unsaved.put(instead, next)
            return true
          })
      })
    })

  /* ---------------------------------------------------------------- refresh */

  // Refreshes under way get a second, because an interrupted one could lose a rotated refresh token.
  yield* Effect.addFinalizer((exit) =>
    refreshes.drain.pipe(Effect.raceFirst(Effect.sleep("1 second")), Effect.andThen(Scope.close(scope, exit)))
  )

  /** Asks the service for an access token; changes nothing here. */
  const requestTokens = ({ refreshToken, ...tokens }: Refreshable) => {
    const provenance = provenanceOf(tokens)
    return app
      .call(RefreshWire.refreshToken, {
        payload: {
          grantType: "refresh_token",
          refreshToken,
          clientId: app.project.projectId,
          clientSecret: app.oauthClientSecret
        }
      })
      .pipe(
        // Repeated like a read, because it changes nothing at the service (docs/protocol/session.md#refresh).
        Effect.provideService(RetryPolicy.Repeatable, true),
        Effect.flatMap((answer) =>
          Effect.clockWith((clock) => {
            lifetimes.receive(Redacted.value(answer.accessToken), clock)
            // The service does not rotate refresh tokens; a new one in the answer is used.
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
   * Refreshes under a lock that tabs with the same store share. It adopts tokens that another tab got for the same
   * session meanwhile, because a service that rotates refresh tokens accepts each of them once. Each refresh token has
   * its own lock, so that nobody waits for the refresh of a session that was left.
   */
  const refreshInTurn = (tokens: Refreshable): Effect.Effect<RefreshOutcome> =>
    store.lockName === undefined
      ? refresh(tokens)
      : withLock(
          `${store.lockName}.${shortHash(Redacted.value(tokens.refreshToken))}`,
          Effect.clockWith((clock) =>
            Effect.flatMap(current, (now) => {
              if (now?.refreshToken === undefined || !continues(tokens, now)) {
                return Effect.succeed({ _tag: "Left" as const })
              }
              const { accessToken, refreshToken } = now
              const found: Refreshable = { accessToken, refreshToken, ...provenanceOf(now) }
              if (
                accessToken !== undefined &&
                !isSameAccessToken(tokens, now) &&
                asCredentials(now, 0, clock) !== undefined
              ) {
                const credentials = { ...found, accessToken }
                return Effect.succeed({ _tag: "Refreshed" as const, credentials, stored: true })
              }
              // Another tab has rotated the refresh token, and its access token is spent already.
              return isSameSession(tokens, now) ? refresh(found) : refreshInTurn(found)
            })
          )
        )

  /** Joins the refresh of these tokens that is under way, or starts one. */
  const refreshOnce = (tokens: Refreshable): Effect.Effect<RefreshOutcome> =>
    refreshes.run(Redacted.value(tokens.refreshToken), refreshInTurn(tokens))

  /* ------------------------------------------------------------ credentials */

  /** The tokens as credentials, if the access token is fresh and lasts as long as required, or until its end. */
  const asCredentials = (
    tokens: Tokens,
    requiredMillis: number | "to its end",
    clock: Clock.Clock
  ): Credentials | undefined => {
    const { accessToken, external, refreshToken } = tokens
    if (accessToken === undefined) return undefined
    const remaining = lifetimes.remainingMillis(Redacted.value(accessToken), clock)
    // A token that cannot be replaced is used until it expires.
    const enough =
      (refreshToken ?? external) === undefined || requiredMillis === "to its end"
        ? remaining > 0
        : remaining >= Math.max(requiredMillis, freshnessOf(accessToken))
    return enough ? { ...tokens, accessToken } : undefined
  }

  const refreshIfNeeded = (
    tokens: Tokens,
    requiredMillis: number
  ): Effect.Effect<Credentials | undefined, RequestRefused | TransportError> =>
    Effect.clockWith((clock) => {
      const credentials = asCredentials(tokens, requiredMillis, clock)
      if (credentials === undefined && store.next !== undefined) {
        return store.next(tokens, (found, isLast) =>
          asCredentials(found, isLast ? "to its end" : requiredMillis, clock)
        )
      }
      if (credentials !== undefined || tokens.refreshToken === undefined) return Effect.succeed(credentials)
      return Effect.flatMap(
        refreshOnce(tokens),
        (outcome): Effect.Effect<Credentials | undefined, RequestRefused | TransportError> => {
          if (outcome._tag === "Unavailable") return Effect.fail(outcome.error)
          if (outcome._tag === "Refreshed" && outcome.stored) return Effect.succeed(outcome.credentials)
          // Another tab may have refreshed the same session first.
          return Effect.map(current, (now) =>
            now !== undefined && continues(tokens, now) ? asCredentials(now, requiredMillis, clock) : undefined
          )
        }
      )
    })

  const credentialsWithin = (requiredMillis: number) =>
    Effect.flatMap(current, (tokens) =>
      tokens === undefined ? Effect.undefined : refreshIfNeeded(tokens, requiredMillis)
    )

  const credentialsFor = Effect.fnUntraced(function* (requiredMillis: number) {
    if (!(requiredMillis >= 0 && requiredMillis < maxRequiredLifetimeMillis)) {
      return yield* new LifetimeUnavailable({
        requiredMillis,
        problem: `it must be at least 0 and below ${maxRequiredLifetimeMillis}`
      })
    }
    const credentials = yield* credentialsWithin(requiredMillis)
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

  const reject = (refused: Credentials) => Effect.sync(() => lifetimes.reject(Redacted.value(refused.accessToken)))

  const renew = (refused: Credentials) =>
    Effect.flatMap(Effect.andThen(reject(refused), current), (tokens) =>
      tokens !== undefined && continues(refused, tokens) ? refreshIfNeeded(tokens, 0) : Effect.undefined
    )

  /* --------------------------------------------------------------- sign-out */

  /** Tries to end a session at the service: one attempt for each request, within 5 seconds. */
  const revoke = (tokens: Tokens): Effect.Effect<void> =>
    Effect.clockWith((clock) => {
      const end = (credentials: Credentials) => app.call(SessionsWire.deleteCurrentSession, {}, credentials)
      const credentials = asCredentials(tokens, "to its end", clock)
      const endRenewed = Effect.flatMap(requestFreshTokens(tokens), (found) =>
        found === undefined ? Effect.void : end(found)
      )
      return credentials === undefined
        ? endRenewed
        : Effect.catchIf(end(credentials), isRefusedFor(isInvalidAccessToken), () => endRenewed)
    }).pipe(
      Effect.raceFirst(Effect.sleep("5 seconds")),
      Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none),
      // The limit above applies, not that of the caller: with an invalid or short limit the session would go on
      // unnoticed.
      Effect.provideService(CallTimeout.CallTimeout, undefined),
      Effect.exit,
      Effect.asVoid
    )

  /** Fresh credentials of a session that is not in the store any more; undefined if it is over. */
  const requestFreshTokens = (tokens: Tokens) =>
    Effect.gen(function* () {
      if (tokens.refreshToken === undefined) return undefined
      const underWay = refreshes.underWay(Redacted.value(tokens.refreshToken))
      if (underWay === undefined) return yield* requestTokens(tokens)
      const outcome = yield* Deferred.await(underWay.landed)
      if (outcome._tag === "Left") return yield* requestTokens(tokens)
      return outcome._tag === "Refreshed" ? outcome.credentials : undefined
    })

  /** Waits for fresh tokens within the time limit of the call. The refresh itself continues for others. */
  const inTime = <A, E>(tokens: Effect.Effect<A, E>) =>
    CallTimeout.waitFor(app.project.timeoutMillis, tokens, refreshTooLate)

  /* ---------------------------------------------------------------- sign-in */

  const fallbackIntent: Intent = { set: (tokens) => store.compareAndSet(undefined, tokens), drop: Effect.void }

  const signIn: Session["Service"]["signIn"] = (request, { fallback = false } = {}) =>
    Effect.uninterruptibleMask((restore) =>
      // Where a provider keeps the session, both are refused before the request is sent.
      Effect.flatMap(fallback && store.next === undefined ? Effect.succeed(fallbackIntent) : store.begin, (intent) =>
        restore(request).pipe(
          Effect.tap(({ accessToken, isShared, refreshToken }: Opened) => {
            const tokens = refreshToken === undefined ? { accessToken } : { accessToken, refreshToken }
            // The opened session is ended in the background, even if the caller is interrupted.
            const end = Effect.flatMap(Effect.forkIn(revoke(tokens), scope), (fiber) => restore(Fiber.await(fiber)))
            const discard = Effect.andThen(intent.drop, isShared === true ? Effect.void : end)
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
    credentials: inTime(credentialsWithin(0)),
    credentialsFor: (requiredMillis) => inTime(credentialsFor(requiredMillis)),
    renew: (refused) => inTime(renew(refused)),
    reject,
    signIn,
    detached: (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(Effect.forkIn(effect, scope, { startImmediately: true }), (fiber) => restore(Fiber.join(fiber)))
      ),
    signOut: Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(store.clear, (removed) => {
        const tokens = unsaved.over(removed)
        unsaved.clear()
        return tokens === undefined ? Effect.void : restore(revoke(tokens))
      })
    )
  })
})

/**
 * The failure of a caller whose time limit has passed while waiting for fresh tokens. The refresh continues for later
 * calls.
 */
export const refreshTooLate = (deadline: CallTimeout.Deadline): Effect.Effect<never, TransportError> =>
  Effect.fail(
    notSent(
      RefreshWire.refreshToken,
      new TransportReason.Timeout({ limitMillis: deadline.limitMillis, waitedFor: "session", healthy: undefined }),
      deadline.elapsedMillis()
    )
  )

/**
 * Whether `later` are tokens of the same session as `earlier`. The session id in the access token stays when the
 * refresh token is rotated.
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
 * A session over the app and the token store in context. Each build makes another session, so that requests of
 * different users never share one. Where several parts need the same session, build it once and pass it on with its
 * store, by `Layer.provideMerge`.
 *
 * A layer that you compose of it and keep in a variable is shared by Effect like any other layer. For one session per
 * request compose it where it is built, as in the example of `ServerCookieTokenStore.layer`, or wrap it in
 * `Layer.fresh`.
 */
export const layer: Layer.Layer<Session, never, ClientApp | TokenStore> = Layer.fresh(Layer.effect(Session, make))
