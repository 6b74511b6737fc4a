/** Decides which redirect targets belong to this app (docs/protocol/threats.md#open-redirects). */
import { parseUrl } from "./AbsoluteUrl.ts"

/** Control characters, blanks, backslashes, and invisible or direction-changing characters. */
const forbidden = /[\u0000-\u0020\u007f\\\u00a0\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/

/** The rules of docs/protocol/redirects.md#trusted-targets, by their numbers. */
export type Rule = 1 | 2 | 3 | 4

/** The target, resolved on a page as a browser would, or the rule that it breaks. Never throws. */
export const judge = (target: string, page: URL): URL | Rule => {
  if (target.length === 0 || target.length > 4096) return 1
  if (forbidden.test(target)) return 2
  if (target.startsWith("//") || (/^[a-z][a-z0-9+.-]*:/i.test(target) && !/^https?:\/\/[^/@]/i.test(target))) return 3
  const url = parseUrl(target, page)
  if (url === undefined) return 3
  const isWithin = url.origin === page.origin && url.username === "" && url.password === ""
  return isWithin && !url.pathname.startsWith("//") ? url : 4
}

/** The target, if it is within the page's origin; else undefined (docs/protocol/redirects.md#trusted-targets). */
export const resolveTrusted = (target: string, page: URL): URL | undefined => {
  const judged = judge(target, page)
  return typeof judged === "number" ? undefined : judged
}
