/**
 * A user who is signed in at the app comes to a hosted page: the page asks the app for this very session
 * (docs/protocol/oauth.md#hosted-pages).
 */
import { isLoopback } from "../../src/domain/url/Loopback.ts"

/** The session that the user has at the app, and the page of the app that hands it on. */
export interface Offer {
  readonly sessionId: string
  readonly callback: URL
}

const listNames = (part: string) => ["stack", "hexclave"].map((brand) => `${brand}_nested_cross_domain_auth_${part}`)

const [sessionIds, callbacks] = [listNames("refresh_token_id"), listNames("callback_url")]

const read = (query: URLSearchParams, names: ReadonlyArray<string>) =>
  names.map((name) => query.get(name) ?? "").find((value) => value !== "")

/** The offer in the URL of a page. */
export const readOffer = ({ searchParams }: URL): Offer | undefined => {
  const [sessionId, callback] = [read(searchParams, sessionIds), read(searchParams, callbacks)]
  return sessionId === undefined || callback === undefined || !/^https?:\/\//i.test(callback) || !URL.canParse(callback)
    ? undefined
    : { sessionId, callback: new URL(callback) }
}

/** The page without the offer. */
export const removeOffer = (page: URL): URL => {
  const url = new URL(page)
  for (const name of [...sessionIds, ...callbacks]) url.searchParams.delete(name)
  return url
}

/** The page that hands the session on; what it is asked for comes beside it. */
export const formatCallback = ({ callback, sessionId }: Offer): string => {
  const url = new URL(callback)
  url.searchParams.set(sessionIds[0]!, sessionId)
  return url.href
}

/**
 * Whether a host matches a pattern, in which `*` is a part of one label and `**` of any number. The lengths of the host
 * that the pattern so far matches are kept, because a regular expression can take for ever.
 */
const matches = (pattern: string, host: string): boolean => {
  let lengths = new Set([0])
  for (const part of pattern.split(/(\*\*|\*)/)) {
    const next = new Set<number>()
    for (const length of lengths) {
      if (!part.startsWith("*")) {
        if (host.startsWith(part, length)) next.add(length + part.length)
        continue
      }
      for (let end = length; end <= host.length && !next.has(end); end++) {
        next.add(end)
        if (part === "*" && host[end] === ".") break
      }
    }
    lengths = next
  }
  return lengths.has(host.length)
}

/** Whether the project trusts a page: the browser is sent there, with nothing that is secret. */
export const isTrusted = (page: URL, domains: ReadonlyArray<string>): boolean =>
  page.href.length <= 4096 &&
  page.username === "" &&
  page.password === "" &&
  !page.hostname.includes("*") &&
  (isLoopback(page.hostname) ||
    domains.some((domain) => {
      const [, scheme, host, port = ""] = /^(https?:)\/\/([^/?#@:]+)(?::(\d+|\*))?\/?$/.exec(domain) ?? []
      if (scheme !== page.protocol || host === undefined) return false
      return matches(host.toLowerCase(), page.hostname) && (port === "*" || port === page.port)
    }))
