/**
 * An MCP server as an OAuth 2.0 protected resource: its metadata (RFC 9728), its challenges (RFC 6750), and the pages
 * that may talk to it (docs/protocol/threats.md#mcp-servers).
 */
import * as Effect from "effect/Effect"
import { InvalidOption } from "../../../domain/errors/InvalidOption.ts"
import { parseUrl } from "../../../domain/url/AbsoluteUrl.ts"
import { isLoopback } from "../../../domain/url/Loopback.ts"
import type { RequestLike } from "../../../platform/request/RequestHeaders.ts"
import type { AuthError } from "../../AuthErrors.ts"

/** Options of the resource: the MCP server's description, and who may send requests to it. */
export interface ResourceOptions {
  /** The URL of the MCP endpoint as clients know it, such as `https://app.example.com/mcp`. */
  readonly resource: string
  /** The name that people see. */
  readonly name?: string | undefined
  /** The URL of its documentation. */
  readonly documentation?: string | undefined
  /**
   * The issuers whose tokens it takes, where clients send their user to sign in. The service is none (see
   * docs/guides/mcp.md#authorization-servers). Default: none, for clients that are given a token or a key.
   */
  readonly authorizationServers?: ReadonlyArray<string> | undefined
  /** The scopes that a client asks these servers for. Default: none. */
  readonly scopes?: ReadonlyArray<string> | undefined
  /** The origins of other pages that may send requests, like `https://inspector.example.com`. Default: none. */
  readonly trustedOrigins?: ReadonlyArray<string> | undefined
  /** Host names that requests may use besides that of `resource`, like `localhost:3000`. Default: none. */
  readonly trustedHosts?: ReadonlyArray<string> | undefined
}

/** The metadata document (RFC 9728 §2). */
export interface ResourceMetadata {
  readonly resource: string
  readonly authorization_servers?: ReadonlyArray<string>
  readonly scopes_supported?: ReadonlyArray<string>
  readonly bearer_methods_supported: ReadonlyArray<"header">
  readonly resource_name?: string
  readonly resource_documentation?: string
}

export interface ProtectedResource {
  readonly metadata: ResourceMetadata
  readonly metadataUrl: string
  /** The path of {@link metadataUrl}: the well-known one, followed by that of the resource (RFC 9728 §3.1). */
  readonly metadataPath: `/${string}`
  /** The value of `WWW-Authenticate` of a response that refuses a request; undefined if it asks for nothing. */
  readonly makeChallenge: (error: AuthError) => string | undefined
  /**
   * Returns the header that shows that a request came from an untrusted page, or under another host name than the
   * resource's.
   */
  readonly findForeignHeader: (request: RequestLike) => "origin" | "host" | undefined
}

const wellKnown = "/.well-known/oauth-protected-resource"

/** An absolute URL that may be shown to clients. */
const parse = (text: string): URL | undefined => {
  if (!/^https?:\/\/[^/\\\s]/i.test(text) || /[\s\\#]/.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.username !== "" || url.password !== "") return undefined
  return url.protocol === "https:" || isLoopback(url.hostname) ? url : undefined
}

const parseOrigin = (text: string): string | undefined => {
  const url = parseUrl(text)
  return url === undefined || url.origin === "null" || url.href !== `${url.origin}/` ? undefined : url.origin
}

/** RFC 6749 §3.3. */
const isScope = (text: string): boolean => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)

const isHost = (text: string): boolean =>
  /^[^/?#@\\\s]+$/.test(text) && URL.canParse(`http://${text}`) && new URL(`http://${text}`).pathname === "/"

/** A host as requests name it: in lower case, and without the port of the scheme. */
const parseHost = (text: string, protocol: string): string | undefined =>
  isHost(text) ? new URL(`${protocol}//${text}`).host : undefined

/** Texts of challenges have no quotes or backslashes (RFC 6750 §3). */
const quoteText = (text: string): string => `"${text.replace(/["\\]/g, "'")}"`

/** Makes a function that parses the text of an option, or fails with {@link InvalidOption}. */
const makeCheck =
  <A>(option: string, problem: string, parseText: (text: string) => A | undefined) =>
  (text: string): Effect.Effect<A, InvalidOption> => {
    const value = parseText(text)
    return value === undefined ? Effect.fail(new InvalidOption({ option, problem })) : Effect.succeed(value)
  }

const makeUrlCheck = (option: string) =>
  makeCheck(option, "must be an https URL without user name or fragment; http is for this machine only", parse)

const checkOptions = Effect.fnUntraced(function* ({
  authorizationServers = [],
  documentation,
  resource,
  scopes = [],
  trustedHosts = [],
  trustedOrigins = []
}: ResourceOptions) {
  const url = yield* makeUrlCheck("resource")(resource)
  const issuers = yield* Effect.forEach(authorizationServers, makeUrlCheck("authorizationServers"))
  if (issuers.some(({ search }) => search !== "")) {
    return yield* new InvalidOption({ option: "authorizationServers", problem: "an issuer has no query" })
  }
  if (documentation !== undefined) yield* makeUrlCheck("documentation")(documentation)
  if (!scopes.every(isScope)) {
    return yield* new InvalidOption({ option: "scopes", problem: "must be scopes such as files:read, one by one" })
  }
  const mustBeOrigins = "must be origins such as https://inspector.example.com, without a path"
  const origins = yield* Effect.forEach(trustedOrigins, makeCheck("trustedOrigins", mustBeOrigins, parseOrigin))
  const hosts = yield* Effect.forEach(
    trustedHosts,
    makeCheck("trustedHosts", "must be hosts such as localhost:3000", (text) => parseHost(text, url.protocol))
  )
  return { url, origins: new Set([url.origin, ...origins]), hosts: new Set([url.host, ...hosts]) }
})

/** Checks the options. Fails with {@link InvalidOption}. */
export const make = Effect.fnUntraced(function* (
  options: ResourceOptions
): Effect.fn.Return<ProtectedResource, InvalidOption> {
  const { authorizationServers = [], documentation, name, resource, scopes = [] } = options
  const { hosts, origins, url } = yield* checkOptions(options)
  const metadataPath = `${wellKnown}${url.pathname === "/" ? "" : url.pathname}` as const
  const metadataUrl = `${url.origin}${metadataPath}${url.search}`
  const attributes = [
    `resource_metadata=${quoteText(metadataUrl)}`,
    ...(scopes.length === 0 ? [] : [`scope=${quoteText(scopes.join(" "))}`])
  ]
  const joinChallenge = (...error: ReadonlyArray<string>) => `Bearer ${[...error, ...attributes].join(", ")}`

  return {
    metadata: {
      resource,
      ...(authorizationServers.length > 0 && { authorization_servers: authorizationServers }),
      ...(scopes.length > 0 && { scopes_supported: scopes }),
      bearer_methods_supported: ["header"],
      ...(name !== undefined && { resource_name: name }),
      ...(documentation !== undefined && { resource_documentation: documentation })
    },
    metadataUrl,
    metadataPath,
    makeChallenge: (error) => {
      if (error._tag === "Unavailable") return undefined
      // A request without credentials gets no error code (RFC 6750 §3.1).
      if (error._tag === "Unauthorized" && error.reason === "missing") return joinChallenge()
      const code = error._tag === "Unauthorized" ? "invalid_token" : "insufficient_scope"
      return joinChallenge(`error="${code}"`, `error_description=${quoteText(error.message)}`)
    },
    findForeignHeader: ({ headers, url: sentTo }) => {
      const origin = headers.get("origin") ?? ""
      if (origin !== "" && !origins.has(origin)) return "origin"
      const host = headers.get("host") ?? parseUrl(sentTo ?? "")?.host ?? ""
      return hosts.has(parseHost(host, url.protocol) ?? "") ? undefined : "host"
    }
  }
})
