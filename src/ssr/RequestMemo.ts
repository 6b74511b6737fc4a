/** Memoizes reads during the render of a page. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as SingleFlight from "../concurrency/SingleFlight.ts"
import {
  actualStatus,
  type Execute,
  Http,
  type HttpFailure,
  type HttpRequest,
  type HttpResponse,
  timeoutFailure
} from "../http/Http.ts"

/** Differs for each request, so it is not part of the key. */
const nonce = "x-stack-random-nonce"

/**
 * Sends each read once: later callers get the same answer, also while it is under way. Only successful answers are
 * kept, until the next write.
 */
export const memoize = Effect.fnUntraced(function* (execute: Execute): Effect.fn.Return<Execute, never, Scope.Scope> {
  const flights = yield* SingleFlight.make<string, HttpResponse, HttpFailure>()
  const answers = new Map<string, HttpResponse>()
  /** Changes when a write begins or ends, so that no later read gets the answer of an earlier one. */
  let epoch = 0
  const forget = Effect.sync(() => {
    epoch++
    answers.clear()
  })
  const toKey = ({ headers, url }: HttpRequest) =>
    JSON.stringify([epoch, url, Object.entries(headers).filter(([name]) => name !== nonce)])

  return (request) =>
    Effect.suspend(() => {
      if (request.method !== "GET") return Effect.ensuring(Effect.andThen(forget, execute(request)), forget)
      const key = toKey(request)
      const existing = answers.get(key)
      if (existing !== undefined) return Effect.succeed(existing)
      const answer = Effect.tap(execute(request), (response) =>
        Effect.sync(() => {
          if (actualStatus(response) === 200) answers.set(key, response)
        })
      )
      const underWay = flights.find(key) !== undefined
      const shared = flights.run(key, answer)
      // The time limit is part of each caller, not of the shared request.
      return underWay
        ? Effect.timeoutOrElse(shared, { duration: request.timeoutMillis, orElse: () => Effect.fail(timeoutFailure) })
        : shared
    })
})

/** Remembers the answers of the `Http` in context. */
export const layer: Layer.Layer<never> = Layer.effect(Http, Effect.flatMap(Http, memoize))
