/**
 * Requests of pages to an app's server, over web standards: a `Request` comes in, and a `Response` goes out with the
 * cookies that have changed.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import type { AllowedKinds } from "../domain/TokenKind.ts"
import * as OAuthFlows from "../platform/page/OAuthFlows.ts"
import * as RequestOrigin from "../platform/request/RequestOrigin.ts"
import * as ResponseHeaders from "../platform/request/ResponseHeaders.ts"
import * as ServerCookies from "../platform/request/ServerCookies.ts"
import { hasPair } from "../platform/request/TokenText.ts"
import * as AppRuntime from "../promise/AppRuntime.ts"
import * as ClientApp from "../promise/ClientApp.ts"
import { AllowedUsers } from "../session/AllowedUsers.ts"
import * as RequestCookieTokenStore from "../token/RequestCookieTokenStore.ts"
import { TokenStore } from "../token/TokenStore.ts"
import * as FreshSession from "./FreshSession.ts"
import * as UnsentTokens from "./internal/UnsentTokens.ts"
import * as PageApp from "./PageApp.ts"
import * as PageNavigation from "./PageNavigation.ts"
import * as Protect from "./Protect.ts"
import * as RequestMemo from "./RequestMemo.ts"

/** How the requests of pages are read. Operations redirect by responses, unless `navigation` is given. */
export interface PageOptions
  extends
    Omit<ClientApp.CreateClientAppOptions, "tokenStore">,
    ServerCookies.RequestCookieOptions,
    RequestOrigin.OriginOptions {
  /**
   * Users to accept besides ordinary ones: `restricted` users, such as those whose email address is not verified, and
   * `anonymous` users (guests). Default: none.
   */
  readonly allow?: AllowedKinds | undefined
}

/** One request of a page: every operation of a client as its sender, and what the response needs. */
export interface PageRequest extends PageApp.PageApp {
  /**
   * Headers for the response, with the session's changed cookies: append each `set-cookie`, set the others. Empty if
   * nothing changed. Read them after the work.
   */
  readonly headers: () => Promise<ReadonlyArray<readonly [name: string, value: string]>>
  /** The response with these headers. The body is not copied. */
  readonly respond: (response: Response) => Promise<Response>
}

/** Options of a page's request that the request itself does not tell. */
export interface OpenOptions {
  /** The URL of the page, where the router of a framework asks for its data by another one. */
  readonly url?: URL | undefined
}

/** Opens requests of pages. Make one for the whole server. */
export interface PageRequests {
  /**
   * Opens a request: an access token that is about to expire is refreshed first, once for concurrent requests. Throws a
   * `Response` with 403 if a page of a foreign origin has sent it, without tokens in its headers, and it may change
   * something.
   */
  readonly open: (request: Request, options?: OpenOptions) => Promise<PageRequest>
  /**
   * Answers a request: what the work returns, or throws as a `Response`, gets the changed cookies. Any other error is
   * rethrown, without cookies. Refreshed tokens are then kept in memory, and the next request with the former refresh
   * token gets them: the service may have rotated it.
   *
   * @example
   * ```ts
   * const fetch = (request: Request) =>
   *   auth.handle(request, async (page) => {
   *     const user = await page.getUser({ or: "redirect" })
   *     return new Response(`Hello ${user.displayName}`)
   *   })
   * ```
   */
  readonly handle: (
    request: Request,
    work: (page: PageRequest) => Promise<Response> | Response,
    options?: OpenOptions
  ) => Promise<Response>
}

/** The options of `createPageRequests`. */
export interface PageRequestsOptions extends PageOptions {
  /**
   * Makes what an operation throws to redirect, for frameworks with their own redirects, such as `redirect` of
   * SvelteKit. Default: a `Response`, which `handle` answers with.
   */
  readonly redirect?: ((url: string, status: 302 | 303) => unknown) | undefined
}

const respondTo = (location: string, status: number) => new Response(null, { status, headers: { location } })

/**
 * Makes the opener of requests of an app. A wrong option makes requests reject with `InvalidOption`.
 *
 * @example
 * ```ts
 * const auth = createPageRequests({ projectId, publishableClientKey, apiUrl, appUrl })
 * ```
 */
export const createPageRequests = ({ redirect = respondTo, ...options }: PageRequestsOptions): PageRequests => {
  const refresh = FreshSession.make(options)
  const isForeign = RequestOrigin.make(options)
  const unsent = UnsentTokens.make()

  const openTracked = async (
    request: Request,
    { url = new URL(request.url) }: OpenOptions = {}
  ): Promise<{ readonly page: PageRequest; readonly keepTokens: Effect.Effect<void> }> => {
    if (isForeign === undefined) {
      throw new InvalidOption({ option: "trustedOrigins", problem: RequestOrigin.invalidTrustedOrigins })
    }
    const { jar, response } = ServerCookies.make(request, options)
    const store = RequestCookieTokenStore.make(jar, { ...options, memoryFallback: true })
    const received = await Effect.runPromise(store.get)
    const isFromHeader = hasPair(request)
    if (!isFromHeader) {
      // Even without a session, or a foreign page could sign its visitor in as another user.
      if (isForeign(request)) throw Protect.refuseForeign()
      await Effect.runPromise(unsent.restore(store, received))
      if (received !== undefined) await refresh(store)
    }
    // Never disposed of, which would cut off a refresh or sign-out that outlives the request. Its services are memory,
    // and the fibers that they begin end with their calls.
    const running = AppRuntime.make(
      Layer.merge(
        ClientApp.layer({
          ...options,
          tokenStore: isFromHeader ? request : Layer.succeed(TokenStore, store),
          platform: Layer.merge(
            Layer.succeed(OAuthFlows.OAuthFlows, OAuthFlows.make(jar)),
            options.platform ?? Layer.empty
          ),
          http: Layer.provide(RequestMemo.layer, options.http ?? Layer.empty)
        }),
        Layer.succeed(AllowedUsers, options.allow ?? [])
      )
    )
    const pageOfRequest = url.pathname + url.search
    const runAt = (path = pageOfRequest) =>
      PageNavigation.makeRunner(running.run, path, options, (to) => {
        // The browser does not repeat a request that has changed something.
        throw redirect(to.url, /^(GET|HEAD)$/.test(request.method) ? 302 : 303)
      })
    const readHeaders = () => Effect.runPromise(response.headers)
    const page: PageRequest = {
      ...PageApp.make(runAt),
      headers: readHeaders,
      respond: async (answer) => ResponseHeaders.copyWith(answer, await readHeaders())
    }
    return { page, keepTokens: unsent.keep(store, received) }
  }

  const handle: PageRequests["handle"] = async (request, work, openOptions) => {
    let opened: Awaited<ReturnType<typeof openTracked>> | undefined
    let answer: Response
    try {
      opened = await openTracked(request, openOptions)
      answer = await work(opened.page)
    } catch (thrown) {
      if (!(thrown instanceof Response)) {
        if (opened !== undefined) await Effect.runPromise(opened.keepTokens)
        throw thrown
      }
      answer = thrown
    }
    return opened === undefined ? answer : opened.page.respond(answer)
  }

  return { open: async (request, openOptions) => (await openTracked(request, openOptions)).page, handle }
}
