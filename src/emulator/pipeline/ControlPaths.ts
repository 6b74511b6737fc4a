/** Answers the paths of tests and of the console, below `/__emulator/`. */
import * as Effect from "effect/Effect"
import { Control } from "../control/Control.ts"
import { prefix } from "../control/ControlPath.ts"
import type { StepWith } from "./Pipeline.ts"
import type { IncomingRequest } from "./Request.ts"

/**
 * The first step: answers the paths below `/__emulator/` itself, which can also send requests through the other steps.
 */
export const make = Effect.gen(function* () {
  const control = yield* Control
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const step: StepWith<IncomingRequest, Response, Pick<IncomingRequest, "request" | "url">> = (
    { connection, request, url },
    rest
  ) =>
    url.pathname.startsWith(prefix)
      ? control.handle(request, connection.signal ?? request.signal, (again) =>
          run(rest({ request: again, url: new URL(again.url) }))
        )
      : rest({ request, url })
  return step
})
