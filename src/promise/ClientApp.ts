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
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import type * as ClientApp from "../http/ClientApp.ts"
import { type Lazy, lazy, loadPart } from "../platform/Lazy.ts"
import * as OAuthFlows from "../platform/page/OAuthFlows.ts"
import type { RequestLike } from "../platform/request/RequestHeaders.ts"
import { Session } from "../session/Session.ts"
import * as ExplicitTokenStore from "../token/ExplicitTokenStore.ts"
import * as RequestTokenStore from "../token/RequestTokenStore.ts"
import { TokenStore } from "../token/TokenStore.ts"
import * as AppRuntime from "./AppRuntime.ts"
import * as CurrentUser from "./CurrentUser.ts"
import type * as LazyAreasModule from "./internal/LazyAreas.ts"
import {
  type CallOptions,
  type GetMethod,
  type Methods,
  type MethodsByArea,
  makeMethodsByArea,
  makeLazyMethods,
  orReject,
  type RunToExit
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

/**
 * Where an app keeps its user's tokens, without Effect: `"cookie"`, `"memory"`, a request, tokens, or null (no tokens).
 */
export type PromiseTokenStoreOption = Exclude<TokenStoreOption, Layer.Any>

export type { ClientAppError, ClientServices }

/** Areas that load eagerly: a sign-in has to begin while the browser still counts the user's click. */
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

/** The methods of areas that load on first use. The compiler names one that is missing here. */
const lazyMethodNames: { readonly [K in keyof LazyAreas]: Readonly<Record<keyof Methods<LazyAreas[K], never>, 1>> } = {
  agentLogin: { approve: 1, deny: 1, discover: 1, inspect: 1, poll: 1, register: 1 },
  anonymous: { signUp: 1 },
  apiKeys: { create: 1, createForTeam: 1, get: 1, list: 1, listOfTeam: 1, revoke: 1, update: 1 },
  cliLogin: { claimAnonymousUser: 1, confirm: 1, details: 1, login: 1 },
  connectedAccounts: { getAccessToken: 1, getOrLink: 1, list: 1 },
  contactChannels: {
    checkCode: 1,
    create: 1,
    delete: 1,
    list: 1,
    sendPrimaryVerification: 1,
    sendVerification: 1,
    update: 1,
    verify: 1
  },
  crossDomain: { authorize: 1, start: 1 },
  featureSupport: { check: 1 },
  magicLink: { check: 1, send: 1, signIn: 1 },
  mfa: { createSecret: 1, disable: 1, enable: 1, signIn: 1 },
  notifications: { list: 1, setEnabled: 1 },
  ownedProjects: { create: 1, list: 1, transfer: 1 },
  permissions: { get: 1, has: 1, list: 1 },
  project: { get: 1 },
  providerAccounts: { delete: 1, get: 1, list: 1, update: 1 },
  teamInvitations: { accept: 1, acceptReceived: 1, check: 1, details: 1, list: 1, listReceived: 1, revoke: 1, send: 1 },
  teams: {
    create: 1,
    delete: 1,
    get: 1,
    getMemberProfile: 1,
    leave: 1,
    list: 1,
    listMembers: 1,
    page: 1,
    removeMember: 1,
    update: 1,
    updateOwnProfile: 1
  }
}

const laterFile = lazy(() => import("./internal/LazyAreas.ts"))

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
export const makeClientMethods = <AppError>(run: RunToExit<ClientServices>): ClientMethods<AppError> =>
  ({
    ...makeMethodsByArea<typeof areas, AppError, ClientServices>(run, areas),
    ...Object.fromEntries(
      Object.entries(lazyMethodNames).map(([area, names]) => [
        area,
        makeLazyMethods(run, makeLazyArea(area), Object.keys(names))
      ])
    )
  }) as ClientMethods<AppError>

const makeLazyArea = (area: string): Lazy<object> => ({
  load: async () => getModule(await laterFile.load(), area),
  now: () => {
    const loaded = laterFile.now()
    return loaded && getModule(loaded, area)
  }
})

const getModule = (later: typeof LazyAreasModule, area: string) => later.areas[area as keyof LazyAreas]

/** The operations of a client as promise methods. */
export interface PromiseClientApp extends ClientMethods<ClientAppError>, AppRuntime.Disposable {
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
}

/** The operations of a client as promise methods, and a method that runs any effect. */
export interface EffectClientApp extends PromiseClientApp, AppRuntime.Runs<ClientServices, ClientAppError> {}

/** Creates a client app without a method that runs effects. */
export const createPromiseClientApp = (options: CreateClientAppOptions): PromiseClientApp =>
  apps.make(layer({ ...options, hostedPages }), makeAllMethods)

/** Literal `urls` need no Effect, so neither may the layer that works with them. It loads if a page is hosted. */
const hostedPages = Layer.unwrap(
  Effect.gen(function* () {
    const { app } = yield* Session
    return app.hostedOrigin === undefined ? Layer.empty : (yield* loadPart(laterFile)).hostedPages
  })
)

/** Refuses a token store of the app's copy of Effect, whose secrets the copy in these files cannot read. */
export const refuseForeignStore = (option: string): Layer.Layer<TokenStore, InvalidOption> =>
  Layer.effect(
    TokenStore,
    Effect.fail(
      new InvalidOption({
        option,
        problem: "is a layer, which this entry point cannot read: create the app with gatefold/promise/effect instead"
      })
    )
  )

/**
 * Creates a client app with a method that runs any effect. Nothing is sent yet; a wrong option makes every call reject
 * with `InvalidOption`, which names it.
 */
export const createClientApp = (options: CreateClientAppOptions): EffectClientApp =>
  apps.make(makeLayer(options), (runtime) => ({
    ...makeAllMethods(runtime),
    run: (effect, callOptions) => orReject(runtime.run, effect, callOptions)
  }))

/** The client apps of this copy of the package, also those of other entry points. */
export const apps: AppRuntime.Apps<ClientServices> = AppRuntime.makeApps()

/** Runs effects over the services of a client app; undefined for any other value. */
export const findRunner: (app: PromiseClientApp) => RunToExit<ClientServices> | undefined = apps.findRunner

const makeLayer = (options: CreateClientAppOptions) => layer(AppRuntime.orEmpty(options))

const makeAllMethods = ({ onStale, run }: AppRuntime.AppRuntime<ClientServices, ClientAppError>) => ({
  ...makeClientMethods<ClientAppError>(run),
  onStale,
  onUserChange: UserChanges.make(run, onStale)
})

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
): Promise<A> => AppRuntime.withApp(createClientApp(options), (app) => app.run(effect, options))

/** The layer of all services of a promise client app. */
export const layer = ({
  platform = Layer.empty,
  tokenStore = "memory",
  ...options
}: CreateClientAppOptions): Layer.Layer<ClientServices, ClientAppError> =>
  ClientLayer.make({ ...options, platform: Layer.merge(makeFlowsLayer(tokenStore), platform) }, tokenStore, (storage) =>
    makeGivenStore(storage, options)
  )

/** An app with its tokens in memory is one user agent, so without cookies it may keep its flows in memory as well. */
const makeFlowsLayer = (tokenStore: TokenStoreOption): Layer.Layer<never> =>
  tokenStore === "memory" && globalThis.document === undefined ? OAuthFlows.layerMemory : Layer.empty

/** The tokens that come with an option; callers without types may pass anything. */
const makeGivenStore = (
  option: RequestLike | ExplicitTokenStore.ExplicitTokens,
  project: ClientApp.ClientAppOptions
): Layer.Layer<TokenStore, ClientAppError> => {
  if (typeof option === "object" && !("headers" in option)) return ExplicitTokenStore.layer(option)
  return typeof option === "object" && typeof option.headers?.get === "function"
    ? RequestTokenStore.layer(option, project)
    : ClientLayer.refuseTokenStore(
        '"cookie", "memory", null, tokens, a layer or a request, of Node { headers: new Headers(request.headers) }'
      )
}
