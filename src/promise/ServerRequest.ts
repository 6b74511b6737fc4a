/**
 * One request that somebody sent to the app's own server, with the session that
 * came along. It is never shared: each request gets a session of its own.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { AllowedKinds } from "../domain/TokenKind.ts"
import type { ServerUser } from "../api/schema/User.ts"
import { ClientApp } from "../http/ClientApp.ts"
import { InvalidOption } from "../http/ProjectConfig.ts"
import type { RequestLike } from "../platform/RequestHeaders.ts"
import * as CurrentUser from "../server/CurrentUser.ts"
import type { ServerApp, ServerAppError } from "../server/ServerApp.ts"
import { AllowedUsers } from "../session/AllowedUsers.ts"
import * as Session from "../session/Session.ts"
import * as ExplicitTokenStore from "../token/ExplicitTokenStore.ts"
import * as RequestTokenStore from "../token/RequestTokenStore.ts"
import { TokenStore } from "../token/TokenStore.ts"
import { type ClientMethods, clientMethods, type ClientServices } from "./ClientApp.ts"
import { type CallOptions, type Methods, methods, orReject, type Run } from "./Method.ts"
import * as Running from "./Running.ts"

/** Where the tokens of a request are: in it, in the caller's hands, or in a store such as `ServerCookie`'s. */
export type RequestSource = RequestLike | ExplicitTokenStore.ExplicitTokens | Layer.Layer<TokenStore>

/** How a request is read; everything is optional. */
export interface RequestOptions {
  /**
   * Who counts as its user beside ordinary users: `restricted` for users who have to do something first, such as to
   * verify their e-mail address, `anonymous` for guests. Default: nobody. What is done for the request without asking
   * who its user is, is done for whoever has sent it.
   */
  readonly allow?: AllowedKinds | undefined
}

/** Why a request cannot be used; each call then rejects with it. */
export type RequestError = ServerAppError | ExplicitTokenStore.InvalidToken | RequestTokenStore.InvalidAuthHeader

type ServerCurrentUser = Methods<typeof CurrentUser, RequestError>

interface CurrentUserMethods extends Omit<ServerCurrentUser, "get"> {
  readonly get: {
    /**
     * Rejects with `UserAuthenticationRequired` when nobody is signed in, and with `RestrictedUserNotAllowed` when
     * somebody is who does not count.
     */
    (input: CurrentUser.GetOptions & { readonly or: "throw" }, options?: CallOptions): Promise<ServerUser>
    (input?: CurrentUser.GetOptions, options?: CallOptions): Promise<ServerUser | null>
    readonly result: ServerCurrentUser["get"]["result"]
  }
}

/** What an effect over one request may need. */
export type RequestServices = ServerApp | ClientServices

/** What can be done with the session of one request. */
export interface PromiseRequest extends AsyncDisposable {
  /** The user who sent the request, as servers see and change it. */
  readonly currentUser: CurrentUserMethods
  /** What the user may do without the server's rights. */
  readonly client: ClientMethods<RequestError>
  /** Runs any effect over the app's services and those of the request. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, RequestServices>, options?: CallOptions) => Promise<A>
  /** Ends what runs for this request in the background. Not needed for its memory. */
  readonly dispose: () => Promise<void>
}

/** Builds the methods of the current user over whatever runs effects for its request. */
export const currentUserMethods = (run: Run<ServerApp | Session.Session>): CurrentUserMethods =>
  methods(run, CurrentUser) as unknown as CurrentUserMethods

/** Begins with a request, over the services of its app. */
export const make = (
  app: Effect.Effect<Context.Context<ServerApp | ClientApp>, ServerAppError>,
  source: RequestSource,
  { allow = [] }: RequestOptions = {}
): PromiseRequest => {
  const store = Layer.unwrap(ClientApp.useSync(({ project }) => storeOf(source, project)))
  const { dispose, run } = Running.make(
    Session.layer.pipe(
      Layer.provideMerge(store),
      Layer.provideMerge(Layer.effectContext(app)),
      Layer.merge(Layer.succeed(AllowedUsers, allow)),
      // the session is this request's own, whatever is built beside it
      Layer.fresh
    )
  )
  return {
    currentUser: currentUserMethods(run),
    client: clientMethods<RequestError>(run),
    run: (effect, options) => orReject(run, effect, options),
    dispose,
    [Symbol.asyncDispose]: dispose
  }
}

const storeOf = (
  source: RequestSource,
  project: { readonly projectId: string }
): Layer.Layer<TokenStore, ExplicitTokenStore.InvalidToken | RequestTokenStore.InvalidAuthHeader | InvalidOption> => {
  if (typeof source !== "object" || source === null) return unusable
  if ("headers" in source) {
    return typeof source.headers?.get === "function" ? RequestTokenStore.layer(source, project) : unusable
  }
  if ("accessToken" in source || "refreshToken" in source) return ExplicitTokenStore.layer(source)
  return Layer.isLayer(source) ? (source as Layer.Layer<TokenStore>) : unusable
}

/** Code without types passes all sorts of things, Node's own request first: its headers are a plain object. */
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
