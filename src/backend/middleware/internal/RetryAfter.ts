/** When to try again, as a header of the response. */
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Unavailable } from "../../AuthErrors.ts"

/**
 * If this fails because the service is away, a response with status 503 says when to try again, if that is known. It
 * has no effect outside of a request.
 */
export const withRetryAfter = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tapError(effect, (error) =>
    Effect.withFiber(({ context }) => {
      const seconds = error instanceof Unavailable ? error.retryAfterSeconds : undefined
      if (seconds !== undefined) {
        HttpEffect.appendPreResponseHandlerUnsafe(context, (_, response) =>
          Effect.succeed(
            response.status === 503 ? HttpServerResponse.setHeader(response, "retry-after", String(seconds)) : response
          )
        )
      }
      return Effect.void
    })
  )
