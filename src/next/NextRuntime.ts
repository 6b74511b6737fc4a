/** The part of Next.js that this folder uses. */
import type { RequestLike } from "../platform/request/RequestHeaders.ts"
import type { CookieStore } from "./internal/RequestCookies.ts"

/** The functions of Next.js that are used on a server. */
export interface NextRuntime {
  readonly cookies: () => Promise<CookieStore>
  readonly headers: () => Promise<RequestLike["headers"]>
  /** Throws the error with which Next.js redirects. */
  readonly redirect: (url: string, kind: "push" | "replace") => never
  /** An object that stays the same during one render; outside of a render each call returns a new one. */
  readonly renderScope: () => object
  /** Continues from `proxy.ts` to the page, with these request headers. */
  readonly forward: (headers: Headers) => Response
}
