/**
 * The part of a request that says who sent it, and how it came.
 */

/** A request as the Fetch API, Next.js or a framework of Node has it; headers may be asked for by any case. */
export interface RequestLike {
  readonly headers: { readonly get: (name: string) => string | null | undefined }
  /** Absolute, if it is known. */
  readonly url?: string | undefined
  /** Where it is not known, the request is taken for one that changes something. */
  readonly method?: string | undefined
}

/** Which of the machines before this server are the app's own. */
export interface ProxyOptions {
  /** How many proxies stand before the server; what others said of the request is not believed. Default: 1. */
  readonly trustedProxies?: number | undefined
}

/**
 * Whether the browser sent the request over https: the outermost trusted proxy
 * knows, by `x-forwarded-proto`, else the URL (docs/protocol/cookies.md#is-the-browser-on-https).
 */
export const isHttps = (request: RequestLike, { trustedProxies = 1 }: ProxyOptions = {}): boolean => {
  const forwarded = trustedProxies > 0 ? String(request.headers.get("x-forwarded-proto") ?? "") : ""
  if (forwarded.trim() !== "") {
    return lastOf(forwarded, trustedProxies).toLowerCase() === "https"
  }
  return request.url !== undefined && URL.canParse(request.url) && new URL(request.url).protocol === "https:"
}

/** What the outermost of so many trusted proxies has said: each appends what it saw, or replaces everything. */
export const lastOf = (forwarded: string, trustedProxies: number): string => {
  const hops = forwarded.split(",")
  return (hops[Math.max(hops.length - trustedProxies, 0)] ?? "").trim()
}
