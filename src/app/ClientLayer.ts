/**
 * The layer of everything that operations of clients run over, for apps that are not made of layers: promise and React
 * apps.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import type { TransportError } from "../domain/errors/TransportError.ts"
import * as ClientApp from "../http/ClientApp.ts"
import * as Session from "../session/Session.ts"
import * as BrowserCookieTokenStore from "../token/BrowserCookieTokenStore.ts"
import type { InvalidToken } from "../token/ExplicitTokenStore.ts"
import * as MemoryTokenStore from "../token/MemoryTokenStore.ts"
import * as NoTokenStore from "../token/NoTokenStore.ts"
import type { InvalidAuthHeader } from "../token/RequestTokenStore.ts"
import { TokenStore } from "../token/TokenStore.ts"

/** The services that any client operation may need. */
export type ClientServices = ClientApp.ClientApp | Session.Session | TokenStore

/** Why an app cannot be used; each of its operations then fails with it. */
export type ClientAppError = InvalidOption | InvalidToken | InvalidAuthHeader | TransportError

/** Where tokens are kept: in the cookies of the page, in memory, nowhere, or in the app's own store. */
export type TokenStoreOption = "cookie" | "memory" | null | Layer.Layer<TokenStore, InvalidOption>

/** Options about how a client app runs. */
export interface PlatformOptions {
  /** How to redirect, such as `Navigation.layerWindow`. Default: no redirects. */
  readonly navigation?: Layer.Layer<never> | undefined
  /** Other ways of the platform, such as `Notifier.layerAlert`, `MfaPrompt.layerCustom(…)` or `Turnstile.layer(…)`. */
  readonly platform?: Layer.Layer<never> | undefined
  /** How requests are sent, for example `Http.layerHandler(emulator.fetch)`. Default: the platform's `fetch`. */
  readonly http?: Layer.Layer<never> | undefined
  /** `HostedPages.layer`, for apps whose `urls` has a hosted page. It works in browsers; servers ignore it. */
  readonly hostedPages?: Layer.Layer<never, TransportError, Session.Session> | undefined
}

/** The layer of a client app; `otherwise` makes a token store of a value that is not a {@link TokenStoreOption}. */
export const make = <Other, E>(
  {
    hostedPages = Layer.empty,
    http = Layer.empty,
    navigation = Layer.empty,
    platform = Layer.empty,
    ...options
  }: ClientApp.ClientAppOptions & PlatformOptions,
  tokenStore: TokenStoreOption | Other,
  otherwise: (storage: Other) => Layer.Layer<TokenStore, E>
): Layer.Layer<ClientServices, InvalidOption | TransportError | E> => {
  const store: Layer.Layer<TokenStore, InvalidOption | E> =
    makeStore(tokenStore, options) ?? otherwise(tokenStore as Other)
  const hosted = globalThis.document === undefined ? Layer.empty : hostedPages
  return hosted.pipe(
    Layer.provideMerge(Session.layer),
    Layer.provideMerge(store),
    Layer.provideMerge(Layer.provide(ClientApp.layer(options), http)),
    Layer.provideMerge(Layer.merge(navigation, platform))
  )
}

const makeStore = (
  option: unknown,
  project: ClientApp.ClientAppOptions
): Layer.Layer<TokenStore, InvalidOption> | undefined => {
  if (option === null) return NoTokenStore.layer
  if (option === "memory") return MemoryTokenStore.layer
  if (option === "cookie") return BrowserCookieTokenStore.layer(project)
  return isLayer(option) ? option : undefined
}

const isLayer = (option: unknown): option is Layer.Layer<TokenStore, InvalidOption> => Layer.isLayer(option)

/** The error for any other value, from callers without types. */
export const refuseTokenStore = (choices: string): Layer.Layer<TokenStore, InvalidOption> =>
  Layer.effect(TokenStore, Effect.fail(new InvalidOption({ option: "tokenStore", problem: `must be ${choices}` })))
