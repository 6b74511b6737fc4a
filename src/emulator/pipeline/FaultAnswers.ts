/** Applies the answers of fault rules. */
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Step } from "./Pipeline.ts"
import type { ServiceAnswer, WithHit } from "./Request.ts"

/** Replaces the service's answer with that of a rule, if the rule has one. The endpoint may have run before. */
export const replace: Step<WithHit, ServiceAnswer> = ({ hit }, rest) => {
  const replacement = hit?.instead
  return replacement === undefined
    ? rest
    : Effect.map(rest, (answer) => ({ ...answer, response: replacement.response, isForeign: !replacement.isOwn }))
}

/** Answers without running the endpoint, if a rule says that the request does not reach the service. */
export const skip: Step<WithHit, ServiceAnswer> = ({ hit }, rest) =>
  hit?.isCarriedOut === false ? Effect.succeed({ response: hit.instead?.response ?? HttpServerResponse.empty() }) : rest
