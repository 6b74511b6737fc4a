/** Gives a request its id, and puts the envelope of the service around its answer. */
import * as Effect from "effect/Effect"
import { Randomness } from "../crypto/Randomness.ts"
import * as Answer from "../http/Answer.ts"
import type { Finding } from "./Pipeline.ts"
import type { Answered, Received, WithId } from "./Request.ts"

/** Adds the id of a request and never answers itself. Runs before all steps whose answers have the envelope. */
export const make = Effect.map(Randomness, ({ base32 }): Finding<Received, Answered, WithId> => ({ request }, rest) => {
  const requestId = base32(16)
  return Effect.map(rest({ requestId }), (answered) =>
    answered.isForeign
      ? answered
      : {
          ...answered,
          response: Answer.seal(answered.response, {
            requestId,
            overrideStatus: request.headers.has("x-stack-override-error-status"),
            indent: request.headers.get("accept")?.includes("text/html") === true
          })
        }
  )
})
