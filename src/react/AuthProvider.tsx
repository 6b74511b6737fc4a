"use client"
/**
 * Provides an app and the signed-in user to the components below.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createContext, createElement, type ReactNode, Suspense, useContext, useEffect, useState } from "react"
import * as ClientApp from "../http/ClientApp.ts"
import * as Session from "../session/Session.ts"
import * as BrowserCookieTokenStore from "../token/BrowserCookieTokenStore.ts"
import * as MemoryTokenStore from "../token/MemoryTokenStore.ts"
import * as NoTokenStore from "../token/NoTokenStore.ts"
import type { TokenStore } from "../token/TokenStore.ts"
import * as AuthClient from "./AuthClient.ts"
import type { DehydratedState, Runner } from "./Dehydrated.ts"
import type { AppError, ClientServices } from "./Operation.ts"

/** How a provider's app is configured. */
export interface AuthOptions extends ClientApp.ClientAppOptions {
  /** Where the user's tokens are kept: in the page's cookies (default), in memory, nowhere, or in a custom store. */
  readonly tokenStore?: "cookie" | "memory" | null | Layer.Layer<TokenStore> | undefined
  /** How to redirect, such as `Navigation.layerWindow`. Default: no redirects. */
  readonly navigation?: Layer.Layer<never> | undefined
  /** Other services of the platform, such as `Notifier.layerAlert` or `MfaPrompt.layerCustom(…)`. */
  readonly platform?: Layer.Layer<never> | undefined
  /** How requests are sent. Default: the platform's `fetch`. */
  readonly http?: Layer.Layer<never> | undefined
}

/** The source of the app. It is read once; change the provider's `key` to replace it. */
export type AuthSource =
  /** Options of a new app, which ends with the provider. */
  | { readonly options: AuthOptions; readonly app?: undefined; readonly layer?: undefined }
  /** An existing app, such as of `createClientApp`; it does not end with the provider. */
  | { readonly app: Runner; readonly options?: undefined; readonly layer?: undefined }
  /** Layers of an app, which ends with the provider. */
  | { readonly layer: Layer.Layer<ClientServices, AppError>; readonly options?: undefined; readonly app?: undefined }

/** The props of the provider. */
export type AuthProviderProps = AuthSource & {
  readonly children?: ReactNode
  /** State that the server has read, from `dehydrate`. */
  readonly initial?: DehydratedState | undefined
  /** Shown while a component without a `<Suspense>` of its own waits. Default: nothing. */
  readonly fallback?: ReactNode
}

/** The client of the nearest provider. */
export const CurrentClient = createContext<AuthClient.AuthClient | undefined>(undefined)

/**
 * Provides an app to the hooks below. On a server it reads nothing, not even the user: pass state as `initial`.
 *
 * It is a Suspense boundary, because React discards the state of a provider that suspends before it is mounted, and
 * with it reads under way.
 *
 * @example
 * ```tsx
 * <AuthProvider options={{ projectId, publishableClientKey, navigation: Navigation.layerWindow }}>
 *   <App />
 * </AuthProvider>
 * ```
 */
export const AuthProvider = ({ children, fallback = null, initial, ...source }: AuthProviderProps) => {
  const [client] = useState(() =>
    AuthClient.make({ services: servicesOf(source), initial, onStale: source.app?.onStale })
  )
  useEffect(() => client.retain(), [client])
  // Without JSX, so that a bundle of this module does not need the JSX runtime.
  return createElement(CurrentClient, { value: client }, createElement(Suspense, { fallback }, children))
}

/** The client of the provider above. */
export const useClient = (): AuthClient.AuthClient => {
  const client = useContext(CurrentClient)
  if (client === undefined) throw new Error("No <AuthProvider> above")
  return client
}

/** Makes the app of a source. */
export const servicesOf = (source: AuthSource): AuthClient.AuthClientOptions["services"] => {
  const { app } = source
  if (app !== undefined) {
    return () =>
      // An app that cannot be built rejects with the reason.
      Effect.tryPromise({
        try: (): Promise<Context.Context<ClientServices>> => app.run(Effect.context<ClientServices>()),
        catch: (error) => error as AppError
      })
  }
  const layer = source.layer ?? layerOf(source.options)
  return (scope) => Layer.buildWithScope(layer, scope)
}

const layerOf = ({ http, navigation, platform, ...options }: AuthOptions): Layer.Layer<ClientServices, AppError> => {
  const app = ClientApp.layer(options)
  const services = Session.layer.pipe(
    Layer.provideMerge(tokenStoreOf(options)),
    Layer.provideMerge(http === undefined ? app : Layer.provide(app, http))
  )
  return over(over(services, platform), navigation)
}

const over = <A, E>(layer: Layer.Layer<A, E>, ways: Layer.Layer<never> | undefined) =>
  ways === undefined ? layer : Layer.provideMerge(layer, ways)

const tokenStoreOf = ({ tokenStore = "cookie", ...options }: AuthOptions): Layer.Layer<TokenStore> => {
  if (tokenStore === null) return NoTokenStore.layer
  if (tokenStore === "memory") return MemoryTokenStore.layer
  return tokenStore === "cookie" ? BrowserCookieTokenStore.layer(options) : tokenStore
}
