/**
 * The request that Next.js is working on: its session, and where operations
 * send its user.
 *
 * Next.js is asked only outside of Effect, in the caller's own asynchronous
 * context: what it answers there belongs to this request and to no other.
 */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { Navigation } from "../platform/Navigation.ts"
import * as OAuthFlows from "../platform/OAuthFlows.ts"
import type { RequestLike } from "../platform/RequestHeaders.ts"
import type { CallOptions, Run } from "../promise/Method.ts"
import * as Running from "../promise/Running.ts"
import { hasPair } from "../token/internal/TokenText.ts"
import * as RequestCookieTokenStore from "../token/internal/RequestCookieTokenStore.ts"
import { TokenStore } from "../token/TokenStore.ts"
import * as RequestMemo from "./RequestMemo.ts"
import * as PageHeader from "./PageHeader.ts"
import type { ProxySecretOptions } from "./Proxy.ts"
import * as RequestCookies from "./RequestCookies.ts"
import * as RequestNavigation from "./RequestNavigation.ts"

/** What of Next.js is used on a server. */
export interface NextRuntime {
  readonly cookies: () => Promise<RequestCookies.CookieStore>
  readonly headers: () => Promise<RequestLike["headers"]>
  /** Throws what Next.js takes for a redirect. */
  readonly redirect: (url: string, kind: "push" | "replace") => never
  /** The same object throughout one render; another one each time outside of a render. */
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
  /** Its cookies, or itself when it carries tokens in a header. */
  readonly tokenStore: Layer.Layer<TokenStore> | RequestLike
  /** Adds to the app's own platform: flows of providers are kept in the request's cookies. */
  readonly platform: (own: Layer.Layer<never> | undefined) => Layer.Layer<never>
  /** Adds to the app's own way to the service: while a page renders, nothing is read twice. */
  readonly http: (own: Layer.Layer<never> | undefined) => Layer.Layer<never>
}

/** Runs effects over the current request. */
export interface CurrentRequest<Services> {
  readonly run: Run<Services>
  /** The same on a page of this path, if the proxy does not say which one it is. */
  readonly runAt: (path: string | undefined) => Run<Services>
}

/** Makes the runner; each request gets services of its own, built from its parts by `build`. */
export const make = <Services, E>(
  next: NextRuntime,
  options: RequestOptions,
  build: (parts: RequestParts) => Layer.Layer<Services, E>
): CurrentRequest<Services> => {
  // Next.js has one cookie store for each request, and another one from when it begins to render.
  const pageHeader = PageHeader.make(options.proxySecret)
  const opened = new WeakMap<object, Running.Running<Services, E>>()

  const open = (store: RequestCookies.CookieStore, headers: RequestLike["headers"]) => {
    const known = opened.get(store)
    if (known !== undefined) return known
    const isRendering = next.renderScope() === next.renderScope()
    const jar = RequestCookies.make(store, headers, options)
    const running = Running.make(
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
    (path: string | undefined): Run<Services> =>
    async (effect: Effect.Effect<unknown, unknown, Services>, callOptions: CallOptions) => {
      const headers = await next.headers()
      const running = open(await next.cookies(), headers)
      let redirected: RequestNavigation.Redirected | undefined
      const page = (await pageHeader.read(headers)) ?? path
      const navigation =
        options.navigation ??
        Layer.succeed(
          Navigation,
          RequestNavigation.make(page, options.appUrl, (to) => {
            redirected = to
          })
        )
      const exit: Exit.Exit<unknown, unknown> = await running.run(Effect.provide(effect, navigation), callOptions)
      if (redirected !== undefined) next.redirect(redirected.url, redirected.replace ? "replace" : "push")
      return exit
    }

  return { run: runAt(undefined), runAt }
}
