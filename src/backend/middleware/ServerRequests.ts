/** Opens the sessions of requests to Effect's servers, and of procedure calls. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cookies from "effect/http/Cookies"
import type * as Headers from "effect/http/Headers"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import type { RequestLike } from "../../platform/request/RequestHeaders.ts"
import { authHeader } from "../../platform/request/TokenText.ts"
import type { VerifyOptions } from "../verify/AccessTokenVerifier.ts"
import { Allow } from "./AuthMiddleware.ts"
import type { RequestSessions } from "./RequestSessions.ts"

const fromHeaders = (headers: Headers.Headers): RequestLike => ({
  headers: { get: (name) => headers[name.toLowerCase()] }
})

/** A request of Effect's server for token stores; the URL is absolute if the platform knows it. */
export const fromServerRequest = (request: HttpServerRequest.HttpServerRequest): RequestLike => ({
  ...fromHeaders(request.headers),
  url: request.originalUrl,
  method: request.method
})

/** The headers with credentials that a procedure call may carry in its body. */
const ofCalls: ReadonlyArray<string> = ["authorization", authHeader]

/**
 * A procedure call as a request: the HTTP request's headers, overridden by the credentials in the call's body. Any page
 * can write such a body, so the origin is taken from the HTTP headers only.
 */
const fromCall = (headers: Headers.Headers): Effect.Effect<RequestLike> =>
  Effect.map(Effect.serviceOption(HttpServerRequest.HttpServerRequest), (current) => {
    if (Option.isNone(current)) return fromHeaders(headers)
    const request = fromServerRequest(current.value)
    return {
      ...request,
      headers: {
        get: (name) => (ofCalls.includes(name.toLowerCase()) ? headers[name.toLowerCase()] : request.headers.get(name))
      }
    }
  })

const withHeaders = (
  response: HttpServerResponse.HttpServerResponse,
  headers: ReadonlyArray<readonly [name: string, value: string]>
): HttpServerResponse.HttpServerResponse => {
  if (headers.length === 0) return response
  const setCookies = headers.flatMap(([name, value]) => (name === "set-cookie" ? [value] : []))
  return headers.reduce(
    (current, [name, value]) => (name === "set-cookie" ? current : HttpServerResponse.setHeader(current, name, value)),
    HttpServerResponse.mergeCookies(response, Cookies.fromSetCookie(setCookies))
  )
}

/** RFC 6750 §3: a refusal names the scheme to use. */
const withChallenge = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
  response.status === 401 ? HttpServerResponse.setHeader(response, "www-authenticate", "Bearer") : response

/** The kinds that an endpoint or procedure allows, else those of the server. */
const readAllow = ({ annotations }: Annotated): VerifyOptions => ({
  allow: Option.getOrUndefined(Context.getOption(annotations as Context.Context<Allow>, Allow))
})

/** What is annotated with the kinds of users that it allows. */
interface Annotated {
  readonly annotations: Context.Context<never>
}

export interface EndpointTarget {
  readonly endpoint: Annotated
}

/** Opens the session of the current request, and adds its cookies to the response. */
export const openEndpoint = Effect.fnUntraced(function* (
  { open }: RequestSessions["Service"],
  { endpoint }: EndpointTarget
) {
  const request = yield* HttpServerRequest.HttpServerRequest
  yield* HttpEffect.appendPreResponseHandler((_, response) => Effect.succeed(withChallenge(response)))
  const opened = yield* open(fromServerRequest(request), readAllow(endpoint))
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.map(opened.headers, (lines) => withHeaders(response, lines))
  )
  return opened
})

export interface CallTarget {
  readonly headers: Headers.Headers
  readonly rpc: Annotated
}

export const openCall = ({ open }: RequestSessions["Service"], { headers, rpc }: CallTarget) =>
  Effect.flatMap(fromCall(headers), (request) => open(request, readAllow(rpc)))
