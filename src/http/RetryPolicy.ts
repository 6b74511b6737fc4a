/**
 * When a failed attempt is repeated, as a `Schedule` (docs/protocol/retries.md).
 *
 * The transport decides what may be repeated at all; the policy decides when, and how often.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import type * as TransportReason from "../domain/errors/TransportReason.ts"
import { isDevServer } from "../platform/Development.ts"

/** One attempt that brought no answer and may be repeated, as the policy sees it. */
export class FailedAttempt extends Data.TaggedClass("FailedAttempt")<{
  readonly reason: TransportReason.Reason
  /** The time that the service asked to wait before the next attempt, in milliseconds; 0 if it did not. */
  readonly retryAfterMillis: number
  /** How long the call has taken so far, waiting included. */
  readonly elapsedMillis: number
  /** How long the call may take. */
  readonly limitMillis: number
  /**
   * Whether the service is on this machine and nothing seems to listen there. In browsers any failed connection to this
   * machine counts: they do not distinguish a refused one from others.
   */
  readonly isMissing: boolean
}> {}

/** Decides whether and when a failed attempt is repeated. */
export type RetryPolicy = Schedule.Schedule<unknown, FailedAttempt>

/**
 * Repeats a failed attempt up to `times` times; the default policy does so 4 times. The first wait is 1000 ms, and each
 * wait doubles. Each is multiplied by a random factor in [0.5, 1.5) and added to the time that the service asked to
 * wait. A wait starts only if it leaves a tenth of the call's time limit for the attempt after it.
 */
export const upTo = (times: number): RetryPolicy => makeBackoff(() => times)

/** One step instead of a chain of schedules, which would bring more of `Schedule` into every app. */
const makeBackoff = (timesFor: (failed: FailedAttempt) => number): RetryPolicy =>
  Schedule.fromStep(
    Effect.sync(() => {
      let repeats = 0
      return (_now: number, failed: FailedAttempt) =>
        Effect.flatMap(Random.next, (random) => {
          const waitMillis = failed.retryAfterMillis + firstWaitMillis * 2 ** repeats * (0.5 + random)
          return repeats < timesFor(failed) && failed.elapsedMillis + waitMillis <= failed.limitMillis * 0.9
            ? Effect.succeed<[number, Duration.Duration]>([++repeats, Duration.millis(waitMillis)])
            : Cause.done(repeats)
        })
    })
  )

const firstWaitMillis = 1000

/** Whether the name of the host was not found: mostly because it is mistyped, or because the device is offline. */
const isUnresolved = (reason: TransportReason.Reason): boolean =>
  reason._tag === "Network" && /^(ENOTFOUND|EAI_AGAIN)$/.test(reason.detail)

/**
 * The retry policy of all calls: 4 times, and twice where the host's name is not found. Under a development server
 * (`NODE_ENV` is `development`) a service that does not run on this machine is asked once, so that the page can say so.
 * Override it with `Effect.provideService` or `Layer.succeed`.
 */
export const RetryPolicy = Context.Reference<RetryPolicy>("gatefold/http/RetryPolicy", {
  defaultValue: () =>
    makeBackoff(({ isMissing, reason }) => (isMissing && isDevServer() ? 0 : isUnresolved(reason) ? 2 : 4))
})

/**
 * Whether a request may be sent again although the service may have received it already. False (the default) leaves it
 * to the method.
 */
export const Repeatable = Context.Reference<boolean>("gatefold/http/RetryPolicy/Repeatable", {
  defaultValue: () => false
})

/** Never repeats a request. */
export const none: RetryPolicy = makeBackoff(() => 0)
