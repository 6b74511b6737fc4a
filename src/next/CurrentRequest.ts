/**
 * The current request of Next.js: its session, and how operations redirect.
 *
 * Next.js is called only outside of Effect, in the caller's asynchronous context, where it answers for this request.
 */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { Navigation } from "../platform/Navigation.ts"
import * as OAuthFlows from "../platform/OAuthFlows.ts"
import type { RequestLike } from "../platform/RequestHeaders.ts"
import type { CallOptions, RunToExit } from "../promise/Method.ts"
import * as AppRuntime from "../promise/AppRuntime.ts"
import { hasPair } from "../platform/TokenText.ts"
import * as RequestCookieTokenStore from "../token/RequestCookieTokenStore.ts"
import { TokenStore } from "../token/TokenStore.ts"
import * as RequestMemo from "../ssr/RequestMemo.ts"
import * as PageHeader from "./PageHeader.ts"
import type { ProxySecretOptions } from "./Proxy.ts"
import * as RequestCookies from "./RequestCookies.ts"
import * as PageNavigation from "../ssr/PageNavigation.ts"

/** The functions of Next.js that are used on a server. */
export interface NextRuntime {
  readonly cookies: () => Promise<RequestCookies.CookieStore>
  readonly headers: () => Promise<RequestLike["headers"]>
  /** Throws the error with which Next.js redirects. */
  readonly redirect: (url: string, kind: "push" | "replace") => never
  /** The same object during one render; a new one at each call outside of a render. */
  readonly renderScope: () => object
}

/** How requests are read. */
export interface RequestOptions extends RequestCookies.RequestCookieOptions, ProxySecretOptions {
  readonly projectId: string
  readonly appUrl?: string | undefined
  /** How operations redirect. Default: the redirects of Next.js. */
  readonly navigation?: Layer.Layer<never> | undefined
}

/** The parts of an app that differ between requests. */
export interface RequestParts {
  /** Its cookies, or the request itself if it carries tokens in a header. */
  readonly tokenStore: Layer.Layer<TokenStore> | RequestLike
  /** Adds the flows of providers, in the request's cookies, to the app's platform. */
  readonly platform: (own: Layer.Layer<never> | undefined) => Layer.Layer<never>
  /** Wraps the app's `Http`: during a render no read is sent twice. */
  readonly http: (own: Layer.Layer<never> | undefined) => Layer.Layer<never>
}

/** Runs effects over the current request. */
export interface CurrentRequest<Services> {
  readonly run: RunToExit<Services>
  /** The same for a page of this path, if the proxy does not tell the path. */
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
    const known = opened.get(store)
    if (known !== undefined) return known
    const isRendering = next.renderScope() === next.renderScope()
    const jar = RequestCookies.make(store, headers, options)
    const running = AppRuntime.make(
      build({
        tokenStore: hasPair({ headers })
          ? { headers }
          : Layer.succeed(TokenStore, RequestCookieTokenStore.make(jar, options)),
        platform: (own = Layer.empty) => Layer.merge(Layer.succeed(OAuthFlows.OAuthFlows, OAuthFlows.make(jar)), own),
        http: (own = Layer.empty) => (isRendering ? Layer.provide(RequestMemo.layer, own) : own)
      })
    )
    opened.set(store, running)
    return running
  }

  const runAt =
    (path: string | undefined): RunToExit<Services> =>
    async (effect: Effect.Effect<unknown, unknown, Services>, callOptions: CallOptions) => {
      const headers = await next.headers()
      const running = open(await next.cookies(), headers)
      let redirected: PageNavigation.Redirected | undefined
      const page = (await pageHeader.read(headers)) ?? path
      const navigation =
        options.navigation ??
        Layer.succeed(
          Navigation,
          PageNavigation.make(page, options.appUrl, (to) => {
            redirected = to
          })
        )
      const exit: Exit.Exit<unknown, unknown> = await running.run(Effect.provide(effect, navigation), callOptions)
      if (redirected !== undefined) next.redirect(redirected.url, redirected.replace ? "replace" : "push")
      return exit
    }

  return { run: runAt(undefined), runAt }
}
