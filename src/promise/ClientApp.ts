/**
 * The client as promises, over one runtime.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Anonymous from "../client/Anonymous.ts"
import * as ApiKeys from "../client/ApiKeys.ts"
import * as CliLogin from "../client/CliLogin.ts"
import * as ConnectedAccounts from "../client/ConnectedAccounts.ts"
import * as ContactChannels from "../client/ContactChannels.ts"
import * as CurrentUser from "../client/CurrentUser.ts"
import * as FeatureSupport from "../client/FeatureSupport.ts"
import * as LandingPage from "../client/LandingPage.ts"
import * as MagicLink from "../client/MagicLink.ts"
import * as Mfa from "../client/Mfa.ts"
import * as OAuth from "../client/OAuth.ts"
import * as OwnedProjects from "../client/OwnedProjects.ts"
import * as Passkey from "../client/Passkey.ts"
import * as Password from "../client/Password.ts"
import * as Permissions from "../client/Permissions.ts"
import * as Project from "../client/Project.ts"
import * as Redirect from "../client/Redirect.ts"
import * as Sessions from "../client/Sessions.ts"
import * as TeamInvitations from "../client/TeamInvitations.ts"
import * as Teams from "../client/Teams.ts"
import * as ClientApp from "../http/ClientApp.ts"
import { InvalidOption } from "../http/ProjectConfig.ts"
import * as Navigation from "../platform/Navigation.ts"
import * as OAuthFlows from "../platform/OAuthFlows.ts"
import type { RequestLike } from "../platform/RequestHeaders.ts"
import * as Session from "../session/Session.ts"
import * as BrowserCookieTokenStore from "../token/BrowserCookieTokenStore.ts"
import * as ExplicitTokenStore from "../token/ExplicitTokenStore.ts"
import * as MemoryTokenStore from "../token/MemoryTokenStore.ts"
import * as NoTokenStore from "../token/NoTokenStore.ts"
import * as RequestTokenStore from "../token/RequestTokenStore.ts"
import { TokenStore } from "../token/TokenStore.ts"
import { type CallOptions, type Methods, methods, orReject, type Run } from "./Method.ts"
import * as Running from "./Running.ts"

/**
 * Where an app keeps its user's tokens: `"cookie"` (the page's cookies), `"memory"`, a request to the app's own server,
 * given tokens, null (no tokens), or a layer, such as `ServerCookieTokenStore.layer(request, project)`.
 */
export type TokenStoreOption =
  | "cookie"
  | "memory"
  | RequestLike
  | ExplicitTokenStore.ExplicitTokens
  | null
  | Layer.Layer<TokenStore>

/** How a client app of promises is configured. */
export interface CreateClientAppOptions extends ClientApp.ClientAppOptions {
  /** Default: `"memory"`. */
  readonly tokenStore?: TokenStoreOption | undefined
  /** How to redirect, such as `Navigation.layerWindow`. Default: no redirects. */
  readonly navigation?: Layer.Layer<never> | undefined
  /** Other services of the platform, such as `WebAuthn.layer(…)` or `OAuthFlows.layerCookies` over a cookie jar. */
  readonly platform?: Layer.Layer<never> | undefined
  /** How requests are sent, for example `Http.layerHandler(emulator.fetch)`. Default: the platform's `fetch`. */
  readonly http?: Layer.Layer<never> | undefined
}

/** The services that this app provides. */
export type ClientServices = ClientApp.ClientApp | Session.Session | TokenStore

/** Why an app cannot be used; each call then rejects with it. */
export type ClientAppError = InvalidOption | ExplicitTokenStore.InvalidToken | RequestTokenStore.InvalidAuthHeader

/** The areas of a client app; the methods of each follow from its module. */
const areas = {
  anonymous: Anonymous,
  apiKeys: ApiKeys,
  cliLogin: CliLogin,
  connectedAccounts: ConnectedAccounts,
  contactChannels: ContactChannels,
  currentUser: CurrentUser,
  featureSupport: FeatureSupport,
  landingPage: LandingPage,
  magicLink: MagicLink,
  mfa: Mfa,
  oauth: OAuth,
  ownedProjects: OwnedProjects,
  passkey: Passkey,
  password: Password,
  permissions: Permissions,
  project: Project,
  redirect: Redirect,
  sessions: Sessions,
  teamInvitations: TeamInvitations,
  teams: Teams
}

type Areas<AppError> = { readonly [K in keyof typeof areas]: Methods<(typeof areas)[K], AppError> }

/** The type of `get` depends on `or`, which the general form cannot express. */
interface CurrentUserMethods<AppError> extends Omit<Areas<AppError>["currentUser"], "get"> {
  readonly get: {
    /** Rejects with `UserAuthenticationRequired` when nobody is signed in. */
    (input: { readonly or: "throw" }, options?: CallOptions): Promise<CurrentUser.CurrentUser>
    (input?: CurrentUser.GetOptions, options?: CallOptions): Promise<CurrentUser.CurrentUser | null>
    readonly result: Areas<AppError>["currentUser"]["get"]["result"]
  }
}

/** Every operation of a client as a promise method, by area. */
export interface ClientMethods<AppError> extends Omit<Areas<AppError>, "currentUser"> {
  readonly currentUser: CurrentUserMethods<AppError>
}

/** Builds the methods over a runner of client effects. */
export const clientMethods = <AppError>(run: Run<ClientServices>): ClientMethods<AppError> =>
  Object.fromEntries(
    Object.entries(areas).map(([area, module]) => [area, methods(run, module)])
  ) as unknown as ClientMethods<AppError>

/** The operations of a client as promise methods, and a method that runs any effect. */
export interface PromiseClientApp extends ClientMethods<ClientAppError>, AsyncDisposable {
  /** Runs any effect over this app's services. Rejects with the effect's own error. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, ClientServices>, options?: CallOptions) => Promise<A>
  /**
   * Calls the listener with the resources, such as `teams`, that one of the methods has changed; returns a function
   * that stops it. The hooks of `gatefold/react` refresh without it.
   */
  readonly onStale: Running.OnStale
  /** Ends work in the background. The app cannot be used afterwards. */
  readonly dispose: () => Promise<void>
}

/**
 * Creates a client app. Nothing is sent yet; a wrong option makes every call
 * reject with `InvalidOption`, which names it.
 *
 * @example
 * ```ts
 * const app = createClientApp({ projectId, publishableClientKey, apiUrl })
 * await app.password.signIn({ email: "ann@example.org", password: "correct horse" })
 * const user = await app.currentUser.get()
 * ```
 */
export const createClientApp = (options: CreateClientAppOptions): PromiseClientApp => {
  const { dispose, onStale, run } = Running.make(layer(options))
  return {
    ...clientMethods<ClientAppError>(run),
    run: (effect, options) => orReject(run, effect, options),
    onStale,
    dispose,
    [Symbol.asyncDispose]: dispose
  }
}

/**
 * For scripts: runs one effect over an app that is disposed of afterwards. Rejects with the effect's own error, or with
 * `InvalidOption`.
 *
 * @example
 * ```ts
 * const tokenStore = { accessToken, refreshToken }
 * const user = await runPromise(CurrentUser.get({ or: "throw" }), { projectId, publishableClientKey, tokenStore })
 * ```
 */
export const runPromise = <A, E>(
  effect: Effect.Effect<A, E, ClientServices>,
  options: CreateClientAppOptions & CallOptions
): Promise<A> => Running.once(createClientApp(options), (app) => app.run(effect, options))

/** The layer of all services of a client app of promises. */
export const layer = (options: CreateClientAppOptions): Layer.Layer<ClientServices, ClientAppError> => {
  const {
    http = Layer.empty,
    navigation = Navigation.layerNone,
    platform = Layer.empty,
    tokenStore = "memory"
  } = options
  return Session.layer.pipe(
    Layer.provideMerge(tokenStoreLayer(tokenStore, options)),
    Layer.provideMerge(Layer.provide(ClientApp.layer(options), http)),
    Layer.provideMerge(Layer.mergeAll(navigation, oauthFlowsLayer(tokenStore), platform))
  )
}

/** An app with its tokens in memory is one user agent, so without cookies its flows may be in memory, too. */
const oauthFlowsLayer = (tokenStore: TokenStoreOption): Layer.Layer<never> =>
  tokenStore === "memory" && globalThis.document === undefined ? OAuthFlows.layerMemory : Layer.empty

const tokenStoreLayer = (
  option: TokenStoreOption,
  project: CreateClientAppOptions
): Layer.Layer<TokenStore, ExplicitTokenStore.InvalidToken | RequestTokenStore.InvalidAuthHeader | InvalidOption> => {
  if (option === null) return NoTokenStore.layer
  if (typeof option === "string" ? !["cookie", "memory"].includes(option) : typeof option !== "object") return wrong
  if (option === "memory") return MemoryTokenStore.layer
  if (option === "cookie") return BrowserCookieTokenStore.layer(project)
  if (isLayer(option)) return option
  if (!("headers" in option)) return ExplicitTokenStore.layer(option)
  return typeof option.headers?.get === "function" ? RequestTokenStore.layer(option, project) : wrong
}

/** Callers without types may pass anything. */
const wrong = Layer.effect(
  TokenStore,
  Effect.fail(
    new InvalidOption({
      option: "tokenStore",
      problem:
        'must be "cookie", "memory", null, tokens, a layer or a request, of Node { headers: new Headers(request.headers) }'
    })
  )
)

const isLayer = (option: Exclude<TokenStoreOption, null>): option is Layer.Layer<TokenStore> => Layer.isLayer(option)
