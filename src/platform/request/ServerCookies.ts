/** The cookies of one request on a server, and the headers for them in its response. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CookieJar from "./CookieJar.ts"
import { isHttps, type ProxyOptions, type RequestLike } from "./RequestHeaders.ts"
import * as ResponseHeaders from "./ResponseHeaders.ts"

/** How the browser reached a server, and who reads the cookies. */
export interface RequestCookieOptions extends ProxyOptions {
  /** Whether the browser is on https, if the request cannot tell. */
  readonly https?: boolean | undefined
  /**
   * Keeps the cookies from scripts of the page, which then cannot tell who is signed in: for apps in which only the
   * server signs in and out. Default: false.
   */
  readonly httpOnly?: boolean | undefined
}

export interface ServerCookieOptions extends RequestCookieOptions {
  /** For a render after the response headers were sent: cookies are read and never written. */
  readonly readOnly?: boolean | undefined
}

/** The headers of a response for cookies that were changed. */
export class ResponseCookies extends Context.Service<
  ResponseCookies,
  {
    /**
     * Headers to append: one `set-cookie` for each changed cookie, and `cache-control`, so that no cache stores them
     * (docs/protocol/threats.md#cached-responses). Empty if nothing changed.
     */
    readonly headers: Effect.Effect<ReadonlyArray<readonly [name: string, value: string]>>
  }
>()("gatefold/platform/request/ServerCookies/ResponseCookies") {}

export const make = (
  request: RequestLike,
  options: ServerCookieOptions = {}
): { readonly jar: CookieJar.CookieJar["Service"]; readonly response: ResponseCookies["Service"] } => {
  const received = CookieJar.parse(request.headers.get("cookie") ?? "")
  const present = new Map(received)
  const lines = new Map<string, string>()
  const isSecure = options.https ?? (isHttps(request, options) || isKnownSecure(received))
  /** An unchanged cookie is not sent: when the response ends, the browser may have a newer value. */
  const writeLine = (name: string, value: string | undefined, maxAgeSeconds: number | undefined, domain?: string) => {
    if (received.get(name) === value) lines.delete(name)
    else {
      const line = CookieJar.serialize(name, value ?? "", { isSecure, maxAgeSeconds, domain })
      lines.set(name, options.httpOnly === true ? `${line}; HttpOnly` : line)
    }
  }
  const cookies: CookieJar.Cookies = {
    isSecure,
    all: () => present,
    set: (name, value, maxAgeSeconds) => {
      if (options.readOnly === true || !CookieJar.fits(name, value)) return false
      present.set(name, value)
      writeLine(name, value, maxAgeSeconds)
      return true
    },
    remove: (name, domain) => {
      if (options.readOnly !== true && present.delete(name)) writeLine(name, undefined, 0, domain)
    }
  }
  return {
    jar: CookieJar.CookieJar.of({
      isShared: false,
      use: (step) => Effect.sync(() => step(cookies)),
      changes: () => Effect.void
    }),
    response: ResponseCookies.of({
      headers: Effect.sync(() =>
        lines.size === 0
          ? []
          : [...Array.from(lines.values(), (line) => ["set-cookie", line] as const), ResponseHeaders.neverCached]
      )
    })
  }
}

/** Whether there is a cookie with a name that browsers accept on https only. */
export const isKnownSecure = (cookies: ReadonlyMap<string, string>): boolean => {
  for (const name of cookies.keys()) if (/^__Host-(?:stack|hexclave)-/.test(name)) return true
  return false
}

/** The cookies of one request. Make a layer for each request; each build starts from the request again. */
export const layer = (
  request: RequestLike,
  options?: ServerCookieOptions
): Layer.Layer<CookieJar.CookieJar | ResponseCookies> =>
  Layer.fresh(
    Layer.syncContext(() => {
      const { jar, response } = make(request, options)
      return Context.make(CookieJar.CookieJar, jar).pipe(Context.add(ResponseCookies, response))
    })
  )

/** Adds the headers to a response: appends cookies, replaces `cache-control`. */
export const appendTo = (headers: Pick<Headers, "append" | "set">): Effect.Effect<void, never, ResponseCookies> =>
  Effect.flatMap(ResponseCookies, (response) =>
    Effect.map(response.headers, (lines) => ResponseHeaders.apply(headers, lines))
  )
