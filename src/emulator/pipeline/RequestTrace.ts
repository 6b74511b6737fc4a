/** Gives a request its trace, and sends the webhooks that it has caused before it is answered. */
import * as Effect from "effect/Effect"
import { Trace } from "../runtime/Trace.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import type { Incoming } from "./Request.ts"
import type { Step } from "./Way.ts"

export const make = Effect.map(
  Webhooks,
  ({ flush }): Step<Incoming, Response> =>
    (_, rest) =>
      Effect.provideService(Effect.tap(rest, flush), Trace, {})
)
