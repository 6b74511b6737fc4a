/**
 * Turns a request of the platform into one of the service, with the former names of its headers, and its answer back.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { pathBelowRoot } from "../http/ApiPath.ts"
import * as HeaderAliases from "../http/HeaderAliases.ts"
import { Generation } from "../runtime/Generation.ts"
import type { Handler } from "./Pipeline.ts"
import type { IncomingRequest, ServiceAnswer, ServiceRequest, WithHit } from "./Request.ts"

/**
 * Adds path and start of a request below the API, and never answers itself. The last step before those of the service.
 */
export const make = Effect.map(Generation, ({ has }) => {
  const hasAliases = has("current")
  return (service: Handler<ServiceRequest, ServiceAnswer>): Handler<IncomingRequest & WithHit, Response> =>
    Effect.fnUntraced(function* (incoming) {
      const request = hasAliases ? HeaderAliases.normalize(incoming.request) : incoming.request
      const startedAt = yield* Clock.monotonicTimeNanos
      const path = pathBelowRoot(incoming.url.pathname)
      const { response } = yield* service({ ...incoming, request, path, startedAt })
      const message = hasAliases ? HeaderAliases.withBoth(response) : response
      return HttpServerResponse.toWeb(message, { withoutBody: request.method === "HEAD" })
    })
})
