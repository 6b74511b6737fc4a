/** The middleware of `AuthMiddleware`: it opens the session of each request, and checks the caller. */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { asOperation } from "../../operation/Operation.ts"
import { Session } from "../../session/Session.ts"
import { type AuthError, Forbidden, Unavailable } from "../AuthErrors.ts"
import { AuthTimeout } from "../AuthTimeout.ts"
import { ApiKeyChecks } from "../verify/ApiKeyChecks.ts"
import {
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
import { type EndpointTarget, openCall, openEndpoint } from "./ServerRequests.ts"

/** The services of handlers and guards: the session, and its time limit. */
const makeContext = ({ session }: RequestSession, authTimeout: Duration.Input) =>
  Context.make(Session, session).pipe(Context.add(AuthTimeout, authTimeout))

const makeUserContext = (request: RequestSession, authTimeout: Duration.Input) =>
  Effect.map(withRetryAfter(request.user), (current) =>
    Context.add(makeContext(request, authTimeout), CurrentUser, { ...current, get: withRetryAfter(current.get) })
  )

/** Null for no credentials, expired cookies, or a kind of user that is not allowed. */
const makeMaybeUserContext = (request: RequestSession, authTimeout: Duration.Input) =>
  withRetryAfter(request.user).pipe(
    Effect.catchIf(
      (error) =>
        error._tag === "Forbidden" ||
        (error._tag === "Unauthorized" && (error.reason === "missing" || !request.isFromHeader)),
      () => Effect.succeed(null)
    ),
    Effect.map((current) =>
      Context.add(
        makeContext(request, authTimeout),
        MaybeCurrentUser,
        current && { ...current, get: withRetryAfter(current.get) }
      )
    )
  )

/** Opens the session of a request or call, and makes the context of its handlers, in a span. */
const makeAuthenticate = Effect.fnUntraced(function* <Target, Services, R>(
  inSpan: ReturnType<typeof asOperation>,
  open: (requests: RequestSessions["Service"], target: Target) => Effect.Effect<RequestSession, AuthError, R>,
  makeServices: (
    request: RequestSession,
    authTimeout: Duration.Input
  ) => Effect.Effect<Context.Context<Services>, AuthError>
) {
  const requests = yield* RequestSessions
  const authTimeout = yield* AuthTimeout
  return (target: Target) =>
    open(requests, target).pipe(
      Effect.flatMap((request) => makeServices(request, authTimeout)),
      inSpan
    )
})

const runAuthenticated =
  <Target, Services, R>(authenticate: (target: Target) => Effect.Effect<Context.Context<Services>, AuthError, R>) =>
  <A, E2, R2>(effect: Effect.Effect<A, E2, R2>, target: Target) =>
    Effect.flatMap(authenticate(target), (context) => Effect.provideContext(effect, context))

const signedIn = Layer.effect(
  SignedIn,
  Effect.map(makeAuthenticate(asOperation("SignedIn.authenticate"), openEndpoint, makeUserContext), (authenticate) => {
    /**
     * Effect tries schemes one after the other, and the first one decides for all of them. Schemes of a request share
     * nothing but the request itself, so its error is kept beside it.
     */
    const errors = new WeakMap<HttpServerRequest.HttpServerRequest, AuthError>()
    const authenticateOnce = (target: EndpointTarget) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        Effect.tapError(authenticate(target), (error) => Effect.sync(() => errors.set(request, error)))
      )
    const failAgain = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      Effect.fail(errors.get(request) ?? new Unavailable())
    )
    return SignedIn.of({
      bearer: runAuthenticated(authenticateOnce),
      stackAuth: () => failAgain,
      cookie: () => failAgain
    })
  })
)

const maybeSignedIn = Layer.effect(
  MaybeSignedIn,
  Effect.map(
    makeAuthenticate(asOperation("MaybeSignedIn.authenticate"), openEndpoint, makeMaybeUserContext),
    runAuthenticated
  )
)

const signedInRpc = Layer.effect(
  SignedInRpc,
  Effect.map(makeAuthenticate(asOperation("SignedInRpc.authenticate"), openCall, makeUserContext), runAuthenticated)
)

const maybeSignedInRpc = Layer.effect(
  MaybeSignedInRpc,
  Effect.map(
    makeAuthenticate(asOperation("MaybeSignedInRpc.authenticate"), openCall, makeMaybeUserContext),
    runAuthenticated
  )
)

const teamMember = Layer.succeed(
  TeamMember,
  Effect.fnUntraced(function* (httpEffect) {
    const { teamId } = yield* HttpRouter.params
    const id = teamId ?? (yield* CurrentUser.use(({ get }) => get)).selectedTeamId
    if (id === null) return yield* new Forbidden({ reason: "team" })
    return yield* Effect.provideService(httpEffect, CurrentTeam, yield* Guards.requireTeam(id))
  })
)

/** An endpoint without a permission refuses every request. */
const readPermission = (annotations: Context.Context<never>): Effect.Effect<string, Forbidden> =>
  Option.match(Context.getOption(annotations as Context.Context<Permission>, Permission), {
    onNone: () => Effect.fail(new Forbidden({ reason: "permission" })),
    onSome: Effect.succeed
  })

/** Runs handlers of users with the permission that an endpoint or procedure names. */
const runPermitted = <A, E, R>(annotations: Context.Context<never>, effect: Effect.Effect<A, E, R>) =>
  Effect.andThen(
    Effect.flatMap(readPermission(annotations), (permission) => Guards.requirePermission(permission)),
    effect
  )

const requirePermission = Layer.succeed(RequirePermission, (httpEffect, { endpoint }) =>
  runPermitted(endpoint.annotations, httpEffect)
)

const requireTeamPermission = Layer.succeed(
  RequireTeamPermission,
  Effect.fnUntraced(function* (httpEffect, { endpoint }) {
    const { id } = yield* CurrentTeam
    yield* Guards.requirePermission(yield* readPermission(endpoint.annotations), { teamId: id })
    return yield* httpEffect
  })
)

const requirePermissionRpc = Layer.succeed(RequirePermissionRpc, (effect, { rpc }) =>
  runPermitted(rpc.annotations, effect)
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
