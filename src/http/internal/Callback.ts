/** A request over a client with callbacks, such as `fetch` or undici. */
import * as Effect from "effect/Effect"
import * as Timer from "../../concurrency/Timer.ts"
import type { HttpRequest, HttpResponse } from "../Http.ts"
import { toHttpFailure, type HttpFailure, timeoutFailure } from "./HttpFailure.ts"

/** Reports the result of a request that a {@link callback} has started; only the first report counts. */
export interface Done {
  readonly succeed: (response: HttpResponse) => void
  /** Takes any thrown value, and keeps only what is safe to print. */
  readonly fail: (cause: unknown) => void
}

/**
 * Makes an `Execute` from a function that starts a request and returns a function that stops it. It is stopped on
 * interruption and after `timeoutMillis`. No fiber is started.
 */
export const callback = (
  request: HttpRequest,
  start: (done: Done) => () => void
): Effect.Effect<HttpResponse, HttpFailure> =>
  Effect.clockWith((clock) =>
    Effect.callback((resume) => {
      const cancelTimer = Timer.schedule(clock, request.timeoutMillis, () => {
        // Resumed first, because a client may report synchronously that it was stopped.
        resume(Effect.fail(timeoutFailure))
        stop()
      })
      const stop = start({
        succeed: (response) => {
          cancelTimer()
          resume(Effect.succeed(response))
        },
        fail: (cause) => {
          cancelTimer()
          resume(Effect.fail(toHttpFailure(cause)))
        }
      })
      return Effect.sync(() => {
        cancelTimer()
        stop()
      })
    })
  )
