/**
 * Calls endpoint values over the `Http` port: headers, limits, retries, and one error for every way in which no answer
 * comes. It does not know the session.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Pull from "effect/Pull"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type { AccessLevel } from "../domain/AccessLevel.ts"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"
import type { AnonymousAuthenticationNotAllowed, RestrictedUserNotAllowed } from "../domain/errors/Session.ts"
import { isLoopback } from "../domain/Loopback.ts"
import { knownErrorOf, type RequestRefused } from "../domain/RequestRefused.ts"
import * as Reason from "../domain/TransportError.ts"
import { version } from "../domain/Version.ts"
import { Notifier } from "../platform/Notifier.ts"
import { monotonicMillis } from "../platform/Timer.ts"
import * as CallTimeout from "./CallTimeout.ts"
import * as Endpoint from "./Endpoint.ts"
import * as FallbackHosts from "./FallbackHosts.ts"
import {
  actualStatus,
  current as currentHttp,
  type Execute,
  type HttpRequest,
  type HttpResponse,
  Online,
  OnResponse,
  serviceHeader,
  timedOut as httpTimedOut
} from "./Http.ts"
import {
  diagnose,
  type Failure,
  failureOfGateway,
  failureOfRequest,
  failureOfResponse,
  maxResponseBytes,
  timedOut
} from "./internal/Failures.ts"
import * as Masks from "./internal/Masks.ts"
import type { ProjectConfig } from "./ProjectConfig.ts"
import { FailedAttempt, Repeatable, RetryBudget, RetryPolicy } from "./RetryPolicy.ts"

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

/** Calls an endpoint, on behalf of a user if credentials are given: only then the user may be one who is not allowed. */
export interface CallEndpoint<AnyEndpoint extends Endpoint.Any> {
  <E extends AnyEndpoint>(
    endpoint: E,
    input: Endpoint.Input<E>
  ): Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | RequestRefused | Reason.TransportError>
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
    | Reason.TransportError
  >
}

/** Calls endpoints of one project at one access level. */
export interface Transport {
  readonly project: ProjectConfig
  /** Sends requests to the same service, for other modules. */
  readonly http: Execute
  readonly call: CallEndpoint<Endpoint.Any>
}

/** An attempt that may be repeated takes half of the call's time, but need not take less than this. */
const attemptMillis = 10_000

/** The root of all endpoints. */
const basePath = "/api/v1"

/** Builds the transport of a project at an access level, over the current `Http`. */
export const make = Effect.fnUntraced(function* (project: ProjectConfig, app: AppCredentials) {
  Masks.preload()
  const http = yield* currentHttp
  const online = yield* Online
  // Within its limit, even over a layer that does not end by itself, or cannot be interrupted.
  const limited: Execute = (request) =>
    Effect.clockWith((clock) =>
      new CallTimeout.Deadline(request.timeoutMillis, clock).within(http(request), () => Effect.fail(httpTimedOut))
    )
  const connection: Connection = {
    execute: FallbackHosts.make(project.apiUrl, limited, online),
    direct: limited,
    online,
    project,
    root: project.apiUrl + basePath,
    headers: makeHeaders(project, app),
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
    Effect.withFiber<unknown, Endpoint.ServiceError | Reason.TransportError>((fiber) => {
      const deadline = CallTimeout.start(fiber, project.timeoutMillis)
      if (Reason.isTransportError(deadline)) return Effect.fail(deadline)
      const encoded = Endpoint.encode(endpoint, input)
      const call = new Call(connection, endpoint, input, credentials, deadline, fiber)
      return Result.isFailure(encoded) ? call.fail(encoded.failure, false) : call.run(encoded.success)
    })

  // The implementation works on any endpoint; its type follows from the one that is passed.
  return { project, http, call: call as Transport["call"] } satisfies Transport
})

interface Connection {
  /** Sends a request, where the service has fallback hosts also to these. */
  readonly execute: Execute
  /** Sends a request to its own URL. */
  readonly direct: Execute
  readonly online: Effect.Effect<boolean>
  readonly project: ProjectConfig
  readonly root: string
  readonly headers: Readonly<Record<string, string>>
  readonly errors: ReadonlyArray<Endpoint.KnownErrorEntry>
  /** Secrets in every request of the app, to be masked in errors. */
  readonly secrets: unknown
  /** Whether the service is on this machine, as in development, where it may not have been started. */
  readonly isLocal: boolean
  /** Whether the `Notifier` was told that nothing listens there. */
  isMissing: boolean
  readonly retries: RetryBudget
}

/** One call: its attempts and their results. */
class Call {
  readonly connection: Connection
  readonly endpoint: Endpoint.Any
  readonly input: object
  readonly credentials: Credentials | undefined
  readonly clock: Clock.Clock
  readonly random: (typeof Random.Random)["Service"]
  readonly policy: RetryPolicy
  readonly fiber: Fiber.Fiber<unknown, unknown>
  readonly deadline: CallTimeout.Deadline
  readonly isIdempotent: boolean
  readonly isRead: boolean
  attempts = 0
  /** The request ID of the last response. */
  requestId: string | undefined
  /** Whether texts were hidden because the masking is not there yet. */
  #isHidden = false
  /** Made lazily, on the first failure. */
  #mask: Endpoint.Mask | undefined

  constructor(
    connection: Connection,
    endpoint: Endpoint.Any,
    input: object,
    credentials: Credentials | undefined,
    deadline: CallTimeout.Deadline,
    fiber: Fiber.Fiber<unknown, unknown>
  ) {
    this.connection = connection
    this.endpoint = endpoint
    this.input = input
    this.credentials = credentials
    this.clock = fiber.getRef(Clock.Clock)
    this.random = fiber.getRef(Random.Random)
    this.policy = fiber.getRef(RetryPolicy)
    this.fiber = fiber
    this.deadline = deadline
    const isRepeatable = fiber.getRef(Repeatable)
    this.isIdempotent = (endpoint.method !== "POST" && endpoint.method !== "PATCH") || isRepeatable
    this.isRead = endpoint.method === "GET" || isRepeatable
  }

  readonly mask: Endpoint.Mask = (text) => {
    const masking = Masks.loaded()
    if (masking === undefined) {
      this.#isHidden = true
      return Masks.hidden(text)
    }
    this.#mask ??= masking.make(masking.secretsIn([this.connection.secrets, this.credentials, this.input], Redacted))
    return this.#mask(text)
  }

  /** Reads an answer, once more if it was a failed one and the masking has been loaded by then. */
  reading<A, B, E>(read: () => A, then: (result: A) => Effect.Effect<B, E>): Effect.Effect<B, E> {
    this.#isHidden = false
    const result = read()
    if (!this.#isHidden) return then(result)
    const coming = this.deadline.within(Effect.promise(Masks.load), () => Effect.void)
    return Effect.flatMap(coming, () => then(read()))
  }

  /** Attempts until there is an answer, or the policy or the cause of a failure says to stop. */
  run(encoded: Endpoint.Encoded): Effect.Effect<unknown, Endpoint.ServiceError | Reason.TransportError> {
    const { retries } = this.connection
    retries.earn()
    // Most calls end with their first attempt: a schedule is started only for those that do not.
    let step: Effect.Success<ReturnType<typeof Schedule.toStep<unknown, FailedAttempt, never, never>>> | undefined
    const again = (failure: Failure): Effect.Effect<unknown, Endpoint.ServiceError | Reason.TransportError> => {
      if (!failure.isRepeatable) return this.giveUp(failure)
      if (step === undefined) {
        return Effect.flatMap(Schedule.toStep(this.policy), (started) => {
          step = started
          return again(failure)
        })
      }
      const { isMissing, reason, retryAfterMillis } = failure
      const { limitMillis } = this.deadline
      const elapsedMillis = this.deadline.elapsedMillis()
      const failed = new FailedAttempt({ reason, retryAfterMillis, elapsedMillis, limitMillis, isMissing })
      const wait = Pull.matchEffect(step(this.clock.currentTimeMillisUnsafe(), failed), {
        onSuccess: ([, duration]) =>
          // A wait that the service asked for costs nothing: it says when it can answer.
          retryAfterMillis > 0 || retries.spend(monotonicMillis(this.clock))
            ? Effect.as(Effect.sleep(duration), true)
            : Effect.as(Effect.annotateCurrentSpan("gatefold.retry.denied", true), false),
        onDone: () => Effect.succeed(false),
        onFailure: Effect.failCause
      })
      return Effect.flatMap(
        this.deadline.within(wait, () => Effect.succeed(false)),
        (isInTime) => (isInTime ? attempt : this.giveUp(failure))
      )
    }
    const attempt = Effect.suspend(() => {
      const { limitMillis } = this.deadline
      const remainingMillis = this.deadline.remainingMillis()
      if (remainingMillis === 0) return this.fail(timedOut(limitMillis), false)
      const timeoutMillis = this.isIdempotent
        ? Math.min(remainingMillis, Math.max(attemptMillis, Math.ceil(limitMillis / 2)))
        : remainingMillis
      this.attempts++
      return Effect.matchEffect(this.connection.execute(this.request(encoded, timeoutMillis)), {
        onFailure: (failure) =>
          this.reading(
            () => failureOfRequest(failure, this, timeoutMillis === remainingMillis ? limitMillis : timeoutMillis),
            (failed) => {
              if (failed.reason._tag === "CircuitOpen") this.attempts--
              return failed.isMissing && !this.connection.isMissing
                ? Effect.andThen(this.tell(failed), again(failed))
                : again(failed)
            }
          ),
        onSuccess: (response) => {
          this.connection.isMissing = false
          this.requestId = requestIdOf(response)
          this.fiber.getRef(OnResponse)?.(response)
          const status = actualStatus(response)
          return this.reading(
            () =>
              (status >= 200 && status < 300 ? undefined : failureOfResponse(response, status, this)) ??
              Endpoint.decode(this.endpoint, response, status, this.connection.errors, this.mask),
            (answer) => {
              if (!Result.isResult(answer)) return again(answer)
              if (Result.isSuccess(answer)) return Effect.succeed(answer.success)
              if (!Reason.isReason(answer.failure)) {
                // A known error is an answer like any other: the policy does not repeat it.
                return Effect.fail(this.identified(answer.failure))
              }
              const passing = failureOfGateway(answer.failure, response, this)
              return passing === undefined ? this.fail(answer.failure, true) : again(passing)
            }
          )
        }
      })
    })
    return attempt
  }

  request(encoded: Endpoint.Encoded, timeoutMillis: number): HttpRequest {
    const { connection, credentials } = this
    const headers: Record<string, string> = { ...connection.project.extraRequestHeaders }
    if (encoded.contentType !== undefined) headers["content-type"] = encoded.contentType
    // The token endpoint has no access level, and gets no header of the protocol
    // (docs/protocol/headers.md#request-headers).
    if (this.endpoint.level !== undefined) {
      Object.assign(headers, connection.headers)
      headers["x-stack-random-nonce"] = makeNonce(this.random)
    }
    if (credentials !== undefined) {
      headers["x-stack-access-token"] = Redacted.value(credentials.accessToken)
      // Guests and restricted users are refused without it. Tokens of 2025-06 do not say who is one, so it is not sent
      // there: that service's CORS list lacks it (decision 0030).
      if (AccessTokenClaims.of(credentials.accessToken)?.isRestricted === true) {
        headers["x-stack-allow-anonymous-user"] = "true"
      }
      if (credentials.refreshToken !== undefined) {
        headers["x-stack-refresh-token"] = Redacted.value(credentials.refreshToken)
      }
    }
    return {
      method: this.endpoint.method,
      url: connection.root + encoded.path,
      template: basePath + this.endpoint.path,
      headers,
      body: encoded.body,
      maxResponseBytes,
      timeoutMillis,
      call: this.deadline
    }
  }

  /** Tells the developer at once, in the background, whether or not the attempts go on. */
  tell({ isSent, reason }: Failure): Effect.Effect<void> {
    this.connection.isMissing = true
    const notify = this.fiber.getRef(Notifier)
    return Effect.asVoid(Effect.forkDetach(notify(this.error(reason, isSent))))
  }

  error(reason: Reason.Reason, isSent: boolean): Reason.TransportError {
    return this.identified(
      new Reason.TransportError({
        reason,
        method: this.endpoint.method,
        path: this.endpoint.path,
        attempts: this.attempts,
        elapsedMillis: this.deadline.elapsedMillis(),
        outcomeUnknown: isSent && !this.isIdempotent && Reason.leavesOutcomeUnknown(reason)
      })
    )
  }

  /** Adds the request ID to an error, without making it part of the error's identity. */
  identified<E extends Endpoint.ServiceError | Reason.TransportError>(error: E): E {
    const { requestId } = this
    if (requestId !== undefined) {
      Object.defineProperty(knownErrorOf(error) ?? error, "requestId", { value: requestId, configurable: true })
    }
    return error
  }

  fail(reason: Reason.Reason, isSent: boolean): Effect.Effect<never, Reason.TransportError> {
    return Effect.fail(this.error(reason, isSent))
  }

  giveUp({ isSent, reason }: Failure): Effect.Effect<never, Reason.TransportError> {
    return Effect.flatMap(diagnose(reason, this.connection, this.deadline), (reason) => this.fail(reason, isSent))
  }
}

/* ----------------------------------------------------------------- requests */

const makeHeaders = (project: ProjectConfig, app: AppCredentials): Readonly<Record<string, string>> => ({
  "x-stack-override-error-status": "true",
  "x-stack-project-id": project.projectId,
  "x-stack-access-type": app.level,
  "x-stack-client-version": `js gatefold@${version}`,
  "ngrok-skip-browser-warning": "true",
  ...Object.fromEntries(app.keys.map(([header, value]) => [header, Redacted.value(value)]))
})

/**
 * The request's ID, from its header. Pages on other origins cannot read that, but the text of a 500 also has the ID.
 */
export const requestIdOf = (response: HttpResponse): string | undefined => {
  const id = serviceHeader(response, "request-id") ?? requestIdIn(response)
  return id !== undefined && /^[\w.:-]{1,128}$/.test(id) ? id : undefined
}

/** 16 digits of base32, among words: a word has no digits. */
const requestIdIn = (response: HttpResponse): string | undefined =>
  actualStatus(response) >= 500 ? /\b(?=[a-z]*\d)[\da-hjkmnp-tv-z]{16}\b/.exec(response.text)?.[0] : undefined

/** A cache buster of 45 base32 digits, new for each attempt. It protects nothing, so it need not be secret. */
const makeNonce = (random: (typeof Random.Random)["Service"]): string => {
  let nonce = ""
  // Six digits at a time: engines format small integers seven times as fast as large ones.
  while (nonce.length < 45) nonce += Math.floor(random.nextDoubleUnsafe() * 2 ** 30).toString(32)
  return nonce.slice(0, 45)
}
