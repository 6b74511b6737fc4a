/** URLs in text. */

/** The URL of a text, perhaps relative to another one; undefined if it is none. */
export const parseUrl = (text: string, base?: string | URL): URL | undefined =>
  URL.canParse(text, base) ? new URL(text, base) : undefined

/** Whether a text is an absolute URL; whether it is trusted is the service's to decide. */
export const isAbsoluteUrl = (text: string): boolean => URL.canParse(text)

/** Whether a text is the URL of a page of the web, and not of a script or an app. */
export const isWebUrl = (text: string): boolean => /^https?:\/\/[^/]/i.test(text) && URL.canParse(text)

/** Path, query and fragment of a URL. */
export const toRelative = ({ hash, pathname, search }: URL): string => pathname + search + hash
