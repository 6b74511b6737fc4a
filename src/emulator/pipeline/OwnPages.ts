/** Answers with pages of the emulator itself: of its identity provider, and of purchases. */
import type * as Effect from "effect/Effect"
import type { Step } from "./Pipeline.ts"
import type { IncomingRequest, WithHit } from "./Request.ts"

/** The pages below a path. */
export const make =
  (prefix: string, handle: (request: Request) => Effect.Effect<Response>): Step<IncomingRequest & WithHit, Response> =>
  ({ hit, request, url }, rest) => {
    const isCarriedOut = hit === undefined || hit.isCarriedOut
    return isCarriedOut && url.pathname.startsWith(prefix) ? handle(request) : rest
  }
