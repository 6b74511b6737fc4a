/**
 * Runs before pages: refreshes the session while cookies can still be written, and passes the page's path on.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as SharedRefreshes from "../backend/fleet/SharedRefreshes.ts"
import * as ClientApp from "../http/ClientApp.ts"
import * as RetryPolicy from "../http/RetryPolicy.ts"
import * as ServerCookies from "../platform/ServerCookies.ts"
import type { CreateClientAppOptions } from "../promise/ClientApp.ts"
import * as AppRuntime from "../promise/AppRuntime.ts"
import * as Session from "../session/Session.ts"
import * as RequestCookieTokenStore from "../token/internal/RequestCookieTokenStore.ts"
import * as SessionCookies from "../token/internal/SessionCookies.ts"
import { TokenStore } from "../token/TokenStore.ts"
import * as PageHeader from "./PageHeader.ts"
import type { RequestCookieOptions } from "./RequestCookies.ts"

/** The functions of Next.js that are used in `proxy.ts`. */
export interface ProxyRuntime {
  /** Continues to the page, with these request headers. */
  readonly forward: (headers: Headers) => Response
}

/** The secret that proxy and pages share. */
export interface ProxySecretOptions {
  /**
   * A random secret with which the proxy proves to a page that it has set the path. Needed only if proxy and pages are
   * not in one process, such as on some serverless platforms.
   */
  readonly proxySecret?: string | undefined
}

/**
 * The function that `proxy.ts` exports. `then` replaces the continuation to the page: pass `headers` on, as in
 * `NextResponse.next({ request: { headers } })`.
 *
 * @example
 * ```ts
 * export const proxy = (request: NextRequest) => auth.proxy(request)
 * ```
 */
export type Proxy = (request: Request, then?: (headers: Headers) => Promise<Response> | Response) => Promise<Response>

/** How long a page waits, at most; it then tries itself. */
const refreshTimeout = "5 seconds"

/** Makes the function. Concurrent requests with the same refresh token share one refresh. */
export const make = (
  next: ProxyRuntime,
  options: CreateClientAppOptions & RequestCookieOptions & ProxySecretOptions
): Proxy => {
  const { projectId } = options
  const page = PageHeader.make(options.proxySecret)
  const isOurs = SessionCookies.isOf(projectId)
  const app = AppRuntime.make(
    Layer.effect(ClientApp.ClientApp, Effect.flatMap(ClientApp.ClientApp, SharedRefreshes.share)).pipe(
      Layer.provide(ClientApp.layer(options)),
      Layer.provide(Layer.merge(options.http ?? Layer.empty, Layer.succeed(RetryPolicy.RetryPolicy, RetryPolicy.none)))
    )
  )

  /** Refreshes the session of a store if necessary. */
  const refresh = (store: TokenStore["Service"]) =>
    Effect.flatMap(Scope.make(), (scope) =>
      Layer.buildWithScope(Layer.fresh(Layer.provide(Session.layer, Layer.succeed(TokenStore, store))), scope).pipe(
        Effect.flatMap((context) => Context.get(context, Session.Session).credentials),
        // Closing waits for a refresh under way, so it happens in the background.
        Effect.onExit((exit) => Effect.forkDetach(Scope.close(scope, exit)))
      )
    )

  return async (request, then = next.forward) => {
    const { jar, response: changed } = ServerCookies.make(request, options)
    const store = RequestCookieTokenStore.make(jar, { projectId })
    const before = await Effect.runPromise(store.get)
    // Failures are ignored: the page meets them itself.
    if (before !== undefined) await app.run(Effect.timeoutOption(refresh(store), refreshTimeout), {})
    const hasEnded = before !== undefined && (await Effect.runPromise(store.get)) === undefined
    const lines = await Effect.runPromise(changed.headers)

    const headers = new Headers(request.headers)
    await page.set(headers, pathOf(request.url))
    // If the session has ended, a page does not see its cookies and need not ask again. Requests of other methods may
    // sign out, which needs them.
    const isDead = hasEnded && ["GET", "HEAD"].includes(request.method) ? isOurs : () => false
    const cookie = replaceIn(headers.get("cookie") ?? "", lines, isDead)
    if (cookie === "") headers.delete("cookie")
    else headers.set("cookie", cookie)

    const response = await then(headers)
    for (const [name, value] of lines) {
      if (name === "set-cookie") response.headers.append(name, value)
      else response.headers.set(name, value)
    }
    return response
  }
}

const pathOf = (url: string): string => {
  const { pathname, searchParams } = new URL(url)
  // A request of Next.js for a part of a page.
  searchParams.delete("_rsc")
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
}

/** The `Cookie` header that a browser would send after these `Set-Cookie` headers, without removed cookies. */
const replaceIn = (
  cookie: string,
  lines: ReadonlyArray<readonly [name: string, value: string]>,
  isDead: (name: string) => boolean
): string => {
  const changes = new Map(
    lines.flatMap(([name, line]) => {
      if (name !== "set-cookie") return []
      const [pair = ""] = line.split(";")
      return [[nameOf(pair), / Max-Age=0;/.test(line) ? undefined : pair] as const]
    })
  )
  const isKept = (name: string) => !changes.has(name) && !isDead(name)
  const kept = cookie.split(";").filter((pair) => pair.trim() !== "" && isKept(nameOf(pair)))
  const added = Array.from(changes.values()).filter((pair) => pair !== undefined)
  return [...kept.map((pair) => pair.trim()), ...added].join("; ")
}

const nameOf = (pair: string): string => pair.slice(0, Math.max(pair.indexOf("="), 0)).trim()
