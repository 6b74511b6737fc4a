"use client"
/** Provides an app and the signed-in user to the components below. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createContext, createElement, type ReactNode, Suspense, useContext, useEffect, useState } from "react"
import type { ClientAppError, ClientServices } from "../app/ClientLayer.ts"
import * as ClientLayer from "../app/ClientLayer.ts"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import type * as ClientApp from "../http/ClientApp.ts"
import * as AuthClient from "./AuthClient.ts"
import type { DehydratedState, Runner } from "./Hydration.ts"

/** How a provider's app is configured. */
export interface AuthOptions extends ClientApp.ClientAppOptions, ClientLayer.PlatformOptions {
  /** Where the user's tokens are kept: in the page's cookies (default), in memory, nowhere, or in a custom store. */
  readonly tokenStore?: ClientLayer.TokenStoreOption | undefined
}

/** The source of the app. It is read once; change the provider's `key` to replace it. */
export type AuthSource =
  /** Options of a new app, which ends with the provider. */
  | { readonly options: AuthOptions; readonly app?: undefined; readonly layer?: undefined }
  /** An existing app, of `createClientApp` in `gatefold/promise/effect`; it does not end with the provider. */
  | { readonly app: Runner; readonly options?: undefined; readonly layer?: undefined }
  /** Layers of an app, which ends with the provider. */
  | {
      readonly layer: Layer.Layer<ClientServices, ClientAppError>
      readonly options?: undefined
      readonly app?: undefined
    }

/** The props of the provider. */
export type AuthProviderProps = AuthSource & {
  readonly children?: ReactNode
  /** State that the server has read, from `dehydrate`. */
  readonly initial?: DehydratedState | undefined
  /** Shown while a component without its own `<Suspense>` waits. Default: nothing. */
  readonly fallback?: ReactNode
}

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
    AuthClient.make({ services: makeServices(source), initial, onStale: source.app?.onStale })
  )
  useEffect(() => client.retain(), [client])
  // Without JSX, so that a bundle of this module does not need the JSX runtime.
  return createElement(CurrentClient, { value: client }, createElement(Suspense, { fallback }, children))
}

export const useClient = (): AuthClient.AuthClient => {
  const client = useContext(CurrentClient)
  if (client === undefined) {
    throw new Error(
      "There is no <AuthProvider> above this component: put it around your app, " +
        "<AuthProvider options={{ projectId, publishableClientKey }}>…</AuthProvider>"
    )
  }
  return client
}

const makeMissingRunError = () =>
  new InvalidOption({
    option: "app",
    problem: "has no method run: create it with createClientApp of gatefold/promise/effect"
  })

export const makeServices = (source: AuthSource): AuthClient.AuthClientOptions["services"] => {
  const { app } = source
  if (app !== undefined) {
    if (typeof app.run !== "function") return () => Effect.fail(makeMissingRunError())
    return () =>
      // An app that cannot be built rejects with the reason.
      Effect.tryPromise({
        try: (): Promise<Context.Context<ClientServices>> => app.run(Effect.context<ClientServices>()),
        catch: (error) => error as ClientAppError
      })
  }
  const layer = source.layer ?? makeLayer(source.options)
  return (scope) => Layer.buildWithScope(layer, scope)
}

const makeLayer = ({ tokenStore = "cookie", ...options }: AuthOptions): Layer.Layer<ClientServices, ClientAppError> =>
  ClientLayer.make(options, tokenStore, () => ClientLayer.refuseTokenStore('"cookie", "memory", null or a layer'))
