/** The steps of fault rules: which request they hit, and what it gets instead of the service's answer. */
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { ControlToken, tokenHeader } from "../access/ControlToken.ts"
import { Faults } from "../faults/Faults.ts"
import type { Step, StepWith } from "./Pipeline.ts"
import type { IncomingRequest, ServiceAnswer, WithHit } from "./Request.ts"

/**
 * Adds the fault that hits a request. Never answers itself, but can delay, damage or lose the answer. Runs before any
 * work.
 */
export const makeInjection = Effect.gen(function* () {
  const controlToken = yield* ControlToken
  const faults = yield* Faults
  const step: StepWith<IncomingRequest, Response, WithHit> = ({ connection, request }, rest) =>
    // Faults are for apps: the console must be able to remove them.
    controlToken.is(request.headers.get(tokenHeader))
      ? rest({ hit: undefined })
      : faults.around(request, connection.signal ?? request.signal, (hit) => rest({ hit }))
  return step
})

/** Replaces the service's answer with that of a rule, if the rule has one. The endpoint may have run before. */
export const replace: Step<WithHit, ServiceAnswer> = ({ hit }, rest) => {
  const replacement = hit?.replacement
  return replacement === undefined
    ? rest
    : Effect.map(rest, (answer) => ({ ...answer, response: replacement.response, isForeign: !replacement.isOwn }))
}

/** Answers without running the endpoint, if a rule says that the request does not reach the service. */
export const skip: Step<WithHit, ServiceAnswer> = ({ hit }, rest) =>
  hit?.isCarriedOut === false
    ? Effect.succeed({ response: hit.replacement?.response ?? HttpServerResponse.empty() })
    : rest
