/**
 * Calls endpoint values over the `Http` port: headers, limits, retries, and one error for every way in which no answer
 * comes. It does not know the session.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { AccessLevel } from "../domain/AccessLevel.ts"
import type { AnonymousAuthenticationNotAllowed, RestrictedUserNotAllowed } from "../domain/errors/Session.ts"
import { isLoopback } from "../domain/Loopback.ts"
import type { RequestRefused } from "../domain/RequestRefused.ts"
import { isTransportError, notSent, type TransportError } from "../domain/TransportError.ts"
import type * as Endpoint from "../wire/Endpoint.ts"
import * as CallTimeout from "./CallTimeout.ts"
import * as EndpointCodec from "./EndpointCodec.ts"
import * as FallbackHosts from "./FallbackHosts.ts"
import { current as currentHttp, type Execute, Online, timeoutFailure } from "./Http.ts"
import { Call, type Connection } from "./internal/Call.ts"
import * as Headers from "./internal/Headers.ts"
import * as LazyMasking from "./internal/LazyMasking.ts"
import type { ProjectConfig } from "./ProjectConfig.ts"
import { RetryBudget } from "./RetryPolicy.ts"

/** How an app proves to the service that it may call: an access level, and the keys that prove it. */
export interface AppCredentials {
  readonly level: AccessLevel
  readonly keys: ReadonlyArray<readonly [header: string, value: Redacted.Redacted]>
  /** Known errors about these keys, in addition to those that an endpoint declares. */
  readonly errors?: ReadonlyArray<Endpoint.KnownErrorEntry> | undefined
}

/** The user on whose behalf a call is made. */
export interface Credentials {
  readonly accessToken: Redacted.Redacted
  readonly refreshToken?: Redacted.Redacted | undefined
}

/** An endpoint that a client may call, or that is public. */
export type ClientEndpoint = Endpoint.Any & { readonly level: "client" | undefined }

/**
 * Calls an endpoint, on behalf of a user if credentials are given: only then the user may be one who is not allowed.
 */
export interface CallEndpoint<AnyEndpoint extends Endpoint.Any> {
  <E extends AnyEndpoint>(
    endpoint: E,
    input: Endpoint.Input<E>
  ): Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | RequestRefused | TransportError>
  <E extends AnyEndpoint>(
    endpoint: E,
    input: Endpoint.Input<E>,
    credentials: Credentials | undefined
  ): Effect.Effect<
    Endpoint.Success<E>,
    | Endpoint.KnownErrors<E>
    | AnonymousAuthenticationNotAllowed
    | RestrictedUserNotAllowed
    | RequestRefused
    | TransportError
  >
}

/** Calls endpoints of one project at one access level. */
export interface Transport {
  readonly project: ProjectConfig
  /** Sends requests to the same service, for other modules. */
  readonly http: Execute
  readonly call: CallEndpoint<Endpoint.Any>
}

/** Builds the transport of a project at an access level, over the current `Http`. */
export const make = Effect.fnUntraced(function* (project: ProjectConfig, app: AppCredentials) {
  LazyMasking.preload()
  const http = yield* currentHttp
  const online = yield* Online
  // Within its limit, even over a layer that does not end by itself, or cannot be interrupted.
  const limited: Execute = (request) =>
    Effect.clockWith((clock) =>
      new CallTimeout.Deadline(request.timeoutMillis, clock).within(http(request), () => Effect.fail(timeoutFailure))
    )
  const connection: Connection = {
    execute: FallbackHosts.make(project.apiUrl, limited, online),
    direct: limited,
    online,
    project,
    headers: Headers.ofApp(project, app),
    errors: app.errors ?? [],
    secrets: [
      app.keys,
      Object.values(project.extraRequestHeaders)
        .filter((value) => value.length >= 8)
        .map((value) => Redacted.make(value))
    ],
    isLocal: isLoopback(new URL(project.apiUrl).hostname),
    isMissing: false,
    retries: new RetryBudget()
  }
  const call = (endpoint: Endpoint.Any, input: object, credentials?: Credentials) =>
    Effect.withFiber<unknown, EndpointCodec.ServiceError | TransportError>((fiber) => {
      const deadline = CallTimeout.start(fiber, project.timeoutMillis)
      if (isTransportError(deadline)) return Effect.fail(deadline)
      const encoded = EndpointCodec.encode(endpoint, input)
      return Result.isFailure(encoded)
        ? Effect.fail(notSent(endpoint, encoded.failure, deadline.elapsedMillis()))
        : new Call({ connection, endpoint, input, encoded: encoded.success, credentials, deadline, fiber }).run()
    })

  // The implementation works on any endpoint; its type follows from the one that is passed.
  return { project, http, call: call as Transport["call"] } satisfies Transport
})
