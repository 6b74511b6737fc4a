/** Cookies as text: in headers, and in `document.cookie`. */

/** The largest cookie that browsers keep: name and value together, in octets (RFC 6265bis §5.6). */
export const maxCookieOctets = 4096

/**
 * The cookies of a `Cookie` header or of `document.cookie`. Never throws. Of several cookies with the same name the
 * first one counts. Parts that are not pairs are left out. A value that cannot be decoded is empty, so that no later
 * duplicate takes its place (docs/protocol/cookies.md#which-session-counts).
 */
export const parse = (header: string): ReadonlyMap<string, string> => {
  const cookies = new Map<string, string>()
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=")
    const name = trim(pair.slice(0, Math.max(at, 0)))
    if (name !== "" && !cookies.has(name)) cookies.set(name, decode(pair.slice(at + 1).trim()))
  }
  return cookies
}

/**
 * Removes blanks and tabs around a name. `String.trim` would also remove a no-break space. A browser lets any host of
 * the domain set a name that begins with one, and without it the name could begin with `__Host-`.
 */
const trim = (name: string): string => {
  let start = 0
  let end = name.length
  // Past either end the code is NaN, which is not a blank.
  while (isBlank(name.charCodeAt(start))) start++
  while (isBlank(name.charCodeAt(end - 1))) end--
  return name.slice(start, end)
}

const isBlank = (code: number): boolean => code === 32 || code === 9

const decode = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return ""
  }
}

/** Attributes of a cookie besides those that all have. */
export interface Attributes {
  readonly isSecure: boolean
  readonly maxAgeSeconds?: number | undefined
  readonly domain?: string | undefined
}

/**
 * A cookie as it is written: by scripts, and in a `Set-Cookie` header. The value is percent-encoded except for
 * brackets, like that of the vendor's client (docs/protocol/cookies.md#values).
 */
export const serialize = (name: string, value: string, { domain, isSecure, maxAgeSeconds }: Attributes): string =>
  `${name}=${encode(value)}${maxAgeSeconds === undefined ? "" : `; Max-Age=${maxAgeSeconds}`}; Path=/; SameSite=Lax${
    isSecure ? "; Secure" : ""
  }${domain === undefined ? "" : `; Domain=${domain}`}`

const encode = (value: string): string =>
  // A lone surrogate cannot be encoded.
  encodeURIComponent(value.replace(/\p{Surrogate}/gu, "\ufffd")).replace(/%5[BD]/g, decodeURIComponent)

export const fits = (name: string, value: string): boolean => name.length + encode(value).length <= maxCookieOctets
