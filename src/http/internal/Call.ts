/**
 * One call of an endpoint: its attempts, the waits between them, and its answer or failure. Each step is a function
 * that is called when its turn comes, and acts at once: nothing here is built ahead.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Pull from "effect/Pull"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import { readMonotonicMillis } from "../../concurrency/Timer.ts"
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
  makeTimeout,
  maxResponseBytes,
  toGatewayFailure,
  toRequestFailure,
  toResponseFailure
} from "./AttemptFailure.ts"
import type { Channel } from "./Channel.ts"
import type { Mask } from "./Excerpt.ts"
import * as Headers from "./Headers.ts"
import * as LazyMasking from "./LazyMasking.ts"

/** The decoded answer of a call, or why there is none. */
export type CallEffect = Effect.Effect<unknown, EndpointCodec.ServiceError | TransportError>

type Step = Effect.Success<ReturnType<typeof Schedule.toStep<unknown, FailedAttempt, never, never>>>

/** An attempt that may be repeated takes half of the call's time, but need not take less than this. */
const attemptMillis = 10_000

/** The request of a call, and the user for whom it is sent. */
interface PreparedCall {
  readonly channel: Channel
  readonly endpoint: Endpoint.Any
  readonly input: object
  readonly encoded: EndpointCodec.Encoded
  readonly credentials: UserCredentials | undefined
  readonly deadline: CallTimeout.Deadline
  readonly fiber: Fiber.Fiber<unknown, unknown>
}

/** A call under way. Each step makes the next state of it. */
interface Call extends PreparedCall, AttemptedCall {
  readonly attempts: number
  /** The request ID of the last response. */
  readonly requestId?: string | undefined
  /** The retry policy, once a failure has started it. Most calls end with their first attempt and start none. */
  readonly step?: Step | undefined
}

/** Attempts until there is an answer, or the policy or the cause of a failure says to stop. */
export const run = (prepared: PreparedCall): CallEffect => {
  const { channel, endpoint, fiber } = prepared
  const isRepeatable = fiber.getRef(Repeatable)
  channel.retries.earn()
  return attempt({
    ...prepared,
    attempts: 0,
    clock: fiber.getRef(Clock.Clock),
    isIdempotent: (endpoint.method !== "POST" && endpoint.method !== "PATCH") || isRepeatable,
    isRead: endpoint.method === "GET" || isRepeatable
  })
}

const attempt = (before: Call): CallEffect => {
  const { limitMillis } = before.deadline
  const remainingMillis = before.deadline.remainingMillis()
  if (remainingMillis === 0) return fail(before, makeTimeout(limitMillis), false)
  const timeoutMillis = before.isIdempotent
    ? Math.min(remainingMillis, Math.max(attemptMillis, Math.ceil(limitMillis / 2)))
    : remainingMillis
  const call = { ...before, attempts: before.attempts + 1 }
  return Effect.matchEffect(call.channel.execute(makeRequest(call, timeoutMillis)), {
    onFailure: (failure) => readFailure(call, failure, timeoutMillis === remainingMillis ? limitMillis : timeoutMillis),
    onSuccess: (response) => readResponse(call, response)
  })
}

const makeRequest = (
  { channel, credentials, deadline, encoded, endpoint, fiber }: Call,
  timeoutMillis: number
): HttpRequest => {
  const headers: Record<string, string> = { ...channel.project.extraRequestHeaders }
  if (encoded.contentType !== undefined) headers["content-type"] = encoded.contentType
  // A public endpoint, such as that of tokens, has no access level and gets no header of the protocol.
  if (endpoint.level !== undefined) {
    Object.assign(headers, channel.headers)
    headers["x-stack-random-nonce"] = Headers.makeNonce(fiber.getRef(Random.Random))
  }
  if (credentials !== undefined) Object.assign(headers, Headers.makeUserHeaders(credentials))
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

/** Reads an answer without the secrets of its request. */
const readMasked = <A>({ channel, credentials, deadline, input }: Call, read: (mask: Mask) => A): Effect.Effect<A> =>
  LazyMasking.readMasked([channel.secrets, credentials, input], deadline, read)

/** Continues after an attempt without a response, which took at most `limitMillis`. */
const readFailure = (call: Call, failure: HttpFailure, limitMillis: number): CallEffect =>
  Effect.flatMap(
    readMasked(call, (mask) => toRequestFailure(failure, call, limitMillis, mask)),
    (failed) => {
      // An open circuit has sent nothing.
      if (failed.reason._tag === "CircuitOpen") return retry({ ...call, attempts: call.attempts - 1 }, failed)
      return failed.isMissing && !call.channel.hasNotified
        ? Effect.andThen(notifyDeveloper(call, failed), retry(call, failed))
        : retry(call, failed)
    }
  )

const readResponse = (before: Call, response: HttpResponse): CallEffect => {
  const { channel, endpoint, fiber } = before
  channel.hasNotified = false
  const call = { ...before, requestId: readRequestId(response) }
  fiber.getRef(OnResponse)?.(response)
  const status = actualStatus(response)
  const masked = readMasked(
    call,
    (mask) =>
      toResponseFailure(response, status, call, mask) ??
      EndpointCodec.decode({ endpoint, response, status, appErrors: channel.errors, mask })
  )
  return Effect.flatMap(masked, (answer) => {
    if (!Result.isResult(answer)) return retry(call, answer)
    if (Result.isSuccess(answer)) return Effect.succeed(answer.success)
    if (!TransportReason.isReason(answer.failure)) {
      // A known error is an answer like any other: the policy does not repeat it.
      return Effect.fail(addRequestId(answer.failure, call))
    }
    const passing = toGatewayFailure(answer.failure, response, call)
    return passing === undefined ? fail(call, answer.failure, true) : retry(call, passing)
  })
}

/** Attempts again after a wait, if that can help and the policy, the budget and the deadline allow it. */
const retry = (call: Call, failure: AttemptFailure): CallEffect => {
  const { deadline, fiber, step } = call
  if (!failure.isRepeatable) return giveUp(call, failure)
  if (step === undefined) {
    return Effect.flatMap(Schedule.toStep(fiber.getRef(RetryPolicy)), (started) =>
      retry({ ...call, step: started }, failure)
    )
  }
  return Effect.flatMap(
    deadline.within(wait(call, step, failure), () => Effect.succeed(false)),
    (isInTime) => (isInTime ? attempt(call) : giveUp(call, failure))
  )
}

/** Waits until the next attempt; false if the policy or the budget has none left. */
const wait = (
  { channel, clock, deadline }: Call,
  step: Step,
  { isMissing, reason, retryAfterMillis }: AttemptFailure
): Effect.Effect<boolean> => {
  const { limitMillis } = deadline
  const elapsedMillis = deadline.elapsedMillis()
  const failed = new FailedAttempt({ reason, retryAfterMillis, elapsedMillis, limitMillis, isMissing })
  return Pull.matchEffect(step(clock.currentTimeMillisUnsafe(), failed), {
    onSuccess: ([, duration]) =>
      // A wait that the service asked for costs nothing: it says when it can answer.
      retryAfterMillis > 0 || channel.retries.spend(readMonotonicMillis(clock))
        ? Effect.as(Effect.sleep(duration), true)
        : Effect.as(Effect.annotateCurrentSpan("gatefold.retry.denied", true), false),
    onDone: () => Effect.succeed(false),
    onFailure: Effect.failCause
  })
}

/** Tells the developer at once, in the background, whether or not the attempts go on. */
const notifyDeveloper = (call: Call, { isSent, reason }: AttemptFailure): Effect.Effect<void> => {
  call.channel.hasNotified = true
  const notify = call.fiber.getRef(Notifier)
  return Effect.asVoid(Effect.forkDetach(notify(makeError(call, reason, isSent))))
}

const giveUp = (call: Call, { isSent, reason }: AttemptFailure): Effect.Effect<never, TransportError> =>
  Effect.flatMap(diagnose(reason, call.channel, call.deadline), (diagnosis) => fail(call, diagnosis, isSent))

const fail = (call: Call, reason: TransportReason.Reason, isSent: boolean): Effect.Effect<never, TransportError> =>
  Effect.fail(makeError(call, reason, isSent))

const makeError = (call: Call, reason: TransportReason.Reason, isSent: boolean): TransportError =>
  addRequestId(
    new TransportError({
      reason,
      method: call.endpoint.method,
      path: call.endpoint.path,
      attempts: call.attempts,
      elapsedMillis: call.deadline.elapsedMillis(),
      outcomeUnknown: isSent && !call.isIdempotent && TransportReason.leavesOutcomeUnknown(reason)
    }),
    call
  )

/** Adds the request ID to an error, without making it part of the error's identity. */
const addRequestId = <E extends EndpointCodec.ServiceError | TransportError>(error: E, { requestId }: Call): E => {
  if (requestId !== undefined) {
    Object.defineProperty(findKnownError(error) ?? error, "requestId", { value: requestId, configurable: true })
  }
  return error
}
