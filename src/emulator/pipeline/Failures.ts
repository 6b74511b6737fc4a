/** Answers a request where the emulator itself fails. */
import * as Effect from "effect/Effect"
import * as Answer from "../http/Answer.ts"
import { logFailure } from "../runtime/FailureLog.ts"
import type { Step } from "./Pipeline.ts"
import type { ServiceAnswer, WithId } from "./Request.ts"

export const failures: Step<WithId, ServiceAnswer> = ({ requestId }, rest) =>
  Effect.catchCause(rest, (cause) =>
    Effect.map(logFailure("The emulator failed to answer a request", cause), (outage) => ({
      response:
        outage === undefined
          ? Answer.text(500, `The emulator failed; its log tells why. Request id: ${requestId}`)
          : Answer.text(503, outage.publicMessage)
    }))
  )
