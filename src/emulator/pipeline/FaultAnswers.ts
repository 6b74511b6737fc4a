/** Applies the answers of fault rules. */
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Step } from "./Pipeline.ts"
import type { Answered, WithHit } from "./Request.ts"

/** Puts the answer of a rule in the place of the service's. */
export const replace: Step<WithHit, Answered> = ({ hit }, rest) => {
  const instead = hit?.instead
  return instead === undefined
    ? rest
    : Effect.map(rest, (answered) => ({ ...answered, response: instead.response, isForeign: !instead.isOwn }))
}

/** Ends the way of a request that a rule keeps from the service. */
export const skip: Step<WithHit, Answered> = ({ hit }, rest) =>
  hit?.isCarriedOut === false ? Effect.succeed({ response: hit.instead?.response ?? HttpServerResponse.empty() }) : rest
