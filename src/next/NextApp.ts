/**
 * A client app whose user is the sender of the current request, for server components, server actions and route
 * handlers.
 */
import * as Layer from "effect/Layer"
import type * as CurrentUser from "../client/CurrentUser.ts"
import type { AllowedKinds } from "../domain/TokenKind.ts"
import type { OriginOptions } from "../platform/request/RequestOrigin.ts"
import type { RequestCookieOptions } from "../platform/request/ServerCookies.ts"
import * as ClientApp from "../promise/ClientApp.ts"
import { orReject } from "../promise/Method.ts"
import { AllowedUsers } from "../session/AllowedUsers.ts"
import * as PageApp from "../ssr/PageApp.ts"
import * as PageUser from "../ssr/PageUser.ts"
import * as Protect from "../ssr/Protect.ts"
import * as CurrentRequest from "./internal/CurrentRequest.ts"
import type { NextRuntime } from "./NextRuntime.ts"
import * as Proxy from "./Proxy.ts"

/** How a Next.js app is configured. Operations redirect by Next.js, unless `navigation` is given. */
export interface NextAppOptions
  extends
    Omit<ClientApp.CreateClientAppOptions, "tokenStore">,
    RequestCookieOptions,
    OriginOptions,
    Proxy.ProxySecretOptions {
  /**
   * Users to accept besides ordinary ones: `restricted` users, such as those whose email address is not verified, and
   * `anonymous` users (guests). Default: none.
   */
  readonly allow?: AllowedKinds | undefined
}

/** Every operation of a client, for the current request. */
export interface NextApp<AppError = ClientApp.ClientAppError> extends PageApp.PageApp<AppError> {
  /** A route handler for signed-in users; other requests are refused. */
  readonly protect: Protect.Protect<CurrentUser.CurrentUser>
  /**
   * The function for `proxy.ts`: it refreshes the session before a page renders, because a page cannot write cookies,
   * and passes the page's path on.
   */
  readonly proxy: Proxy.Proxy
}

/** Makes the app over the functions of Next.js. */
export const make = (next: NextRuntime, options: NextAppOptions): NextApp =>
  makeRequestApp(
    CurrentRequest.make(next, options, (parts) =>
      Layer.merge(ClientApp.layer(withParts(options, parts)), Layer.succeed(AllowedUsers, options.allow ?? []))
    ),
    next,
    options
  )

/** The options of an app for one request. */
export const withParts = (
  options: NextAppOptions,
  parts: CurrentRequest.RequestParts
): ClientApp.CreateClientAppOptions => ({
  ...options,
  tokenStore: parts.tokenStore,
  platform: parts.platform(options.platform),
  http: parts.http(options.http)
})

/** The app over a runner of effects for the current request. */
export const makeRequestApp = <AppError>(
  request: CurrentRequest.CurrentRequest<ClientApp.ClientServices>,
  next: NextRuntime,
  options: NextAppOptions
): NextApp<AppError> => ({
  ...PageApp.make<AppError>(request.runAt),
  protect: Protect.make(
    (allow) =>
      orReject<CurrentUser.CurrentUser | null, ClientApp.ClientServices>(
        request.run,
        PageUser.orNull(PageUser.read("throw", allow))
      ),
    options
  ),
  proxy: Proxy.make(next, options)
})
