/** Limits the requests of one network address. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { toNetwork } from "../../domain/text/IpAddress.ts"
import type { TextAnswer } from "../errors/TextAnswer.ts"
import * as Answer from "../http/Answer.ts"
import { RateLimiter } from "../http/RateLimiter.ts"
import * as RateLimitRules from "../http/RateLimitRules.ts"
import type { WithRoute } from "./Endpoints.ts"
import type { Step } from "./Pipeline.ts"
import type { IncomingRequest, ServiceAnswer } from "./Request.ts"

const toServiceAnswer = (error: TextAnswer): ServiceAnswer => ({ response: Answer.textAnswer(error) })

const isMiss = (exit: Exit.Exit<ServiceAnswer, unknown>): boolean =>
  Exit.isFailure(exit) || exit.value.response.status >= 400

/** Answers with 429 if an address has reached the limit of the endpoint. */
export const make = Effect.map(
  RateLimiter,
  (limiter): Step<IncomingRequest & WithRoute, ServiceAnswer> =>
    ({ connection: { ip }, route: { endpoint } }, rest) => {
      if (ip === undefined) return rest
      if (RateLimitRules.everyRequest.has(endpoint)) {
        return Effect.matchEffect(limiter.count("perIp", toNetwork(ip)), {
          onFailure: (error) => Effect.succeed(toServiceAnswer(error)),
          onSuccess: () => rest
        })
      }
      if (!RateLimitRules.failedRequests.has(endpoint)) return rest
      return Effect.catchTag(
        limiter.countMisses("failedKeysPerIp", toNetwork(ip), rest, isMiss),
        "TextAnswer",
        (error) => Effect.succeed(toServiceAnswer(error))
      )
    }
)
