/**
 * The middleware of `Contract`, implemented.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Cookies from "effect/http/Cookies"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { span } from "../platform/Operation.ts"
import type { RequestLike } from "../platform/RequestHeaders.ts"
import { Session } from "../session/Session.ts"
import { ApiKeyChecks } from "./ApiKeyChecks.ts"
import {
  ApiKeyAuth,
  CurrentApiKey,
  CurrentTeam,
  CurrentUser,
  Forbidden,
  Permission,
  RequirePermission,
  RequirePermissionRpc,
  RequireTeamPermission,
  SignedIn,
  SignedInRpc,
  TeamMember,
  type Unauthorized,
  Unavailable
} from "./Contract.ts"
import * as Guards from "./Guards.ts"
import { RequestSessions } from "./RequestSessions.ts"

/** A request of Effect's server as the token stores read it; the URL is absolute where the platform knows it. */
export const fromServerRequest = (request: HttpServerRequest.HttpServerRequest): RequestLike => ({
  headers: { get: (name) => request.headers[name.toLowerCase()] },
  url: request.originalUrl
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

/** RFC 6750 §3: a refusal says how to come back. */
const withChallenge = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
  response.status === 401 ? HttpServerResponse.setHeader(response, "www-authenticate", "Bearer") : response

const signedIn = Layer.effect(
  SignedIn,
  Effect.gen(function* () {
    const requests = yield* RequestSessions
    /** Schemes are tried one after the other; the first one looks at all of them and speaks for all. */
    const refusals = new WeakMap<HttpServerRequest.HttpServerRequest, Unauthorized | Unavailable>()

    const enter = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { headers, session, user } = yield* requests
        .open(fromServerRequest(request))
        .pipe(Effect.tapError((error) => Effect.sync(() => refusals.set(request, error))))
      yield* HttpEffect.appendPreResponseHandler((_, response) =>
        Effect.map(headers, (lines) => withHeaders(withChallenge(response), lines))
      )
      const current = yield* Effect.tapError(user, (error) => Effect.sync(() => refusals.set(request, error)))
      return Context.make(CurrentUser, current).pipe(Context.add(Session, session))
    }).pipe(span("SignedIn.authenticate"))

    const refuse = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      Effect.fail(refusals.get(request) ?? new Unavailable())
    )

    return SignedIn.of({
      bearer: (httpEffect) => Effect.flatMap(enter, (context) => Effect.provideContext(httpEffect, context)),
      stackAuth: () => refuse,
      cookie: () => refuse
    })
  })
)

const signedInRpc = Layer.effect(
  SignedInRpc,
  Effect.map(RequestSessions, (requests) =>
    SignedInRpc.of((effect, { headers }) =>
      Effect.gen(function* () {
        const enter = Effect.gen(function* () {
          const { session, user } = yield* requests.open({ headers: { get: (name) => headers[name.toLowerCase()] } })
          return Context.make(CurrentUser, yield* user).pipe(Context.add(Session, session))
        })
        return yield* Effect.provideContext(effect, yield* span("SignedInRpc.authenticate")(enter))
      })
    )
  )
)

const teamMember = Layer.succeed(TeamMember, (httpEffect) =>
  Effect.gen(function* () {
    const { teamId } = yield* HttpRouter.params
    const id = teamId ?? (yield* (yield* CurrentUser).get).selectedTeamId
    if (id === null) return yield* new Forbidden({ reason: "team" })
    return yield* Effect.provideService(httpEffect, CurrentTeam, yield* Guards.requireTeam(id))
  })
)

/** What nobody wrote down nobody has. */
const permissionOf = (annotations: Context.Context<never>): Effect.Effect<string, Forbidden> =>
  Option.match(Context.getOption(annotations as Context.Context<Permission>, Permission), {
    onNone: () => Effect.fail(new Forbidden({ reason: "permission" })),
    onSome: Effect.succeed
  })

const requirePermission = Layer.succeed(RequirePermission, (httpEffect, { endpoint }) =>
  permissionOf(endpoint.annotations).pipe(
    Effect.flatMap((permission) => Guards.requirePermission(permission)),
    Effect.andThen(httpEffect)
  )
)

const requireTeamPermission = Layer.succeed(RequireTeamPermission, (httpEffect, { endpoint }) =>
  Effect.gen(function* () {
    const { id } = yield* CurrentTeam
    yield* Guards.requirePermission(yield* permissionOf(endpoint.annotations), { teamId: id })
    return yield* httpEffect
  })
)

const requirePermissionRpc = Layer.succeed(RequirePermissionRpc, (effect, { rpc }) =>
  permissionOf(rpc.annotations).pipe(
    Effect.flatMap((permission) => Guards.requirePermission(permission)),
    Effect.andThen(effect)
  )
)

/** All middleware that is about users. */
export const layer: Layer.Layer<
  SignedIn | SignedInRpc | TeamMember | RequirePermission | RequireTeamPermission | RequirePermissionRpc,
  never,
  RequestSessions
> = Layer.mergeAll(signedIn, signedInRpc, teamMember, requirePermission, requireTeamPermission, requirePermissionRpc)

/** The middleware that is about API keys. */
export const layerApiKeys: Layer.Layer<ApiKeyAuth, never, ApiKeyChecks> = Layer.effect(
  ApiKeyAuth,
  Effect.map(ApiKeyChecks, ({ check }) =>
    ApiKeyAuth.of({
      apiKey: (httpEffect, { credential }) =>
        Effect.flatMap(check(credential), (key) => Effect.provideService(httpEffect, CurrentApiKey, key))
    })
  )
)
