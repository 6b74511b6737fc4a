/**
 * Whether the user meant to send a request that came with their cookies
 * (cross-site request forgery). `SameSite=Lax` keeps the cookies from other
 * sites; but all subdomains of a company are one site, as are all ports of a
 * host, and WebSockets are open to every page.
 */
import { isHttps, lastOf, type ProxyOptions, type RequestLike } from "./RequestHeaders.ts"

/** Whose pages may send requests that change something, with the user's cookies. */
export interface OriginOptions extends ProxyOptions {
  /** Origins such as `https://admin.example.com` that may do so beside the app's own. Default: none. */
  readonly trustedOrigins?: ReadonlyArray<string> | undefined
}

/** Tells by an app's options of each request whether a page of a foreign origin has sent it. */
export type IsForeign = (request: RequestLike) => boolean

/** What is wrong with trusted origins. */
export const problem = "must be origins such as https://admin.example.com, without a path"

/** Makes the check; undefined when a trusted origin is none (see {@link problem}). */
export const make = ({ trustedOrigins = [], ...options }: OriginOptions): IsForeign | undefined => {
  const trusted = new Set<string>()
  for (const text of trustedOrigins) {
    const url = parse(text)
    if (url === undefined || (url.href !== `${url.origin}/` && url.href !== url.origin)) return undefined
    trusted.add(url.origin)
  }
  return (request) => changesSomething(request) && isFromElsewhere(request, trusted, options)
}

const safeMethods: ReadonlyArray<string> = ["GET", "HEAD", "OPTIONS", "TRACE"]

/** Anything but a read; a WebSocket begins as one, and can do everything. */
const changesSomething = ({ headers, method }: RequestLike): boolean =>
  method === undefined || !safeMethods.includes(method.toUpperCase()) || textOf(headers, "upgrade") !== ""

/**
 * Browsers say by `Sec-Fetch-Site` who sends a request, and no page can change
 * that. Older ones, and all to servers on http, say it by `Origin`. Programs
 * that are no browsers say neither, and nobody else's cookies are in them.
 */
const isFromElsewhere = (request: RequestLike, trusted: ReadonlySet<string>, options: ProxyOptions): boolean => {
  const origin = textOf(request.headers, "origin")
  const url = parse(origin)
  if (url !== undefined && trusted.has(url.origin)) return false
  const site = textOf(request.headers, "sec-fetch-site").trim().toLowerCase()
  if (site !== "") return site !== "same-origin" && site !== "none"
  if (origin === "") return false
  return url === undefined || !isOwn(url, request, options)
}

const isOwn = (origin: URL, request: RequestLike, { trustedProxies = 1 }: ProxyOptions): boolean => {
  if (origin.protocol !== "https:" && isHttps(request, { trustedProxies })) return false
  const forwarded = trustedProxies > 0 ? lastOf(textOf(request.headers, "x-forwarded-host"), trustedProxies) : ""
  const host = forwarded || textOf(request.headers, "host")
  const own = host === "" ? parse(request.url ?? "") : parse(`${origin.protocol}//${host}`)
  return own?.host === origin.host
}

const textOf = (headers: RequestLike["headers"], name: string): string => String(headers.get(name) ?? "")

const parse = (text: string): URL | undefined => {
  if (typeof text !== "string" || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.username === "" && url.password === "" ? url : undefined
}
