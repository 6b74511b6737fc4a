/** Runs before pages: refreshes the session while cookies can still be written, and passes the page's path on. */
import * as Effect from "effect/Effect"
import * as ResponseHeaders from "../platform/request/ResponseHeaders.ts"
import * as ServerCookies from "../platform/request/ServerCookies.ts"
import type { RequestCookieOptions } from "../platform/request/ServerCookies.ts"
import type { CreateClientAppOptions } from "../promise/ClientApp.ts"
import * as FreshSession from "../ssr/FreshSession.ts"
import * as RequestCookieTokenStore from "../token/RequestCookieTokenStore.ts"
import * as SessionCookies from "../token/SessionCookies.ts"
import * as PageHeader from "./internal/PageHeader.ts"
import type { NextRuntime } from "./NextRuntime.ts"

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

/** Makes the proxy of a project. */
export const make = (
  { forward }: Pick<NextRuntime, "forward">,
  options: CreateClientAppOptions & RequestCookieOptions & ProxySecretOptions
): Proxy => {
  const { projectId } = options
  const page = PageHeader.make(options.proxySecret)
  const isOurs = SessionCookies.isSessionCookie(projectId)
  const refresh = FreshSession.make(options)

  return async (request, then = forward) => {
    const { jar, response: changed } = ServerCookies.make(request, options)
    const store = RequestCookieTokenStore.make(jar, { projectId })
    const before = await Effect.runPromise(store.get)
    if (before !== undefined) await refresh(store)
    const hasEnded = before !== undefined && (await Effect.runPromise(store.get)) === undefined
    const lines = await Effect.runPromise(changed.headers)

    const headers = new Headers(request.headers)
    await page.set(headers, toPathAndQuery(request.url))
    // If the session has ended, a page does not see its cookies and need not ask again. Requests of other methods may
    // sign out, which needs them.
    const isDead = hasEnded && ["GET", "HEAD"].includes(request.method) ? isOurs : () => false
    const cookie = replaceIn(headers.get("cookie") ?? "", lines, isDead)
    if (cookie === "") headers.delete("cookie")
    else headers.set("cookie", cookie)

    return ResponseHeaders.copyWith(await then(headers), lines)
  }
}

const toPathAndQuery = (url: string): string => {
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
      return [[parseName(pair), / Max-Age=0;/.test(line) ? undefined : pair] as const]
    })
  )
  const isKept = (name: string) => !changes.has(name) && !isDead(name)
  const remaining = cookie.split(";").filter((pair) => pair.trim() !== "" && isKept(parseName(pair)))
  const added = Array.from(changes.values()).filter((pair) => pair !== undefined)
  return [...remaining.map((pair) => pair.trim()), ...added].join("; ")
}

const parseName = (pair: string): string => pair.slice(0, Math.max(pair.indexOf("="), 0)).trim()
