/** Where this client runs: on a page, or for one request on a server, below one site of a {@link makeBrowser}. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RequestCookies from "../../src/next/internal/RequestCookies.ts"
import * as CookieJar from "../../src/platform/request/CookieJar.ts"
import * as CookieTokenStore from "../../src/token/internal/CookieTokenStore.ts"
import * as RequestCookieTokenStore from "../../src/token/RequestCookieTokenStore.ts"
import * as ServerCookieTokenStore from "../../src/token/ServerCookieTokenStore.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { FakeCookies } from "../next/fakeNext.ts"
import { projectId } from "../support/scriptedNetwork.ts"
import type { Site } from "./vendor.ts"

type Store = TokenStore["Service"]

/** Opens a token store there, and sends the response after its use. */
export type Place = <A, E, R>(site: Site, use: (store: Store) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

export const page: Place = (site, use) => {
  const document = Object.defineProperty({}, "cookie", { get: site.header, set: site.write })
  const opened = { document, location: { protocol: site.isSecure ? "https:" : "http:" } } as CookieJar.Page
  return Effect.flatMap(CookieTokenStore.make(CookieJar.makeBrowser(opened), { projectId }), use)
}

/** One request, and its response. */
const server: Place = (site, use) =>
  Effect.gen(function* () {
    const request = new Request(`${site.isSecure ? "https:" : "http:"}//${site.hostname}/`)
    const headers = new Headers({ cookie: site.header() })
    const context = yield* Layer.build(ServerCookieTokenStore.layer({ url: request.url, headers }, { projectId }))
    const result = yield* use(Context.get(context, TokenStore))
    for (const [name, line] of yield* Context.get(context, ServerCookieTokenStore.ResponseCookies).headers) {
      if (name === "set-cookie") site.write(line)
    }
    return result
  }).pipe(Effect.scoped)

const next: Place = (site, use) =>
  Effect.gen(function* () {
    const cookies = new FakeCookies(Object.fromEntries(CookieJar.parse(site.header())), false)
    const jar = RequestCookies.make(cookies, new Headers(), { https: site.isSecure })
    const result = yield* use(RequestCookieTokenStore.make(jar, { projectId }))
    for (const { domain, maxAge, name, secure, value } of cookies.written) {
      site.write(
        `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${maxAge === undefined ? "" : `; Max-Age=${maxAge}`}${
          secure ? "; Secure" : ""
        }${domain === undefined ? "" : `; Domain=${domain}`}`
      )
    }
    return result
  })

export const places = { page, server, next }
