/**
 * What runs before pages: it refreshes the session while cookies can still be
 * written, and tells the page which one it is.
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
import * as Running from "../promise/Running.ts"
import * as Session from "../session/Session.ts"
import * as RequestCookieTokenStore from "../token/internal/RequestCookieTokenStore.ts"
import * as SessionCookies from "../token/internal/SessionCookies.ts"
import { TokenStore } from "../token/TokenStore.ts"
import * as PageHeader from "./PageHeader.ts"
import type { RequestCookieOptions } from "./RequestCookies.ts"

/** What of Next.js is used in `proxy.ts`. */
export interface ProxyRuntime {
  /** Goes on to the page, which sees these request headers. */
  readonly forward: (headers: Headers) => Response
}

/** How the proxy and the pages know each other. */
export interface ProxySecretOptions {
  /**
   * Proves to a page that the proxy, and no client, says which page it is. Any
   * random text that both sides have; needed only where they are not in one
   * process, as on some platforms without servers.
   */
  readonly proxySecret?: string | undefined
}

/**
 * The function that `proxy.ts` exports. With `then` it goes on otherwise than
 * to the page: pass `headers` on, as in `NextResponse.next({ request: { headers } })`.
 *
 * @example
 * ```ts
 * export const proxy = (request: NextRequest) => auth.proxy(request)
 * ```
 */
export type Proxy = (request: Request, then?: (headers: Headers) => Promise<Response> | Response) => Promise<Response>

/** A page is not kept waiting for longer; it then tries itself. */
const refreshTimeout = "5 seconds"

/** Makes the function. Requests that come at once with the same refresh token share one refresh. */
export const make = (
  next: ProxyRuntime,
  options: CreateClientAppOptions & RequestCookieOptions & ProxySecretOptions
): Proxy => {
  const { projectId } = options
  const page = PageHeader.make(options.proxySecret)
  const isOurs = SessionCookies.isOf(projectId)
  const app = Running.make(
    Layer.effect(ClientApp.ClientApp, Effect.flatMap(ClientApp.ClientApp, SharedRefreshes.share)).pipe(
      Layer.provide(ClientApp.layer(options)),
      Layer.provide(Layer.merge(options.http ?? Layer.empty, Layer.succeed(RetryPolicy.RetryPolicy, RetryPolicy.none)))
    )
  )

  /** Refreshes the session of a store if need be. */
  const refresh = (store: TokenStore["Service"]) =>
    Effect.flatMap(Scope.make(), (scope) =>
      Layer.buildWithScope(Layer.fresh(Layer.provide(Session.layer, Layer.succeed(TokenStore, store))), scope).pipe(
        Effect.flatMap((context) => Context.get(context, Session.Session).credentials),
        // Its end waits for a refresh that is under way, and nobody has to wait for that.
        Effect.onExit((exit) => Effect.forkDetach(Scope.close(scope, exit)))
      )
    )

  return async (request, then = next.forward) => {
    const { jar, response: changed } = ServerCookies.make(request, options)
    const store = RequestCookieTokenStore.make(jar, { projectId })
    const before = await Effect.runPromise(store.get)
    // Whatever is wrong shows when the page itself asks.
    if (before !== undefined) await app.run(Effect.timeoutOption(refresh(store), refreshTimeout), {})
    const hasEnded = before !== undefined && (await Effect.runPromise(store.get)) === undefined
    const lines = await Effect.runPromise(changed.headers)

    const headers = new Headers(request.headers)
    await page.set(headers, pathOf(request.url))
    // A page need not ask again what is known. Whatever else may sign out needs to see the cookies.
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
  // How Next.js itself asks for a part of a page.
  searchParams.delete("_rsc")
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
}

/** The `Cookie` header as the browser would send it after these `Set-Cookie` headers, without some that are dead. */
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
