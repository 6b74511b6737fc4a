/** Gives a request its id, puts the envelope of the service around its answer, and answers failures of the emulator. */
import * as Effect from "effect/Effect"
import { Randomness } from "../crypto/Randomness.ts"
import { logFailure } from "../errors/FailureLog.ts"
import * as Answer from "../http/Answer.ts"
import type { Step, StepWith } from "./Pipeline.ts"
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

/** Answers a request where the emulator itself fails. */
export const answerFailures: Step<WithId, ServiceAnswer> = ({ requestId }, rest) =>
  Effect.catchCause(rest, (cause) =>
    Effect.map(logFailure("The emulator failed to answer a request", cause), (outage) => ({
      response:
        outage === undefined
          ? Answer.text(500, `The emulator failed; its log tells why. Request id: ${requestId}`)
          : Answer.text(503, outage.publicMessage)
    }))
  )
