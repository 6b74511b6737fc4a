/** An app on a phone: the client over the modules of Expo, which the app passes in. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ClientAppError, ClientServices } from "../app/ClientLayer.ts"
import * as ClientLayer from "../app/ClientLayer.ts"
import * as Listeners from "../concurrency/Listeners.ts"
import { toRelative } from "../domain/url/AbsoluteUrl.ts"
import type * as ClientApp from "../http/ClientApp.ts"
import { Hash, RandomBytes } from "../platform/Crypto.ts"
import * as Navigation from "../platform/page/Navigation.ts"
import * as OAuthFlows from "../platform/page/OAuthFlows.ts"
import * as Redirector from "../platform/page/Redirector.ts"
import type { OnStale } from "../promise/AppRuntime.ts"
import { apps, makeClientMethods, type EffectClientApp } from "../promise/ClientApp.ts"
import { type Methods, makeMethods, orReject } from "../promise/Method.ts"
import * as UserChanges from "../promise/UserChanges.ts"
import * as TokenStore from "../token/TokenStore.ts"
import * as Device from "./Device.ts"
import { type AppState, keepFresh, onForeground } from "./Foreground.ts"
import * as StoredFlows from "./internal/StoredFlows.ts"
import { lastUser } from "./LastUser.ts"
import { openLink } from "./Links.ts"
import { linkProvider, signInWithApple, signInWithProvider } from "./SignIn.ts"
import * as SplitStorage from "./SplitStorage.ts"

/** The part of `expo-crypto` that is used. */
export interface Crypto {
  getRandomBytes(byteCount: number): Uint8Array
  digest(algorithm: string, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>
}

/**
 * Options of an app on a phone. The modules are those of Expo, as they are imported: `import * as Crypto from
 * "expo-crypto"`.
 */
export interface ExpoAppOptions
  extends ClientApp.ClientAppOptions, Pick<ClientLayer.PlatformOptions, "http" | "platform"> {
  /** The website whose links open the app, such as `https://app.example.com`; links in emails lead to its pages. */
  readonly appUrl: string
  /** `expo-secure-store`: where the session is kept. */
  readonly secureStore: SplitStorage.SecureStore
  /** `expo-web-browser`: where users sign in with a provider. */
  readonly webBrowser: Device.WebBrowser
  /** `expo-crypto`: random secrets and hashes. */
  readonly crypto: Crypto
  /** `expo-linking`: the app's own scheme. */
  readonly linking: Device.Linking
  /** `AppState` of `react-native`: when the app comes to the foreground. */
  readonly appState: AppState
  /** `expo-apple-authentication`, for {@link signInWithApple}. */
  readonly appleAuthentication?: Device.AppleAuthentication | undefined
  /**
   * The router, for `useUser({ or: "redirect" })`, `useNavigate` and the redirect after a sign-in. It gets a path of
   * the app, such as `/handler/sign-in`. Default: no redirects.
   */
  readonly navigate?: ((path: string, options: { readonly replace: boolean }) => void) | undefined
  /** The first part of the keys in the secure store. Default: `gatefold`. */
  readonly storageKey?: string | undefined
}

/**
 * The scheme that the service sends users of native apps to; it trusts no other one of an app
 * (docs/protocol/redirects.md#trusted-urls).
 */
const returnScheme = "stack-auth-mobile-oauth-url"

/** Where a provider returns to by default. The host is the app's own scheme, by which Android tells apps apart. */
const makeReturnUrl = ({ linking }: ExpoAppOptions): string =>
  `${returnScheme}://${linking.createURL("").split(":")[0]}/oauth-callback`

/** An app has no page and no URL, and it leaves for a provider by {@link signInWithProvider}. */
const makeNavigation = ({ appUrl, navigate }: ExpoAppOptions): Navigation.Navigation => {
  const go: Redirector.Navigate = (url, options) =>
    Effect.sync(() => {
      const target = new URL(url)
      navigate?.(target.origin === new URL(appUrl).origin ? toRelative(target) : url, options)
    })
  return {
    current: Effect.undefined,
    redirector: navigate === undefined ? undefined : Redirector.make(Effect.undefined, go),
    leave: undefined,
    rewrite: () => Effect.void
  }
}

/** Forgets the last user as soon as nobody is signed in. */
const forgetLastUser = Effect.fnUntraced(function* (stored: TokenStore.Storage) {
  const store = yield* TokenStore.TokenStore
  const forget = Effect.flatMap(store.get, (tokens) =>
    tokens === undefined ? Effect.ignore(stored.write(undefined)) : Effect.void
  )
  yield* store.changes(yield* Listeners.makeForking(forget))
})

/**
 * The layer of everything that operations run over in an app on a phone, for `<AuthProvider layer>` and programs with
 * Effect. Fails with `InvalidOption`, which names the option.
 *
 * @example
 * ```ts
 * const expo = { secureStore, webBrowser, crypto, linking, appState }
 * const AppLive = layer({ projectId, publishableClientKey, appUrl, ...expo })
 * ```
 */
export const layer = (options: ExpoAppOptions): Layer.Layer<ClientServices, ClientAppError> =>
  Layer.fresh(
    Layer.suspend(() => {
      const { appState, crypto, platform = Layer.empty, secureStore, storageKey = "gatefold", urls } = options
      const makeStorage = (name: string) => SplitStorage.make(secureStore, `${storageKey}.${name}`)
      const userStorage = makeStorage("user")
      const returnUrl = makeReturnUrl(options)
      const client = ClientLayer.make(
        {
          ...options,
          // Errors of the service reach the sign-in by the same way as its answers.
          urls: { oauthCallback: returnUrl, error: urls?.oauthCallback ?? returnUrl, ...urls },
          navigation: Layer.succeed(Navigation.Navigation, makeNavigation(options)),
          platform: Layer.mergeAll(
            Layer.succeed(RandomBytes, (size) => crypto.getRandomBytes(size)),
            Layer.succeed(Hash, (algorithm, bytes) => crypto.digest(algorithm, bytes)),
            Layer.succeed(OAuthFlows.OAuthFlows, StoredFlows.make(makeStorage("flows"))),
            Layer.succeed(Device.Device, Device.make({ ...options, lastUser: userStorage })),
            platform
          )
        },
        Layer.effect(TokenStore.TokenStore, TokenStore.make(makeStorage("session"))),
        () => ClientLayer.refuseTokenStore("a layer")
      )
      const background = Layer.effectDiscard(Effect.andThen(keepFresh(appState), forgetLastUser(userStorage)))
      return Layer.provideMerge(background, client)
    })
  )

const operations = { lastUser, linkProvider, openLink, signInWithApple, signInWithProvider }

/** The operations of a client as promise methods, and those of a phone. */
export interface ExpoApp extends EffectClientApp, Methods<typeof operations, ClientAppError> {}

/**
 * Creates an app on a phone. Make one, outside of components, and pass it to `<AuthProvider app>` of this entry point.
 * Nothing is read or sent yet; a wrong option makes every call reject with `InvalidOption`, which names it.
 *
 * @example
 * ```ts
 * import * as Crypto from "expo-crypto"
 * import * as Linking from "expo-linking"
 * import * as SecureStore from "expo-secure-store"
 * import * as WebBrowser from "expo-web-browser"
 * import { createExpoApp } from "gatefold/expo"
 * import { AppState } from "react-native"
 *
 * export const auth = createExpoApp({
 *   projectId: "your-project-id",
 *   publishableClientKey: "pck_your_key",
 *   appUrl: "https://app.example.com",
 *   secureStore: SecureStore,
 *   webBrowser: WebBrowser,
 *   crypto: Crypto,
 *   linking: Linking,
 *   appState: AppState
 * })
 * ```
 */
export const createExpoApp = (options: ExpoAppOptions): ExpoApp =>
  apps.make(layer(options), ({ onStale: onChange, run }) => {
    // The user may have changed elsewhere while the app was away.
    const onStale: OnStale = (listener) => {
      const stops = [onChange(listener), onForeground(options.appState, () => listener(["users"]))]
      return () => stops.forEach((stop) => stop())
    }
    return {
      ...makeClientMethods<ClientAppError>(run),
      ...makeMethods<typeof operations, ClientAppError, ClientServices>(run, operations),
      run: (effect, callOptions) => orReject(run, effect, callOptions),
      onStale,
      onUserChange: UserChanges.make(run, onStale)
    }
  })
