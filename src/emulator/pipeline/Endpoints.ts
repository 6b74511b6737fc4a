/** Finds the endpoint of a request, and who calls it. */
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { getOnlyGeneration } from "../../api/Endpoint.ts"
import { isKnownError } from "../../domain/errors/KnownError.ts"
import * as AccessCheck from "../access/AccessCheck.ts"
import type { Caller } from "../access/Caller.ts"
import { notFound } from "../errors/TextAnswer.ts"
import type { Route } from "../handlers/Route.ts"
import * as Routes from "../handlers/Routes.ts"
import * as Answer from "../http/Answer.ts"
import * as RouteIndex from "../http/RouteIndex.ts"
import { Generation } from "../settings/Generation.ts"
import type { StepWith } from "./Pipeline.ts"
import type { ServiceAnswer, ServiceRequest } from "./Request.ts"

export interface Endpoints {
  readonly inApi: RouteIndex.Lookup<Route<Routes.Services>>
  /** Endpoints that are not below the API's root. */
  readonly outside: RouteIndex.Lookup<Route<Routes.Services>>
}

export const make = Effect.map(Generation, ({ has }): Endpoints => {
  const isThere = ({ endpoint }: Route<Routes.Services>) => {
    const only = getOnlyGeneration(endpoint)
    return only === undefined || has(only)
  }
  return {
    inApi: RouteIndex.index(
      Routes.routes.filter((route) => !Routes.outside.includes(route.endpoint) && isThere(route))
    ),
    outside: RouteIndex.index(Routes.routes.filter(({ endpoint }) => Routes.outside.includes(endpoint)))
  }
})

type Found = Extract<RouteIndex.Match<Route<Routes.Services>>, { readonly _tag: "Found" }>

/** The endpoints with the path and method of a request: one, or one for each level. */
export interface WithMatch {
  readonly match: Found
}

/** The endpoint of a request and its caller; undefined without claims. */
export interface WithRoute {
  readonly route: Route<Routes.Services>
  readonly params: Readonly<Record<string, string>>
  readonly caller: Caller["Service"] | undefined
}

const makeNotFound = (url: URL): ServiceAnswer => ({
  response: Answer.textAnswer(notFound(`There is nothing at ${url.pathname}.`))
})

/** An answer of the service's framework, which has no envelope. */
const wrongMethod: ServiceAnswer = { response: HttpServerResponse.empty({ status: 405 }), isForeign: true }

/** Finds the path and the method. */
export const matchInApi =
  ({ inApi }: Endpoints): StepWith<ServiceRequest, ServiceAnswer, WithMatch> =>
  ({ path, request, url }, rest) => {
    const match = inApi(request.method, path)
    if (match._tag === "Found") return rest({ match })
    return Effect.succeed(match._tag === "NotFound" ? makeNotFound(url) : wrongMethod)
  }

/** Checks the keys and tokens, which decide between endpoints for different levels. */
export const makeAccess = Effect.map(
  Effect.context<Effect.Services<ReturnType<typeof AccessCheck.authenticate>>>(),
  (services): StepWith<ServiceRequest & WithMatch, ServiceAnswer, WithRoute> =>
    ({ match, request }, rest) =>
      Effect.matchEffect(
        Effect.provideContext(AccessCheck.authenticate(HttpServerRequest.fromWeb(request).headers), services),
        {
          onFailure: (error) =>
            Effect.succeed({ response: isKnownError(error) ? Answer.knownError(error) : Answer.textAnswer(error) }),
          onSuccess: (caller) => rest({ route: match.findRoute(caller?.level), params: match.params, caller })
        }
      )
)

/** Finds an endpoint outside the API, for everybody. It ignores query parameters, such as `?db=1`. */
export const matchOutside =
  ({ outside }: Endpoints): StepWith<ServiceRequest, ServiceAnswer, WithRoute & Pick<ServiceRequest, "url">> =>
  ({ request, url }, rest) => {
    const match = outside(request.method === "HEAD" ? "GET" : request.method, url.pathname)
    if (match._tag !== "Found") return Effect.succeed(makeNotFound(url))
    const { params, findRoute } = match
    return rest({ route: findRoute(undefined), params, caller: undefined, url: new URL(url.pathname, url) })
  }
