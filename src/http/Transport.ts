/**
 * Calls endpoint values over the `Http` port: headers, limits, retries, and one error for every way in which no answer
 * comes. It does not know the session.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { RequestRefused } from "../domain/errors/RequestRefused.ts"
import type { AnonymousAuthenticationNotAllowed, RestrictedUserNotAllowed } from "../domain/errors/Session.ts"
import { notSent, type TransportError } from "../domain/errors/TransportError.ts"
import type * as Endpoint from "../wire/Endpoint.ts"
import * as CallTimeout from "./CallTimeout.ts"
import type { AppCredentials, UserCredentials } from "./Credentials.ts"
import * as EndpointCodec from "./EndpointCodec.ts"
import * as Http from "./Http.ts"
import * as Call from "./internal/Call.ts"
import * as Channel from "./internal/Channel.ts"
import * as LazyMasking from "./internal/LazyMasking.ts"
import type { ServiceConfig } from "./ServiceConfig.ts"

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
    credentials: UserCredentials | undefined
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
  readonly project: ServiceConfig
  /** Sends requests to the same service, for other modules. */
  readonly http: Http.Execute
  readonly call: CallEndpoint<Endpoint.Any>
}

/** Builds the transport of a project at an access level, over the current `Http`. */
export const make = Effect.fnUntraced(function* (project: ServiceConfig, app: AppCredentials) {
  LazyMasking.preload()
  const http = yield* Http.current
  const channel = yield* Channel.make(project, app, http)
  const call = (endpoint: Endpoint.Any, input: object, credentials?: UserCredentials) =>
    CallTimeout.withDeadline(project.timeoutMillis, (deadline, fiber): Call.CallEffect => {
      const encoded = EndpointCodec.encode(endpoint, input)
      return Result.isFailure(encoded)
        ? Effect.fail(notSent(endpoint, encoded.failure, deadline.elapsedMillis()))
        : Call.run({ channel, endpoint, input, encoded: encoded.success, credentials, deadline, fiber })
    })

  // The implementation works on any endpoint; its type follows from the one that is passed.
  return { project, http, call: call as Transport["call"] } satisfies Transport
})
