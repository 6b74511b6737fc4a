/** One call of an endpoint: its attempts, the waits between them, and its answer or failure. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Pull from "effect/Pull"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import { monotonicMillis } from "../../concurrency/Timer.ts"
import { findKnownError } from "../../domain/errors/RequestRefused.ts"
import { TransportError } from "../../domain/errors/TransportError.ts"
import * as TransportReason from "../../domain/errors/TransportReason.ts"
import { apiRoot } from "../../domain/url/ApiRoot.ts"
import { Notifier } from "../../platform/Notifier.ts"
import type * as Endpoint from "../../wire/Endpoint.ts"
import type * as CallTimeout from "../CallTimeout.ts"
import type { UserCredentials } from "../Credentials.ts"
import * as EndpointCodec from "../EndpointCodec.ts"
import {
  actualStatus,
  type HttpFailure,
  type HttpRequest,
  type HttpResponse,
  OnResponse,
  readRequestId
} from "../Http.ts"
import { FailedAttempt, Repeatable, RetryPolicy } from "../RetryPolicy.ts"
import {
  type AttemptedCall,
  diagnose,
  type AttemptFailure,
  failureOfGateway,
  failureOfRequest,
  failureOfResponse,
  maxResponseBytes,
  timeoutReason
} from "./AttemptFailure.ts"
import type { Channel } from "./Channel.ts"
import * as Headers from "./Headers.ts"
import * as LazyMasking from "./LazyMasking.ts"

/** The decoded answer of a call, or why there is none. */
export type CallEffect = Effect.Effect<unknown, EndpointCodec.ServiceError | TransportError>

type Step = Effect.Success<ReturnType<typeof Schedule.toStep<unknown, FailedAttempt, never, never>>>

/** An attempt that may be repeated takes half of the call's time, but need not take less than this. */
const attemptMillis = 10_000

/** The request of a call, and the user for whom it is sent. */
export interface PreparedCall {
  readonly channel: Channel
  readonly endpoint: Endpoint.Any
  readonly input: object
  readonly encoded: EndpointCodec.Encoded
  readonly credentials: UserCredentials | undefined
  readonly deadline: CallTimeout.Deadline
  readonly fiber: Fiber.Fiber<unknown, unknown>
}

/**
 * One call, from its first attempt to its outcome. It is mutable, so that a call that ends with its first attempt, as
 * most do, makes nothing for a second one.
 */
export class Call implements AttemptedCall {
  readonly #prepared: PreparedCall
  readonly channel: Channel
  readonly clock: Clock.Clock
  readonly isIdempotent: boolean
  readonly isRead: boolean
  #attempts = 0
  /** The request ID of the last response. */
  #requestId: string | undefined
  /** The started retry policy. Most calls end with their first attempt and start none. */
  #step: Step | undefined
  /** Whether texts were hidden because the masking is not there yet. */
  #hasHiddenText = false
  /** Made lazily, on the first failure. */
  #mask: EndpointCodec.Mask | undefined

  constructor(prepared: PreparedCall) {
    const { channel, endpoint, fiber } = prepared
    this.#prepared = prepared
    this.channel = channel
    this.clock = fiber.getRef(Clock.Clock)
    const isRepeatable = fiber.getRef(Repeatable)
    this.isIdempotent = (endpoint.method !== "POST" && endpoint.method !== "PATCH") || isRepeatable
    this.isRead = endpoint.method === "GET" || isRepeatable
  }

  /** Attempts until there is an answer, or the policy or the cause of a failure says to stop. */
  run(): CallEffect {
    this.channel.retries.earn()
    return this.#attempt()
  }

  #attempt(): CallEffect {
    const { deadline } = this.#prepared
    const { limitMillis } = deadline
    const remainingMillis = deadline.remainingMillis()
    if (remainingMillis === 0) return this.#fail(timeoutReason(limitMillis), false)
    const timeoutMillis = this.isIdempotent
      ? Math.min(remainingMillis, Math.max(attemptMillis, Math.ceil(limitMillis / 2)))
      : remainingMillis
    this.#attempts++
    return Effect.matchEffect(this.channel.execute(this.#request(timeoutMillis)), {
      onFailure: (failure) =>
        this.#readFailure(failure, timeoutMillis === remainingMillis ? limitMillis : timeoutMillis),
      onSuccess: (response) => this.#readResponse(response)
    })
  }

  #request(timeoutMillis: number): HttpRequest {
    const { channel, credentials, deadline, encoded, endpoint, fiber } = this.#prepared
    const headers: Record<string, string> = { ...channel.project.extraRequestHeaders }
    if (encoded.contentType !== undefined) headers["content-type"] = encoded.contentType
    // A public endpoint, such as that of tokens, has no access level and gets no header of the protocol.
    if (endpoint.level !== undefined) {
      Object.assign(headers, channel.headers)
      headers["x-stack-random-nonce"] = Headers.makeNonce(fiber.getRef(Random.Random))
    }
    if (credentials !== undefined) Object.assign(headers, Headers.ofUser(credentials))
    return {
      method: endpoint.method,
      url: channel.project.apiUrl + apiRoot + encoded.path,
      template: apiRoot + endpoint.path,
      headers,
      body: encoded.body,
      maxResponseBytes,
      timeoutMillis,
      call: deadline
    }
  }

  /** Continues after an attempt without a response, which took at most `limitMillis`. */
  #readFailure(failure: HttpFailure, limitMillis: number): CallEffect {
    const masked = this.#readMasked(() => failureOfRequest(failure, this, limitMillis))
    return Effect.flatMap(masked, (failed) => {
      if (failed.reason._tag === "CircuitOpen") this.#attempts--
      return failed.isMissing && !this.channel.hasToldDeveloper
        ? Effect.andThen(this.#notifyDeveloper(failed), this.#retry(failed))
        : this.#retry(failed)
    })
  }

  #readResponse(response: HttpResponse): CallEffect {
    this.channel.hasToldDeveloper = false
    this.#requestId = readRequestId(response)
    this.#prepared.fiber.getRef(OnResponse)?.(response)
    const { endpoint } = this.#prepared
    const { mask } = this
    const status = actualStatus(response)
    const masked = this.#readMasked(
      () =>
        failureOfResponse(response, status, this) ??
        EndpointCodec.decode({ endpoint, response, status, appErrors: this.channel.errors, mask })
    )
    return Effect.flatMap(masked, (answer) => {
      if (!Result.isResult(answer)) return this.#retry(answer)
      if (Result.isSuccess(answer)) return Effect.succeed(answer.success)
      if (!TransportReason.isReason(answer.failure)) {
        // A known error is an answer like any other: the policy does not repeat it.
        return Effect.fail(this.#withRequestId(answer.failure))
      }
      const passing = failureOfGateway(answer.failure, response, this)
      return passing === undefined ? this.#fail(answer.failure, true) : this.#retry(passing)
    })
  }

  /** Attempts again after a wait, if that can help and the policy, the budget and the deadline allow it. */
  #retry(failure: AttemptFailure): CallEffect {
    if (!failure.isRepeatable) return this.#giveUp(failure)
    if (this.#step === undefined) {
      return Effect.flatMap(Schedule.toStep(this.#prepared.fiber.getRef(RetryPolicy)), (started) => {
        this.#step = started
        return this.#retry(failure)
      })
    }
    const wait = this.#wait(this.#step, failure)
    return Effect.flatMap(
      this.#prepared.deadline.within(wait, () => Effect.succeed(false)),
      (isInTime) => (isInTime ? this.#attempt() : this.#giveUp(failure))
    )
  }

  /** Waits until the next attempt; false if the policy or the budget has none left. */
  #wait(step: Step, { isMissing, reason, retryAfterMillis }: AttemptFailure): Effect.Effect<boolean> {
    const { deadline } = this.#prepared
    const { limitMillis } = deadline
    const elapsedMillis = deadline.elapsedMillis()
    const failed = new FailedAttempt({ reason, retryAfterMillis, elapsedMillis, limitMillis, isMissing })
    return Pull.matchEffect(step(this.clock.currentTimeMillisUnsafe(), failed), {
      onSuccess: ([, duration]) =>
        // A wait that the service asked for costs nothing: it says when it can answer.
        retryAfterMillis > 0 || this.channel.retries.spend(monotonicMillis(this.clock))
          ? Effect.as(Effect.sleep(duration), true)
          : Effect.as(Effect.annotateCurrentSpan("gatefold.retry.denied", true), false),
      onDone: () => Effect.succeed(false),
      onFailure: Effect.failCause
    })
  }

  /** Tells the developer at once, in the background, whether or not the attempts go on. */
  #notifyDeveloper({ isSent, reason }: AttemptFailure): Effect.Effect<void> {
    this.channel.hasToldDeveloper = true
    const notify = this.#prepared.fiber.getRef(Notifier)
    return Effect.asVoid(Effect.forkDetach(notify(this.#error(reason, isSent))))
  }

  #giveUp({ isSent, reason }: AttemptFailure): Effect.Effect<never, TransportError> {
    return Effect.flatMap(diagnose(reason, this.channel, this.#prepared.deadline), (diagnosis) =>
      this.#fail(diagnosis, isSent)
    )
  }

  #fail(reason: TransportReason.Reason, isSent: boolean): Effect.Effect<never, TransportError> {
    return Effect.fail(this.#error(reason, isSent))
  }

  #error(reason: TransportReason.Reason, isSent: boolean): TransportError {
    const { deadline, endpoint } = this.#prepared
    return this.#withRequestId(
      new TransportError({
        reason,
        method: endpoint.method,
        path: endpoint.path,
        attempts: this.#attempts,
        elapsedMillis: deadline.elapsedMillis(),
        outcomeUnknown: isSent && !this.isIdempotent && TransportReason.leavesOutcomeUnknown(reason)
      })
    )
  }

  /** Adds the request ID to an error, without making it part of the error's identity. */
  #withRequestId<E extends EndpointCodec.ServiceError | TransportError>(error: E): E {
    const requestId = this.#requestId
    if (requestId !== undefined) {
      Object.defineProperty(findKnownError(error) ?? error, "requestId", { value: requestId, configurable: true })
    }
    return error
  }

  readonly mask: EndpointCodec.Mask = (text) => {
    const masking = LazyMasking.loadedMasking()
    if (masking === undefined) {
      this.#hasHiddenText = true
      return LazyMasking.hideText(text)
    }
    const { channel, credentials, input } = this.#prepared
    this.#mask ??= masking.make(masking.secretsIn([channel.secrets, credentials, input], Redacted))
    return this.#mask(text)
  }

  /** Reads with the mask, and once more if that hid a text because the masking had to be loaded first. */
  #readMasked<A>(read: () => A): Effect.Effect<A> {
    this.#hasHiddenText = false
    const result = read()
    if (!this.#hasHiddenText) return Effect.succeed(result)
    const loading = this.#prepared.deadline.within(Effect.promise(LazyMasking.load), () => Effect.void)
    return Effect.map(loading, read)
  }
}
