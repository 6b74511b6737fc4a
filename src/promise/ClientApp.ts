/**
 * The client as promises, over one runtime.
 */
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Anonymous from "../client/Anonymous.ts"
import * as ApiKeys from "../client/ApiKeys.ts"
import * as CliLogin from "../client/CliLogin.ts"
import * as ConnectedAccounts from "../client/ConnectedAccounts.ts"
import * as ContactChannels from "../client/ContactChannels.ts"
import * as CrossDomain from "../client/CrossDomain.ts"
import * as CurrentUser from "../client/CurrentUser.ts"
import * as FeatureSupport from "../client/FeatureSupport.ts"
import * as LandingPage from "../client/LandingPage.ts"
import * as MagicLink from "../client/MagicLink.ts"
import * as Mfa from "../client/Mfa.ts"
import * as Notifications from "../client/Notifications.ts"
import * as OAuth from "../client/OAuth.ts"
import * as OwnedProjects from "../client/OwnedProjects.ts"
import * as Passkey from "../client/Passkey.ts"
import * as Password from "../client/Password.ts"
import * as Permissions from "../client/Permissions.ts"
import * as Project from "../client/Project.ts"
import * as ProviderAccounts from "../client/ProviderAccounts.ts"
import * as Redirect from "../client/Redirect.ts"
import * as Sessions from "../client/Sessions.ts"
import * as TeamInvitations from "../client/TeamInvitations.ts"
import * as Teams from "../client/Teams.ts"
import type { ClientAppError, ClientServices } from "../client/internal/ClientLayer.ts"
import * as ClientLayer from "../client/internal/ClientLayer.ts"
import type * as ClientApp from "../http/ClientApp.ts"
import * as OAuthFlows from "../platform/OAuthFlows.ts"
import type { RequestLike } from "../platform/RequestHeaders.ts"
import * as ExplicitTokenStore from "../token/ExplicitTokenStore.ts"
import * as RequestTokenStore from "../token/RequestTokenStore.ts"
import type { TokenStore } from "../token/TokenStore.ts"
import type { Interrupted } from "../operation/Interrupted.ts"
import {
  type CallOptions,
  type GetUser,
  type Methods,
  methods,
  orReject,
  type RunToExit,
  type TypedPromise
} from "./Method.ts"
import * as AppRuntime from "./AppRuntime.ts"

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

export type { ClientAppError, ClientServices }

/** The areas of a client app; the methods of each follow from its module. */
const areas = {
  anonymous: Anonymous,
  apiKeys: ApiKeys,
  cliLogin: CliLogin,
  connectedAccounts: ConnectedAccounts,
  contactChannels: ContactChannels,
  crossDomain: CrossDomain,
  currentUser: CurrentUser,
  featureSupport: FeatureSupport,
  landingPage: LandingPage,
  magicLink: MagicLink,
  mfa: Mfa,
  notifications: Notifications,
  oauth: OAuth,
  ownedProjects: OwnedProjects,
  passkey: Passkey,
  password: Password,
  permissions: Permissions,
  project: Project,
  providerAccounts: ProviderAccounts,
  redirect: Redirect,
  sessions: Sessions,
  teamInvitations: TeamInvitations,
  teams: Teams
}

type Areas<AppError> = { readonly [K in keyof typeof areas]: Methods<(typeof areas)[K], AppError> }

/** `get` is typed by hand because its result depends on `or`; it keeps its docblock all the same. */
type CurrentUserMethods<AppError> = Omit<Areas<AppError>["currentUser"], "get"> & {
  readonly [K in keyof Pick<typeof CurrentUser, "get">]: GetUser<
    CurrentUser.GetOptions,
    CurrentUser.CurrentUser,
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
  Object.fromEntries(
    Object.entries(areas).map(([area, module]) => [area, methods(run, module)])
  ) as unknown as ClientMethods<AppError>

/** The operations of a client as promise methods, and a method that runs any effect. */
export interface PromiseClientApp extends ClientMethods<ClientAppError>, AsyncDisposable {
  /** Runs any effect over this app's services. Rejects with the effect's own error. */
  readonly run: <A, E>(
    effect: Effect.Effect<A, E, ClientServices>,
    options?: CallOptions
  ) => TypedPromise<A, E | ClientAppError | Interrupted>
  /**
   * Calls the listener with the resources, such as `teams`, that one of the methods has changed; returns a function
   * that stops it. The hooks of `gatefold/react` refresh without it.
   */
  readonly onStale: AppRuntime.OnStale
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
  const { dispose, onStale, run } = AppRuntime.make(layer(AppRuntime.given(options)))
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
