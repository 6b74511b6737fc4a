/**
 * The token store of one request on the app's server: reads its cookies and collects the `Set-Cookie` headers of the
 * response.
 */
import * as Layer from "effect/Layer"
import type { CookieJar } from "../platform/request/CookieJar.ts"
import type { RequestLike } from "../platform/request/RequestHeaders.ts"
import * as ServerCookies from "../platform/request/ServerCookies.ts"
import type { CookieOptions } from "./internal/CookieTokenStore.ts"
import * as RequestCookieTokenStore from "./RequestCookieTokenStore.ts"
import type { TokenStore } from "./TokenStore.ts"

export { appendTo, ResponseCookies } from "../platform/request/ServerCookies.ts"

/** Options of the cookies, and how the request reached the server. */
export interface ServerCookieOptions extends CookieOptions, ServerCookies.ServerCookieOptions {}

/**
 * A store in the cookies of one request. Send the headers of {@link ResponseCookies} with the response, for example by
 * {@link appendTo}. Make a layer for each request, never a shared one. Each build starts from the request again, and
 * one build does not see cookies that another one changed, so pass one on by `Layer.provideMerge`. The origin of the
 * request is not checked: a handler that changes something must refuse requests of foreign pages, or use
 * `gatefold/backend`, which does that.
 *
 * @example
 * ```ts
 * const handle = (request: Request) =>
 *   Effect.gen(function* () {
 *     const user = yield* CurrentUser.get
 *     const response = Response.json({ name: user?.displayName ?? null })
 *     yield* ServerCookieTokenStore.appendTo(response.headers)
 *     return response
 *   }).pipe(
 *     Effect.provide(Session.layer.pipe(Layer.provideMerge(ServerCookieTokenStore.layer(request, project)))),
 *   )
 * ```
 */
export const layer = (
  request: RequestLike,
  options: ServerCookieOptions
): Layer.Layer<TokenStore | CookieJar | ServerCookies.ResponseCookies> =>
  Layer.fresh(Layer.provideMerge(RequestCookieTokenStore.layer(options), ServerCookies.layer(request, options)))
