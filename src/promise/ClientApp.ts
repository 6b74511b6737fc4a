/** The client as promises, over one runtime. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ClientAppError, ClientServices } from "../app/ClientLayer.ts"
import * as ClientLayer from "../app/ClientLayer.ts"
import type { CurrentUser as User } from "../client/CurrentUser.ts"
import * as LandingPage from "../client/LandingPage.ts"
import * as OAuth from "../client/OAuth.ts"
import * as Passkey from "../client/Passkey.ts"
import * as Password from "../client/Password.ts"
import * as Redirect from "../client/Redirect.ts"
import * as Sessions from "../client/Sessions.ts"
import type * as ClientApp from "../http/ClientApp.ts"
import { InvalidOption } from "../http/ProjectConfig.ts"
import type { Interrupted } from "../operation/Interrupted.ts"
import { type Lazy, lazy } from "../platform/Lazy.ts"
import * as OAuthFlows from "../platform/OAuthFlows.ts"
import type { RequestLike } from "../platform/RequestHeaders.ts"
import * as ExplicitTokenStore from "../token/ExplicitTokenStore.ts"
import * as RequestTokenStore from "../token/RequestTokenStore.ts"
import { TokenStore } from "../token/TokenStore.ts"
import * as AppRuntime from "./AppRuntime.ts"
import * as CurrentUser from "./CurrentUser.ts"
import type * as LazyAreasModule from "./LazyAreas.ts"
import {
  type CallOptions,
  type GetMethod,
  type Methods,
  type MethodsByArea,
  methodsByArea,
  lazyMethods,
  orReject,
  type RunToExit,
  type TypedPromise
} from "./Method.ts"
import * as UserChanges from "./UserChanges.ts"
import type { OnUserChange } from "./UserChanges.ts"

/**
 * Where an app keeps its user's tokens: `"cookie"` (the page's cookies), `"memory"`, a request to the app's own server,
 * given tokens, null (no tokens), or a layer, such as `ServerCookieTokenStore.layer(request, project)`.
 */
export type TokenStoreOption = ClientLayer.TokenStoreOption | RequestLike | ExplicitTokenStore.ExplicitTokens

/** Options of a promise client app. */
export interface CreateClientAppOptions extends ClientApp.ClientAppOptions, ClientLayer.PlatformOptions {
  /** Default: `"memory"`. */
  readonly tokenStore?: TokenStoreOption | undefined
}

/** Where an app keeps its user's tokens, without Effect: `"cookie"`, `"memory"`, a request, tokens, or null (no tokens). */
export type PromiseTokenStoreOption = Exclude<TokenStoreOption, Layer.Any>

export type { ClientAppError, ClientServices }

/** The areas that are there at once: a sign-in has to begin while the browser knows of the user's click. */
const areas = {
  currentUser: CurrentUser,
  landingPage: LandingPage,
  oauth: OAuth,
  passkey: Passkey,
  password: Password,
  redirect: Redirect,
  sessions: Sessions
}

type LazyAreas = typeof LazyAreasModule.areas

/** The methods of the areas that load when they are needed. */
const lazyMethodNames: { readonly [K in keyof LazyAreas]: ReadonlyArray<keyof Methods<LazyAreas[K], never>> } = {
  agentLogin: ["approve", "deny", "discover", "inspect", "poll", "register"],
  anonymous: ["signUp"],
  apiKeys: ["create", "createForTeam", "get", "list", "listOfTeam", "revoke", "update"],
  cliLogin: ["claimGuest", "confirm", "details", "login"],
  connectedAccounts: ["getAccessToken", "getOrLink", "list"],
  contactChannels: [
    "checkCode",
    "create",
    "delete",
    "list",
    "sendPrimaryVerification",
    "sendVerification",
    "update",
    "verify"
  ],
  crossDomain: ["authorize", "start"],
  featureSupport: ["check"],
  magicLink: ["check", "send", "signIn"],
  mfa: ["createSecret", "disable", "enable", "signIn"],
  notifications: ["list", "setEnabled"],
  ownedProjects: ["create", "list", "transfer"],
  permissions: ["get", "has", "list"],
  project: ["get"],
  providerAccounts: ["delete", "get", "list", "update"],
  teamInvitations: ["accept", "acceptReceived", "check", "details", "list", "listReceived", "revoke", "send"],
  teams: [
    "create",
    "delete",
    "get",
    "getMemberProfile",
    "leave",
    "list",
    "listMembers",
    "page",
    "removeMember",
    "update",
    "updateOwnProfile"
  ]
}

const lazyAreas = lazy(() => import("./LazyAreas.ts").then((file) => file.areas))

type AllAreas = typeof areas & LazyAreas

type Areas<AppError> = MethodsByArea<AllAreas, AppError>

/** `get` is typed by hand because its result depends on `or`; it keeps its docblock all the same. */
type CurrentUserMethods<AppError> = Omit<Areas<AppError>["currentUser"], "get"> & {
  readonly [K in keyof Pick<typeof CurrentUser, "get">]: GetMethod<
    CurrentUser.GetOptions,
    User,
    "throw" | "anonymous",
    CurrentUser.GetError | AppError
  >
}

/** Every operation of a client as a promise method, by area. */
export interface ClientMethods<AppError> extends Omit<Areas<AppError>, "currentUser"> {
  readonly currentUser: CurrentUserMethods<AppError>
}

/** Builds the methods over a runner of client effects. */
export const clientMethods = <AppError>(run: RunToExit<ClientServices>): ClientMethods<AppError> =>
  ({
    ...methodsByArea<typeof areas, AppError, ClientServices>(run, areas),
    ...Object.fromEntries(
      Object.entries(lazyMethodNames).map(([area, names]) => [area, lazyMethods(run, lazyArea(area), names)])
    )
  }) as ClientMethods<AppError>

const lazyArea = (area: string): Lazy<object> => ({
  load: async () => moduleIn(await lazyAreas.load(), area),
  now: () => {
    const loaded = lazyAreas.now()
    return loaded && moduleIn(loaded, area)
  }
})

const moduleIn = (areas: LazyAreas, area: string) => areas[area as keyof LazyAreas]

/** The operations of a client as promise methods. */
export interface PromiseClientApp extends ClientMethods<ClientAppError>, AsyncDisposable {
  /**
   * Calls the listener with the resources, such as `teams`, that one of the methods has changed; returns a function
   * that stops it. The hooks of `gatefold/react` refresh without it.
   */
  readonly onStale: AppRuntime.OnStale
  /**
   * Calls the listener with the signed-in user, or null: soon, after each sign-in and sign-out, also in another tab,
   * and after methods that change the user. Returns a function that stops it. If the service can't be asked, it calls
   * nobody, and asks again after the next change.
   */
  readonly onUserChange: OnUserChange
  /** Ends work in the background. The app cannot be used afterwards. */
  readonly dispose: () => Promise<void>
}

/** The operations of a client as promise methods, and a method that runs any effect. */
export interface EffectClientApp extends PromiseClientApp {
  /** Runs any effect over this app's services. Rejects with the effect's own error. */
  readonly run: <A, E>(
    effect: Effect.Effect<A, E, ClientServices>,
    options?: CallOptions
  ) => TypedPromise<A, E | ClientAppError | Interrupted>
}

/** Creates a client app without a method that runs effects. */
export const createPromiseClientApp = (options: CreateClientAppOptions): PromiseClientApp => {
  const { methods, run } = parts(options)
  return registerApp(run, methods)
}

/** Refuses a token store of the app's copy of Effect, whose secrets the copy in these files cannot read. */
export const foreignStore = (option: string): Layer.Layer<TokenStore, InvalidOption> =>
  Layer.effect(
    TokenStore,
    Effect.fail(
      new InvalidOption({
        option,
        problem: "is a layer, which this entry point cannot read: create the app with gatefold/promise/effect instead"
      })
    )
  )

/** How to run effects over the services of an app, by the app. */
const runners = new WeakMap<object, RunToExit<ClientServices>>()

/** Runs effects over the services of a client app; undefined for any other value. */
export const runnerOf = (app: PromiseClientApp): RunToExit<ClientServices> | undefined => runners.get(app)

/**
 * Creates a client app with a method that runs any effect. Nothing is sent yet; a wrong option makes every call reject
 * with `InvalidOption`, which names it.
 */
export const createClientApp = (options: CreateClientAppOptions): EffectClientApp => {
  const { methods, run } = parts(options)
  return registerApp(run, { ...methods, run: (effect, options) => orReject(run, effect, options) })
}

const registerApp = <App extends PromiseClientApp>(run: RunToExit<ClientServices>, app: App): App => {
  runners.set(app, run)
  return app
}

const parts = (options: CreateClientAppOptions) => {
  const { dispose, onStale, run } = AppRuntime.make(layer(AppRuntime.orEmpty(options)))
  const methods = {
    ...clientMethods<ClientAppError>(run),
    onStale,
    onUserChange: UserChanges.make(run, onStale),
    dispose,
    [Symbol.asyncDispose]: dispose
  }
  return { run, methods }
}

/**
 * Runs one effect over an app that is disposed of afterwards, for scripts. Rejects with the effect's own error, or with
 * `InvalidOption`.
 *
 * @example
 * ```ts
 * const tokenStore = { accessToken, refreshToken }
 * const user = await runPromise(CurrentUser.getOrFail, { projectId, publishableClientKey, tokenStore })
 * ```
 */
export const runPromise = <A, E>(
  effect: Effect.Effect<A, E, ClientServices>,
  options: CreateClientAppOptions & CallOptions
): Promise<A> => AppRuntime.once(createClientApp(options), (app) => app.run(effect, options))

/** The layer of all services of a promise client app. */
export const layer = ({
  platform = Layer.empty,
  tokenStore = "memory",
  ...options
}: CreateClientAppOptions): Layer.Layer<ClientServices, ClientAppError> =>
  ClientLayer.make({ ...options, platform: Layer.merge(oauthFlowsLayer(tokenStore), platform) }, tokenStore, (given) =>
    givenTokens(given, options)
  )

/** An app with its tokens in memory is one user agent, so without cookies it may keep its flows in memory as well. */
const oauthFlowsLayer = (tokenStore: TokenStoreOption): Layer.Layer<never> =>
  tokenStore === "memory" && globalThis.document === undefined ? OAuthFlows.layerMemory : Layer.empty

/** The tokens that come with an option; callers without types may pass anything. */
const givenTokens = (
  option: RequestLike | ExplicitTokenStore.ExplicitTokens,
  project: ClientApp.ClientAppOptions
): Layer.Layer<TokenStore, ClientAppError> => {
  if (typeof option === "object" && !("headers" in option)) return ExplicitTokenStore.layer(option)
  return typeof option === "object" && typeof option.headers?.get === "function"
    ? RequestTokenStore.layer(option, project)
    : ClientLayer.invalidTokenStore(
        '"cookie", "memory", null, tokens, a layer or a request, of Node { headers: new Headers(request.headers) }'
      )
}
