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
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as OAuth from "../api/OAuth.ts"
import * as Sessions from "../api/Sessions.ts"
import type { InvalidOAuthClientIdOrSecret } from "../domain/errors/OAuth.ts"
import { isRefreshTokenError } from "../domain/errors/Session.ts"
import { ClientApp } from "../http/ClientApp.ts"
import * as RetryPolicy from "../http/RetryPolicy.ts"
import type { CallError, Credentials } from "../http/Transport.ts"
import { isSameSession, type Tokens, TokenStore, type TokenStoreUnavailable } from "../token/TokenStore.ts"
import * as AccessTokenClaims from "./AccessTokenClaims.ts"

/** An access token with less than this left is refreshed before it is used (spec §4). */
export const freshnessMillis = 20_000

/** A longer remaining lifetime cannot be asked for (spec §5). */
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

type RefreshableTokens = Tokens & { readonly refreshToken: Redacted.Redacted }

/** Why no access token could be had although somebody may be signed in. The session is kept. */
export type RefreshError = CallError | InvalidOAuthClientIdOrSecret

/** What a refresh comes to; only `Rejected` signs the user out. */
type RefreshOutcome = Data.TaggedEnum<{
  Refreshed: { readonly credentials: Credentials }
  Rejected: {}
  Unavailable: { readonly error: RefreshError }
}>
const RefreshOutcome = Data.taggedEnum<RefreshOutcome>()

export class Session extends Context.Service<Session, {
  readonly app: ClientApp["Service"]
  readonly store: TokenStore["Service"]
  /**
   * Credentials whose access token is fresh, after a refresh if need be;
   * undefined when signed out.
   */
  readonly credentials: Effect.Effect<Credentials | undefined, RefreshError>
  /** Like `credentials`, with at least this much of its lifetime left (below 60 000 ms). */
  readonly credentialsFor: (
    requiredMillis: number
  ) => Effect.Effect<Credentials | undefined, RefreshError | LifetimeUnavailable>
  /** The service refused this access token: it is not used again. */
  readonly reject: (accessToken: Redacted.Redacted) => Effect.Effect<void>
  /** Signs in with tokens that the service has just issued. */
  readonly signIn: (tokens: Tokens) => Effect.Effect<void, TokenStoreUnavailable>
  /**
   * Signs out: here at once, then at the service as well as possible. Never
   * fails; another session that has meanwhile signed in is left alone.
   */
  readonly signOut: Effect.Effect<void>
}>()("gatefold/session/Session") {}

const make = Effect.gen(function*() {
  const app = yield* ClientApp
  const store = yield* TokenStore
  const scope = yield* Effect.scope

  /** When the newest token that this session received ends, measured from its receipt. */
  let received: { readonly accessToken: string; readonly endsAtMillis: number } | undefined
  let rejected: string | undefined
  let refreshing: { readonly tokens: Tokens; readonly fiber: Fiber.Fiber<RefreshOutcome> } | undefined

  /** Notes a token that the service has just issued: its lifetime starts now, whatever our clock says. */
  const receive = Effect.fnUntraced(function*(accessToken: Redacted.Redacted) {
    const text = Redacted.value(accessToken)
    const claims = AccessTokenClaims.decode(text)
    if (claims === undefined) return
    const lifetimeMillis = claims.iat === undefined
      ? claims.exp * 1000 - (yield* Clock.currentTimeMillis)
      : (claims.exp - claims.iat) * 1000
    received = { accessToken: text, endsAtMillis: (yield* monotonicMillis) + lifetimeMillis }
  })

  const remainingMillis = Effect.fnUntraced(function*(accessToken: string) {
    if (accessToken === rejected) return 0
    if (accessToken === received?.accessToken) return received.endsAtMillis - (yield* monotonicMillis)
    const claims = AccessTokenClaims.decode(accessToken)
    return claims === undefined ? 0 : claims.exp * 1000 - (yield* Clock.currentTimeMillis)
  })

  /** The stored tokens as credentials, if the access token lasts long enough to be used. */
  const usable = Effect.fnUntraced(function*(tokens: Tokens, requiredMillis: number) {
    if (tokens.accessToken === undefined) return undefined
    const remaining = yield* remainingMillis(Redacted.value(tokens.accessToken))
    // Without a refresh token there is nothing better to wait for: use it to its end.
    const enough = tokens.refreshToken === undefined ? remaining > 0 : remaining >= requiredMillis
    return enough ? { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken } : undefined
  })

  /** Asks the service for an access token; changes nothing here. */
  const requestTokens = Effect.fnUntraced(function*(refreshToken: Redacted.Redacted) {
    const answer = yield* app.call(OAuth.refresh, {
      payload: {
        grantType: "refresh_token",
        refreshToken,
        clientId: app.project.projectId,
        clientSecret: app.publishableClientKey
      }
    }).pipe(
      // A refresh that may have been carried out is repeated once (SECURITY A6.9).
      Effect.retry({ times: 1, while: (error) => error._tag === "TransportError" && error.outcomeUnknown })
    )
    yield* receive(answer.accessToken)
    // The service does not rotate refresh tokens; one that does is followed.
    return { accessToken: answer.accessToken, refreshToken: answer.refreshToken ?? refreshToken }
  })

  const refresh = (tokens: RefreshableTokens): Effect.Effect<RefreshOutcome> =>
    Effect.matchEffect(requestTokens(tokens.refreshToken), {
      onSuccess: (credentials) =>
        store.compareAndSet(tokens, credentials).pipe(
          // What cannot be stored is still good for those who wait.
          Effect.orElseSucceed(() => true),
          Effect.map((stored) =>
            stored ? RefreshOutcome.Refreshed({ credentials }) : RefreshOutcome.Rejected()
          )
        ),
      onFailure: (error) =>
        isRefreshTokenError(error)
          ? Effect.as(Effect.ignore(store.compareAndSet(tokens, undefined)), RefreshOutcome.Rejected())
          : Effect.succeed(RefreshOutcome.Unavailable({ error }))
    })

  /** Joins the refresh of these tokens that is under way, or starts one that outlives whoever asked. */
  const refreshOnce = Effect.fnUntraced(function*(tokens: RefreshableTokens) {
    if (refreshing === undefined || !isSameSession(refreshing.tokens, tokens)) {
      const fiber = yield* refresh(tokens).pipe(
        Effect.ensuring(Effect.sync(() => {
          if (refreshing?.fiber === fiber) refreshing = undefined
        })),
        Effect.forkIn(scope)
      )
      refreshing = { tokens, fiber }
    }
    return yield* Fiber.join(refreshing.fiber)
  })

  const credentialsWithin = Effect.fnUntraced(function*(requiredMillis: number) {
    const tokens = yield* store.get
    if (tokens === undefined) return undefined
    const current = yield* usable(tokens, requiredMillis)
    if (current !== undefined || tokens.refreshToken === undefined) return current
    const outcome = yield* refreshOnce(tokens)
    switch (outcome._tag) {
      case "Refreshed":
        return outcome.credentials
      case "Rejected":
        return undefined
      case "Unavailable":
        return yield* Effect.fail(outcome.error)
    }
  })

  const signOut = Effect.gen(function*() {
    const tokens = yield* store.get
    yield* store.clear
    return tokens
  }).pipe(
    Effect.uninterruptible,
    Effect.flatMap((tokens) => tokens === undefined ? Effect.void : revoke(tokens))
  )

  /** Ends the session at the service: best effort, one attempt, a few seconds. */
  const revoke = (tokens: Tokens) =>
    Effect.gen(function*() {
      const current = yield* usable(tokens, 0)
      if (current !== undefined) return yield* app.call(Sessions.signOut, {}, current)
      if (tokens.refreshToken === undefined) return
      yield* app.call(Sessions.signOut, {}, yield* requestTokens(tokens.refreshToken))
    }).pipe(
      Effect.timeout("5 seconds"),
      Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none),
      Effect.ignore
    )

  return Session.of({
    app,
    store,
    credentials: credentialsWithin(freshnessMillis),
    credentialsFor: Effect.fnUntraced(function*(requiredMillis) {
      if (!(requiredMillis >= 0 && requiredMillis < maxRequiredLifetimeMillis)) {
        return yield* new LifetimeUnavailable({
          requiredMillis,
          problem: `it must be at least 0 and below ${maxRequiredLifetimeMillis}`
        })
      }
      const credentials = yield* credentialsWithin(Math.max(requiredMillis, freshnessMillis))
      if (credentials === undefined) return undefined
      if ((yield* remainingMillis(Redacted.value(credentials.accessToken))) < requiredMillis) {
        return yield* new LifetimeUnavailable({ requiredMillis, problem: "the service issues shorter-lived tokens" })
      }
      return credentials
    }),
    reject: (accessToken) =>
      Effect.sync(() => {
        rejected = Redacted.value(accessToken)
      }),
    signIn: (tokens) =>
      Effect.andThen(
        tokens.accessToken === undefined ? Effect.void : receive(tokens.accessToken),
        store.set(tokens)
      ),
    signOut
  })
})

/** Unlike the wall clock it does not jump. */
const monotonicMillis = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** A session over the app and the token store in context. Lives as long as the layer. */
export const layer: Layer.Layer<Session, never, ClientApp | TokenStore> = Layer.effect(Session, make)
