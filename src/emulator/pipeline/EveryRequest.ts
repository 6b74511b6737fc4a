/** The steps of every request to the emulator, before those of the service. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Trace } from "../background/Trace.ts"
import { Control } from "../control/Control.ts"
import * as ControlPath from "../control/ControlPath.ts"
import { removeRoot } from "../http/ApiPath.ts"
import * as HeaderAliases from "../http/HeaderAliases.ts"
import { Generation } from "../settings/Generation.ts"
import { Traffic } from "../state/Traffic.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import type { Handler, Step, StepWith } from "./Pipeline.ts"
import type { IncomingRequest, ServiceAnswer, ServiceRequest, WithHit } from "./Request.ts"

/** Answers the paths below `/__emulator/` itself, which can also send requests through the other steps. */
export const makeControlPaths = Effect.gen(function* () {
  const control = yield* Control
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const step: StepWith<IncomingRequest, Response, Pick<IncomingRequest, "request" | "url">> = (
    { connection, request, url },
    rest
  ) =>
    url.pathname.startsWith(ControlPath.prefix)
      ? control.handle(request, connection.signal ?? request.signal, (again) =>
          run(rest({ request: again, url: new URL(again.url) }))
        )
      : rest({ request, url })
  return step
})

/** The request must be repeated, because the state that it read at first is gone. */
const makeReplacedResponse = (): Response =>
  new Response("The emulator's state was replaced while it answered this request. Send it again.", {
    status: 503,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "access-control-allow-origin": "*"
    }
  })

/**
 * Lets a request wait while the whole state changes, and answers with 503 if the state is replaced meanwhile. Runs
 * before every step that reads the state.
 */
export const makeStateTurn = Effect.map(
  Traffic,
  (traffic): Step<IncomingRequest, Response> =>
    (_, rest) =>
      traffic.answer(rest, makeReplacedResponse)
)

/** Answers with pages of the emulator itself below a path: of its identity provider, and of purchases. */
export const serveOwnPages =
  (prefix: string, handle: (request: Request) => Effect.Effect<Response>): Step<IncomingRequest & WithHit, Response> =>
  ({ hit, request, url }, rest) => {
    const isCarriedOut = hit === undefined || hit.isCarriedOut
    return isCarriedOut && url.pathname.startsWith(prefix) ? handle(request) : rest
  }

/**
 * Gives a request its trace, and sends the webhooks that it has caused before the answer. Runs after the turn of the
 * state, so that webhooks belong to the same state.
 */
export const makeTrace = Effect.map(
  Webhooks,
  ({ flush }): Step<IncomingRequest, Response> =>
    (_, rest) =>
      Effect.provideService(Effect.tap(rest, flush), Trace, {})
)

/**
 * Turns a request of the platform into one of the service, with the former names of its headers, and its answer back.
 * The last step before those of the service.
 */
export const makeServiceMessages = Effect.map(Generation, ({ has }) => {
  const hasAliases = has("current")
  return (service: Handler<ServiceRequest, ServiceAnswer>): Handler<IncomingRequest & WithHit, Response> =>
    Effect.fnUntraced(function* (incoming) {
      const request = hasAliases ? HeaderAliases.normalize(incoming.request) : incoming.request
      const startedAt = yield* Clock.monotonicTimeNanos
      const path = removeRoot(incoming.url.pathname)
      const { response } = yield* service({ ...incoming, request, path, startedAt })
      const message = hasAliases ? HeaderAliases.withBoth(response) : response
      return HttpServerResponse.toWeb(message, { withoutBody: request.method === "HEAD" })
    })
})
