/**
 * Decides whether a project trusts a URL.
 *
 * The only check of URL parameters, for all routes (docs/protocol/redirects.md#trusted-urls). Malformed URLs, and
 * malformed entries of the project's list, are untrusted. Never throws.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { platform } from "#emulator/platform"
import { RedirectUrlNotWhitelisted } from "../../domain/errors/Users.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { Generation } from "../settings/Generation.ts"
import type { Project } from "./Projects.ts"

/** The part of a project's configuration that determines trust. */
export interface Trust {
  readonly allowLocalhost: boolean
  /** Origins such as `https://app.example.com` or `https://*.example.com:*`. */
  readonly domains: ReadonlyArray<string>
  /** The project, if its pages at the service are trusted: those of 2025-06 do not exist. */
  readonly hostedProjectId?: string | undefined
  /** Whether the service is an emulator, which has the project's pages on this machine. */
  readonly isEmulator?: boolean | undefined
}

const maxLength = 4096

/** C0, DEL, space, backslash, and characters that are invisible or reorder text. */
const forbidden = /[\u0000-\u0020\u007f-\u00a0\\\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u205f-\u206f\ufeff]/

const origin = /^https?:\/\/[^/]/i

const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

const readAuthority = (text: string): string => {
  const start = text.indexOf("://") + 3
  const length = text.slice(start).search(/[/?#]/)
  return length === -1 ? text.slice(start) : text.slice(start, start + length)
}

/**
 * The rules of docs/protocol/redirects.md#trusted-urls by their numbers. The first four are about the form of a URL,
 * the fifth about localhost, the sixth about the project's pages at the service, the seventh about its list.
 */
export type Rule = 1 | 2 | 3 | 4 | 5 | 6 | 7

const removePort = (authority: string): string => authority.replace(/:[^\]:]*$/, "")

/** The URL of a text; fails with the rule about its form that it breaks. */
const parse = (text: string): Result.Result<URL, Rule> => {
  if (text === "" || text.length > maxLength || forbidden.test(text)) return Result.fail(1)
  if (!origin.test(text)) return Result.fail(2)
  const authority = readAuthority(text)
  if (authority.includes("@") || authority.includes("%")) return Result.fail(3)
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return Result.fail(2)
  }
  const { hostname } = url
  if (hostname.split(".").includes("")) return Result.fail(4)
  // The host must be written in its parsed form: neither `127.1` nor `①②⑦.0.0.1`, nor characters that Unicode maps to
  // others.
  const written = removePort(authority).toLowerCase()
  const isCanonical = hostname.startsWith("[") || written === hostname || written === platform.domainToUnicode(hostname)
  return isCanonical ? Result.succeed(url) : Result.fail(4)
}

const nativeApp = /^(?:stack-auth|hexclave)-mobile-oauth-url:\/\/[^/?#@]+(?:[/?#]|$)/i

/** Whether a URL is the callback of a native app, which is trusted without configuration in the current service. */
export const isNativeApp = (text: string): boolean =>
  text.length <= maxLength && !forbidden.test(text) && nativeApp.test(text) && URL.canParse(text)

const isLocalhost = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  (ipv4.test(hostname) && hostname.startsWith("127."))

const hostedDomains = ["built-with-hexclave.com", "built-with-stack-auth.com"]

const isHosted = (projectId: ProjectId, url: URL): boolean =>
  hostedDomains.some((domain) => url.origin === `https://${projectId.toLowerCase()}.${domain}`)

/** The emulator's own hosted pages are below this domain, which browsers resolve to this machine. */
const emulatedPages = /^([^.]+)\.built-with\.localhost$/

/** The project whose hosted pages the emulator serves under a host name, in lower case. */
export const parseHostedProject = (hostname: string): string | undefined => emulatedPages.exec(hostname)?.[1]

/** Whether a request is from a hosted page of a project, which has no publishable key: keys are stored as hashes. */
export const isHostedPage = (projectId: ProjectId, headers: Readonly<Record<string, string | undefined>>): boolean =>
  headers["origin"] !== undefined &&
  URL.canParse(headers["origin"]) &&
  parseHostedProject(new URL(headers["origin"]).hostname) === projectId.toLowerCase()

interface Entry {
  readonly protocol: string
  readonly host: string
  /** Empty for the default port of the scheme; `*` for any. */
  readonly port: string
}

const anyPortPattern = /^(https?:\/\/[^/?#]*):\*(?=$|\/)/i

const parseEntry = (domain: string): Entry | undefined => {
  const anyPort = anyPortPattern.test(domain)
  const url = Result.getOrUndefined(parse(domain.replace(anyPortPattern, "$1")))
  if (url === undefined || url.search !== "" || url.hash !== "") return undefined
  return {
    protocol: url.protocol,
    host: url.hostname,
    port: anyPort ? "*" : url.port
  }
}

/**
 * Matches a host against a pattern: `*` matches any characters of one label, `**` any characters. Takes one pass over
 * the host per character of the pattern.
 */
const matchHost = (pattern: string, host: string): boolean => {
  if (host.startsWith("[")) return pattern === host
  // The lengths of the host's prefixes that the pattern matches so far.
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

/** The first part of a URL that an entry of the list does not match; `malformed` for an invalid entry (rule 8). */
export type Mismatch = "malformed" | "scheme" | "port" | "host"

const findMismatch = (domain: string, url: URL): Mismatch | undefined => {
  const entry = parseEntry(domain)
  if (entry === undefined) return "malformed"
  if (entry.protocol !== url.protocol) return "scheme"
  if (!matchHost(entry.host, url.hostname)) return "host"
  return entry.port === "*" || entry.port === url.port ? undefined : "port"
}

/** Whether a text is a valid entry in a project's list of trusted domains, which is an origin: without a path. */
export const isDomain = (domain: string): boolean =>
  parseEntry(domain) !== undefined && /^[^/]*\/\/[^/]*\/?$/.test(domain)

/** The decision about a URL, and the rule behind it. */
export interface Verdict {
  readonly isTrusted: boolean
  readonly rule: Rule
  /** The entries that were compared, up to the one that matches. */
  readonly entries: ReadonlyArray<{ readonly domain: string; readonly mismatch: Mismatch | undefined }>
}

/**
 * Decides whether a URL is trusted by a project, and says by which rule. The port counts, although the service of
 * 2025-06 ignores it, because another port is another origin.
 */
export const judge = (trust: Trust, text: string): Verdict => {
  const parsed = parse(text)
  if (Result.isFailure(parsed)) return { isTrusted: false, rule: parsed.failure, entries: [] }
  const url = parsed.success
  // A URL with a literal star is not a host.
  if (url.hostname.includes("*")) return { isTrusted: false, rule: 4, entries: [] }
  if (trust.allowLocalhost && isLocalhost(url.hostname)) return { isTrusted: true, rule: 5, entries: [] }
  const { hostedProjectId } = trust
  if (hostedProjectId !== undefined) {
    const isEmulated = trust.isEmulator === true && parseHostedProject(url.hostname) === hostedProjectId.toLowerCase()
    if (isEmulated || isHosted(hostedProjectId, url)) return { isTrusted: true, rule: 6, entries: [] }
  }
  const entries: Array<Verdict["entries"][number]> = []
  for (const domain of trust.domains) {
    const mismatch = findMismatch(domain, url)
    entries.push({ domain, mismatch })
    if (mismatch === undefined) return { isTrusted: true, rule: 7, entries }
  }
  return { isTrusted: false, rule: 7, entries }
}

/**
 * Whether a URL is trusted by a project.
 *
 * @example
 * ```ts
 * isTrusted({ allowLocalhost: false, domains: ["https://*.example.com"] }, "https://app.example.com/cb") // true
 * ```
 */
export const isTrusted = (trust: Trust, text: string): boolean => judge(trust, text).isTrusted

export const trusts = ({ config, id }: Project, url: string): Effect.Effect<boolean, never, Generation> =>
  Effect.map(Generation, ({ has }) =>
    isTrusted(
      {
        allowLocalhost: config.allowLocalhost,
        domains: config.domains.map(({ domain }) => domain),
        hostedProjectId: has("current") ? id : undefined,
        isEmulator: true
      },
      url
    )
  )

/** Whether a sign-in with a provider may return to a URL: a trusted one, and in the current service a native app. */
export const isRedirectUri = (project: Project, url: string): Effect.Effect<boolean, never, Generation> =>
  Effect.flatMap(Generation, ({ has }) =>
    has("current") && isNativeApp(url) ? Effect.succeed(true) : trusts(project, url)
  )

const requireBy = (allows: typeof trusts) => (project: Project, url: string) =>
  Effect.flatMap(allows(project, url), (isAllowed) =>
    isAllowed ? Effect.void : Effect.fail(new RedirectUrlNotWhitelisted())
  )

/** `REDIRECT_URL_NOT_WHITELISTED` unless the project trusts the URL; handlers call it before anything else. */
export const requireTrusted = requireBy(trusts)

/** `REDIRECT_URL_NOT_WHITELISTED` unless a sign-in with a provider may return to the URL. */
export const requireRedirectUri = requireBy(isRedirectUri)
