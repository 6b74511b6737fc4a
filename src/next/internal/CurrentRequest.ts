/**
 * The current request of Next.js: its session, and how operations redirect.
 *
 * Next.js is called only outside of Effect, in the caller's asynchronous context, where it answers for this request.
 */
import * as Layer from "effect/Layer"
import * as OAuthFlows from "../../platform/page/OAuthFlows.ts"
import type { RequestLike } from "../../platform/request/RequestHeaders.ts"
import type { RequestCookieOptions } from "../../platform/request/ServerCookies.ts"
import { hasPair } from "../../platform/request/TokenText.ts"
import * as AppRuntime from "../../promise/AppRuntime.ts"
import type { RunToExit } from "../../promise/Method.ts"
import * as PageNavigation from "../../ssr/PageNavigation.ts"
import * as RequestMemo from "../../ssr/RequestMemo.ts"
import * as RequestCookieTokenStore from "../../token/RequestCookieTokenStore.ts"
import { TokenStore } from "../../token/TokenStore.ts"
import type { NextRuntime } from "../NextRuntime.ts"
import type { ProxySecretOptions } from "../Proxy.ts"
import * as PageHeader from "./PageHeader.ts"
import * as RequestCookies from "./RequestCookies.ts"

export interface RequestOptions extends RequestCookieOptions, ProxySecretOptions, PageNavigation.PageNavigationOptions {
  readonly projectId: string
}

/** The parts of an app that differ between requests. */
export interface RequestParts {
  /** Its cookies, or the request itself if it carries tokens in a header. */
  readonly tokenStore: Layer.Layer<TokenStore> | RequestLike
  /** Adds the flows of providers, in the request's cookies, to the app's platform. */
  readonly platform: (configured: Layer.Layer<never> | undefined) => Layer.Layer<never>
  /** Wraps the app's `Http`: during a render no read is sent twice. */
  readonly http: (configured: Layer.Layer<never> | undefined) => Layer.Layer<never>
}

/** Runs effects over the current request. */
export interface CurrentRequest<Services> {
  readonly run: RunToExit<Services>
  /** Runs for a page of this path, if the proxy does not tell the path. */
  readonly runAt: (path: string | undefined) => RunToExit<Services>
}

/** Makes the runner. Each request gets its own services, which `build` makes of its parts. */
export const make = <Services, E>(
  next: NextRuntime,
  options: RequestOptions,
  build: (parts: RequestParts) => Layer.Layer<Services, E>
): CurrentRequest<Services> => {
  // Next.js has one cookie store per request, and another one for its render.
  const pageHeader = PageHeader.make(options.proxySecret)
  const opened = new WeakMap<object, AppRuntime.AppRuntime<Services, E>>()

  const open = (store: RequestCookies.CookieStore, headers: RequestLike["headers"]) => {
    const existing = opened.get(store)
    if (existing !== undefined) return existing
    const isRendering = next.renderScope() === next.renderScope()
    const jar = RequestCookies.make(store, headers, options)
    // Never disposed of: Next.js does not say when a request ends. Its services are memory that goes with the cookie
    // store, and the fibers that they begin end with their calls.
    const running = AppRuntime.make(
      build({
        tokenStore: hasPair({ headers })
          ? { headers }
          : Layer.succeed(TokenStore, RequestCookieTokenStore.make(jar, options)),
        platform: (configured = Layer.empty) =>
          Layer.merge(Layer.succeed(OAuthFlows.OAuthFlows, OAuthFlows.make(jar)), configured),
        http: (configured = Layer.empty) => (isRendering ? Layer.provide(RequestMemo.layer, configured) : configured)
      })
    )
    opened.set(store, running)
    return running
  }

  const runAt =
    (path: string | undefined): RunToExit<Services> =>
    async (effect, callOptions) => {
      const headers = await next.headers()
      const { run } = open(await next.cookies(), headers)
      const page = (await pageHeader.read(headers)) ?? path
      return PageNavigation.makeRunner(run, page, options, ({ replace, url }) =>
        next.redirect(url, replace ? "replace" : "push")
      )(effect, callOptions)
    }

  return { run: runAt(undefined), runAt }
}
