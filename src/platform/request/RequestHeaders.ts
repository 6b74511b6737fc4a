/** The part of a request that says who sent it, and how it came. */
import { parseUrl } from "../../domain/url/AbsoluteUrl.ts"

/** A request of the Fetch API, Next.js or a Node framework; header names are case-insensitive. */
export interface RequestLike {
  readonly headers: { readonly get: (name: string) => string | null | undefined }
  /** Absolute, if it is known. */
  readonly url?: string | undefined
  /** Without it, the request counts as one that changes something. */
  readonly method?: string | undefined
}

/** Options for the proxies in front of the server that belong to the app. */
export interface ProxyOptions {
  /** How many trusted proxies are in front of the server. Entries of other machines are ignored. Default: 1. */
  readonly trustedProxies?: number | undefined
}

/**
 * Whether the browser sent the request over https: the outermost trusted proxy knows, by `x-forwarded-proto`, else the
 * URL (docs/protocol/cookies.md#is-the-browser-on-https).
 */
export const isHttps = (request: RequestLike, { trustedProxies = 1 }: ProxyOptions = {}): boolean => {
  const forwarded = trustedProxies > 0 ? String(request.headers.get("x-forwarded-proto") ?? "") : ""
  if (forwarded.trim() !== "") {
    return findForwarded(forwarded, trustedProxies).toLowerCase() === "https"
  }
  return parseUrl(request.url ?? "")?.protocol === "https:"
}

/** The entry of the outermost of this many trusted proxies: each proxy appends an entry, or replaces all. */
export const findForwarded = (forwarded: string, trustedProxies: number): string => {
  const hops = forwarded.split(",")
  return (hops[Math.max(hops.length - trustedProxies, 0)] ?? "").trim()
}
