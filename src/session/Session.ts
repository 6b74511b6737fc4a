/**
 * One user's session: signs in, provides fresh access tokens, and signs out. Its parts in `internal` keep the tokens,
 * refresh them, and end a session at the service.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { RequestRefused } from "../domain/errors/RequestRefused.ts"
import { TaggedError } from "../domain/errors/TaggedError.ts"
import { notSent, type TransportError } from "../domain/errors/TransportError.ts"
import * as TransportReason from "../domain/errors/TransportReason.ts"
import * as CallTimeout from "../http/CallTimeout.ts"
import { ClientApp } from "../http/ClientApp.ts"
import type { SignOutElsewhere } from "../token/SignOutElsewhere.ts"
import {
  continues,
  type Intent,
  type IssuedTokens,
  type Tokens,
  TokenStore,
  type TokenStoreUnavailable
} from "../token/TokenStore.ts"
import * as RefreshWire from "../wire/generated/Refresh.ts"
import * as AccessTokenLifetimes from "./internal/AccessTokenLifetimes.ts"
import * as Refreshes from "./internal/Refreshes.ts"
import * as Revocation from "./internal/Revocation.ts"
import type { SessionCredentials } from "./internal/SessionCredentials.ts"
import * as StoredTokens from "./internal/StoredTokens.ts"

export type { SessionCredentials } from "./internal/SessionCredentials.ts"

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

/** The tokens that a sign-in returns. */
export type NewSession = IssuedTokens & {
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
     * Credentials whose access token has enough of its lifetime left (`Freshness.freshnessMillis`), refreshed if
     * necessary; undefined when signed out. Fails if no token is available although the session may still be valid,
     * such as offline.
     */
    readonly credentials: Effect.Effect<SessionCredentials | undefined, RequestRefused | TransportError>
    /** Like `credentials`, but the access token is valid for at least this long (below 60,000 ms). */
    readonly credentialsFor: (
      requiredMillis: number
    ) => Effect.Effect<SessionCredentials | undefined, RequestRefused | TransportError | LifetimeUnavailable>
    /**
     * Other credentials of the same session, after the service has refused these; undefined if the session has ended or
     * was replaced.
     */
    readonly renew: (
      refused: SessionCredentials
    ) => Effect.Effect<SessionCredentials | undefined, RequestRefused | TransportError>
    /** Notes that the service has refused these credentials, so that no later call begins with them. */
    readonly reject: (refused: SessionCredentials) => Effect.Effect<void>
    /**
     * Signs in with the tokens in the answer of a request, and returns that answer. Of several sign-ins in one store
     * the last one begun counts, in whichever tab, unless it fails; of a sign-in and a later sign-out, the sign-out. If
     * a sign-in does not count any more when its answer comes, the session that it opened is ended, unless it is
     * shared, and the caller is interrupted (docs/protocol/session.md#order-of-sign-ins).
     *
     * The user has not asked for a `fallback`, such as the sign-in of a guest. It counts only if nobody is signed in
     * when its answer comes, ends no other sign-in, and never interrupts its caller.
     */
    readonly signIn: <A extends NewSession, E, R>(
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

/** Reads the credentials in a store, and refreshes them if necessary. */
const makeRefresher = (
  store: TokenStore["Service"],
  stored: StoredTokens.StoredTokens,
  lifetimes: AccessTokenLifetimes.AccessTokenLifetimes,
  refreshes: Refreshes.Refreshes
) => {
  /** The tokens as credentials, refreshed if necessary, or replaced by the provider that keeps the session. */
  const refreshIfNeeded = (
    tokens: Tokens,
    requiredMillis: number
  ): Effect.Effect<SessionCredentials | undefined, RequestRefused | TransportError> =>
    Effect.clockWith((clock) => {
      const credentials = lifetimes.credentials(tokens, requiredMillis, clock)
      return credentials === undefined ? replaceTokens(tokens, requiredMillis, clock) : Effect.succeed(credentials)
    })

  /** Credentials instead of tokens that do not last as long as required. */
  const replaceTokens = Effect.fnUntraced(function* (tokens: Tokens, requiredMillis: number, clock: Clock.Clock) {
    if (store.askProvider !== undefined) {
      return yield* store.askProvider(tokens, (external, isLast) =>
        lifetimes.credentials(external, isLast ? "to its end" : requiredMillis, clock)
      )
    }
    if (tokens.refreshToken === undefined) return undefined
    const outcome = yield* refreshes.run(tokens)
    if (outcome._tag === "Unavailable") return yield* Effect.fail(outcome.error)
    if (outcome._tag === "Refreshed" && outcome.stored) return outcome.credentials
    // Another tab may have refreshed the same session first.
    const now = yield* stored.current
    return now !== undefined && continues(tokens, now) ? lifetimes.credentials(now, requiredMillis, clock) : undefined
  })

  const getCredentials = (requiredMillis: number) =>
    Effect.flatMap(stored.current, (tokens) =>
      tokens === undefined ? Effect.undefined : refreshIfNeeded(tokens, requiredMillis)
    )

  const requireCredentials = Effect.fnUntraced(function* (requiredMillis: number) {
    if (!(requiredMillis >= 0 && requiredMillis < maxRequiredLifetimeMillis)) {
      return yield* new LifetimeUnavailable({
        requiredMillis,
        problem: `it must be at least 0 and below ${maxRequiredLifetimeMillis}`
      })
    }
    const credentials = yield* getCredentials(requiredMillis)
    if (credentials === undefined) return undefined
    const clock = yield* Clock.Clock
    if (lifetimes.remainingMillis(credentials.accessToken, clock) < requiredMillis) {
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

  const reject = (refused: SessionCredentials) => Effect.sync(() => lifetimes.reject(refused.accessToken))

  const renew = (refused: SessionCredentials) =>
    Effect.flatMap(Effect.andThen(reject(refused), stored.current), (tokens) =>
      tokens !== undefined && continues(refused, tokens) ? refreshIfNeeded(tokens, 0) : Effect.undefined
    )

  return { get: getCredentials, require: requireCredentials, reject, renew }
}

const make = Effect.gen(function* () {
  const app = yield* ClientApp
  const store = yield* TokenStore
  /** The scope of refreshes, which go on when their caller is interrupted. */
  const scope = yield* Scope.make()
  const stored = StoredTokens.make(store)
  const lifetimes = AccessTokenLifetimes.make()
  const refreshes = yield* Refreshes.make(app, store.lockName, stored, lifetimes).pipe(Scope.provide(scope))
  // Refreshes under way get a second, because an interrupted one could lose a rotated refresh token.
  yield* Effect.addFinalizer((exit) =>
    Effect.andThen(Effect.timeoutOption(refreshes.drain, "1 second"), Scope.close(scope, exit))
  )

  const refresher = makeRefresher(store, stored, lifetimes, refreshes)

  /** Waits for fresh tokens within the time limit of the call. The refresh itself continues for others. */
  const limitTime = <A, E>(tokens: Effect.Effect<A, E>) =>
    CallTimeout.waitFor(app.project.timeoutMillis, tokens, refreshTooLate)

  const revoke = (tokens: Tokens) => Revocation.revoke(app, lifetimes, refreshes, tokens)

  const fallbackIntent: Intent = { set: (tokens) => store.compareAndSet(undefined, tokens), drop: Effect.void }

  /**
   * Stores the tokens that a sign-in has opened, and returns whether it still counts. If not, ends the opened session
   * in the background, even if the caller is interrupted while it waits for that.
   */
  const settle = Effect.fnUntraced(function* (
    intent: Intent,
    { accessToken, isShared, refreshToken }: NewSession,
    interruptibly: <A>(wait: Effect.Effect<A>) => Effect.Effect<A>
  ) {
    const tokens = refreshToken === undefined ? { accessToken } : { accessToken, refreshToken }
    if (accessToken !== undefined) lifetimes.receive(accessToken, yield* Clock.Clock)
    const end = Effect.flatMap(Effect.forkIn(revoke(tokens), scope), (ending) => interruptibly(Fiber.await(ending)))
    const discard = Effect.andThen(intent.drop, isShared === true ? Effect.void : end)
    const isCurrent = yield* Effect.tapError(intent.set(tokens), () => discard)
    if (!isCurrent) yield* discard
    return isCurrent
  })

  const signIn: Session["Service"]["signIn"] = (request, { fallback = false } = {}) =>
    Effect.uninterruptibleMask((restore) =>
      // Where a provider keeps the session, both are refused before the request is sent.
      Effect.flatMap(
        fallback && store.askProvider === undefined ? Effect.succeed(fallbackIntent) : store.begin,
        (intent) => {
          const signedIn = Effect.gen(function* () {
            const opened = yield* restore(request)
            const isCurrent = yield* settle(intent, opened, restore)
            return isCurrent || fallback ? opened : yield* Effect.interrupt
          })
          return Effect.onError(signedIn, () => intent.drop)
        }
      )
    )

  return Session.of({
    app,
    store,
    credentials: limitTime(refresher.get(0)),
    credentialsFor: (requiredMillis) => limitTime(refresher.require(requiredMillis)),
    renew: (refused) => limitTime(refresher.renew(refused)),
    reject: refresher.reject,
    signIn,
    detached: (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(Effect.forkIn(effect, scope, { startImmediately: true }), (fiber) => restore(Fiber.join(fiber)))
      ),
    signOut: Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(stored.clear, (tokens) => (tokens === undefined ? Effect.void : restore(revoke(tokens))))
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
 * A session over the app and the token store in context. Each build makes another session, so that requests of
 * different users never share one. Where several parts need the same session, build it once and pass it on with its
 * store, by `Layer.provideMerge`.
 *
 * A layer that you compose of it and keep in a variable is shared by Effect like any other layer. For one session per
 * request compose it where it is built, as in the example of `ServerCookieTokenStore.layer`, or wrap it in
 * `Layer.fresh`.
 */
export const layer: Layer.Layer<Session, never, ClientApp | TokenStore> = Layer.fresh(Layer.effect(Session, make))
