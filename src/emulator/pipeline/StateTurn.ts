/** Lets a request wait while the whole state changes, and ends one whose state was replaced. */
import * as Effect from "effect/Effect"
import { Traffic } from "../state/Traffic.ts"
import type { Step } from "./Pipeline.ts"
import type { IncomingRequest } from "./Request.ts"

/** The request must be repeated, because the state that it read at first is gone. */
const replaced = (): Response =>
  new Response("The emulator's state was replaced while it answered this request. Send it again.", {
    status: 503,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "access-control-allow-origin": "*"
    }
  })

/** Answers with 503 if the state is replaced meanwhile. Runs before every step that reads the state. */
export const make = Effect.map(
  Traffic,
  (traffic): Step<IncomingRequest, Response> =>
    (_, rest) =>
      traffic.answer(rest, replaced)
)
