/**
 * Which requests come from web pages that have no business with keys
 * (docs/protocol/threats.md#pages-that-call-the-emulator). The emulator's well-known keys keep nobody out: any page
 * that a developer visits could use them. So where a request comes from decides, and not what it carries.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isLoopback } from "../../domain/Loopback.ts"

/** Who is trusted besides the emulator itself. */
export interface Options {
  /**
   * Host names under which clients may reach the emulator, besides those of this machine and that of its base URL: a
   * page could point a name of its own at this machine (DNS rebinding).
   */
  readonly allowedHosts?: ReadonlyArray<string> | undefined
  /**
   * Origins of web pages that may call at server and admin level, such as `http://localhost:3000`. Default: none, for
   * keys belong on servers. Client level needs no entry here.
   */
  readonly trustedOrigins?: ReadonlyArray<string> | undefined
}

/** What is foreign about a request. */
export interface Stranger {
  readonly by: "Host" | "Origin" | "Sec-Fetch-Site"
  readonly value: string
  /** A page of this machine, such as an app under development. */
  readonly isLocalPage: boolean
}

/** Tells strangers from the emulator's own. */
export class Origins extends Context.Service<
  Origins,
  {
    /** What is foreign about a request; `undefined` for own pages, trusted ones, and clients that are no browsers. */
    readonly strangerOf: (request: Request) => Stranger | undefined
    /** The host name of a request when it is not one of the emulator's. */
    readonly foreignHostOf: (request: Request) => string | undefined
  }
>()("gatefold/emulator/http/Origins") {}

const parse = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined)

const hostnameOf = (host: string): string | undefined => parse(`http://${host}`)?.hostname

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
  const hostname = hostnameOf(host)
  return (
    hostname !== undefined &&
    (isLoopback(hostname) || allowed.some((other) => (hostnameOf(other) ?? other) === hostname))
  )
}

const isLocal = (origin: string): boolean => {
  const url = parse(origin)
  return url !== undefined && /^https?:$/.test(url.protocol) && isLoopback(url.hostname)
}

/** An origin as browsers write it; `undefined` for what is none, and for `null`, which any page can have. */
export const originOf = (text: string): string | undefined => {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? parse(text) : undefined
  // schemes of their own, such as those of desktop apps, have origins that `URL` does not know
  return url === undefined || url.origin !== "null" ? url?.origin : text.replace(/\/$/, "")
}

/** The origins and hosts of one emulator. An origin that is none is a defect. */
export const layer = (publicUrl: string, options: Options): Layer.Layer<Origins> =>
  Layer.effect(
    Origins,
    Effect.suspend(() => {
      const wrong = options.trustedOrigins?.find((origin) => originOf(origin) === undefined)
      if (wrong === undefined) return Effect.succeed(make(publicUrl, options))
      return Effect.die(
        new Error(`The trusted origin ${JSON.stringify(wrong)} is none. Write it as in "http://localhost:3000".`)
      )
    })
  )

const make = (publicUrl: string, { allowedHosts = [], trustedOrigins = [] }: Options): Origins["Service"] => {
  const home = parse(publicUrl)
  const hosts = home === undefined ? allowedHosts : [home.host, ...allowedHosts]
  const origins = new Set([publicUrl, ...trustedOrigins].map(originOf))

  // a request without the header came by no network
  const foreignHostOf: Origins["Service"]["foreignHostOf"] = (request) => {
    const host = request.headers.get("host")
    return host === null || isOwnHost(host, hosts) ? undefined : host
  }

  const strangerOf: Origins["Service"]["strangerOf"] = (request) => {
    const host = foreignHostOf(request)
    if (host !== undefined) return { by: "Host", value: host, isLocalPage: false }
    const origin = request.headers.get("origin")
    if (origin !== null) {
      // a page of this very host, which has been found to be an own one; behind a proxy perhaps with TLS
      const ownHost = request.headers.get("host") ?? new URL(request.url).host
      const isOwn = origins.has(origin) || [`http://${ownHost}`, `https://${ownHost}`].map(originOf).includes(origin)
      return isOwn ? undefined : { by: "Origin", value: origin, isLocalPage: isLocal(origin) }
    }
    // requests that take no part in CORS name no origin, but browsers say that a page of another one made them
    const site = request.headers.get("sec-fetch-site")
    return site === null || site === "same-origin" || site === "none"
      ? undefined
      : { by: "Sec-Fetch-Site", value: site, isLocalPage: false }
  }

  return { strangerOf, foreignHostOf }
}

/** Why a stranger is refused, and what to do. */
export const refusalOf = ({ by, value }: Stranger): string => {
  const shown = JSON.stringify(value.slice(0, 200))
  const start =
    "The emulator takes calls with server and admin access, and calls to its project `internal`, from its own pages and from programs only, whatever keys they carry. "
  switch (by) {
    case "Host":
      return `${start}This one was sent to the host ${shown}. If that is a name of this emulator, start it with the option allowedHosts: [${JSON.stringify(hostnameOf(value)?.slice(0, 200) ?? "")}].`
    case "Origin":
      return `${start}This one was sent by a web page of the origin ${shown}. Call from a server instead; or, if you trust that page with the keys, start the emulator with the option trustedOrigins: [${shown}].`
    case "Sec-Fetch-Site":
      return `${start}This one was sent by a web page of another site. Call from a server instead.`
  }
}
