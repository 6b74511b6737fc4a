/**
 * The middleware of `AuthMiddleware`: it opens the session of each request, checks the caller, and adds changed cookies
 * and the headers of a refusal to the response.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Cookies from "effect/http/Cookies"
import type * as Headers from "effect/http/Headers"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { asOperation } from "../../operation/Operation.ts"
import type { RequestLike } from "../../platform/RequestHeaders.ts"
import { authHeader } from "../../platform/TokenText.ts"
import { Session } from "../../session/Session.ts"
import { type AuthError, Forbidden, Unavailable } from "../AuthErrors.ts"
import { AuthTimeout } from "../AuthTimeout.ts"
import type { VerifyOptions } from "../verify/AccessTokenVerifier.ts"
import { ApiKeyChecks } from "../verify/ApiKeyChecks.ts"
import {
  Allow,
  ApiKeyMiddleware,
  CurrentApiKey,
  CurrentTeam,
  CurrentUser,
  MaybeCurrentUser,
  MaybeSignedIn,
  MaybeSignedInRpc,
  Permission,
  RequirePermission,
  RequirePermissionRpc,
  RequireTeamPermission,
  SignedIn,
  SignedInRpc,
  TeamMember
} from "./AuthMiddleware.ts"
import * as Guards from "./Guards.ts"
import { withRetryAfter } from "./internal/RetryAfter.ts"
import { type RequestSession, RequestSessions } from "./RequestSessions.ts"

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
  Effect.map(Effect.serviceOption(HttpServerRequest.HttpServerRequest), (found) => {
    if (Option.isNone(found)) return fromHeaders(headers)
    const request = fromServerRequest(found.value)
    return {
      ...request,
      headers: {
        get: (name) => (ofCalls.includes(name.toLowerCase()) ? headers[name.toLowerCase()] : request.headers.get(name))
      }
    }
  })

/** Adds the headers of a request session to a response. */
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
const allowOf = ({ annotations }: Annotated): VerifyOptions => ({
  allow: Option.getOrUndefined(Context.getOption(annotations as Context.Context<Allow>, Allow))
})

/** What is annotated with the kinds of users that it allows. */
interface Annotated {
  readonly annotations: Context.Context<never>
}

interface EndpointTarget {
  readonly endpoint: Annotated
}

/** Opens the session of the current request, and adds its cookies to the response. */
const openEndpoint = Effect.fnUntraced(function* ({ open }: RequestSessions["Service"], { endpoint }: EndpointTarget) {
  const request = yield* HttpServerRequest.HttpServerRequest
  yield* HttpEffect.appendPreResponseHandler((_, response) => Effect.succeed(withChallenge(response)))
  const opened = yield* open(fromServerRequest(request), allowOf(endpoint))
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.map(opened.headers, (lines) => withHeaders(response, lines))
  )
  return opened
})

/** A call of a procedure. */
interface CallTarget {
  readonly headers: Headers.Headers
  readonly rpc: Annotated
}

/** Opens the session of a call. */
const openCall = ({ open }: RequestSessions["Service"], { headers, rpc }: CallTarget) =>
  Effect.flatMap(fromCall(headers), (request) => open(request, allowOf(rpc)))

/** The services of handlers and guards: the session, and its time limit. */
const contextOf = ({ session }: RequestSession, authTimeout: Duration.Input) =>
  Context.make(Session, session).pipe(Context.add(AuthTimeout, authTimeout))

const inSession = (authTimeout: Duration.Input) => (request: RequestSession) =>
  Effect.map(withRetryAfter(request.user), (current) =>
    Context.add(contextOf(request, authTimeout), CurrentUser, { ...current, get: withRetryAfter(current.get) })
  )

/** Null for no credentials, expired cookies, or a kind of user that is not allowed. */
const maybeInSession = (authTimeout: Duration.Input) => (request: RequestSession) =>
  withRetryAfter(request.user).pipe(
    Effect.catchIf(
      (error) =>
        error._tag === "Forbidden" ||
        (error._tag === "Unauthorized" && (error.reason === "missing" || !request.isFromHeader)),
      () => Effect.succeed(null)
    ),
    Effect.map((current) =>
      Context.add(
        contextOf(request, authTimeout),
        MaybeCurrentUser,
        current && { ...current, get: withRetryAfter(current.get) }
      )
    )
  )

/** Opens the session of a request or call, and makes the context of its handlers, in a span. */
const authentication = Effect.fnUntraced(function* <Target, Services, R>(
  named: ReturnType<typeof asOperation>,
  open: (requests: RequestSessions["Service"], target: Target) => Effect.Effect<RequestSession, AuthError, R>,
  inSession: (
    authTimeout: Duration.Input
  ) => (request: RequestSession) => Effect.Effect<Context.Context<Services>, AuthError>
) {
  const requests = yield* RequestSessions
  const contextIn = inSession(yield* AuthTimeout)
  return (target: Target) => open(requests, target).pipe(Effect.flatMap(contextIn), named)
})

/** Runs handlers in the context that an authentication makes. */
const enter =
  <Target, Services, R>(authenticate: (target: Target) => Effect.Effect<Context.Context<Services>, AuthError, R>) =>
  <A, E2, R2>(effect: Effect.Effect<A, E2, R2>, target: Target) =>
    Effect.flatMap(authenticate(target), (context) => Effect.provideContext(effect, context))

const signedIn = Layer.effect(
  SignedIn,
  Effect.map(authentication(asOperation("SignedIn.authenticate"), openEndpoint, inSession), (authenticate) => {
    /** Effect tries schemes one after the other; the first one decides for all of them. */
    const errors = new WeakMap<HttpServerRequest.HttpServerRequest, AuthError>()
    const deciding = (target: EndpointTarget) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        Effect.tapError(authenticate(target), (error) => Effect.sync(() => errors.set(request, error)))
      )
    const refuse = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      Effect.fail(errors.get(request) ?? new Unavailable())
    )
    return SignedIn.of({ bearer: enter(deciding), stackAuth: () => refuse, cookie: () => refuse })
  })
)

const maybeSignedIn = Layer.effect(
  MaybeSignedIn,
  Effect.map(authentication(asOperation("MaybeSignedIn.authenticate"), openEndpoint, maybeInSession), enter)
)

const signedInRpc = Layer.effect(
  SignedInRpc,
  Effect.map(authentication(asOperation("SignedInRpc.authenticate"), openCall, inSession), enter)
)

const maybeSignedInRpc = Layer.effect(
  MaybeSignedInRpc,
  Effect.map(authentication(asOperation("MaybeSignedInRpc.authenticate"), openCall, maybeInSession), enter)
)

const teamMember = Layer.succeed(
  TeamMember,
  Effect.fnUntraced(function* (httpEffect) {
    const { teamId } = yield* HttpRouter.params
    const id = teamId ?? (yield* (yield* CurrentUser).get).selectedTeamId
    if (id === null) return yield* new Forbidden({ reason: "team" })
    return yield* Effect.provideService(httpEffect, CurrentTeam, yield* Guards.requireTeam(id))
  })
)

/** An endpoint without a permission refuses every request. */
const permissionOf = (annotations: Context.Context<never>): Effect.Effect<string, Forbidden> =>
  Option.match(Context.getOption(annotations as Context.Context<Permission>, Permission), {
    onNone: () => Effect.fail(new Forbidden({ reason: "permission" })),
    onSome: Effect.succeed
  })

const requiring = <A, E, R>(annotations: Context.Context<never>, effect: Effect.Effect<A, E, R>) =>
  Effect.andThen(
    Effect.flatMap(permissionOf(annotations), (permission) => Guards.requirePermission(permission)),
    effect
  )

const requirePermission = Layer.succeed(RequirePermission, (httpEffect, { endpoint }) =>
  requiring(endpoint.annotations, httpEffect)
)

const requireTeamPermission = Layer.succeed(
  RequireTeamPermission,
  Effect.fnUntraced(function* (httpEffect, { endpoint }) {
    const { id } = yield* CurrentTeam
    yield* Guards.requirePermission(yield* permissionOf(endpoint.annotations), { teamId: id })
    return yield* httpEffect
  })
)

const requirePermissionRpc = Layer.succeed(RequirePermissionRpc, (effect, { rpc }) =>
  requiring(rpc.annotations, effect)
)

/** All middleware for users. */
export const layer: Layer.Layer<
  | SignedIn
  | SignedInRpc
  | MaybeSignedIn
  | MaybeSignedInRpc
  | TeamMember
  | RequirePermission
  | RequireTeamPermission
  | RequirePermissionRpc,
  never,
  RequestSessions
> = Layer.mergeAll(
  signedIn,
  signedInRpc,
  maybeSignedIn,
  maybeSignedInRpc,
  teamMember,
  requirePermission,
  requireTeamPermission,
  requirePermissionRpc
)

/** The middleware for API keys. */
export const layerApiKeys: Layer.Layer<ApiKeyMiddleware, never, ApiKeyChecks> = Layer.effect(
  ApiKeyMiddleware,
  Effect.map(ApiKeyChecks, ({ check }) =>
    ApiKeyMiddleware.of({
      apiKey: (httpEffect, { credential }) =>
        Effect.flatMap(withRetryAfter(check(credential)), (key) =>
          Effect.provideService(httpEffect, CurrentApiKey, key)
        )
    })
  )
)
