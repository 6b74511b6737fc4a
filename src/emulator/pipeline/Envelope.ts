/** Gives a request its id, and puts the envelope of the service around its answer. */
import * as Effect from "effect/Effect"
import { Randomness } from "../crypto/Randomness.ts"
import * as Answer from "../http/Answer.ts"
import type { StepWith } from "./Pipeline.ts"
import type { ServiceAnswer, ServiceRequest, WithId } from "./Request.ts"

/** Adds the id of a request and never answers itself. Runs before all steps whose answers have the envelope. */
export const make = Effect.map(
  Randomness,
  ({ base32 }): StepWith<ServiceRequest, ServiceAnswer, WithId> =>
    ({ request }, rest) => {
      const requestId = base32(16)
      return Effect.map(rest({ requestId }), (answer) =>
        answer.isForeign
          ? answer
          : {
              ...answer,
              response: Answer.seal(answer.response, {
                requestId,
                overrideStatus: request.headers.has("x-stack-override-error-status"),
                indent: request.headers.get("accept")?.includes("text/html") === true
              })
            }
      )
    }
)
