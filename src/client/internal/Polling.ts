/**
 * Polls of a login that a user answers in a browser: they continue after temporary failures
 * (docs/protocol/retries.md#polling).
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { readMonotonicMillis } from "../../concurrency/Timer.ts"
import { isTransportError, type TransportError } from "../../domain/errors/TransportError.ts"
import type * as TransportReason from "../../domain/errors/TransportReason.ts"
import * as RetryPolicy from "../../http/RetryPolicy.ts"

/** Failures after which polling continues, such as a lost network. */
const passing: ReadonlySet<TransportReason.Reason["_tag"]> = new Set<TransportReason.Reason["_tag"]>([
  "Network",
  "Offline",
  "Timeout",
  "RateLimited",
  "CircuitOpen",
  "UnexpectedStatus",
  "InvalidServerResponse"
])

const pollOnce = <A, E, R>(
  poll: Effect.Effect<A, E | TransportError, R>,
  untilMillis: number
): Effect.Effect<A | undefined, E | TransportError, R> =>
  poll.pipe(
    // Polls are not retried: the next one comes anyway.
    Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none),
    Effect.catchIf(isTransportError, (error) => {
      if (!passing.has(error.reason._tag)) return Effect.fail(error)
      const wait = "retryAfterMillis" in error.reason ? (error.reason.retryAfterMillis ?? 0) : 0
      // A wait that the service asks for ends at the expiry of the login.
      return Effect.clockWith((clock) =>
        Effect.as(Effect.sleep(Math.max(0, Math.min(wait, untilMillis - readMonotonicMillis(clock)))), undefined)
      )
    })
  )

/**
 * Polls until the answer is no longer `waiting`. The status of the result is `expired` after `untilMillis`, on the
 * monotonic clock, and `unanswered` after `maxAttempts` polls.
 */
export const pollUntilAnswered = Effect.fnUntraced(function* <A extends { readonly status?: unknown }, E, R>(
  poll: Effect.Effect<A, E | TransportError, R>,
  options: { readonly everyMillis: number; readonly untilMillis: number; readonly maxAttempts: number }
) {
  const clock = yield* Clock.Clock
  for (let attempts = 1; ; attempts++) {
    const answer = yield* pollOnce(poll, options.untilMillis)
    if (answer !== undefined && answer.status !== "waiting") return answer
    if (readMonotonicMillis(clock) >= options.untilMillis) return { status: "expired" } as const
    if (attempts >= options.maxAttempts) return { status: "unanswered" } as const
    yield* Effect.sleep(options.everyMillis)
  }
})
