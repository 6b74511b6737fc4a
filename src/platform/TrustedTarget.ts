/**
 * Which redirect targets belong to this app (docs/protocol/threats.md#open-redirects).
 */

/** Control characters, blanks, backslashes, and invisible or direction-changing characters. */
const forbidden = /[\u0000-\u0020\u007f\\\u00a0\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/

/**
 * The target, resolved on a page as a browser would, if it is within the page's origin; else undefined. Never throws
 * (docs/protocol/redirects.md#trusted-targets).
 */
export const trustedTarget = (target: string, page: URL): URL | undefined => {
  if (target.length === 0 || target.length > 4096 || forbidden.test(target)) return undefined
  if (target.startsWith("//") || (/^[a-z][a-z0-9+.-]*:/i.test(target) && !/^https?:\/\/[^/@]/i.test(target))) {
    return undefined
  }
  if (!URL.canParse(target, page.href)) return undefined
  const url = new URL(target, page.href)
  const isWithin = url.origin === page.origin && url.username === "" && url.password === ""
  return isWithin && !url.pathname.startsWith("//") ? url : undefined
}
