/**
 * The token store of one request on the app's server: reads the cookies of the
 * browser and collects what the response has to say of them.
 */
import * as Layer from "effect/Layer"
import type { CookieJar } from "../platform/CookieJar.ts"
import type { RequestLike } from "../platform/RequestHeaders.ts"
import * as ServerCookies from "../platform/ServerCookies.ts"
import type { CookieOptions } from "./internal/CookieTokenStore.ts"
import * as RequestCookieTokenStore from "./internal/RequestCookieTokenStore.ts"
import type { TokenStore } from "./TokenStore.ts"

export { appendTo, ResponseCookies } from "../platform/ServerCookies.ts"

/** Whose cookies, and how the request reached the server. */
export interface ServerCookieOptions extends CookieOptions, ServerCookies.ServerCookieOptions {}

/**
 * A store in the cookies of one request. Send what {@link ResponseCookies} has
 * when the work is done, for example by {@link appendTo}. A server that serves
 * many provides a layer of its own to each request, never a shared one. Each
 * build starts from the request again, so pass one along by `Layer.provideMerge`:
 * the cookies that one of them changes are not in the other's response.
 * Where a request comes from is not judged: a handler that changes something
 * makes sure that no foreign page has sent it, or uses `gatefold/backend`, which does.
 *
 * @example
 * ```ts
 * const handle = (request: Request) =>
 *   Effect.gen(function* () {
 *     const user = yield* CurrentUser.get()
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
