/**
 * What runs before pages: it refreshes the session while cookies can still be
 * written, and tells the page which one it is.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RetryPolicy from "../http/RetryPolicy.ts"
import * as ServerCookies from "../platform/ServerCookies.ts"
import { layer, type CreateClientAppOptions } from "../promise/ClientApp.ts"
import * as Running from "../promise/Running.ts"
import { Session } from "../session/Session.ts"
import * as Cookie from "../token/Cookie.ts"
import { TokenStore } from "../token/TokenStore.ts"
import type { RequestCookieOptions } from "./RequestCookies.ts"
import { pageHeader } from "./RequestNavigation.ts"

/** What of Next.js is used in `proxy.ts`. */
export interface ProxyRuntime {
  /** Goes on to the page, which sees these request headers. */
  readonly forward: (headers: Headers) => Response
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
const patience = "5 seconds"

/** Makes the function. */
export const make =
  (next: ProxyRuntime, options: CreateClientAppOptions & RequestCookieOptions): Proxy =>
  async (request, then = next.forward) => {
    const { jar, response: changed } = ServerCookies.make(request, options)
    const app = Running.make(
      layer({
        ...options,
        tokenStore: Layer.effect(TokenStore, Cookie.make(jar, options)),
        platform: Layer.succeed(RetryPolicy.RetryPolicy, RetryPolicy.none)
      })
    )
    // Whatever is wrong shows when the page itself asks.
    await app.run(
      Effect.timeoutOption(
        Effect.flatMap(Session, ({ credentials }) => credentials),
        patience
      ),
      {}
    )
    const lines = await Effect.runPromise(changed.headers)

    const headers = new Headers(request.headers)
    headers.set(pageHeader, pathOf(request.url))
    const cookie = replaceIn(headers.get("cookie") ?? "", lines)
    if (cookie === "") headers.delete("cookie")
    else headers.set("cookie", cookie)

    const response = await then(headers)
    for (const [name, value] of lines) {
      if (name === "set-cookie") response.headers.append(name, value)
      else response.headers.set(name, value)
    }
    return response
  }

const pathOf = (url: string): string => {
  const { pathname, searchParams } = new URL(url)
  // How Next.js itself asks for a part of a page.
  searchParams.delete("_rsc")
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
}

/** The `Cookie` header as the browser would send it after these `Set-Cookie` headers. */
const replaceIn = (cookie: string, lines: ReadonlyArray<readonly [name: string, value: string]>): string => {
  const changes = new Map(
    lines.flatMap(([name, line]) => {
      if (name !== "set-cookie") return []
      const [pair = ""] = line.split(";")
      return [[nameOf(pair), / Max-Age=0;/.test(line) ? undefined : pair] as const]
    })
  )
  const kept = cookie.split(";").filter((pair) => pair.trim() !== "" && !changes.has(nameOf(pair)))
  const added = Array.from(changes.values()).filter((pair) => pair !== undefined)
  return [...kept.map((pair) => pair.trim()), ...added].join("; ")
}

const nameOf = (pair: string): string => pair.slice(0, Math.max(pair.indexOf("="), 0)).trim()
