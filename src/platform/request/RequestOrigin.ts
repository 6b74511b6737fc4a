/**
 * Protection against cross-site request forgery: whether a page of a foreign origin sent a request with the user's
 * cookies. `SameSite=Lax` covers other sites, but not subdomains of the same site, other ports of the host, or
 * WebSockets.
 */
import { isWebUrl } from "../../domain/url/AbsoluteUrl.ts"
import { isHttps, findForwarded, type ProxyOptions, type RequestLike } from "./RequestHeaders.ts"

/** The origins whose pages may send requests that change something, with the user's cookies. */
export interface OriginOptions extends ProxyOptions {
  /** Such origins besides the app's own, like `https://admin.example.com`. Default: none. */
  readonly trustedOrigins?: ReadonlyArray<string> | undefined
}

/** Whether a request changes something and was sent by a page of a foreign origin. */
export type IsForeign = (request: RequestLike) => boolean

/** The problem of an option `trustedOrigins`. */
export const invalidTrustedOrigins = "must be origins such as https://admin.example.com, without a path"

/** Makes the check; undefined if a trusted origin is not an origin (see {@link invalidTrustedOrigins}). */
export const make = ({ trustedOrigins = [], ...options }: OriginOptions): IsForeign | undefined => {
  const trusted = new Set<string>()
  for (const text of trustedOrigins) {
    const url = parse(text)
    if (url === undefined || url.href !== `${url.origin}/`) return undefined
    trusted.add(url.origin)
  }
  return (request) => changesSomething(request) && isFromElsewhere(request, trusted, options)
}

const safeMethods: ReadonlyArray<string> = ["GET", "HEAD", "OPTIONS", "TRACE"]

/** Whether it is anything but a read. A WebSocket begins as a read, and may then do anything. */
const changesSomething = ({ headers, method }: RequestLike): boolean =>
  method === undefined || !safeMethods.includes(method.toUpperCase()) || readHeader(headers, "upgrade") !== ""

/**
 * Browsers report the sender's site in `Sec-Fetch-Site`, which no page can change; older ones, and all on http, in
 * `Origin`. A request with neither header is from a program, which has no cookies of another user.
 */
const isFromElsewhere = (request: RequestLike, trusted: ReadonlySet<string>, options: ProxyOptions): boolean => {
  const origin = readHeader(request.headers, "origin")
  const url = parse(origin)
  if (url !== undefined && trusted.has(url.origin)) return false
  const site = readHeader(request.headers, "sec-fetch-site").trim().toLowerCase()
  if (site !== "") return site !== "same-origin" && site !== "none"
  if (origin === "") return false
  return url === undefined || !isOwn(url, request, options)
}

const isOwn = (origin: URL, request: RequestLike, { trustedProxies = 1 }: ProxyOptions): boolean => {
  if (origin.protocol !== "https:" && isHttps(request, { trustedProxies })) return false
  const forwarded = findForwarded(readHeader(request.headers, "x-forwarded-host"), trustedProxies)
  const host = forwarded || readHeader(request.headers, "host")
  const ownOrigin = host === "" ? parse(request.url ?? "") : parse(`${origin.protocol}//${host}`)
  return ownOrigin?.host === origin.host
}

const readHeader = (headers: RequestLike["headers"], name: string): string => String(headers.get(name) ?? "")

const parse = (text: string): URL | undefined => {
  if (!isWebUrl(text)) return undefined
  const url = new URL(text)
  return url.username === "" && url.password === "" ? url : undefined
}
