/** The token store of a page: cookies, which other tabs and the app's server see. */
import * as Layer from "effect/Layer"
import * as CookieJar from "../platform/request/CookieJar.ts"
import * as CookieTokenStore from "./internal/CookieTokenStore.ts"
import { TokenStore } from "./TokenStore.ts"

/**
 * A store in the cookies of the page that this script runs in (docs/protocol/cookies.md#names). Each build makes
 * another one over the same cookies.
 *
 * @example
 * ```ts
 * const project = { projectId, publishableClientKey }
 * const AppLive = Session.layer.pipe(
 *   Layer.provideMerge(BrowserCookieTokenStore.layer(project)),
 *   Layer.provideMerge(ClientApp.layer(project))
 * )
 * ```
 */
export const layer = (options: CookieTokenStore.CookieOptions): Layer.Layer<TokenStore> =>
  Layer.fresh(Layer.effect(TokenStore, CookieTokenStore.make(CookieJar.browser, options)))

/** Keeps the tokens in the cookie jar in context, for tests and other platforms. */
export const layerJar: (
  options: CookieTokenStore.CookieOptions
) => Layer.Layer<TokenStore, never, CookieJar.CookieJar> = CookieTokenStore.layer
