"use client"
/**
 * Gives the components below it an app and who is signed in.
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
  /** Where the user's tokens are kept: in the page's cookies (default), in memory, nowhere, or in a store of yours. */
  readonly tokenStore?: "cookie" | "memory" | null | Layer.Layer<TokenStore> | undefined
  /** How to redirect, such as `Navigation.layerWindow`. Default: no redirects. */
  readonly navigation?: Layer.Layer<never> | undefined
  /** Other ways of the platform, such as `Notifier.layerAlert` or `MfaPrompt.layerCustom(…)`. */
  readonly platform?: Layer.Layer<never> | undefined
  /** How requests are sent. Default: the platform's `fetch`. */
  readonly http?: Layer.Layer<never> | undefined
}

/** Where the app comes from. Each is looked at once; a `key` on the provider starts over. */
export type AuthSource =
  /** A new app, which ends with the provider. */
  | { readonly options: AuthOptions; readonly app?: undefined; readonly layer?: undefined }
  /** One that exists, such as of `createClientApp`, and that goes on afterwards. */
  | { readonly app: Runner; readonly options?: undefined; readonly layer?: undefined }
  /** One made of layers, which ends with the provider. */
  | { readonly layer: Layer.Layer<ClientServices, AppError>; readonly options?: undefined; readonly app?: undefined }

/** What the provider takes. */
export type AuthProviderProps = AuthSource & {
  readonly children?: ReactNode
  /** What the server has read, from `dehydrate`. */
  readonly initial?: DehydratedState | undefined
  /** What is shown while a component waits that has no `<Suspense>` of its own. Default: nothing. */
  readonly fallback?: ReactNode
}

/** The client of the nearest provider. */
export const CurrentClient = createContext<AuthClient.AuthClient | undefined>(undefined)

/**
 * Provides an app to the hooks below. On a server it reads nothing, not even
 * who is signed in: what is to be there comes in as `initial`.
 *
 * It is a Suspense boundary itself: React throws away the state of a provider
 * that has suspended before it was mounted, and with it what was being read.
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
  // Without JSX, a bundle of this alone does not need its runtime.
  return createElement(CurrentClient, { value: client }, createElement(Suspense, { fallback }, children))
}

/** The client of the provider above. */
export const useClient = (): AuthClient.AuthClient => {
  const client = useContext(CurrentClient)
  if (client === undefined) throw new Error("No <AuthProvider> above")
  return client
}

/** How a client gets the app that a source describes. */
export const servicesOf = (source: AuthSource): AuthClient.AuthClientOptions["services"] => {
  const { app } = source
  if (app !== undefined) {
    return () =>
      // An app rejects with what it cannot be used for, in so far as it says so at all.
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
