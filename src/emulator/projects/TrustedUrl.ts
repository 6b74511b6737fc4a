/**
 * Decides whether a project trusts a URL.
 *
 * The only check of URL parameters, for all routes (docs/protocol/redirects.md#trusted-urls). Malformed URLs, and
 * malformed entries of the project's list, are untrusted. Never throws.
 */
import * as Effect from "effect/Effect"
import { domainToUnicode } from "node:url"
import { RedirectUrlNotWhitelisted } from "../../domain/errors/Users.ts"
import { Generation } from "../Generation.ts"
import type { Project } from "./Projects.ts"

/** The part of a project's configuration that determines trust. */
export interface Trust {
  readonly allowLocalhost: boolean
  /** Such as `https://app.example.com`, `https://*.example.com:*` or `https://example.com/app`. */
  readonly domains: ReadonlyArray<string>
}

const MAX_LENGTH = 4096

/** C0, DEL, space, backslash, and characters that are invisible or reorder text. */
const FORBIDDEN = /[\u0000-\u0020\u007f-\u00a0\\\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u205f-\u206f\ufeff]/

const ORIGIN = /^https?:\/\/[^/]/i

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** The authority of a URL, whose scheme was checked before. */
const authorityOf = (text: string): string => {
  const start = text.indexOf("://") + 3
  const length = text.slice(start).search(/[/?#]/)
  return length === -1 ? text.slice(start) : text.slice(start, start + length)
}

const withoutPort = (authority: string): string => authority.replace(/:[^\]:]*$/, "")

const parse = (text: string): URL | undefined => {
  if (text.length > MAX_LENGTH || FORBIDDEN.test(text) || !ORIGIN.test(text)) return undefined
  const authority = authorityOf(text)
  if (authority.includes("@") || authority.includes("%")) return undefined
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return undefined
  }
  const { hostname } = url
  if (hostname.split(".").includes("")) return undefined
  // the host must be written in its parsed form: neither `127.1` nor `①②⑦.0.0.1`, nor characters that Unicode maps to
  // others
  const written = withoutPort(authority).toLowerCase()
  const isCanonical = hostname.startsWith("[") || written === hostname || written === domainToUnicode(hostname)
  if (!isCanonical) return undefined
  return url
}

const NATIVE_APP = /^(?:stack-auth|hexclave)-mobile-oauth-url:\/\/[^/?#@]+(?:[/?#]|$)/i

/** Whether a URL is the callback of a native app, which is trusted without configuration in the current service. */
const isNativeApp = (text: string): boolean =>
  text.length <= MAX_LENGTH && !FORBIDDEN.test(text) && NATIVE_APP.test(text) && URL.canParse(text)

const isLocalhost = (hostname: string): boolean =>
  hostname === "localhost" || hostname.endsWith(".localhost") || (IPV4.test(hostname) && hostname.startsWith("127."))

interface Entry {
  readonly protocol: string
  readonly host: string
  /** Empty for the default port of the scheme; `*` for any. */
  readonly port: string
  /** Without a trailing slash, so the root is the empty text. */
  readonly path: string
}

const ANY_PORT = /^(https?:\/\/[^/?#]*):\*(?=$|\/)/i

const parseEntry = (domain: string): Entry | undefined => {
  const anyPort = ANY_PORT.test(domain)
  const url = parse(domain.replace(ANY_PORT, "$1"))
  if (url === undefined || url.search !== "" || url.hash !== "") return undefined
  return {
    protocol: url.protocol,
    host: url.hostname,
    port: anyPort ? "*" : url.port,
    path: url.pathname.replace(/\/+$/, "")
  }
}

/**
 * Matches a host against a pattern: `*` stands for any characters of one label, `**` for any characters. It takes one
 * pass over the host per character of the pattern.
 */
const matchHost = (pattern: string, host: string): boolean => {
  if (host.startsWith("[")) return pattern === host
  // the lengths of the host's prefixes that the pattern matches so far
  let reached: ReadonlyArray<boolean> = [true]
  for (let at = 0; at < pattern.length; at++) {
    const next: Array<boolean> = []
    if (pattern[at] === "*") {
      const crossesDots = pattern[at + 1] === "*"
      let open = false
      for (let i = 0; i <= host.length; i++) {
        open = reached[i] === true || (open && (crossesDots || host[i - 1] !== "."))
        next[i] = open
      }
    } else {
      for (let i = 0; i < host.length; i++) next[i + 1] = reached[i] === true && host[i] === pattern[at]
    }
    reached = next
  }
  return reached[host.length] === true
}

const matches = (entry: Entry, url: URL): boolean =>
  entry.protocol === url.protocol &&
  (entry.port === "*" || entry.port === url.port) &&
  matchHost(entry.host, url.hostname) &&
  (url.pathname === entry.path || url.pathname.startsWith(`${entry.path}/`))

/** Whether a text may stand in a project's list of trusted domains. */
export const isDomain = (domain: string): boolean => parseEntry(domain) !== undefined

/**
 * Whether a URL is trusted by a project. The port counts, although the service of 2025-06 ignores it, because another
 * port is another origin.
 *
 * @example
 * ```ts
 * isTrusted({ allowLocalhost: false, domains: ["https://*.example.com"] }, "https://app.example.com/cb") // true
 * ```
 */
export const isTrusted = (trust: Trust, text: string): boolean => {
  const url = parse(text)
  // a URL with a literal star is not a host
  if (url === undefined || url.hostname.includes("*")) return false
  if (trust.allowLocalhost && isLocalhost(url.hostname)) return true
  return trust.domains.some((domain) => {
    const entry = parseEntry(domain)
    return entry !== undefined && matches(entry, url)
  })
}

/** Whether a project trusts a URL. */
export const trusts = (project: Project, url: string): boolean =>
  isTrusted(
    {
      allowLocalhost: project.config.allowLocalhost,
      domains: project.config.domains.map(({ domain }) => domain)
    },
    url
  )

/** `REDIRECT_URL_NOT_WHITELISTED` unless the project trusts the URL; handlers call it before anything else. */
export const requireTrusted = (project: Project, url: string): Effect.Effect<void, RedirectUrlNotWhitelisted> =>
  trusts(project, url) ? Effect.void : Effect.fail(new RedirectUrlNotWhitelisted())

/** Whether a sign-in with a provider may return to a URL: a trusted one, and in the current service a native app. */
export const leadsBackTo = (project: Project, url: string): Effect.Effect<boolean, never, Generation> =>
  Effect.map(Generation, ({ has }) => (has("current") && isNativeApp(url)) || trusts(project, url))

/** `REDIRECT_URL_NOT_WHITELISTED` unless a sign-in with a provider may return to the URL. */
export const requireWayBack = (
  project: Project,
  url: string
): Effect.Effect<void, RedirectUrlNotWhitelisted, Generation> =>
  Effect.flatMap(leadsBackTo(project, url), (leads) =>
    leads ? Effect.void : Effect.fail(new RedirectUrlNotWhitelisted())
  )
