/** Decides which faults a request gets, delays it, and damages its answer. */
import * as Effect from "effect/Effect"
import { ControlToken, tokenHeader } from "../access/ControlToken.ts"
import { Faults } from "../faults/Faults.ts"
import type { StepWith } from "./Pipeline.ts"
import type { IncomingRequest, WithHit } from "./Request.ts"

/**
 * Adds the fault that hits a request. Never answers itself, but can delay, damage or lose the answer. Runs before any
 * work.
 */
export const make = Effect.gen(function* () {
  const controlToken = yield* ControlToken
  const faults = yield* Faults
  const step: StepWith<IncomingRequest, Response, WithHit> = ({ connection, request }, rest) =>
    // Faults are for apps: the console must be able to remove them.
    controlToken.is(request.headers.get(tokenHeader))
      ? rest({ hit: undefined })
      : faults.around(request, connection.signal ?? request.signal, (hit) => rest({ hit }))
  return step
})
