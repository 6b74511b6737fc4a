/** Answers a request with its endpoint. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import { RequestCaller } from "../access/Caller.ts"
import { Trace } from "../background/Trace.ts"
import type { Route, Run } from "../handlers/Route.ts"
import type { Services } from "../handlers/Routes.ts"
import * as RequestBody from "../http/RequestBody.ts"
import type { AnyEndpoint } from "../http/RouteIndex.ts"
import type { WithRoute } from "./Endpoints.ts"
import type { Handler } from "./Pipeline.ts"
import type { IncomingRequest, ServiceAnswer } from "./Request.ts"

const anyRoute = HttpRouter.route("GET", "/", HttpServerResponse.empty())

/** Makes the last step, which always answers. */
export const make = Effect.gen(function* () {
  const services = yield* Effect.context<Services>()
  const runs = new Map<AnyEndpoint, Run<Services>>()

  /** Decoders and encoders are compiled at the first request, to keep the start short. */
  const makeRun = (route: Route<Services>): Effect.Effect<Run<Services>> => {
    const compiled = runs.get(route.endpoint)
    if (compiled !== undefined) return Effect.succeed(compiled)
    return Effect.map(Effect.provideContext(route.build, services), (run) => {
      runs.set(route.endpoint, run)
      return run
    })
  }

  const call: Handler<IncomingRequest & WithRoute, ServiceAnswer> = Effect.fnUntraced(function* (incoming) {
    const { caller, connection, params, request, route, url } = incoming
    const run = yield* makeRun(route)
    const httpRequest = RequestBody.normalize(request, route.endpoint.payload.has(RequestBody.form), {
      url: url.pathname + url.search,
      remoteAddress: Option.fromUndefinedOr(connection.ip)
    })
    // Added to the existing context: copying all of it would take longer than most answers.
    const context = services.pipe(
      Context.add(HttpServerRequest.HttpServerRequest, httpRequest),
      // The last one of repeated keys counts.
      Context.add(HttpServerRequest.ParsedSearchParams, Object.fromEntries(url.searchParams)),
      Context.add(HttpRouter.RouteContext, { params, route: anyRoute }),
      Context.add(Trace, yield* Trace),
      Context.add(RequestCaller, caller)
    )
    const response = yield* Effect.updateContext(run, (_: Context.Context<never>) => context)
    return { response, caller }
  })
  return call
})
