/**
 * When a failed attempt is repeated, as a `Schedule` (spec §8, wire/headers §7).
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import type { Reason } from "./TransportError.ts"

/** One attempt that brought no answer, as the policy sees it. */
export class FailedAttempt extends Data.TaggedError("FailedAttempt")<{
  readonly reason: Reason
  /** False only when it is certain that the server saw nothing. */
  readonly sent: boolean
  /** Whether sending the request again can help and cannot do harm. */
  readonly repeatable: boolean
  /** What the service asked to wait before the next attempt, in milliseconds; 0 when it did not. */
  readonly retryAfterMillis: number
}> {
  constructor(fields: {
    readonly reason: Reason
    readonly sent?: boolean
    readonly repeatable?: boolean
    readonly retryAfterMillis?: number
  }) {
    super({ sent: true, repeatable: false, retryAfterMillis: 0, ...fields })
  }
}

/** Decides whether and when a failed attempt is repeated. */
export type RetryPolicy = Schedule.Schedule<unknown, FailedAttempt>

/** No further attempt starts when a call has already taken this long. */
const budget = Duration.minutes(2)

/** Waits 1000 ms doubling, times [0.5, 1.5), after what the service asked to wait; at most 5 attempts. */
const standard: RetryPolicy = Schedule.exponential("1 second").pipe(
  Schedule.upTo({ times: 4 }),
  Schedule.setInputType<FailedAttempt>(),
  Schedule.while(({ elapsed, input }) => input.repeatable && elapsed < Duration.toMillis(budget)),
  Schedule.modifyDelay(({ duration, input }) =>
    Effect.map(Random.next, (random) =>
      Duration.millis(input.retryAfterMillis + Duration.toMillis(duration) * (0.5 + random)))
  )
)

/** The retry policy of all calls. Override it with `Effect.provideService` or `Layer.succeed`. */
export const RetryPolicy: Context.Reference<RetryPolicy> = Context.Reference<RetryPolicy>(
  "gatefold/http/RetryPolicy",
  { defaultValue: () => standard }
)

/** Never repeats a request. */
export const none: RetryPolicy = Schedule.recurs(0)

/** The longest `Retry-After` that is waited for; a longer one fails as `RateLimited` at once. */
export const maxRetryAfterMillis = 60_000

/**
 * The waiting time of a `Retry-After` header: seconds or an HTTP date (RFC
 * 9110 §10.2.3). Past or negative is 0; anything else is undefined.
 */
export const parseRetryAfter = (value: string | undefined, nowMillis: number): number | undefined => {
  if (value === undefined) return undefined
  if (/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return Math.max(0, Number(value) * 1000)
  if (!/^\s*[A-Za-z]{3}, \d\d [A-Za-z]{3} \d{4} \d\d:\d\d:\d\d GMT\s*$/.test(value)) return undefined
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMillis)
}
