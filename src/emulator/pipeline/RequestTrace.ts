/** Gives a request its trace, and sends the webhooks that it has caused before the answer. */
import * as Effect from "effect/Effect"
import { Trace } from "../runtime/Trace.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import type { Step } from "./Pipeline.ts"
import type { IncomingRequest } from "./Request.ts"

/**
 * Adds the trace of a request and never answers itself. Runs after `StateTurn`, so that webhooks belong to the same
 * state.
 */
export const make = Effect.map(
  Webhooks,
  ({ flush }): Step<IncomingRequest, Response> =>
    (_, rest) =>
      Effect.provideService(Effect.tap(rest, flush), Trace, {})
)
