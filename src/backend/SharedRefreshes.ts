/**
 * One refresh for all requests that come at once with the same refresh token: a
 * browser whose access token has expired sends many.
 *
 * Whoever shows a refresh token gets what the service has just answered to that
 * very token, and nobody else does. Requests that come a moment later, with the
 * cookies that the browser had then, get the same answer; this also serves them
 * if the service takes each refresh token only once. What ended meanwhile, by a
 * sign-out here or a refused access token, is not handed out any more.
 */
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as OAuth from "../api/OAuth.ts"
import * as Sessions from "../api/Sessions.ts"
import { isInvalidAccessToken } from "../domain/errors/Session.ts"
import type { ClientApp } from "../http/ClientApp.ts"
import type * as Endpoint from "../http/Endpoint.ts"
import type { CallError, Credentials, Transport } from "../http/Transport.ts"
import * as AccessTokenClaims from "../session/AccessTokenClaims.ts"
import { freshnessMillis } from "../session/Session.ts"
import { sha256 } from "./Digest.ts"
import { Isolated, join, monotonicMillis } from "./Isolated.ts"

/** How long an answer is kept for requests that were sent before it came. */
const keepMillis = 5000
/** After so long a refresh has ended with its request, where requests are kept apart. */
const goneMillis = 10_000
/** How many answers are kept. */
const capacity = 1000

type Refresh = typeof OAuth.refreshToken
type Answer = Endpoint.Success<Refresh>
type Failure = Endpoint.KnownErrors<Refresh> | CallError

interface Entry {
  readonly outcome: Deferred.Deferred<Answer, Failure>
  readonly startedAt: number
  answer: Answer | undefined
  /** When it is too old, on the monotonic clock. */
  until: number
}

/** The same app, whose refreshes are shared. They go on in the scope, whoever has begun them. */
export const share = Effect.fnUntraced(function* (
  app: ClientApp["Service"]
): Effect.fn.Return<ClientApp["Service"], never, Scope.Scope> {
  const scope = yield* Effect.scope
  const context = yield* Effect.context<never>()
  const isolated = yield* Isolated
  /** By the digests of the refresh tokens, the oldest first. */
  const entries = new Map<string, Entry>()

  const add = (key: string, now: number): Entry => {
    for (const [old, { until }] of entries) {
      if (entries.size < capacity && now < until) break
      entries.delete(old)
    }
    const outcome = Deferred.makeUnsafe<Answer, Failure>()
    const entry = { outcome, startedAt: now, answer: undefined, until: Infinity }
    entries.delete(key)
    entries.set(key, entry)
    return entry
  }

  const refresh = (input: Endpoint.Input<Refresh>): Effect.Effect<Answer, Failure> =>
    Effect.flatMap(sha256(Redacted.value(input.payload.refreshToken)), (key) => refreshOnce(key, input))

  const refreshOnce = (key: string, input: Endpoint.Input<Refresh>): Effect.Effect<Answer, Failure> =>
    Effect.clockWith((clock) => {
      const now = monotonicMillis(clock)
      const known = entries.get(key)
      if (known !== undefined && now < known.until) {
        const instead = Effect.suspend(() => {
          if (entries.get(key) === known) entries.delete(key)
          return refreshOnce(key, input)
        })
        return join(isolated, known.outcome, known.startedAt + goneMillis, instead)
      }
      const entry = add(key, now)
      return app.call(OAuth.refreshToken, input).pipe(
        Effect.updateContext((_: Context.Context<never>) => context),
        Effect.forkIn(scope),
        Effect.map((fiber) =>
          fiber.addObserver((exit) => {
            if (Exit.isSuccess(exit)) {
              entry.answer = exit.value
              entry.until = monotonicMillis(clock) + keepFor(exit.value)
            } else if (entries.get(key) === entry) {
              entries.delete(key)
            }
            Deferred.doneUnsafe(entry.outcome, exit)
          })
        ),
        Effect.uninterruptible,
        Effect.andThen(Deferred.await(entry.outcome))
      )
    })

  const forget = (matches: (answer: Answer) => boolean) => {
    for (const [key, { answer }] of entries) if (answer !== undefined && matches(answer)) entries.delete(key)
  }

  const forgetSession = (refreshToken: Redacted.Redacted): Effect.Effect<void> =>
    Effect.map(sha256(Redacted.value(refreshToken)), (key) => {
      entries.delete(key)
      forget((answer) => answer.refreshToken !== undefined && isSame(answer.refreshToken, refreshToken))
    })

  const call = (
    endpoint: Endpoint.Any,
    input: Endpoint.Input<Endpoint.Any>,
    credentials?: Credentials
  ): Effect.Effect<unknown, unknown> => {
    if (isRefresh(endpoint, input)) return refresh(input)
    if (credentials === undefined) return app.call(endpoint, input)
    const answer = Effect.tapError(app.call(endpoint, input, credentials), (error) =>
      Effect.sync(() => {
        if (!isInvalidAccessToken(error)) return
        forget(({ accessToken }) => isSame(accessToken, credentials.accessToken))
      })
    )
    return endpoint === Sessions.deleteCurrentSession && credentials.refreshToken !== undefined
      ? Effect.andThen(forgetSession(credentials.refreshToken), answer)
      : answer
  }

  // The type of an answer follows from the endpoint that is passed, as in Transport.
  return { ...app, call: call as Transport["call"] }
})

const isRefresh = (endpoint: Endpoint.Any, _input: object): _input is Endpoint.Input<Refresh> =>
  endpoint === OAuth.refreshToken

const isSame = (a: Redacted.Redacted, b: Redacted.Redacted): boolean => Redacted.value(a) === Redacted.value(b)

/** Not longer than its access token can be used without another refresh. */
const keepFor = ({ accessToken }: Answer): number => {
  const claims = AccessTokenClaims.decode(Redacted.value(accessToken))
  if (claims?.iat === undefined) return 0
  return Math.max(0, Math.min(keepMillis, (claims.exp - claims.iat) * 1000 - freshnessMillis))
}
