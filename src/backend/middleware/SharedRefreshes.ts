/**
 * One refresh for concurrent requests with the same refresh token: a browser whose access token has expired sends many.
 *
 * The answer is found by the refresh token, so only a request with that token gets it. Requests that come shortly
 * afterwards with the former cookies get the same answer, also if the service accepts each refresh token only once.
 * After a sign-out here, or a refused access token, the answer is dropped.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import * as TtlMap from "../../cache/TtlMap.ts"
import * as SingleFlight from "../../concurrency/SingleFlight.ts"
import * as AccessTokenClaims from "../../domain/AccessTokenClaims.ts"
import type { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import { isRefusedFor, type RequestRefused } from "../../domain/errors/RequestRefused.ts"
import { isInvalidAccessToken } from "../../domain/errors/Session.ts"
import type { TransportError } from "../../domain/errors/TransportError.ts"
import * as CallTimeout from "../../http/CallTimeout.ts"
import type { ClientApp } from "../../http/ClientApp.ts"
import type { UserCredentials } from "../../http/Credentials.ts"
import { Repeatable, RetryPolicy } from "../../http/RetryPolicy.ts"
import type { Transport } from "../../http/Transport.ts"
import { joinFlight, lostCallMillis, RequestIsolation } from "../../platform/request/RequestIsolation.ts"
import { computeLeastRemainingMillis } from "../../session/Freshness.ts"
import { refreshTooLate } from "../../session/Session.ts"
import type * as Endpoint from "../../wire/Endpoint.ts"
import * as RefreshWire from "../../wire/generated/Refresh.ts"
import * as SessionsWire from "../../wire/generated/Sessions.ts"
import * as AuthTimeout from "../AuthTimeout.ts"
import * as Draining from "../Draining.ts"
import { hashSecret } from "../SecretDigest.ts"

/** The TTL of an answer: requests that were sent before it came also get it. */
const ttlMillis = 5000
const capacity = 1000

type Refresh = typeof RefreshWire.refreshToken
type Answer = Endpoint.Success<Refresh>
type Failure = Endpoint.KnownErrors<Refresh> | RequestRefused | TransportError

type Service = ClientApp["Service"]

export interface SharedApp extends Service {
  /** Drops the answer with an access token that the backend itself refuses, because its key was withdrawn. */
  readonly drop: (accessToken: Redacted.Redacted) => Effect.Effect<void>
}

/** Gives an app shared refreshes. They run in the scope, not in the request that started them. */
export const share = Effect.fnUntraced(function* (
  app: ClientApp["Service"]
): Effect.fn.Return<SharedApp, InvalidOption, Scope.Scope> {
  const isIsolated = yield* RequestIsolation
  const limitMillis = yield* AuthTimeout.limitMillis
  // An attempt goes on for later requests, but not the wait before another attempt: they would wait although the
  // service is back.
  const policy = Schedule.while(
    yield* RetryPolicy,
    ({ duration, input }) => input.elapsedMillis + Duration.toMillis(duration) < limitMillis
  )
  /** Answers by digests of refresh tokens. */
  const answers = TtlMap.make<string, Answer>(yield* Clock.Clock, capacity)
  const { scope, work } = yield* Draining.make("refreshes")
  const flights = yield* SingleFlight.make<string, Answer, Failure>({
    join: (flight, _, again) => joinFlight(flight, { isIsolated, lostMillis: lostCallMillis, again }),
    onLanded: (key, exit) => {
      if (Exit.isSuccess(exit)) answers.set(key, exit.value, computeTtl(exit.value))
    }
  }).pipe(Scope.provide(scope))

  const refresh = (input: Endpoint.Input<Refresh>): Effect.Effect<Answer, Failure> =>
    Effect.flatMap(hashSecret(Redacted.value(input.payload.refreshToken)), (key) => {
      // Looked up within the flight, because another one may have ended meanwhile.
      const ask = Effect.suspend(() => {
        const cached = answers.get(key)
        return cached === undefined
          ? app
              .call(RefreshWire.refreshToken, input)
              .pipe(Effect.provideService(Repeatable, true), Effect.provideService(RetryPolicy, policy))
          : Effect.succeed(cached)
      })
      return flights.run(key, work.track(ask))
    }).pipe((refreshed) => CallTimeout.waitFor(limitMillis, refreshed, refreshTooLate))

  const drop = (refused: Redacted.Redacted) =>
    Effect.sync(() => answers.deleteWhere(({ accessToken }) => isSame(accessToken, refused)))

  const forgetSession = (refreshToken: Redacted.Redacted): Effect.Effect<void> =>
    Effect.map(hashSecret(Redacted.value(refreshToken)), (key) => {
      const flight = flights.find(key)
      if (flight !== undefined) flights.forget(key, flight)
      answers.delete(key)
      answers.deleteWhere((answer) => answer.refreshToken !== undefined && isSame(answer.refreshToken, refreshToken))
    })

  const call = (
    endpoint: Endpoint.Any,
    input: object,
    credentials?: UserCredentials
  ): Effect.Effect<unknown, unknown> => {
    if (isRefresh(endpoint, input)) return refresh(input)
    if (credentials === undefined) return app.call(endpoint, input)
    const answer = Effect.tapError(app.call(endpoint, input, credentials), (error) =>
      isRefusedFor(isInvalidAccessToken)(error) ? drop(credentials.accessToken) : Effect.void
    )
    if (endpoint !== SessionsWire.deleteCurrentSession || credentials.refreshToken === undefined) return answer
    // Another request may have refreshed while this one was on its way.
    const forget = forgetSession(credentials.refreshToken)
    return Effect.andThen(forget, Effect.ensuring(answer, forget))
  }

  // The type follows from the endpoint, as in Transport.
  return { ...app, call: call as Transport["call"], drop }
})

const isRefresh = (endpoint: Endpoint.Any, _input: object): _input is Endpoint.Input<Refresh> =>
  endpoint === RefreshWire.refreshToken

const isSame = (a: Redacted.Redacted, b: Redacted.Redacted): boolean => Redacted.value(a) === Redacted.value(b)

/** No longer than the access token is fresh. */
const computeTtl = ({ accessToken }: Answer): number => {
  const claims = AccessTokenClaims.decodeOnce(accessToken)
  if (claims?.iat === undefined) return 0
  return Math.max(0, Math.min(ttlMillis, (claims.exp - claims.iat) * 1000 - computeLeastRemainingMillis(accessToken)))
}
