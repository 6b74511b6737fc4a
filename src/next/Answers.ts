/**
 * One answer for all who ask the same while a page renders.
 */
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { type Execute, Http, type HttpFailure, type HttpRequest, type HttpResponse } from "../http/Http.ts"

/** Differs between any two requests, also of one read. */
const nonce = "x-stack-random-nonce"

const keyOf = ({ headers, url }: HttpRequest) =>
  JSON.stringify([url, Object.entries(headers).filter(([name]) => name !== nonce)])

/**
 * Sends each read once: who asks the same later gets the same answer, also
 * while it is under way. Only good answers are kept, and none beyond a write.
 */
export const remember = (execute: Execute): Execute => {
  const answers = new Map<string, Deferred.Deferred<HttpResponse, HttpFailure>>()
  return (request) =>
    Effect.suspend(() => {
      if (request.method !== "GET") {
        answers.clear()
        return execute(request)
      }
      const key = keyOf(request)
      const known = answers.get(key)
      if (known !== undefined) {
        // Who asked first may have been interrupted, which is nobody else's business.
        return Effect.catchCauseIf(Deferred.await(known), Cause.hasInterruptsOnly, () => execute(request))
      }
      const answer = Deferred.makeUnsafe<HttpResponse, HttpFailure>()
      answers.set(key, answer)
      return Effect.onExit(execute(request), (exit) =>
        Effect.sync(() => {
          const isGood = Exit.isSuccess(exit) && exit.value.status === 200
          if (!isGood && answers.get(key) === answer) answers.delete(key)
          Deferred.doneUnsafe(answer, exit)
        })
      )
    })
}

/** The same over the `Http` in context. */
export const layer: Layer.Layer<never> = Layer.effect(Http, Effect.map(Http, remember))
