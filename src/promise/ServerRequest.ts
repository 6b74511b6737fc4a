/**
 * One request to the app's own server, with the session that it brought. Each request gets its own session, which is
 * never shared.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ServerUser } from "../api/schema/User.ts"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import type { AllowedKinds } from "../domain/TokenKind.ts"
import { ClientApp } from "../http/ClientApp.ts"
import type { RequestLike } from "../platform/request/RequestHeaders.ts"
import type { ServerApp, ServerAppError } from "../server/ServerApp.ts"
import { AllowedUsers } from "../session/AllowedUsers.ts"
import * as Session from "../session/Session.ts"
import * as ExplicitTokenStore from "../token/ExplicitTokenStore.ts"
import * as RequestTokenStore from "../token/RequestTokenStore.ts"
import { TokenStore } from "../token/TokenStore.ts"
import * as AppRuntime from "./AppRuntime.ts"
import {
  type ClientMethods,
  type ClientAppError,
  makeClientMethods,
  type ClientServices,
  refuseForeignStore
} from "./ClientApp.ts"
import { type GetMethod, type Methods, makeMethods, orReject, type RunToExit } from "./Method.ts"
import * as RequestUser from "./RequestUser.ts"

/**
 * The source of a request's tokens: the request itself, given tokens, or a token store, such as
 * `ServerCookieTokenStore.layer`.
 */
export type RequestSource = RequestLike | ExplicitTokenStore.ExplicitTokens | Layer.Layer<TokenStore, InvalidOption>

/** The source of a request's tokens, without Effect: the request itself, or given tokens. */
export type PromiseRequestSource = Exclude<RequestSource, Layer.Any>

/** How a request is read; everything is optional. */
export interface RequestOptions {
  /**
   * Users to accept besides ordinary ones: `restricted` users, such as those whose email address is not verified, and
   * `anonymous` users (guests). Default: none. Operations that do not read the user act as the sender of the request.
   */
  readonly allow?: AllowedKinds | undefined
}

/** Why a request cannot be used; each call then rejects with it. */
export type RequestError = ServerAppError | ClientAppError

/** `get` is typed by hand because its result depends on `or`; it keeps its docblock all the same. */
type CurrentUserMethods = Omit<Methods<typeof RequestUser, RequestError>, "get"> & {
  readonly [K in keyof Pick<typeof RequestUser, "get">]: GetMethod<
    RequestUser.GetOptions,
    ServerUser,
    "throw",
    RequestUser.GetError | RequestError
  >
}

/** The services of an effect over one request. */
export type RequestServices = ServerApp | ClientServices

/** The methods over the session of one request. */
export interface PromiseRequest extends AsyncDisposable {
  /** The user who sent the request, as servers see and change it. */
  readonly currentUser: CurrentUserMethods
  /** The operations of the user, without the rights of the server. */
  readonly client: ClientMethods<RequestError>
  /** Ends background work of this request. Not needed to free memory. */
  readonly dispose: () => Promise<void>
}

/** The methods over the session of one request, and a method that runs any effect. */
export interface EffectRequest extends PromiseRequest, AppRuntime.Runs<RequestServices, RequestError> {}

/** Builds the methods of the current user over a runner of effects of its request. */
export const makeCurrentUserMethods = (run: RunToExit<ServerApp | Session.Session>): CurrentUserMethods =>
  makeMethods(run, RequestUser) as CurrentUserMethods

/** Makes the methods of a request, over the services of the app. */
export const make = (
  app: Effect.Effect<Context.Context<ServerApp | ClientApp>, ServerAppError>,
  source: RequestSource,
  { allow = [] }: RequestOptions = {}
): EffectRequest => {
  const store = Layer.unwrap(Effect.map(ClientApp, ({ project }) => makeStore(source, project)))
  const { dispose, run } = AppRuntime.make(
    Session.layer.pipe(
      Layer.provideMerge(store),
      Layer.provideMerge(Layer.effectContext(app)),
      Layer.merge(Layer.succeed(AllowedUsers, allow)),
      // Fresh, so that the session is this request's own.
      Layer.fresh
    )
  )
  return {
    currentUser: makeCurrentUserMethods(run),
    client: makeClientMethods<RequestError>(run),
    run: (effect, options) => orReject(run, effect, options),
    dispose,
    [Symbol.asyncDispose]: dispose
  }
}

export const makeWithoutRun = (
  app: Effect.Effect<Context.Context<ServerApp | ClientApp>, ServerAppError>,
  source: PromiseRequestSource,
  options?: RequestOptions
): PromiseRequest => {
  const { run: _, ...request } = make(app, Layer.isLayer(source) ? refuseForeignStore("request") : source, options)
  return request
}

const makeStore = (
  source: RequestSource,
  project: { readonly projectId: string }
): Layer.Layer<TokenStore, ExplicitTokenStore.InvalidToken | RequestTokenStore.InvalidAuthHeader | InvalidOption> => {
  if (typeof source !== "object" || source === null) return unusable
  if ("headers" in source) {
    return typeof source.headers?.get === "function" ? RequestTokenStore.layer(source, project) : unusable
  }
  if ("accessToken" in source || "refreshToken" in source) return ExplicitTokenStore.layer(source)
  return Layer.isLayer(source) ? (source as Layer.Layer<TokenStore, InvalidOption>) : unusable
}

/** Callers without types may pass anything, such as a Node request, whose headers are a plain object. */
const unusable = Layer.effect(
  TokenStore,
  Effect.fail(
    new InvalidOption({
      option: "request",
      problem:
        "pass a Request, something else whose headers have get, such as { headers: new Headers(request.headers) }, " +
        "tokens, or a token store"
    })
  )
)
