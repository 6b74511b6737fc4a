/**
 * Recognizes requests of foreign web pages (docs/protocol/threats.md#pages-that-call-the-emulator). The emulator's
 * well-known keys protect nothing: any page that a developer visits could use them. So the origin of a request decides,
 * not its keys.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import { parseUrl } from "../../domain/url/AbsoluteUrl.ts"
import { isLoopback } from "../../domain/url/Loopback.ts"

/** Trusted hosts and origins besides the emulator's own. */
export interface Options {
  /**
   * Further host names of the emulator, besides those of this machine and of its base URL. Others are refused, because
   * a page can point its own name at this machine (DNS rebinding).
   */
  readonly allowedHosts?: ReadonlyArray<string> | undefined
  /**
   * Origins of web pages that may call at server and admin level, such as `http://localhost:3000`. Default: none.
   * Client level needs no entry.
   */
  readonly trustedOrigins?: ReadonlyArray<string> | undefined
}

/** Why a request is foreign. */
export interface ForeignOrigin {
  readonly by: "Host" | "Origin" | "Sec-Fetch-Site"
  readonly value: string
  /** A page of this machine, such as an app under development. */
  readonly isLocalPage: boolean
}

export class Origins extends Context.Service<
  Origins,
  {
    /** Why a request is foreign; `undefined` for own pages, trusted ones, and programs. */
    readonly findForeignOrigin: (request: Request) => ForeignOrigin | undefined
    /** The host name of a request, if it is not one of the emulator's. */
    readonly findForeignHost: (request: Request) => string | undefined
  }
>()("gatefold/emulator/access/Origins") {}

const parseHostname = (host: string): string | undefined => parseUrl(`http://${host}`)?.hostname

/**
 * Whether a `Host` header names the emulator.
 *
 * @example
 * ```ts
 * isOwnHost("localhost:8102", []) // true
 * isOwnHost("evil.example:8102", []) // false
 * ```
 */
export const isOwnHost = (host: string, allowed: ReadonlyArray<string>): boolean => {
  const hostname = parseHostname(host)
  return (
    hostname !== undefined &&
    (isLoopback(hostname) || allowed.some((origin) => (parseHostname(origin) ?? origin) === hostname))
  )
}

const isLocal = (origin: string): boolean => {
  const url = parseUrl(origin)
  return url !== undefined && /^https?:$/.test(url.protocol) && isLoopback(url.hostname)
}

/** An origin in the form of browsers; `undefined` if it is invalid, or `null`, which any page can have. */
export const parseOrigin = (text: string): string | undefined => {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? parseUrl(text) : undefined
  // Custom schemes, such as those of desktop apps, have origins that `URL` does not support.
  return url === undefined || url.origin !== "null" ? url?.origin : text.replace(/\/$/, "")
}

/** The origins and hosts of one emulator. An invalid origin is a defect. */
export const layer = (publicUrl: string, options: Options): Layer.Layer<Origins> =>
  Layer.effect(
    Origins,
    Effect.suspend(() => {
      const invalid = options.trustedOrigins?.find((origin) => parseOrigin(origin) === undefined)
      if (invalid === undefined) return Effect.succeed(make(publicUrl, options))
      return Effect.die(
        new InvalidOption({
          option: "trustedOrigins",
          problem: `The trusted origin ${JSON.stringify(invalid)} is not an origin. Write it like "http://localhost:3000".`
        })
      )
    })
  )

const make = (publicUrl: string, { allowedHosts = [], trustedOrigins = [] }: Options): Origins["Service"] => {
  const home = parseUrl(publicUrl)
  const hosts = home === undefined ? allowedHosts : [home.host, ...allowedHosts]
  const origins = new Set([publicUrl, ...trustedOrigins].map(parseOrigin))

  // A request without the header is from this process.
  const findForeignHost: Origins["Service"]["findForeignHost"] = (request) => {
    const host = request.headers.get("host")
    return host === null || isOwnHost(host, hosts) ? undefined : host
  }

  const findForeignOrigin: Origins["Service"]["findForeignOrigin"] = (request) => {
    const host = findForeignHost(request)
    if (host !== undefined) return { by: "Host", value: host, isLocalPage: false }
    const origin = request.headers.get("origin")
    if (origin !== null) {
      // A page of the same host, which was checked above. Behind a proxy, it may use TLS.
      const ownHost = request.headers.get("host") ?? new URL(request.url).host
      const isOwn = origins.has(origin) || [`http://${ownHost}`, `https://${ownHost}`].map(parseOrigin).includes(origin)
      return isOwn ? undefined : { by: "Origin", value: origin, isLocalPage: isLocal(origin) }
    }
    // Requests without CORS have no `Origin`, but browsers report their site.
    const site = request.headers.get("sec-fetch-site")
    return site === null || site === "same-origin" || site === "none"
      ? undefined
      : { by: "Sec-Fetch-Site", value: site, isLocalPage: false }
  }

  return { findForeignOrigin, findForeignHost }
}

/** Says why a request is forbidden, with the option that allows it. */
export const describeOrigin = ({ by, value }: ForeignOrigin): string => {
  const quoted = JSON.stringify(value.slice(0, 200))
  const start =
    "The emulator takes calls with server and admin access, and calls to its project `internal`, from its own pages and from programs only, whatever keys they carry. "
  switch (by) {
    case "Host":
      return `${start}This one was sent to the host ${quoted}. If that is a name of this emulator, start it with the option allowedHosts: [${JSON.stringify(parseHostname(value)?.slice(0, 200) ?? "")}].`
    case "Origin":
      return `${start}This one was sent by a web page of the origin ${quoted}. Call from a server instead; or, if you trust that page with the keys, start the emulator with the option trustedOrigins: [${quoted}].`
    case "Sec-Fetch-Site":
      return `${start}This one was sent by a web page of another site. Call from a server instead.`
  }
}

/**
 * Whether a page of another site submits a form of the emulator's. Its own pages send no referrer, so their origin is
 * `null`.
 */
export const isFromElsewhere = ({ findForeignOrigin }: Origins["Service"], request: Request): boolean => {
  const foreign = findForeignOrigin(request)
  const isForeign = foreign !== undefined && !(foreign.by === "Origin" && foreign.value === "null")
  return isForeign || (request.headers.get("sec-fetch-site") ?? "same-origin") !== "same-origin"
}
